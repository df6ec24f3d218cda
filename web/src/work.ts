// work.ts - what takes longer than a frame, with a core of its own: computer players, odds, where a
// unit may go.  It is given views and nothing else, in a worker beside the page, or in the page
// itself where no worker runs.
// SPDX-License-Identifier: MIT

import type { PhasePlan, PlanStep } from "./advice-types";
import type { Engine } from "./engine";
import type { Side } from "./engine-types";
import { SLOT_GAME } from "./engine-types";
import type {
  AroundRequest,
  GroupRequest,
  HintRequest,
  LabRequest,
  OddsRequest,
  PlanRequest,
  ReviewRequest,
  ThinkRequest,
  WorkerReply,
  WorkerRequest,
  WorkRequest,
} from "./worker-types";

const SLICE = 40; // milliseconds of thinking between two looks at what the page says
const PLAN_SEED = 1805n; // the same question gets the same plan
const PLANNED = 120; // orders of a plan, at most
const PARTS = 20; // so often, at most, the page is told how far a player is

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

export class Workshop {
  private laid = ""; // the position in the slot
  private hurried = false; // whoever thinks is to move now
  private last: Promise<void> = Promise.resolve(); // what is worked on; the next one waits for it

  constructor(
    private readonly core: Engine,
    private readonly reply: (reply: WorkerReply) => void,
  ) {}

  hear(asked: WorkerRequest): void {
    if (asked.kind === "now") this.hurried = true;
    else this.last = this.last.then(() => this.work(asked));
  }

  private async work(asked: WorkRequest): Promise<void> {
    try {
      this.reply(await this.answer(asked));
    } catch (trouble) {
      const error = trouble instanceof Error ? trouble.message : String(trouble);
      this.reply({ kind: "failed", id: asked.id, error });
    }
  }

  private answer(asked: WorkRequest): WorkerReply | Promise<WorkerReply> {
    const { core } = this;
    if (asked.kind === "lab") return this.lab(asked);
    if (asked.position !== this.laid) {
      this.laid = "";
      const opened = core.openText(SLOT_GAME, asked.position, "the position");
      if (!opened.ok) return { kind: "failed", id: asked.id, error: opened.error };
      this.laid = asked.position;
    }
    switch (asked.kind) {
      case "think":
        return this.think(asked);
      case "odds":
        return this.odds(asked);
      case "around":
        return this.around(asked);
      case "danger": {
        const places = core.danger(SLOT_GAME, asked.side, asked.unit);
        return { kind: "danger", id: asked.id, places };
      }
      case "group":
        return this.group(asked);
      case "plan":
        return this.plan(asked);
      case "hint":
        return this.hint(asked);
      case "review":
        return this.review(asked);
    }
  }

  /** Tells the page how far it is, now and then. */
  private watcher(id: number): (done: number, all: number) => void {
    let told = 0;
    return (done, all) => {
      const part = Math.floor((done * PARTS) / all);
      if (part === told) return;
      told = part;
      this.reply({ kind: "progress", id, done, all });
    };
  }

  private async think({ id, player, side, seed }: ThinkRequest): Promise<WorkerReply> {
    this.hurried = false;
    return { kind: "chosen", id, action: await this.choose(id, player, side, BigInt(seed)) };
  }

  private async choose(id: number, player: string, side: Side, seed: bigint): Promise<string> {
    const { core } = this;
    const watch = this.watcher(id);
    const begun = core.thinkBegin(SLOT_GAME, player, side, seed);
    if (!begun.ok) throw new Error(begun.error);
    while (!core.thinkOn(SLICE, this.hurried, watch)) await listen();
    const chosen = core.thinkTake(SLOT_GAME, side);
    if (!chosen.ok) throw new Error(chosen.error);
    return chosen.action;
  }

  /** He plays the step on by himself, from what his side may know. */
  private async plan({ id, player, side, turned }: PlanRequest): Promise<WorkerReply> {
    const { core } = this;
    const steps: PlanStep[] = [];
    let plan: PhasePlan = { steps };
    this.laid = "";
    this.hurried = false;
    core.suppose(SLOT_GAME, side, PLAN_SEED);
    core.turnTable(SLOT_GAME, turned);
    const { round } = core.standing(SLOT_GAME, "all").turn;
    while (steps.length < PLANNED) {
      const { turn } = core.standing(SLOT_GAME, "all");
      if (turn.over || turn.round !== round || !turn.deciding.includes(side)) break;
      const action = await this.choose(id, player, side, PLAN_SEED);
      const judged = core.judge(SLOT_GAME, side, action);
      const sketched = core.sketch(SLOT_GAME, side, action);
      if (!judged.ok || !sketched.ok) break;
      if (judged.ends === true) {
        plan = { steps, ending: { action: judged.action, words: judged.words } };
        break;
      }
      const done = core.act(SLOT_GAME, side, action);
      if (!done.ok) break;
      const { svg } = sketched.sketch;
      const undoable = judged.undoable === true;
      steps.push({ action: judged.action, words: judged.words, undoable, svg });
      const after = core.run(SLOT_GAME);
      if (after.plies > done.standing.plies && after.turn.phase !== turn.phase) break;
    }
    return { kind: "plan", id, plan };
  }

  private odds({ id, side, action, closer }: OddsRequest): WorkerReply {
    const effort = closer ? "closer" : "quick";
    return { kind: "odds", id, odds: this.core.odds(SLOT_GAME, side, action, effort) };
  }

  private around({ id, viewer, unit, arcs, turned }: AroundRequest): WorkerReply {
    this.core.turnTable(SLOT_GAME, turned);
    const kinds = arcs ? (["reach", "arcs"] as const) : (["reach"] as const);
    const svg = kinds.map((kind) => {
      const asked = this.core.ask(SLOT_GAME, viewer, { kind, who: unit });
      return asked.ok ? asked.answer.svg : "";
    });
    return { kind: "around", id, svg: svg.join("") };
  }

  private group({ id, side, units, wish, turned }: GroupRequest): WorkerReply {
    this.core.turnTable(SLOT_GAME, turned);
    return { kind: "group", id, plan: this.core.group(SLOT_GAME, side, units, wish) };
  }

  private hint({ id, side, player, also }: HintRequest): WorkerReply {
    const found = this.core.hint(SLOT_GAME, side, player, also, this.watcher(id));
    if (!found.ok) return { kind: "failed", id, error: found.error };
    return { kind: "hint", id, hint: found.hint };
  }

  private review({ id, player }: ReviewRequest): WorkerReply {
    const { core } = this;
    const found = core.review(SLOT_GAME, player, this.watcher(id));
    if (!found.ok) return { kind: "failed", id, error: found.error };
    const { curve } = found;
    return { kind: "review", id, found: { review: found.review, curve, report: core.report() } };
  }

  private lab(asked: LabRequest): WorkerReply {
    this.laid = "";
    const opened = this.core.open(SLOT_GAME, {
      game: asked.game,
      scenario: asked.scenario,
      options: asked.options,
      seats: { blue: asked.player, red: asked.player },
      seed: this.core.gameSeed(BigInt(asked.run), asked.number),
    });
    if (!opened.ok) return { kind: "failed", id: asked.id, error: opened.error };
    return { kind: "played", id: asked.id, finished: this.core.finish(SLOT_GAME) };
  }
}
