// lab.ts - the sentences of the page: the laboratory.
// SPDX-License-Identifier: MIT

export const LAB = {
  // ui/lab.tsx
  labOf: "{game}: laboratory",
  seedDigits: "A seed is a number of at most 19 digits.",
  play: "Play",
  heading: "What do these rules do?",
  intro: "Computer players fight a battle again and again, here in this page. For larger batches, changed numbers and fair values, run <code>grognard lab</code> on your computer.",
  played: "Games played",
  battle: "Battle {choice}",
  players: "Both sides {choice}",
  games: "Games {choice}",
  seed: "Seed {choice}",
  stop: "Stop",
  run: "Run",
  openReport: "Open a report",
  tooLarge: "This file is too large to be a report.",
  noReport: "{file} is not a report of the laboratory.",
  results: "Results",
  winners: "Who wins, with 95 % intervals (Wilson)",
  average: "{rounds} rounds and {decisions} decisions a game, on average.",
  endings: "How games end",
  noEnd: "not finished within the longest record",
  more: "To play the same games and more: {command}",
  interval: "{low} to {high}",
  rounds: "The first game ends in round {first}, the last in round {last}",
  round1: "round 1",
  roundN: "round {number}",
  report: "Report",

  // what varies
  gamesOf: "{count} of {all} games",
  gamesDone: "{count} games",
  ended: { one: "1 game: ", other: "{count} games: " },
  drawn: "Drawn",
  blue: "Blue",
  red: "Red",
} as const;
