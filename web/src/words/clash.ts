// clash.ts - the sentences of the page: what the enemy may answer to a charge.
// SPDX-License-Identifier: MIT

export const CLASH = {
  // ui/clash.tsx
  number: "{enemy} gives way; {side} gives way {chance}",
  numberOfBest: "{enemy} gives way with the best answer ({answer}); {side} gives way {chance}",
  otherAnswers: "Other answers",
  answer: "{answer} {both}",
  answerIfPossible: "{answer} {both} (possible in {chance})",
  theDice: "The dice",
  diceOfBest: "The dice of the best answer",
  becomes: "What becomes of whom",
  fate: "{fate} {chance}",
  sampled: "Sampled: {count} games.",
  sampledWithin: "Sampled: {count} games, within {error} %.",
  later: " Later decisions are taken as is best for who decides.",
  nobodyElse: " Nobody else does anything until then.",
  leftOut: { one: " {count} more answer is left out.", other: " {count} more answers are left out." },

  // clash.ts
  both: "{enemy} gives way {theirs}, {side} {ours}",

  // ui/fight.tsx
  first: "What may happen first",
} as const;
