// odds.ts - the sentences of the page: chances, before the dice.
// SPDX-License-Identifier: MIT

export const ODDS = {
  // ui/fight.tsx
  exact: "Exact: every roll was played out.",

  // ui/odds.tsx
  rollCaption: "Chances of the roll",
  every: "Every outcome",
  everyCaption: "Outcomes and their chances",
  nothingMore: "nothing more",
  rarer: "{count} rarer outcomes",

  // fight.ts
  range: "{least} to {most}",

  // ui/fight.tsx
  whatMay: "What may happen",
  theDice: "The dice",
  sampled: "Sampled: {count} games.",
  supposingBoth: " Supposing neither side does more in this step.",
  supposing: " Supposing {side} does no more in this step.",
  supposingDice: " Supposing that no dice are thrown again.",
  guessed: " What is hidden from you is guessed.",
  until: " It goes {until}.",
  against: "against",
  unitsOf: "{side}'s units",
  ifSo: "if it comes to that, {chance}",

  // fight.ts, odds.tsx
  dice: { one: "{number} die", other: "{number} dice" },
  held: "{dice} against {rating} {number}",
  heldHere: "{dice} against {rating} {number}, here {here}",
  ratingOf: "against {rating} {number}",
  ratingHere: "against {rating} {number}, here {here}",
  countsAs: "{faces} is a {result}",
  counts: "{faces} counts",
  diceCount: "{dice}, {counts}",
  whoAtWhom: "{who} at {whom}",
  sampledWithin: "Sampled: {count} games, within {error}.",
  checkDice: "{check}: {dice}",
} as const;
