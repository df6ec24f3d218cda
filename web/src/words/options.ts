// options.ts - the sentences of the page: options and house rules, here and in the editor.
// SPDX-License-Identifier: MIT

export const OPTIONS = {
  // option-words.ts
  whichRules: "Which rules",
  howMany: "How many",
  lengths: "Lengths, in inches",

  // ui/clause.tsx
  noGist: "This clause has no summary.",
  readRule: "Read it in the rules",

  // ui/house.tsx
  find: "Find",

  // ui/options.tsx
  allUsual: "Reset to defaults",
  noOption: "No option contains these words.",
  seedNote: "seed of the dice: the same seed and the same decisions give the same game",
  usualIs: "default: {value}",
  usual: "default",

  // ui/house.tsx
  houseLine: "{id} {value}, not {standard}: {text}",
  standardRules: "These are the standard rules.",
  houseLoaded: "The house rules have been loaded.",
  loadFile: "Load a file",
  standard: "Standard",
  houseCount: "House rules ({count})",

  // what has been changed
  house: "House rules",
  houseChanged: "House rules <changed>({count} changed)</changed>",
  options: "Options of the rules",
  optionsChanged: "Options of the rules <changed>({count} changed)</changed>",
  freshSeed: "random",
} as const;
