// mine.ts - the sentences of the page: games on a server as the first screen lists them.
// SPDX-License-Identifier: MIT

export const MINE = {
  // ui/online/copy-link.tsx
  linkCopied: "The link has been copied.",
  linkNotCopied: "This browser does not let the page copy. Select the link and copy it yourself.",
  copy: "Copy",
  copyOf: "Copy: {what}",
  shareOf: "Share: {what}",

  // ui/online/mine.tsx
  nobodyYet: "nobody yet",
  unknownNow: "This server no longer knows this game.",
  myGames: "My games",
  logIn: "Log in",
  gameWaits: "A game is waiting for you",
  playOn: "Play on",
  asking: "Asking the server ...",
  noGames: "You have no games on this server yet.",
  onlyHere: "Only this browser knows these games. <account>With an account</account> you can find them on every device and are told when it is your turn.",

  // ui/online/open.tsx
  withHouseRules: "{title}, house rules",

  // ui/online/mine.tsx
  yourTurn: "your turn",
  linkOf: "Link to your seat: {title}",
  seatLink: "The link to your seat",
  forget: "Delete {title}",
  forgetThis: "Delete this game",
  seatLinkNote: "This link plays your side on any device, and brings you back if this browser loses the game. Anybody who has it can play in your place: keep it to yourself.",
  ownLink: "Your own link",
  claim: "Add to my account",
  playFriend: "Play a friend",
  playFriendNote: "Choose a game, send the link, and play: live, or a decision now and then over weeks.",

  // ui/online/open.tsx
  openGames: "Open games on this server",
  fewer: "Fewer",
  allOpen: "All {count} open games",
  join: "Join",
  watch: "Watch",
  hereNow: "here now",

  // ui/online/mine.tsx: a game of the account's
  free: "Your seat is free: sit down. Against {other}.",
  waiting: "Waiting for the other side. Against {other}.",
  over: "Over. Against {other}.",
  ended: "{result} Against {other}.",
  turnMine: "Round {round}: your turn. Against {other}.",
  turnMineLeft: "Round {round}: your turn, {left} left. Against {other}.",
  turnTheirs: "Round {round}: {decides} decides. Against {other}.",
  theOtherSide: "the other side",

  // and one that only this browser knows
  heldWaiting: "Waiting for players. Against {others}.",
  heldOver: "{result} Against {others}.",
  heldMine: "Round {round}: your turn. Against {others}.",
  heldTheirs: "Round {round}. Against {others}.",
  seenWaiting: "Waiting for players. Between {others}.",
  seenOver: "{result} Between {others}.",
  seenRound: "Round {round}. Between {others}.",
  itIsOver: "Over.",
  claimable: {
    one: "Only this browser knows one of your games.",
    other: "Only this browser knows {count} of your games.",
  },

  // ui/online/words.ts
  noClock: "no clock",
  days: { one: "a day for each decision", other: "{count} days for each decision" },
  minutes: "{minutes} minutes each",
  minutesMore: "{minutes} minutes each, and {seconds} seconds for each decision",
  versus: "{blue} against {red}.",
  joinable: "{name} is waiting for an opponent. You would play {side}; {clock}.",
  daysLeft: "{days} d {hours} h",
  hoursLeft: "{time} h",
} as const;
