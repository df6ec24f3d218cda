// engine-types.ts - what the core tells the page: the JSON of docs/wire.md, as types.
//
// One writer in C (core/wire.c) fills these for the page, the server and the command line.
// A field that may be missing is optional here; nothing else is ever missing.
// SPDX-License-Identifier: MIT

import type { RawOutline, Rows } from "./maker/text";

export type Side = "blue" | "red";
/** Who looks: a side sees its view, a watcher what both may know, "all" everything. */
export type Viewer = Side | "watcher" | "all";
/** Who acted; "nobody" is the game itself. */
export type Actor = Side | "nobody";

// ---- The games there are. ----

export interface Clause {
  id: string; // "SQ-8.15"
  title: string;
  gist: string;
}

/** A word of the rulebook, and the clause that says what it means. */
export interface Term {
  word: string;
  clause: string;
}

export interface Option {
  name: string;
  standard: number;
  low: number;
  high: number;
  step: number;
  clause: string;
  text: string;
}

/** A number of the rules; `value` is the one that is played by. */
export interface RuleNumber {
  id: string; // "musket_range"
  value: number;
  standard: number;
  low: number;
  high: number;
  unit: string; // "dice"; "" where there is none
  text: string;
  clause: string;
}

/** House rules: the numbers that are not the standard ones. */
export interface House {
  hash: string;
  numbers: RuleNumber[];
}

/** How many bodies of troops of a kind a side has at the start. */
export interface Force {
  role: string; // "infantry"
  words: string; // for people
  count: number;
}

export interface Scenario {
  name: string;
  title: string;
  size: string;
  length: string;
  text: string;
  blue: Force[]; // empty where the armies are chosen or dealt later
  red: Force[];
  balance?: Balance; // missing: nobody has played it yet
}

/** How many battles ended so. */
export interface Battles {
  blue: number;
  red: number;
  drawn: number;
}

/** What battles between computer players say of a scenario. */
export interface Balance {
  battles: Battles;
  words?: string; // only of one that is not even
  variant?: string; // "max_rounds=13": so it is more even
  varied?: Battles;
}

/** A game that was played to its end by computer players. */
export interface Finished {
  over: boolean; // false: its record was full before
  winner: Side | "nobody";
  clause: string; // that ended it
  round: number;
  decisions: number;
}

export interface Phase {
  name: string;
  clause: string;
  orders?: string; // how its actions are written; missing: nobody decides in it
}

export interface Game {
  id: string;
  title: string;
  version: number;
  measure: string; // "inches", "centimetres"; "" on a board
  scenarios: Scenario[];
  options: Option[];
  numbers: RuleNumber[]; // empty where the numbers of a game cannot be changed
  phases: Phase[];
  clauses: Clause[];
  glossary: Term[];
}

export interface PlayerInfo {
  name: string; // "greedy"
  title: string; // for people: "Colonel Sokolova"
  text: string; // what he is like, without his name: "weighs whole plans against yours ..."
  style?: string; // "bold", "steady" or "careful"; "": he does not search
  thinks_ms?: number; // about how long a turn may take him; 0: he chooses at once
}

// ---- A game under way. ----

export interface Turn {
  phase: string;
  round: number;
  deciding: Side[]; // empty and not over: the game itself moves (run())
  over: boolean;
  winner?: Side | null; // only when over; null: drawn
  clause?: string; // of the phase, or of what ended the game
  orders?: string; // how actions are written now
  until?: string; // what ends the phase, and what comes next
  secret?: true; // choices stay sealed until they are revealed
}

/** Where a slot stands. `ply` is what it shows, `plies` how many actions its record has. */
export interface Standing {
  game: string;
  version: number;
  scenario?: string; // missing: it began from a position
  title: string; // of the scenario, or of the game
  seats: { blue: string; red: string };
  seed?: string; // decimal; missing: the dice came from elsewhere
  ply: number;
  plies: number;
  hash: string; // of the position shown; "" for those who may not know all of it
  /** Is anything in it that one of the sides may not know?  Then a curtain is needed. */
  hides: boolean;
  goes_on?: boolean; // for "all", at the end: is there a step that nobody decides?
  house?: House; // missing: it is played by the standard numbers
  undo: { blue: boolean; red: boolean }; // may this side take something back?
  /** Of a replay of one side's part of a running game: so many actions lie `open`; if it `hides`
   * anything, the last ply shows what the side sees now. */
  part?: { viewer: Side | "watcher"; open: number; told: number; hides: boolean };
  /** Corrected rules play its record otherwise: what is verified of it, and what was corrected. */
  played_by?: PlayedBy;
  past?: number; // it goes on by corrected rules after so many actions
  turn: Turn;
}

