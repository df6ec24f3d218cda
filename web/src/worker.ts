// worker.ts - the computer players, in a worker with a core of their own: while they think, the
// page goes on.  They are given the view of their side and nothing else.

import { loadEngine, type Engine } from "./engine";
import { SLOT_GAME } from "./engine-types";
import type { ThinkRequest, WorkerReply } from "./worker-types";

/** The part of a worker's world that is used here. */
interface WorkerScope {
  postMessage(reply: WorkerReply): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<ThinkRequest>) => void): void;
}
const scope = self as unknown as WorkerScope;

const PARTS = 20; // so often, at most, the page is told how far a player is

const engine = loadEngine();

function think(core: Engine, asked: ThinkRequest): WorkerReply {
  const opened = core.openText(SLOT_GAME, asked.position, "the position");
  if (!opened.ok) return { kind: "failed", id: asked.id, error: opened.error };
  let told = 0;
  const watch = (done: number, all: number): void => {
    const part = Math.floor((done * PARTS) / all);
    if (part === told) return;
    told = part;
    scope.postMessage({ kind: "progress", id: asked.id, done, all });
  };
  const chosen = core.think(SLOT_GAME, asked.player, asked.side, BigInt(asked.seed), watch);
  if (!chosen.ok) return { kind: "failed", id: asked.id, error: chosen.error };
  return { kind: "chosen", id: asked.id, action: chosen.action };
}

scope.addEventListener("message", async ({ data }) => {
  try {
    const core = await engine;
    scope.postMessage(think(core, data));
  } catch (trouble) {
    const error = trouble instanceof Error ? trouble.message : String(trouble);
    scope.postMessage({ kind: "failed", id: data.id, error });
  }
});
engine.then(() => scope.postMessage({ kind: "ready" })).catch(() => undefined);
