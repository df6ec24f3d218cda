// after.ts - the sentences of the page: hints, replays and the review of a battle.
// SPDX-License-Identifier: MIT

export const AFTER = {
  // ui/after.tsx
  noRecord: "the record could not be loaded",
  after: "After the battle",
  lookingBack: "Looking back",
  lookBack: "Look back on the battle",
  turningPoints: "Turning points",
  left: "Who is left",
  report: "Battle report",
  blue: "Blue",
  red: "Red",
  atStart: "Chance at the start",
  luck: "Luck",
  play: "Decisions",
  atEnd: "Chance at the end",
  mistakes: "Lost through clear mistakes",
  look: "Look at the moment before action {ply}",
  survivors: "{unit} ({has} of {had})",
  rematch: "Rematch",
  film: "Film (SVG)",
  filmStrip: "Film strip (PNG)",

  // ui/film.tsx
  otherTurn: "The other side's turn",
  goOn: "Go on",
  pause: "Pause",
  oneStep: "One step",
  skip: "Skip",
  watch: "Watch",
  watchTitle: "Watch the other side's turn again",

  // ui/play-on.tsx
  whyAsked: "Why?",

  // ui/film.tsx
  why: "Why",
  close: "Close",
  whatWanted: "What did it want?",
  itsChances: "The chances it had",
  whatCame: "What came of it",

  // ui/play-on.tsx
  keptReasons: "While something is hidden, the other side keeps its reasons to itself. It explains them when the battle is over.",
  thisMoment: "This moment",
  playOn: "Play on from here",
  playOnNote: "A new game begins at this moment, with new dice. This game stays as it is.",
  against: "Against {choice}",
  amBlue: "I am blue",
  amRed: "I am red",
  withFriend: "With a friend here",
  nothingElse: "There was nothing else to do.",

  // ui/hint.tsx
  thinking: "Thinking",
  hint: "Hint",
  would: "{player} would",
  hintAway: "Put the hint away",
  onlyOne: "{order} There is nothing else to do.",

  // ui/hint.tsx, ui/after.tsx: what varies
  line: "{chance} % to win (within {error}). It {why}.",
  lineWorse: "{chance} % to win (within {error}), {worse} against the first. It {why}.",
  noTurning: "There were no turning points.",
  mistakesOf: "{loss} ({count} in {looked})",
  lostAndLeft: "{side} lost {lost}. Left: {left}.",
  nobody: "nobody",

  // review.ts: the battle in a sentence
  sumPlay: "{winner} won by better decisions (in points: decisions {play}, dice {luck}).",
  sumLuck: "{winner} won by the luck of the dice (in points: dice {luck}, decisions {play}).",
  sumDrawn: "The battle was drawn (in points for Blue: dice {luck}, decisions {play}).",
  sumOpen: "The battle is not over, and Blue's chance is {end} % (in points for Blue: dice {luck}, decisions {play}).",
  luckParts: "Own dice {own} (within {error}), the game's dice {game}",
} as const;
