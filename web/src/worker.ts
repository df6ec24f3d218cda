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

const engine = loadEngine();

function think(core: Engine, asked: ThinkRequest): WorkerReply {
  const opened = core.openText(SLOT_GAME, asked.position, "the position");
  if (!opened.ok) return { kind: "failed", id: asked.id, error: opened.error };
  const all = core.offers(SLOT_GAME, asked.side).length;
  scope.postMessage({ kind: "progress", id: asked.id, done: 0, all });
  const chosen = core.think(SLOT_GAME, asked.player, asked.side, BigInt(asked.seed));
  if (!chosen.ok) return { kind: "failed", id: asked.id, error: chosen.error };
  scope.postMessage({ kind: "progress", id: asked.id, done: all, all });
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
