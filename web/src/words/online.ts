// online.ts - the sentences of the page: games between people: table, seats, talk, dice.
// SPDX-License-Identifier: MIT

export const ONLINE = {
  // ui/online/waiting.tsx
  computer: "computer ({kind})",
  nobodyYet: "nobody yet",

  // remote-game.ts
  notYours: "It is not your decision now.",
  serverAway: {
    one: "The server was away for 1 second. No clock ran during that time.",
    other: "The server was away for {count} seconds. No clock ran during that time.",
  },

  // ui/online/strip.tsx
  theOtherSide: "The other side",
  correctedRules: "Corrected rules",
  goesOn: "Rules have been corrected. The game goes on from where it stood.",
  goesOnBefore:
    "Rules have been corrected. The game goes on from the last position on which they agree; what " +
    "was played after it no longer counts, and stays in the record.",
  endedBefore: "Rules have been corrected since this game was played.",
  endedUnseen:
    "Rules have been corrected since this game was played. You see the last position on which they " +
    "agree; the record tells the rest.",
  mayObject: "Play on to accept. If you object, the game is drawn and does not count.",
  object: "Object",

  // remote-game.ts
  drawDeclined: "{name} declines the draw.",
  undoDeclined: "{name} did not agree to take the decision back.",
  unreadable: "This page cannot read the server's answer ({error}). Reload the page.",

  // seats.ts
  otherPromise: "The server's promise is not the one you saw when you sat down.",
  lostPromise: "A promise that you saw when the server was restored is missing from the record.",
  otherPart: "The dice were not drawn with your part: \"{used}\" was used instead of \"{mine}\".",

  // ui/online/dice-page.tsx
  checkDice: "Dice that you can check",

  // ui/online/trouble.tsx
  toStart: "To the start",

  // ui/online/dice-page.tsx
  openingBook: "Opening the book ...",
  noPage: "This page cannot be loaded at the moment.",

  // ui/online/fields.tsx
  yourName: "Your name in this game",
  yourDice: "Your part of the dice",
  another: "Another one",
  diceNote: "Every die is made from the server's secret, this line and your opponent's line, so nobody can choose it. Leave the line as it is, or type whatever you like. <proof>How the dice are proved</proof>",
  noClock: "no clock",
  mail1: "by mail: 1 day for each decision",
  mail3: "by mail: 3 days for each decision",
  mail7: "by mail: 7 days for each decision",
  live15: "live: 15 minutes each + 15 seconds",
  live30: "live: 30 minutes each + 30 seconds",
  live90: "live: 90 minutes each + 60 seconds",
  clock: "Clock",

  // ui/online/friend.tsx
  byLink: "a friend, by link",
  whoeverComes: "whoever comes first",
  onServer: "On the server",
  listed: "{box} Anybody may join: the game is listed on this server's start page, for players and watchers",
  nobodySits: "Both seats are open: you get a link for each side, and you watch.",

  // ui/online/proof.tsx
  proof: "Proof of the dice",
  proofNote: "Every die is made from the server's secret, which was fixed before anybody sat down, and from a line of each player. <how>How that works</how>",
  promise: "Promise <small>hash of the secret</small>",
  whenSeated: "when both players are seated",
  secret: "Secret",
  whenOver: "told when the game is over",
  itsSecret: "Its secret",
  saveAndCheck: "Save the record, and check every die on your own computer:",
  keepPromise: "To be certain, note the promise now: it must be the same at the end.",
  saveRecord: "Save the record",
  promiseKept: "This browser has stored the promise and your part of the dice.",
  promiseHolds: "The promise is the one you saw when you sat down, and the dice were drawn with your part.",
  savePart: "Save your part, for verify --mine",

  // ui/online/sit.tsx
  sitAt: "Sit down: {title}",
  seatForYou: "A seat for you",
  whichSide: "Which side?",
  youPlay: "You play {side}.",

  // ui/online/waiting.tsx
  promiseTitle: "The server's promise",

  // ui/online/sit.tsx
  promiseNote: "This is the hash of the server's secret, fixed before you sat down. Note it if you want to check the dice later.",
  sitting: "Sitting down ...",
  sitDown: "Sit down",
  onlyWatch: "Only watch",

  // ui/online/table.tsx
  looking: "Looking for the table ...",

  // ui/online/sit.tsx
  noSeat: "No seat is open there any more.",

  // ui/online/strip.tsx
  tryingAgain: "{trouble} Trying again ...",
  sentLater: "No connection. Your decision is sent as soon as there is one ...",
  noConnection: "No connection. Trying again ...",
  players: "Players",
  watchers: "People who watch",

  // ui/online/trouble.tsx
  logIn: "Log in",

  // ui/online/strip.tsx
  clockOf: "{side}'s clock: ",
  accept: "Accept",
  decline: "Decline",
  watchRematch: "Watch the rematch",
  toRematch: "To the rematch",
  rematch: "Rematch, sides changed",

  // ui/online/table.tsx
  taken: "This seat is taken, and this browser does not have its player's token. If the seat is yours, open the game where you sat down, log in to the account that owns it, or use the link to the seat if you kept it. An invitation works only once.",

  // ui/online/talk.tsx
  chat: "Chat",
  chatOver: "The game is over: everybody can read what players and watchers wrote.",
  chatPlayers: "Only the two players can read this while the game is running.",
  chatWatchers: "Watchers chat here. The players cannot read it while they play.",
  said: "What was said",
  nothingSaid: "Nobody has said anything yet.",
  say: "Say something",
  sayIt: "Say it",
  note: "Your note",
  noteHint: "A place for your plans, so that you remember them next week. Only you can read it.",
  keepNote: "Save the note",
  noteKept: "Saved.",

  // ui/online/trouble.tsx
  noGame: "No such game",
  wrongLink: "This link does not work",
  seatTaken: "The seat is taken",
  notConnected: "No connection",
  older: "From an earlier version",
  accountSeat: "This seat belongs to an account",
  smoke: "Lost in the smoke",
  tryAgain: "Try again",
  watchGame: "Watch the game",

  // ui/online/waiting.tsx
  myGames: "My games",
  waitingIn: "Waiting: {title}",
  reconnecting: "Reconnecting ...",
  beginsItself: "{rules}; {clock}. The game begins by itself when both players are seated. You may close this page: you find the game again under <games>My games</games>.",
  ownLinkOf: "{side} has a link of its own.",
  sendThis: "Send this to your friend, who plays {side}",
  linkOnce: "A link for a side works once: the first person who opens it and sits down has the seat. Nobody else can see that side's secrets, not even you.",
  watchersLink: "For watchers",
  secretNote: "This is the hash of the secret that the dice are made from, fixed with the game. <proof>How the dice are proved</proof>",
  you: "{name} (you)",
  seats: "Seats",

  // ui/online/patience.tsx
  sending: "Your decision is on its way ...",
  decidesNow: { one: "{names} decides now.", other: "{names} decide now." },
  mayLeave: "You may leave this page: nothing is lost, and <games>My games</games> brings you back.",
  nextGame: "To the next game that waits for you",

  // ui/online/strip.tsx
  watching: "{count} <hidden>watching</hidden>",
  drawOffered: "{name} offers a draw.",
  undoWanted: "{name} wants to take the last decision back.",
  rematchWanted: "{name} wants a rematch with the sides changed.",
  drawAsked: "You offer a draw. {name} has not answered yet.",
  undoAsked: "You ask to take your last decision back. {name} has not answered yet.",
  rematchAsked: "You want a rematch. {name} has not answered yet.",

  // ui/online/waiting.tsx
  waitingFor: "Waiting for {sides}",
  forAnybody: "For anybody who wants to play {sides}",

  // ui/online/proof.tsx
  restored: "Another promise <small>the server was restored from a copy</small>",
  restoredFrom: "Another promise <small>the server was restored from a copy: from die {die} on</small>",

  // ui/online/sit.tsx
  awaitsYou: "{name} is waiting for you",
  somebody: "Somebody is waiting for you",

  aboutSeat: "{rules}: {title}. {clock}.",
  aboutSeatOf: "{rules}: {title}. {size}; {length}. {clock}.",
} as const;