/** A rule that an earlier version of the game had otherwise. */
export interface Correction {
  id: string;
  version: number; // the first with it
  clause: string;
  text: string;
}

export interface PlayedBy {
  version: number;
  verified: number;
  behind: number; // actions at its end after which no position is known
  text: string;
  corrections: Correction[];
}

/** All that is shown of a position to one viewer. */
export interface Sight {
  standing: Standing;
  board: Board;
  log: LogEntry[];
  offers?: Offer[];
}

/** What came of an order: where the game stands, its record, and what the viewer sees. */
export interface Ordered {
  standing: Standing; // for "all"
  record: string;
  sight: Sight;
}

export interface Mod {
  id: string;
  clause?: string;
  amount: number;
  text: string;
}

export type EventKind = "note" | "roll" | "move" | "loss" | "status" | "phase" | "reveal" | "end";

export interface GameEvent {
  event: EventKind;
  text: string; // the sentence
  check?: string; // of a roll by a table: its name
  clause?: string;
  who?: string;
  whom?: string;
  dice?: number[];
  faces?: string; // the same as the game writes them, where it has letters: "SH-"
  counts?: boolean[]; // of each die: does it count?
  counting?: string; // which faces do: "3 or more"
  what?: string; // what is counted: "hit"
  mods?: Mod[];
  base?: number; // dice before modifiers, where those change their number
  needs?: number; // what each die must come to, with the modifiers
  total?: number;
  result?: string; // "2 hits", "holds"
  saying?: string; // the row of the table of sentences
  at?: string; // places, as the game writes them
  to?: string;
  amount?: number;
  had?: number;
}

/** Who went where: from where it stood to where it stands. */
export interface Way {
  unit: string;
  points: Place[];
}

/** Strength that was lost. */
export interface Loss {
  unit: string;
  had: number;
  left: number;
  gone?: true; // it is no longer on the board
  at: Place;
}

/** One action of the record and what came of it, as the viewer may know it. */
export interface LogEntry {
  ply: number; // from 1: the position after it is ply `ply`
  side: Actor;
  action: string; // "" when sealed
  words?: string; // the same for people; missing when sealed
  forced?: true; // nobody had a choice
  recorded?: true; // shown as it stands in the record: corrected rules play it otherwise
  sealed?: true; // chosen in secret and not revealed; by the other side: no more is told
  round: number; // in which it was made
  phase: string;
  events: GameEvent[];
  ways?: Way[];
  losses?: Loss[];
}

/** Why not. */
export interface Verdict {
  event: "refused";
  reason: string;
  clause?: string;
  had?: number;
  needed?: number;
  text: string; // "Sentence. (SQ-7.1)"
  due?: string; // what this side has to decide instead, and with whom
}

// ---- What can be done. ----

export interface Place {
  x: number; // ticks; on a board thousandths of a square
  y: number;
}

/** Where a body of troops would stand. */
export interface End extends Place {
  unit: string;
  facing: number; // tenths of a degree, 0 north, clockwise; -1: none
}

export interface Offer {
  action: string; // in notation: what do() takes
  words: string; // in plain words; its unit (`who`) is not named in them
  word: string; // its first word: offers of one kind have one word
  who?: string; // the unit that acts
  whom?: string;
  ends: End[]; // where it (and what moves with it) would stand
  targets: string[]; // units it is aimed at
  shoots?: true; // and it shoots at them
}

export interface Chance {
  chance?: string; // "5/36"; missing: too fine for 64 bits, or sampled
  percent: number;
  error?: number; // sampled: 95 % limits, in percent
}

export interface Outcome extends Chance {
  text: string; // its sentences as one
  events: string[]; // its sentences
  hash: string;
}

/** The first roll by itself, with the modifiers that make it. */
export interface FirstRoll {
  check: string;
  clause?: string;
  base: number;
  dice: number;
  needs?: number; // each die must come to it; or, with `against`, what the total is held against
  against?: string; // "rating"; the modifiers change that and not the total
  mods?: Mod[];
  results: ({ result: string } & Chance)[];
}

