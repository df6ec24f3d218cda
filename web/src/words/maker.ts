// maker.ts - the sentences of the page: the editor of battles.
// SPDX-License-Identifier: MIT

export const MAKER = {
  // maker/board.tsx
  table: "Table of the editor. The arrow keys move the chosen piece, the brackets turn it, Delete removes it, and N chooses the next one.",

  // maker/form.tsx
  about: "About {word}",
  points: "{points} points",
  remove: "Remove",
  done: "Close this form",
  name: "name",
  onlySaid: "Show only what is set",
  moreToSay: "Show every field ({count} more)",
  usual: "default",
  asWritten: "as written",
  corners: "Corners",
  removeCorner: "Remove corner {number}",

  // maker/panel.tsx
  pieces: "What can be put on the table",
  whose: "Whose",
  findPiece: "Find what to put down",
  pointsNote: "The numbers are the points of each army.",
  battle: "The battle",
  title: "title",
  addLine: "add a line",
  addHint: "table, turns, victory ...",
  times: "×",
  removeLine: "Remove {line}",
  lineNamed: "The line {word}",
  text: "The text of the battle",
  textNote: "This is the whole battle as the program reads it. Change it here or on the table.",
  textLabel: "Text of the battle",
  chosenLine: "Chosen: {line}",
  tidy: "Tidy the text",

  // maker/play.tsx
  theBattle: "the battle",
  thisBattle: "this battle",

  // maker/screen.tsx
  playIt: "Play it",

  // maker/play.tsx
  leftOut: "These lines have faults and are left out: {faults}",
  personHere: "a person at this screen",
  computer: "computer: {name}",
  farAway: "A server plays only the battles it knows. To play your own with a friend far away, send its address; then play it at one screen, or each of you against the computer.",
  begin: "Begin",

  // maker/random.ts
  chanceTitle: "Random battle {seed}",

  // maker/screen.tsx
  making: "Making",
  putDown: "Place",
  battleTab: "Battle",
  textTab: "Text",
  whatToChange: "What to change",
  editorOf: "{title}: editor",
  emptyBoard: "an empty board",
  chosenUnit: "Chosen: {name}, {kind}, at {place}.",
  chosenText: "Chosen: {text}.",
  onTable: "{blue} blue and {red} red on the table. {about}",
  things: "On the table ({count})",
  toolUnit: "Click where it goes. Click its button again to stop.",
  toolArea: "Drag a rectangle, or click one corner after another. Enter or the first corner closes it.",
  toolLine: "Click one point after another. Enter or the last point again ends the line.",
  toolSquares: "Click or drag over the board. Click the button again to stop.",
  toolBorder: "Click the two sectors on either side of the border.",
  canStand: "This battle is ready to play.",
  tooLarge: "This battle is too large for an address. Save it as a file.",
  addressCopied: "The address of this battle has been copied.",
  battleOf: "A battle of {game}",
  takeBack: "Take back",
  doAgain: "Do it again",

  // maker/start.tsx
  loadFile: "Load a file",

  // maker/screen.tsx
  saveFile: "Save as a file",
  copyAddress: "Copy its address",

  // maker/start.tsx
  noRoom: "This browser has no room left for the battle.",
  damaged: "The address is damaged: part of it is missing.",
  unfolding: "Unfolding the map ...",
  noPosition: "This file contains no position of a game known here.",
  ownBattle: "A battle of your own",
  yourBattles: "Your battles",
  untitled: "Untitled battle",
  forget: "Delete {title}",
  makeOf: "Make a battle of ...",
  myBattle: "My battle",
  chanceBattle: "Random battle",
  beginWith: "{game}: begin with",
  emptyTable: "An empty table",
  byChance: "A random battle",
  orWith: "or with an existing battle",

  // fields and faults
  find: "find",
  lineFault: "Line {number}: {fault}",
} as const;
