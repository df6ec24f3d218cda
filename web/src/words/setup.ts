// setup.ts - the sentences of the page: setting up a battle, and the screens about it.
// SPDX-License-Identifier: MIT

export const SETUP = {
  // ui/screens.tsx
  newBattle: "{game}: a new battle",
  noPage: "There is no such page.",

  // ui/setup.tsx
  settingUp: "Setting up ...",

  // ui/screens.tsx
  damaged: "The address is damaged: part of it is missing.",
  noEditor: "The editor could not be loaded.",
  sharpening: "Sharpening pencils ...",
  smoke: "Lost in the smoke",
  toStart: "To the start",

  // ui/setup.tsx
  lesson: "Lesson",
  howTo: "How to play",
  rules: "Rules",
  sheet: "Sheet",
  makeOwn: "Make your own",
  lab: "Laboratory",
  aboutGame: "About this game",
  seedDigits: "A seed is a number of at most 19 digits.",
  chooseBattle: "Choose a battle",
  whoPlays: "Who plays?",
  invite: "Invite",
  play: "Play",
  moreEven: "Make it more even",
  blueForce: "Blue:",
  redForce: "Red:",
  second: "a second person here",
  computers: "the computer",

  // screens.tsx
  gameLost: "This game is not stored in this browser. Its .grog file can be dropped here.",
  gameLostBlocked: "This browser does not let the page store anything: it blocks cookies or site data. Games and battles last only until the page is closed or reloaded. A game's .grog file can be dropped here.",
} as const;
