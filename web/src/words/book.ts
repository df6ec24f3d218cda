// book.ts - the sentences of the page: the rules and how to play.
// SPDX-License-Identifier: MIT

export const BOOK = {
  // ui/reading.tsx
  titleHow: "how to play",
  titleSheet: "reference sheet",
  howTo: "How to play",
  rules: "Rules",
  sheet: "Sheet",
  play: "Play",
  contents: "Contents",
  pages: "Pages of this game",
  searchLabel: "Search the clauses",
  search: "Search {count} clauses",
  found: "{count} found",
  opening: "Opening the book ...",
  table: "Table",

  // ui/rules-tab.tsx
  findLabel: "Find in the rules",
  find: "Find in {count} clauses",
  book: "The book",
  now: "Now",
  all: "All clauses",
  more: "{count} more: type some of the words to find them.",
} as const;
