// game.ts - what the game screen needs of a game, wherever it is played.
//
// LocalGame plays it in this browser; a game on a server has the same interface and differs only
// in who judges.  The screen reads snapshots, which never change, and calls these few functions.

import type {
  Aim, Answer, Board, Failure, LogEntry, Odds, Offer, Place, Question, Result, Side, Sketch,
  Standing, Verdict, Viewer,
} from "./engine-types";

export interface Thinking {
  readonly side: Side;
  readonly player: string;
  readonly done: number; // of `all`; both 0 while it is not known
  readonly all: number;
}

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
  readonly last: readonly LogEntry[]; // what happened since this side's last decision
}

export interface PlayedGame {
  readonly id: string;
  readonly rules: string; // the ruleset's id
  readonly people: readonly Side[]; // the sides that are played at this screen
  snapshot(): Snapshot;
  subscribe(changed: () => void): () => void;

  act(action: string): Promise<Failure | undefined>;
  undo(): boolean;
  restartTurn(): number;
  /** Looks at an earlier moment; undefined goes back to the game. */
  look(ply: number | undefined): void;
  /** The next side sits at the screen. */
  lift(): void;
  /** Cuts short a pause that only lets people read. */
  hurry(): void;
  close(): void;

  judge(action: string): Result<{ action: string; verdict?: Verdict }>;
  odds(action: string): Result<{ odds: Odds }>;
  sketch(action: string): Result<{ sketch: Sketch }>;
  aim(who: string, at: { whom: string } | Place, facing?: number): Aim | undefined;
  ask(question: Question): Result<{ answer: Answer }>;

  record(): string; // a .grog file, as the viewer may know it
  picture(): string; // an SVG file
  words(): string; // the board in characters
  signs(width: number): string; // what the signs on the board mean, as an SVG so many units wide
}
