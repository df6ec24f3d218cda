// log.ts - the sentences of the page: the log and how a battle ended.
// SPDX-License-Identifier: MIT

export const LOG = {
  // log-text.ts
  inSecret: "A choice in secret.",
  drawn: "The battle is drawn.",
  redWon: "Red has won.",
  blueWon: "Blue has won.",
  youWon: "You have won.",
  youLost: "You have lost.",
  house: "House rules: {rules}.",

  // ui/log.tsx
  rolls: "rolls and results",
  copied: "The log has been copied.",
  noCopy: "This browser does not let the page copy.",
  show: "Show",
  copy: "Copy",
  houseRules: "House rules.",
  label: "Log of the game",
  nothing: "Nothing has happened yet.",
  seeBoard: "See the board after this",

  // what is shown
  everything: "everything",
  results: "results",
} as const;
