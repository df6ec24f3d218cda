// worker.ts - what takes longer than a frame, with a core of its own: computer players, odds, where
// a unit may go.  While it works the page goes on.  It is given a view and nothing else.

import { loadEngine, type Engine } from "./engine";
import { SLOT_GAME } from "./engine-types";
import type {
  AroundRequest,
  GroupRequest,
  HintRequest,
  LabRequest,
  OddsRequest,
  ReviewRequest,
  ThinkRequest,
  WorkerReply,
  WorkerRequest,
  WorkRequest,
} from "./worker-types";

/** The part of a worker's world that is used here. */
interface WorkerScope {
  postMessage(reply: WorkerReply): void;
  addEventListener(kind: "message", listener: (event: MessageEvent<WorkerRequest>) => void): void;
}
const scope = self as unknown as WorkerScope;

const SLICE = 40; // milliseconds of thinking between two looks at what the page says
const PARTS = 20; // so often, at most, the page is told how far a player is

const engine = loadEngine();
let laid = ""; // the position in the slot
let hurried = false; // whoever thinks is to move now

/** Tells the page how far it is, now and then. */
function watcher(id: number): (done: number, all: number) => void {
  let told = 0;
  return (done, all) => {
    const part = Math.floor((done * PARTS) / all);
    if (part === told) return;
    told = part;
    scope.postMessage({ kind: "progress", id, done, all });
  };
}

function hint(core: Engine, asked: HintRequest): WorkerReply {
  const { id, side, player, also } = asked;
  const found = core.hint(SLOT_GAME, side, player, also, watcher(id));
  if (!found.ok) return { kind: "failed", id, error: found.error };
  return { kind: "hint", id, hint: found.hint };
}

function review(core: Engine, { id, player }: ReviewRequest): WorkerReply {
  const found = core.review(SLOT_GAME, player, watcher(id));
  if (!found.ok) return { kind: "failed", id, error: found.error };
  const { curve } = found;
  return { kind: "review", id, found: { review: found.review, curve, report: core.report() } };
}

/** Lets the messages in that have come meanwhile.  A timer would wait for some milliseconds. */
function listen(): Promise<void> {
  return new Promise((heard) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      heard();
    };
    port2.postMessage(0);
  });
}

async function think(core: Engine, asked: ThinkRequest): Promise<WorkerReply> {
  const { id, side } = asked;
  const watch = watcher(id);
  hurried = false;
  const begun = core.thinkBegin(SLOT_GAME, asked.player, side, BigInt(asked.seed));
  if (!begun.ok) return { kind: "failed", id, error: begun.error };
  while (!core.thinkOn(SLICE, hurried, watch)) await listen();
  const chosen = core.thinkTake(SLOT_GAME, side);
  if (!chosen.ok) return { kind: "failed", id, error: chosen.error };
  return { kind: "chosen", id, action: chosen.action };
}

function odds(core: Engine, { id, side, action }: OddsRequest): WorkerReply {
  return { kind: "odds", id, odds: core.odds(SLOT_GAME, side, action) };
}

function around(core: Engine, { id, viewer, unit, arcs, turned }: AroundRequest): WorkerReply {
  core.turnTable(SLOT_GAME, turned);
  const kinds = arcs ? (["reach", "arcs"] as const) : (["reach"] as const);
  const svg = kinds.map((kind) => {
    const asked = core.ask(SLOT_GAME, viewer, { kind, who: unit });
    return asked.ok ? asked.answer.svg : "";
  });
  return { kind: "around", id, svg: svg.join("") };
}

function group(core: Engine, { id, side, units, wish, turned }: GroupRequest): WorkerReply {
  core.turnTable(SLOT_GAME, turned);
  return { kind: "group", id, plan: core.group(SLOT_GAME, side, units, wish) };
}

function lab(core: Engine, asked: LabRequest): WorkerReply {
  laid = "";
  const opened = core.open(SLOT_GAME, {
    game: asked.game,
    scenario: asked.scenario,
    options: asked.options,
    seats: { blue: asked.player, red: asked.player },
    seed: core.gameSeed(BigInt(asked.run), asked.number),
  });
  if (!opened.ok) return { kind: "failed", id: asked.id, error: opened.error };
  return { kind: "played", id: asked.id, finished: core.finish(SLOT_GAME) };
}

function answer(core: Engine, asked: WorkRequest): WorkerReply | Promise<WorkerReply> {
  if (asked.kind === "lab") return lab(core, asked);
  if (asked.position !== laid) {
    laid = "";
    const opened = core.openText(SLOT_GAME, asked.position, "the position");
    if (!opened.ok) return { kind: "failed", id: asked.id, error: opened.error };
    laid = asked.position;
  }
  switch (asked.kind) {
    case "think":
      return think(core, asked);
    case "odds":
      return odds(core, asked);
    case "around":
      return around(core, asked);
    case "danger": {
      const places = core.danger(SLOT_GAME, asked.side, asked.unit);
      return { kind: "danger", id: asked.id, places };
    }
    case "group":
      return group(core, asked);
    case "hint":
      return hint(core, asked);
    case "review":
      return review(core, asked);
  }
}

async function work(asked: WorkRequest): Promise<void> {
  try {
    scope.postMessage(await answer(await engine, asked));
  } catch (trouble) {
    const error = trouble instanceof Error ? trouble.message : String(trouble);
    scope.postMessage({ kind: "failed", id: asked.id, error });
  }
}

let last: Promise<void> = Promise.resolve(); // what is worked on; the next request waits for it
scope.addEventListener("message", ({ data }) => {
  if (data.kind === "now") hurried = true;
  else last = last.then(() => work(data));
});
engine.then(() => scope.postMessage({ kind: "ready" })).catch(() => undefined);
