// play.ts - the sentences of the page: the board and the panel beside it.
// SPDX-License-Identifier: MIT

export const PLAY = {
  // hand.ts
  nothingThere: "This unit can do nothing there.",

  // laid-session.ts
  keptGame: "the kept game",
  wentOn: "This game was continued in another window. It is shown here as it stands there.",
  sideWon: "{side} won",
  roundAndPhase: "Round {round}, {phase}",
  withHouseRules: "{title}, house rules",
  noRoom: "This browser has no room left for the game. Delete some of your games on the start page, or save this one as a file before you leave.",

  // thinker.ts
  noHelper: "This browser cannot run a helper (a worker) for this page. The computer player therefore thinks in the page itself, which may freeze while it does. Reloading the page may help.",
  playerStopped: "the computer player was stopped",
  noHint: "there is no hint",
  noReview: "there is no review",
  notPlayed: "it could not be played",
  labStopped: "the laboratory was stopped",

  // ui/battle.tsx
  faces: "Who faces whom",
  showBoard: "Show the board",
  noHit: "no hit",

  // ui/board.tsx
  boardKeys: "Board. The arrow keys move a cursor, Enter chooses, and N goes to the next unit that can act.",

  // ui/card.tsx
  card: "Card of {unit}",

  // ui/units.tsx
  canAct: "can act",

  // ui/card.tsx
  putDown: "Put this unit down",

  // ui/coach.tsx
  coach: "Coach",
  step: "Step {number} of {all}",
  close: "Close",
  goOn: "Go on",
  noCoach: "Without coach",

  // ui/command.tsx
  possibleOrders: "Possible orders",

  // ui/tools.tsx
  typeOrder: "Type an order",

  // ui/command.tsx
  notation: "Order in notation. {how}",
  giveOrder: "Give this order",

  // ui/dice-show.tsx
  dice: "Dice",
  diceAway: "Put the dice away",
  ways: "Ways",
  waysTitle: "All moves and retreats since your last decision",

  // ui/dice.tsx
  diceRead: "dice: {dice}",

  // ui/play.tsx
  happened: "What happened",

  // ui/events.tsx
  moreInLog: {
    one: "The log has 1 more line.",
    other: "The log has {count} more lines.",
  },

  // ui/tools.tsx
  more: "More",

  // ui/more.tsx
  savePicture: "Save the board as a picture",

  // ui/play.tsx
  howTo: "How to play",
  rules: "Rules",
  sheet: "Sheet",

  // ui/more.tsx
  linkCopied: "The link for watchers has been copied.",
  copyWatchLink: "Copy the link for watchers",
  proof: "Proof of the dice",

  // ui/play.tsx
  myGames: "My games",

  // ui/more.tsx
  callsNow: "This browser tells you when it is your turn, while this tab is open.",
  calling: "Notifications in this browser are on",
  callMe: "Notify me in this browser when it is my turn",
  noCalls: "This browser does not let the page show notifications.",
  byMail: "By mail or webhook",

  // ui/play.tsx
  ordersAndLog: "Orders and log",
  smaller: "Make the panel smaller",
  larger: "Make the panel larger",
  toBoard: "To the board",
  keys: "Keys and pace",
  keysTitle: "Keys and pace (?)",
  curtainDown: "The screen is being handed over.",
  panel: "Panel",
  orders: "Orders",
  log: "Log",
  units: "Units",
  talkNew: "Talk ({count})",
  talk: "Talk",
  over: "The battle is over",
  sideThinks: "{side} is thinking",
  lookingBack: "Looking back",
  toDecide: "{side} to decide",
  yourDecision: "Your decision",
  bothDecide: "Both sides decide",
  rolling: "Rolling",
  moveNow: "Move now",
  roundPhase: "Round {round}, {phase}. ",
  thinking: "Thinking",
  partOfTime: "{percent} % of its time",
  wayPointTitle: "Add a way-point (or Ctrl and click)",
  wayPointTap: "Tap where the move continues",
  wayPoint: "Add a way-point",
  zoom: "Zoom",
  nearer: "Zoom in",
  nearerTitle: "Zoom in (+)",
  farther: "Zoom out",
  fartherTitle: "Zoom out (-)",
  whole: "Whole board",
  wholeTitle: "Whole board (0)",
  turnBoard: "Rotate the board",
  turnBoardTitle: "Rotate the board (F)",
  several: "Select several units",
  severalTitle: "Draw a box around several units (or press Shift and drag; X)",
  danger: "Danger",
  dangerTitle: "Danger: what enemy fire and charges could do to the selected unit (D)",
  handOver: "Hand over to {side}",
  handOverNote: "The other side's decisions stay hidden. When {side} sits at the screen and nobody else is looking, continue.",
  iAm: "I am {side}",
  says: "{name} says: {text}",
  nobodyHere: "nobody here",

  // ui/replay.tsx
  momentCopied: "The address of this moment has been copied.",
  momentWhole: "It contains the whole game and opens it anywhere.",
  momentHere: "The game is too long for an address: this one works in this browser only. To show the game to others, send them the saved file.",
  momentWatch: "{copied} Anybody who has it sees what a watcher may see.",

  // ui/tools.tsx
  replay: "Replay",

  // ui/replay.tsx
  toStart: "To the start",
  back1: "One action back",
  pause: "Pause",
  play: "Play",
  on1: "One action on",
  moment: "Moment of the game",
  copyMoment: "Copy the address of this moment",
  back: "Back",

  // ui/tools.tsx
  gameTools: "Game",
  replayTitle: "Replay (R)",
  saveFile: "Save the game as a file",
  offerDraw: "Offer a draw",
  resign: "Resign",
  drawNote: "The game ends without a winner if the other side agrees. The offer stands until it is answered.",
  drawAsked: "Offer a draw?",
  resignNote: "Your side loses at once. You cannot take this back.",
  resignAsked: "Resign the battle?",
  noUndo: "There is nothing you can take back by yourself.",
  takeBack: "Take back",
  restart: "Restart my turn",
  restartTitle: "Restart my turn (Shift U)",
  fightOn: "Fight on",

  // ui/units.tsx
  others: "Others",
  unitsOf: "{side}'s units",
  kind: "Kind",
  place: "Place",
  state: "State",
  inReserve: "in reserve",
  signs: "What the signs mean",
  strength: "strength {number}",
  at: "at {place}",

  // ui/winning.tsx
  whoWinsNow: "Now: {chances}",

  // ui/orders.tsx
  enemys: "This unit is the enemy's. Click one of yours to act.",
  canDo: "What {unit} can do",
  sideOrders: "Orders of the whole side",
  allOrdersCount: "All {count} orders",
  allOrders: "All orders",
  idle: "This unit has nothing to do now: {why}",
  nowSecret: "This is the present moment. Secret choices have not been revealed yet.",
  atStart: "This is the position at the start. Step through the game with the arrow keys or the slider below.",
  unitsAble: "Units that can act",
  chooseUnit: "Choose a unit, here or on the board",
  byClause: "By {clause}",
  another: "Another battle",
  proposed: "Proposed order",
  means: "What it means",
  undone: "This leaves something undone.",
  doIt: "Do it",
  justDone: "Last order",
  undo: "Undo",
  cancel: "Cancel",
  waysToDo: "{count} ways to do this",
  filterLabel: "Filter orders",
  filter: "Filter {count} orders",
  moreOffers: "{count} more: choose a unit, or filter.",

  // replay.tsx, tools.tsx, winning.tsx
  momentOf: "{ply} of {all}",
  momentOfWords: "{ply} of {all}: {words}",
  takeBackTitle: "Take the last decision back (U)",
  takeBackAsked: "Take the last decision back; if the other side is already deciding, it is asked (U)",
  whoWins: "Who is winning: ",
  onlyWhileOpen: "Only while this tab is open.",
} as const;