/** A roll that may be made on the way, and what makes it. */
export interface Throw {
  check: string;
  clause?: string;
  who?: string;
  whom?: string;
  side?: Side; // of who
  percent: number; // how likely it is made at all
  least: number; // dice
  dice: number; // at most
  sides?: number; // of each die; missing: dice that belong to no table
  base?: number; // dice before modifiers
  needs?: number;
  against?: string;
  counting?: string; // which faces count: "3 or more"
  what?: string; // what is counted: "hit"
  mods?: (Mod & { sometimes?: true })[]; // sometimes: not in every way that leads to it
  results?: { result: string; percent: number }[]; // of those in which it is made
}

export interface Odds {
  side: Actor;
  action: string;
  words: string;
  exact: boolean;
  runs?: number; // exact
  samples?: number; // not exact
  error?: number;
  roll?: FirstRoll;
  throws: Throw[]; // in the order in which they are made
  endings: (Chance & { text: string })[]; // the outcomes in short, likeliest first
  passing?: Side[]; // who chooses in secret, and is taken to do no more in this step
  content?: true; // dice that could be thrown again on the way are left lying
  lapses?: string; // it ends a step: who could still do what in it
  until?: string; // where the odds stop
  common: string[]; // the sentences that every outcome begins with
  outcomes: Outcome[]; // likeliest first
  rest?: Chance & { count: number }; // rarer outcomes that are not told one by one
  guessed?: true; // what is hidden from the side was guessed
  clash?: Clash; // of what begins a charge or a melee, answers in it or rolls it
}

export interface Likelihood extends Chance {
  error?: number; // sampled
}

/** What becomes of a unit: its chances add up to 100. */
export interface Fated {
  unit: string;
  side?: Side;
  fates: (Likelihood & { text: string; kind: "weaker" | "yields" | "breaks" | "lost" | "none" })[];
}

/** What the enemy may answer, to the end of the clash. */
export interface Reply {
  words?: string; // missing: nobody has anything to answer
  percent?: number; // how likely it may be given
  exact: boolean;
  runs?: number;
  samples?: number;
  followed?: true; // later decisions were taken as is best
  they: Likelihood; // somebody of the enemy's gives way, or worse
  we: Likelihood;
  units: Fated[]; // who is charged first
  throws: Throw[];
}

export interface Clash {
  answers?: Side;
  replies: Reply[]; // the best for who answers first
  left_out?: number;
}

/** What an action means on the board, before any die. */
export interface Sketch {
  svg: string; // a fragment for the overlay
  ends: End[];
  targets: string[];
}

/** Which action a hand means, and whether it may. */
export interface Aim {
  action: string;
  words: string;
  legal: boolean;
  verdict?: Verdict; // missing when legal
}

/** An action as the game writes it, in words, and why it may not be done, if it may not. */
export interface Judged {
  action: string;
  words: string;
  verdict?: Verdict;
  lapses?: string; // it ends a step: who could still do what in it
  ends?: true; // a step: what else is offered there lapses
  undoable?: true; // no dice, nothing opened, and its side decides again
}

/** What one unit of a group would do, or why not. */
export interface GroupPart {
  who: string;
  does: boolean;
  action?: string; // missing: there is nothing of the kind for it
  words?: string;
  verdict?: Verdict; // why not
  whom?: string; // of fire
  percent?: number; // that it tells on its target
}

/** Several units at once: single orders, in the order in which they are given.  Orders that are
 *  given to several at once stand there for each of them. */
export interface GroupPlan {
  parts: GroupPart[];
  undoable?: true; // all of it, as in Judged
  svg: string; // a fragment for the overlay
}

/** Everybody goes the same way; does as this order says; fires at its best target. */
export type GroupWish =
  | { readonly kind: "go"; readonly by: Place; readonly to: Place }
  | { readonly kind: "like"; readonly action: string }
  | { readonly kind: "fire" };

/** What the enemy's fire and charges could do to a unit at a place. */
export interface Danger extends Place {
  width?: number; // of a sector
  height?: number;
  fire: number; // percent: that fire does anything to it
  shooters: number;
  chargers: number;
  foes: string[];
}

/** A commander and all he has under him; nobody, where there is none. */
export interface Under {
  commander?: string;
  higher?: string; // his own commander
  units: string[];
}

/** The next step of a long way. */
export interface MarchStep {
  action: string;
  words: string;
  arrives: boolean;
}

export type QuestionKind = "reach" | "sight" | "measure" | "arcs" | "contact";

export interface Question {
  kind: QuestionKind;
  who?: string;
  whom?: string;
  from?: Place;
  to?: Place;
}

