// worker-types.ts - what the page and the worker of the computer players say to each other.

import type { Side } from "./engine-types";

/** What would this computer player do? */
export interface ThinkRequest {
  kind: "think";
  id: number; // comes back with the answer
  position: string; // the view of the side, as text: engine.position(slot, side)
  side: Side;
  player: string;
  seed: string; // decimal
}

export type WorkerReply =
  | { kind: "ready" }
  | { kind: "progress"; id: number; done: number; all: number } // offers weighed, of so many
  | { kind: "chosen"; id: number; action: string }
  | { kind: "failed"; id: number; error: string };
