// thinker.ts - what is worked out in workers, so that the page stays awake: the computer players in
// one, the questions of a hand at the table in another.  Where no worker runs, the page does it.
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
import { Engine } from "./engine";
import { Workshop } from "./work";
import type { CoreRequest, LabRequest, WorkerReply, WorkerRequest } from "./worker-types";
import { PLAY } from "./words/play";

export type Progress = (done: number, all: number) => void;

export interface Thinker {
  /** What `player` does on this view; rejected when it cannot tell, or was stopped. */
  think(
    position: string,
    side: Side,
    player: string,
    seed: bigint,
    progress: Progress,
  ): Promise<string>;
  /** Whoever thinks moves now, with the best he knows. */
  moveNow(): void;
  stop(): void;

  /** The chances of an action; undefined when a newer question came before it. */
  odds(
    position: string,
    side: Side,
    action: string,
    closer?: boolean,
  ): Promise<Result<{ odds: Odds }> | undefined>;
  /** Where a unit may go and what lies in its arcs, as a drawing; undefined as above. */
  around(position: string, asked: Around): Promise<string | undefined>;
  /** What each of several units would do; undefined as above. */
  group(position: string, asked: AskedGroup): Promise<GroupPlan | undefined>;
  /** How dangerous it is where a unit may go; undefined as above. */
  danger(position: string, side: Side, unit: string): Promise<readonly Danger[] | undefined>;
  /** The best orders for this view; with `also`, an action: why that one was given. */
  hint(
    position: string,
    side: Side,
    player: string,
    also: string,
    progress: Progress,
  ): Promise<Hint>;
  /** What that player would do with the rest of the step. */
  plan(position: string, asked: AskedPlan, progress: Progress): Promise<PhasePlan>;
  /** Nobody waits for a plan any more: it is rejected. */
  stopPlan(): void;
  /** A whole record, looked back upon. */
  review(record: string, player: string, progress: Progress): Promise<LookedBack>;
  /** Nobody waits for advice any more: what was asked is rejected. */
  stopAdvice(): void;
  /** Questions are to be expected. */
  prepare(): void;

  /** How a game of a run ends; rejected when the laboratory was stopped. */
  playOne(asked: LabGame): Promise<Finished>;
  stopLab(): void;
}

export type LabGame = Omit<LabRequest, "kind" | "id">;

export interface Around {
  readonly viewer: Viewer;
  readonly unit: string;
  readonly arcs: boolean;
  readonly turned: boolean;
}

export interface AskedGroup {
  readonly side: Side;
  readonly units: readonly string[];
  readonly wish: GroupWish;
  readonly turned: boolean;
}

export interface AskedPlan {
  readonly side: Side;
  readonly player: string;
  readonly turned: boolean;
}

interface Waiting {
  readonly request: WorkerRequest;
  readonly resolve: (reply: WorkerReply) => void;
  readonly reject: (error: Error) => void;
  readonly progress?: Progress;
}

/** Who works on what is asked: a worker, or the page itself. */
interface Hands {
  postMessage(request: WorkerRequest): void;
  terminate(): void;
}

const PAUSES = [300, 1500]; // milliseconds before a worker that did not come is asked for again
const AT_HOME = PLAY.noHelper;

/** What all rooms have in common. */
interface House {
  readonly module: WebAssembly.Module;
  readonly complain: (text: string) => void;
  atHome: boolean; // no worker comes: the page works by itself
}

/** One worker, begun when it is first needed.  Where none comes, what is asked is not lost: the
 *  page asks for a worker again, and in the end works on it by itself. */
class Room {
  private hands: Hands | undefined;
  private failures = 0;
  private next = 1;
  private readonly open = new Map<number, Waiting>();

  constructor(private readonly house: House) {}

  begin(): Hands {
    return (this.hands ??= this.house.atHome ? this.workshop() : this.worker());
  }

  private worker(): Hands {
    let worker: Worker;
    try {
      worker = new Worker(new URL("./worker.js", document.baseURI), { type: "module" });
    } catch {
      return this.stayAtHome();
    }
    worker.onmessage = (message: MessageEvent<WorkerReply>) => this.hear(message.data);
    worker.onerror = (event) => {
      event.preventDefault(); // it is told in our words
      this.fail(worker);
    };
    worker.postMessage({ kind: "core", module: this.house.module } satisfies CoreRequest);
    return worker;
  }

  private stayAtHome(): Hands {
    if (!this.house.atHome) this.house.complain(AT_HOME);
    this.house.atHome = true;
    return this.workshop();
  }

  private workshop(): Hands {
    const shop = new Workshop(new Engine(this.house.module), (reply) => {
      if (this.hands === hands) this.hear(reply);
    });
    const hands: Hands = {
      postMessage: (request) => shop.hear(request),
      terminate: () => shop.hear({ kind: "now", id: 0 }), // it comes to an end, and nobody hears it
    };
    return hands;
  }

  /** It did not come, or broke down. */
  private fail(worker: Worker): void {
    if (this.hands !== worker) return;
    worker.terminate();
    const pause = PAUSES[this.failures++];
    if (pause === undefined) {
      this.hands = this.stayAtHome();
      this.sendOpen(this.hands);
      return;
    }
    const nobody: Hands = { postMessage: () => undefined, terminate: () => undefined };
    this.hands = nobody; // what is asked meanwhile lies in `open`
    setTimeout(() => {
      if (this.hands !== nobody) return;
      this.hands = undefined;
      this.sendOpen(this.begin());
    }, pause);
  }

  private sendOpen(hands: Hands): void {
    for (const { request } of this.open.values()) hands.postMessage(request);
  }