export interface Answer {
  yes: boolean;
  clause?: string;
  verdict?: Verdict; // why not, or why not further
  distance?: number; // ticks; on a board whole squares or sectors
  unit?: string; // what is met or in the way
  from: Place;
  to: Place;
  words: string;
  svg: string; // a fragment for the overlay
}

// ---- Pictures. ----

/** Where a place lies in the board's SVG, whose view box begins at 0 0:
 *  x + at.x * units / ticks to the right, y - at.y * units / ticks down; on a table seen from
 *  the north `units` is negative. */
export interface BoardMap {
  x: number;
  y: number;
  units: number;
  ticks: number;
  width: number; // of the view box
  height: number;
  low: Place; // the corners of the field
  high: Place;
  cell: number; // ticks of a board square; 0: a measured table; -1: a plan of sectors
}

/** A row of a unit's card, or a term of victory. */
export interface Fact {
  label?: string; // "quality"; terms have none
  side?: Side; // of a term: who wins by it
  words: string;
  clause?: string;
  had?: number; // of a term that can be counted: how far it is
  needed?: number;
}

/** Who a side is. */
export interface SideLooks {
  called?: string; // "the French"
  coat?: string; // that most of it wears
}

export interface Unit {
  name: string;
  called?: string; // what people call it
  unit: number; // data-unit of the picture
  side?: Side;
  role: string;
  words: string; // what it is, for people
  x: number;
  y: number;
  facing: number;
  strength: number;
  orders?: number; // that a commander has to give
  markers: number;
  marker?: "shaken" | "hits" | "casualties"; // what they count; missing without any
  flags: string[]; // command acted square routed chosen disordered
  coat?: string;
  quality?: "poor" | "good" | "elite"; // missing: like most
  form?: string;
  place: string; // where it stands, as the game writes places; "" in reserve
  reserve?: true;
}

export interface Board {
  svg: string; // the board, for the document; looks come from the stylesheet
  map: BoardMap;
  title: string;
  status: string;
  sides: { blue: SideLooks; red: SideLooks };
  terms: Fact[]; // what wins, and how far each side has come
  units: Unit[]; // as the viewer sees them
}

// ---- Answers. ----

/** Bad input: the sentence the command line gives, and where. */
export interface Failure {
  ok: false;
  error: string; // a plain sentence
  line?: number;
  column?: number;
  verdict?: Verdict; // the rules said no
}

export type Result<T> = ({ ok: true } & T) | Failure;

export interface Beginning {
  game: string;
  scenario?: string;
  options?: Record<string, number>;
  seed: bigint; // freshSeed() gives one from the device
  seats: { blue: string; red: string }; // "me" or the name of a computer player
}

export function otherSide(side: Side): Side {
  return side === "blue" ? "red" : "blue";
}

/** The slots of an engine: each holds a game of its own. */
export const SLOT_GAME = 0;
export const SLOT_REPLAY = 1;
export const SLOT_PREVIEW = 2;
export const SLOT_VIEW = 3; // a single position of a replay
export type Slot = 0 | 1 | 2 | 3;

/** The interface of Engine (engine.ts); everything is synchronous once it is loaded. */
export interface EngineApi {
  readonly games: Game[];
  readonly players: PlayerInfo[];

  /** Begins a scenario; the game's own first steps are not taken yet: run(). */
  open(slot: Slot, beginning: Beginning): Result<{ standing: Standing }>;
  /** What a file of tables changes; `house` is missing if that is nothing. */
  readTables(game: string, name: string, text: string): Result<{ house?: House }>;
  /** A record (replayed and verified) or a position; `name` stands in error sentences. The seed
   *  is for a position, or a record that has none. */
  openText(slot: Slot, text: string, name: string, seed?: bigint): Result<{ standing: Standing }>;
  /** A record to look at and not to play on.  Where one side's part of a running game hides
   *  something, a last ply shows what that side sees now. */
  openReplay(slot: Slot, text: string, name: string): Result<{ standing: Standing }>;
  standing(slot: Slot, viewer: Viewer): Standing;
  /** Takes the steps nobody decides, up to `steps` of them (all if left out). */
  run(slot: Slot, steps?: number): Standing;
  /** Does an action in notation; refusals and misreadings are Failures. Does not run on. */
  act(slot: Slot, side: Side, action: string): Result<{ standing: Standing }>;
  /** The same, and all that is shown and kept after it; the log begins after `fromPly`. */
  order(
    slot: Slot,
    side: Side,
    action: string,
    viewer: Viewer,
    fromPly: number,
  ): Result<Ordered>;
  /** What a viewer sees; with the offers of a side. */
  see(slot: Slot, viewer: Viewer, side: Side | undefined, fromPly: number): Sight;
  /** Takes back this side's last action since the last roll or reveal. */
  undo(slot: Slot, side: Side): boolean;
  /** Takes back all of them; how many there were. */
  restartTurn(slot: Slot, side: Side): number;
  /** Shows the record after `ply` actions; act() is only possible at the end. */
  goTo(slot: Slot, ply: number): Standing;

