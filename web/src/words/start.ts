// start.ts - the sentences of the page: the first screen, and what every screen has in common.
// SPDX-License-Identifier: MIT

export const START = {
  // remote.ts
  noServer: "The server cannot be reached.",
  noAnswer: "The server's answer cannot be read.",
  answered: "The server answered {status}.",

  // session.ts
  computer: "computer ({name})",
  personHere: "a person here",

  // shelf.ts
  nothingLasts: "This browser does not let the page store anything: it blocks cookies or site data. Games and battles last only until the page is closed or reloaded. Save what you want to keep as a file.",

  // themes.ts
  squares: "Battalions, squadrons and guns on a board of squares. The dice tell you whom you may activate; you decide who marches, who charges and who stands to fire. It is quick to learn, and no two battlefields are alike.",
  startHere: "start here",
  squaresTime: "15 to 60 minutes",
  squaresTable: "board of 12 by 12",
  commanders: "Two commanders write their orders in secret and reveal them at the same moment. There are nine sectors and ten orders a round: guess where the blow will fall, and keep a reserve in case you are wrong.",
  commandersKind: "secret orders",
  commandersTime: "30 to 90 minutes",
  commandersTable: "nine sectors",
  lucky: "A Napoleonic battle on an open table, measured in inches. Orders flow from the commander-in-chief to his divisions, brigades wheel and charge, and the rest is one die against another. Everybody needs lucky generals.",
  measured: "measured table",
  luckyTime: "1 to 3 hours",
  luckyKind: "orders and generals",
  staff: "Brigades on an open table, measured in inches. A battalion near the enemy acts by itself. Everywhere else your commanders roll two dice against their staff rating: the order fails, or gives one move, two or three. A twelve is a blunder.",
  staffTime: "30 minutes to 3 hours",
  staffKind: "orders and blunders",
  clausewitz: "Chits drawn from a bag decide whose General acts next. An aide must ride before a Division moves, a Brigade gets as many actions as its General's dice allow, and every step near the enemy is a test of nerve that a volley may answer.",
  clausewitzTime: "1 to 4 hours",
  clausewitzKind: "chits, aides, reactions",
  drill: "The smallest complete game: the first one to read if you want to write rules.",
  drillTime: "ten minutes",
  drillKind: "for writers of rules",
  measuredIn: "measured in {unit}",

  // ui/app.tsx
  opening: "Opening the map case ...",
  letGo: "Let go to open the game",

  // ui/dialog.tsx
  close: "Close",

  // ui/head.tsx
  toStart: "grognard: to the start",
  name: "grognard",
  pageNav: "Page",
  light: "Light colours",
  dark: "Dark colours",

  // ui/live.tsx
  settingUpLive: "A battle that plays itself is being set up ...",
  stopBattle: "Stop the battle",
  runBattle: "Resume the battle",
  playsItself: "A battle that plays itself.",
  takeOver: "Take over blue now",
  drawnLive: "A drawn battle.",

  // ui/notices.tsx
  closeNotice: "Close this notice",

  // ui/start.tsx
  myGames: "My games",
  logIn: "Log in",
  heading: "Horse-and-musket battles, played by their own rules.",
  intro: "Every roll is explained, every chance is exact before you commit, and the computer plays by the same rules as you. Whole games run in this page, even without a network.",
  lessonAgain: "The guided first game",
  lessonNew: "New here? Two guided minutes",
  playFriend: "Play a friend",
  goOn: "Continue: {game}",
  chooseGame: "Choose a game",
  inShort: "In short",
  scenarios: "{count} scenarios",
  play: "Play",
  howTo: "How to play",
  howToPlay: "How to play {game}",
  rules: "Rules",
  rulesOf: "Rules of {game}",
  ownBattle: "A battle of your own",
  editor: "editor",
  allGames: "all games",
  ownNote: "Draw the ground, place the troops and play at once: alone, with a friend or against the computer. The rules check everything you draw, and a link sends the battle to others.",
  draw: "Draw",
  faceWhom: "Choose your opponent",
  yourGames: "Your games",
  fewer: "Fewer",
  all: "All {count} games",
  whereSeats: "{where}. Blue: {blue}, red: {red}.",
  forget: "Delete {game}",
  forgetThis: "Delete this game",
  openFile: "Open a file",

  // ui/waiting.tsx
  stop: "Stop",

  // session.ts
  sides: { blue: "Blue", red: "Red", nobody: "Nobody" },
  side: { blue: "blue", red: "red", nobody: "nobody" },
  you: "you",
  winsLive: "{winner} has beaten {loser}.",
  kept: "Games are kept in this browser. Press <key>?</key> in a game to see its keys.",
  notKept: "This browser does not let the page store anything: it blocks cookies or site data. Games and battles last only until the page is closed or reloaded. Save what you want to keep as a file. Press <key>?</key> in a game to see its keys.",
  alsoHere: "Also here: {games}",

  // what a text is called in a sentence about its mistakes
  names: {
    thisGame: "this game",
    rematch: "the rematch",
    thisBattle: "this battle",
    keptGame: "a kept game",
    thisMoment: "this moment",
    inAddress: "the game in the address",
  },
  licences: "Licences",
} as const;
