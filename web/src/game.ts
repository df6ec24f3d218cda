// game.ts - what the game screen needs of a game, wherever it is played.
//
// LocalGame plays it in this browser; a game on a server has the same interface and differs only
// in who judges.  The screen reads snapshots, which never change, and calls these few functions.
// SPDX-License-Identifier: MIT

import type { PhasePlan } from "./advice-types";
import type {
  Aim,
  Answer,
  Board,
  Danger,
  Fact,
  Failure,
  GroupPlan,
  GroupWish,
  Judged,
  LogEntry,
  MarchStep,
  Odds,
  Offer,
  Place,
  Question,
  Result,
  Side,
  Sketch,
  Standing,
  Under,
  Viewer,
} from "./engine-types";
import type { RemoteGame } from "./remote-game";

export interface Thinking {
  readonly side: Side;
  readonly player: string;
  readonly done: number; // of `all`; both 0 while it is not known
  readonly all: number;
}

export type FilmOrder = "pause" | "play" | "step" | "skip";

/** Everything the screen shows, at one moment. */
export interface Snapshot {
  readonly number: number; // grows with every change
  readonly standing: Standing; // of what is shown: in a replay, of the shown ply
  readonly viewer: Viewer;
  readonly board: Board;
  readonly log: readonly LogEntry[]; // of the whole game, as the viewer may know it
  readonly acting?: Side; // the side whose decision is made at this screen now
  readonly offers: readonly Offer[]; // of the acting side
  readonly thinking?: Thinking;
  readonly curtain?: Side; // this side must come to the screen first
  readonly replaying: boolean;
  readonly plies: number; // of the whole game
  readonly canUndo: boolean;
  readonly film?: { readonly paused: boolean }; // others act or have acted, and it is watched
  readonly last: readonly LogEntry[]; // what happened since this side's last decision
}

export interface PlayedGame {
  readonly id: string;
  readonly rules: string; // the ruleset's id
  readonly people: readonly Side[]; // the sides that are played at this screen
  readonly online?: RemoteGame; // the same game, if it is played on a server
  // its address, if it is not one of this browser's
  readonly place?: { readonly words: readonly string[] };
  snapshot(): Snapshot;
  subscribe(changed: () => void): () => void;

  act(action: string): Promise<Failure | undefined>;
  undo(): boolean;
  /** False: there is nothing to take back. */
  restartTurn(): boolean;
  /** Looks at an earlier moment; undefined goes back to the game. */
  look(ply: number | undefined): void;
  /** The next side sits at the screen. */
  lift(): void;
  /** Cuts short a pause that only lets people read. */
  hurry(): void;
  /** The computer that thinks is to move now; where there is none to be told: undefined. */
  moveNow?(): void;
  /** While a film plays: holds, goes on, goes one step on, or goes on to the next decision here. */
  film(what: FilmOrder): void;
  /** Plays again what others did since this side decided last, or from that ply on. */
  watch(from?: number): Promise<void>;
  /** The chances that an action had when it was chosen; undefined: they are not to be known. */
  chancesAt(ply: number): Promise<Odds | undefined>;
  close(): void;

  /** What the side whose hand asks may know, as a text. */
  view(): { position: string; side: Side };
  judge(action: string): Result<Judged>;
  /** Undefined: a newer question came before it. */
  /** `closer`: a charge that was sampled is sampled longer. */
  odds(action: string, closer?: boolean): Promise<Result<{ odds: Odds }> | undefined>;
  /** Where a unit may go and what lies in its arcs, as a drawing. */
  reach(unit: string): Promise<string | undefined>;
  sketch(action: string): Result<{ sketch: Sketch }>;
  aim(who: string, at: { whom: string } | Place, facing?: number): Aim | undefined;
  /** The action that begins so and goes on to there; undefined: it cannot go on. */
  goOn(begun: string, at: Place, facing?: number): Aim | undefined;
  ask(question: Question): Result<{ answer: Answer }>;
  /** Several units at once; undefined: a newer question came before it. */
  group(units: readonly string[], wish: GroupWish): Promise<GroupPlan | undefined>;
  /** What that computer player would do with all that is left to do in this step. */
  plan(player: string): Promise<PhasePlan>;
  /** Where a unit may go now, and how dangerous it is there; undefined as above. */
  danger(unit: string): Promise<readonly Danger[] | undefined>;
  /** A commander and his, or a unit's commander and his. */
  under(unit: string): Under;
  /** The next step of a unit on its way there; undefined: not one. */
  towards(unit: string, to: Place): MarchStep | undefined;
  /** All that is to be known of a unit. */
  card(unit: string): readonly Fact[];
  /** Looks at the table from its other side. */
  turnTable(): void;

  record(): string; // a .grog file, as the viewer may know it
  picture(): string; // an SVG file
  words(): string; // the board in characters
  signs(width: number): string; // what the signs on the board mean, as an SVG so many units wide
}