  log(slot: Slot, viewer: Viewer, fromPly: number): LogEntry[]; // entries with ply > fromPly
  position(slot: Slot, viewer: Viewer): string;
  /** "all": the whole record; else what the viewer may know of a running game. */
  record(slot: Slot, viewer: Viewer): string;

  /** Pictures of this slot are seen from the north from now on; places stay what they are. */
  turnTable(slot: Slot, turned: boolean): void;
  board(slot: Slot, viewer: Viewer): Board;
  svg(slot: Slot, viewer: Viewer): string; // a file that stands alone
  text(slot: Slot, viewer: Viewer): string; // the picture in characters
  stylesheet(): string; // for the SVG of boards and fragments
  /** The meaning of the signs that occur, as an SVG so many units wide. */
  legend(slot: Slot, viewer: Viewer, width: number): string;

  /** All that is to be known of a unit. */
  card(slot: Slot, viewer: Viewer, unit: string): Fact[];
  /** What units, places and sides of a battle are called: lines to add to a position of it. */
  names(game: string, scenario: string): string;
  offers(slot: Slot, side: Side): Offer[];
  /** Without a verdict it is legal; `action` is how the game writes it. */
  judge(
    slot: Slot,
    side: Side,
    action: string,
  ): Result<Judged>;
  /** "quick" is for hovering: a tree that is too large for it is sampled. */
  odds(
    slot: Slot,
    side: Side,
    action: string,
    effort?: "quick" | "closer" | "full",
  ): Result<{ odds: Odds }>;
  sketch(slot: Slot, side: Side, action: string): Result<{ sketch: Sketch }>;
  /** undefined: a hand cannot mean anything there. */
  aim(
    slot: Slot,
    side: Side,
    who: string,
    at: { whom: string } | Place,
    facing?: number,
  ): Aim | undefined;
  /** The action that begins so and goes on to there, by a way-point more; undefined: it cannot. */
  goOn(slot: Slot, side: Side, begun: string, at: Place, facing?: number): Aim | undefined;
  ask(slot: Slot, side: Viewer, question: Question): Result<{ answer: Answer }>;
  /** Several units at once; firing takes its time: use the worker. */
  group(slot: Slot, side: Side, units: readonly string[], wish: GroupWish): GroupPlan;
  /** Where a unit may go now, and how dangerous it is there. */
  danger(slot: Slot, side: Side, unit: string): Danger[];
  /** A commander and his, or a unit's commander and his. */
  under(slot: Slot, side: Side, unit: string): Under;
  /** The next step of a unit on its way there; undefined: not one. */
  towards(slot: Slot, side: Side, unit: string, to: Place): MarchStep | undefined;

  /** What lines of a position are made of, and what can be put on the board. */
  rows(game: string): Rows;
  /** What a text that is being written says, and which of its lines cannot stand; `lately` is where
   *  it was changed last. */
  outline(game: string, text: string, lately: number): RawOutline;
  sheet(game: string): string; // html
  /** What a computer player would do, from this side's view; it takes its time: use the worker. */
  think(
    slot: Slot,
    player: string,
    side: Side,
    seed: bigint,
    watch?: (done: number, all: number) => void,
  ): Result<{ action: string }>;
  /** The same in pieces, so that a worker can listen between them. */
  thinkBegin(slot: Slot, player: string, side: Side, seed: bigint): Result<object>;
  /** Goes on for so long; `now`: the best known so far will do.  True: it has chosen. */
  thinkOn(milliseconds: number, now: boolean, watch?: (done: number, all: number) => void): boolean;
  thinkTake(slot: Slot, side: Side): Result<{ action: string }>;
  /** Plays the game that was just opened, by those of its seats, to its end: use the worker. */
  finish(slot: Slot): Finished;
  /** The seed of a game of a run, as `grognard lab run` has it. */
  gameSeed(run: bigint, game: number): bigint;
  signature(game: string): string; // as tests/signature.txt has it
}
