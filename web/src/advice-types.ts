// advice-types.ts - what a computer player tells about a game: the JSON of docs/wire.md, as types.
// SPDX-License-Identifier: MIT

import type { Actor, Side } from "./engine-types";

/** One of the best orders; chances are in percent. */
export interface HintLine {
  action: string;
  words: string;
  chance: number;
  error: number;
  worse: number; // than the first
  worse_error: number;
  gain: number; // what the turn adds to the chance
  answer: number; // what the answer to it does
  losses: { blue: number; red: number };
  hurt?: { unit: string; loses: number };
  risked?: { unit: string; loses: number };
  why: string;
  asked?: true;
  then: string[];
}

export interface Hint {
  side: Side;
  player: string;
  title: string;
  only?: true; // there is nothing to choose: `action` and `words` are it
  action?: string;
  words?: string;
  now?: number;
  best?: HintLine[];
  why?: string; // of the action that was asked about
}

export interface ReviewSide {
  luck: number;
  luck_error: number;
  choice: number;
  loss: number; // by clear mistakes
  rolls: number;
  decisions: number;
  looked: number;
  mistakes: number;
}

export interface TurningPoint {
  ply: number; // of the action: the position before it is ply - 1
  round: number;
  side: Actor;
  words: string;
  text: string;
  before: number;
  after: number;
  luck: number;
  loss?: number;
  loss_error?: number;
  better?: string; // in notation
  better_words?: string;
}

export interface ReviewUnit {
  name: string;
  called: string; // by people
  side: Side;
  words: string;
  had: number;
  has: number; // 0: it is gone
}

export interface Review {
  ending: string;
  judge: string;
  title: string;
  plies: number;
  over: boolean;
  winner?: Side;
  start: number; // blue's chance
  end: number;
  play: number; // of the two against each other, for blue
  sides: { blue: ReviewSide; red: ReviewSide; nobody: ReviewSide };
  turning: TurningPoint[];
  units: ReviewUnit[];
}

/** All that a worker brings back from looking at a game. */
export interface LookedBack {
  readonly review: Review;
  readonly curve: string; // an SVG
  readonly report: string; // an HTML file
}

/** One order of a plan, in the place where it is given. */
export interface PlanStep {
  readonly action: string;
  readonly words: string;
  readonly undoable: boolean;
  readonly svg: string; // a fragment for the overlay
}

/** What a computer player would do in the rest of a step of the turn.  Past a roll it is what he
 *  would do after one throw of many. */
export interface PhasePlan {
  readonly steps: readonly PlanStep[];
  readonly ending?: { readonly action: string; readonly words: string }; // it ends the step
}
