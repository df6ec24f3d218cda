// worker-types.ts - what the page and its workers say to each other.
// SPDX-License-Identifier: MIT

import type { Hint, LookedBack, PhasePlan } from "./advice-types";
import type {
  Danger,
  Finished,
  GroupPlan,
  GroupWish,
  Odds,
  Result,
  Side,
  Viewer,
} from "./engine-types";

/** What would this computer player do? */
export interface ThinkRequest {
  kind: "think";
  id: number; // comes back with the answer
  position: string; // the view of the side, as text: engine.position(slot, side)
  side: Side;
  player: string;
  seed: string; // decimal
}

/** What may come of this action? */
export interface OddsRequest {
  kind: "odds";
  id: number;
  position: string;
  side: Side;
  action: string;
  closer: boolean;
}

/** Where may this unit go, and what lies in its arcs? */
export interface AroundRequest {
  kind: "around";
  id: number;
  position: string; // the view of the viewer
  viewer: Viewer;
  unit: string;
  arcs: boolean;
  turned: boolean; // the table is seen from the north
}

/** What would each of these units do? */
export interface GroupRequest {
  kind: "group";
  id: number;
  position: string;
  side: Side;
  units: readonly string[];
  wish: GroupWish;
  turned: boolean;
}

/** How dangerous is it where this unit may go? */
export interface DangerRequest {
  kind: "danger";
  id: number;
  position: string;
  side: Side;
  unit: string;
}

/** How does this game of a run end?  Game n is the one that `grognard lab run` plays. */
export interface LabRequest {
  kind: "lab";
  id: number;
  game: string;
  scenario: string;
  player: string;
  options: Record<string, number>;
  run: string; // the seed of the run, decimal
  number: number;
}

/** What are the best orders here?  With `also`: why was that one given? */
export interface HintRequest {
  kind: "hint";
  id: number;
  position: string; // the view of the side
  side: Side;
  player: string;
  also: string; // an action, or ""
}

/** What would this player do with all that this side can still do in this step? */
export interface PlanRequest {
  kind: "plan";
  id: number;
  position: string; // the view of the side
  side: Side;
  player: string;
  turned: boolean;
}

/** What is to be said about this game? */
export interface ReviewRequest {
  kind: "review";
  id: number;
  position: string; // its record
  player: string;
}

/** The program to work with, which the page has compiled already. */
export interface CoreRequest {
  kind: "core";
  module: WebAssembly.Module;
}

/** Whoever thinks is to move now, with the best he knows.  It has no answer of its own. */
export interface NowRequest {
  kind: "now";
  id: number;
}

/** What is worked on, one after the other. */
export type WorkRequest =
  | HintRequest
  | PlanRequest
  | ReviewRequest
  | ThinkRequest
  | OddsRequest
  | AroundRequest
  | GroupRequest
  | DangerRequest
  | LabRequest;
export type WorkerRequest = WorkRequest | NowRequest;

export type WorkerReply =
  | { kind: "progress"; id: number; done: number; all: number } // offers weighed, of so many
  | { kind: "chosen"; id: number; action: string }
  | { kind: "odds"; id: number; odds: Result<{ odds: Odds }> }
  | { kind: "around"; id: number; svg: string }
  | { kind: "group"; id: number; plan: GroupPlan }
  | { kind: "danger"; id: number; places: Danger[] }
  | { kind: "played"; id: number; finished: Finished }
  | { kind: "hint"; id: number; hint: Hint }
  | { kind: "plan"; id: number; plan: PhasePlan }
  | { kind: "review"; id: number; found: LookedBack }
  | { kind: "failed"; id: number; error: string };