  ask(asked: Unnumbered, progress?: Progress): Promise<WorkerReply> {
    const request: WorkerRequest = { ...asked, id: this.next++ };
    return new Promise((resolve, reject) => {
      const hands = this.begin();
      const waiting = { request, resolve, reject, ...(progress !== undefined && { progress }) };
      this.open.set(request.id, waiting);
      hands.postMessage(request);
    });
  }

  /** Without an answer. */
  tell(request: Unnumbered): void {
    this.hands?.postMessage({ ...request, id: this.next++ });
  }

  stop(why: string): void {
    this.hands?.terminate();
    this.hands = undefined;
    for (const waiting of this.open.values()) waiting.reject(new Error(why));
    this.open.clear();
  }

  private hear(reply: WorkerReply): void {
    const waiting = this.open.get(reply.id);
    if (waiting === undefined) return;
    if (reply.kind === "progress") {
      waiting.progress?.(reply.done, reply.all);
      return;
    }
    this.open.delete(reply.id);
    if (reply.kind === "failed") waiting.reject(new Error(reply.error));
    else waiting.resolve(reply);
  }
}

type Without<T> = T extends WorkerRequest ? Omit<T, "id"> : never;
type Unnumbered = Without<WorkerRequest>;

/** A hand moves on faster than questions are answered: of each kind one is worked on, and the
 *  newest waits for it; those between are nobody's any more. */
class Newest {
  private busy = false;
  private waiting:
    { request: Unnumbered; done: (reply: WorkerReply | undefined) => void } | undefined;

  constructor(private readonly room: Room) {}

  ask(request: Unnumbered): Promise<WorkerReply | undefined> {
    return new Promise((done) => {
      this.waiting?.done(undefined);
      this.waiting = { request, done };
      if (!this.busy) void this.work();
    });
  }

  private async work(): Promise<void> {
    this.busy = true;
    for (let now = this.waiting; now !== undefined; now = this.waiting) {
      this.waiting = undefined;
      now.done(await this.room.ask(now.request).catch(() => undefined));
    }
    this.busy = false;
  }
}

export class WorkerThinker implements Thinker {
  private readonly players: Room;
  private readonly questions: Room;
  private readonly laboratory: Room;
  private readonly advisers: Room;
  private readonly planners: Room;
  private readonly newestOdds: Newest;
  private readonly newestAround: Newest;
  private readonly newestGroup: Newest;
  private readonly newestDanger: Newest;

  constructor(module: WebAssembly.Module, complain: (text: string) => void) {
    const house: House = { module, complain, atHome: false };
    this.players = new Room(house);
    this.questions = new Room(house);
    this.laboratory = new Room(house);
    this.advisers = new Room(house);
    this.planners = new Room(house);
    this.newestOdds = new Newest(this.questions);
    this.newestAround = new Newest(this.questions);
    this.newestGroup = new Newest(this.questions);
    this.newestDanger = new Newest(this.questions);
  }

  async think(
    position: string,
    side: Side,
    player: string,
    seed: bigint,
    progress: Progress,
  ): Promise<string> {
    const reply = await this.players.ask(
      { kind: "think", position, side, player, seed: String(seed) },
      progress,
    );
    return reply.kind === "chosen" ? reply.action : "";
  }

  moveNow(): void {
    this.players.tell({ kind: "now" });
  }

  stop(): void {
    this.players.stop(PLAY.playerStopped);
  }

  async odds(
    position: string,
    side: Side,
    action: string,
    closer = false,
  ): Promise<Result<{ odds: Odds }> | undefined> {
    const reply = await this.newestOdds.ask({ kind: "odds", position, side, action, closer });
    return reply?.kind === "odds" ? reply.odds : undefined;
  }

  async around(position: string, asked: Around): Promise<string | undefined> {
    const reply = await this.newestAround.ask({ kind: "around", position, ...asked });
    return reply?.kind === "around" ? reply.svg : undefined;
  }

  async group(position: string, asked: AskedGroup): Promise<GroupPlan | undefined> {
    const reply = await this.newestGroup.ask({ kind: "group", position, ...asked });
    return reply?.kind === "group" ? reply.plan : undefined;
  }

  async danger(
    position: string,
    side: Side,
    unit: string,
  ): Promise<readonly Danger[] | undefined> {
    const reply = await this.newestDanger.ask({ kind: "danger", position, side, unit });
    return reply?.kind === "danger" ? reply.places : undefined;
  }

  async hint(
    position: string,
    side: Side,
    player: string,
    also: string,
    progress: Progress,
  ): Promise<Hint> {
    const reply = await this.advisers.ask(
      { kind: "hint", position, side, player, also },
      progress,
    );
    if (reply.kind !== "hint") throw new Error(PLAY.noHint);
    return reply.hint;
  }

  async plan(position: string, asked: AskedPlan, progress: Progress): Promise<PhasePlan> {
    const reply = await this.planners.ask({ kind: "plan", position, ...asked }, progress);
    if (reply.kind !== "plan") throw new Error(PLAY.noHint);
    return reply.plan;
  }

  async review(record: string, player: string, progress: Progress): Promise<LookedBack> {
    const reply = await this.advisers.ask({ kind: "review", position: record, player }, progress);
    if (reply.kind !== "review") throw new Error(PLAY.noReview);
    return reply.found;
  }

  stopAdvice(): void {
    this.advisers.stop("stopped");
  }

  stopPlan(): void {
    this.planners.stop("stopped");
  }

  prepare(): void {
    this.questions.begin();
  }

  async playOne(asked: LabGame): Promise<Finished> {
    const reply = await this.laboratory.ask({ kind: "lab", ...asked });
    if (reply.kind !== "played") throw new Error(PLAY.notPlayed);
    return reply.finished;
  }

  stopLab(): void {
    this.laboratory.stop(PLAY.labStopped);
  }
}
