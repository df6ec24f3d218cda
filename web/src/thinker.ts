// thinker.ts - what is worked out in workers, so that the page stays awake: the computer players in
// one, the questions of a hand at the table in another.

import type { Hint, LookedBack } from "./advice-types";
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
import type { LabRequest, WorkerReply, WorkerRequest } from "./worker-types";

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
  odds(position: string, side: Side, action: string): Promise<Result<{ odds: Odds }> | undefined>;
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

interface Waiting {
  readonly resolve: (reply: WorkerReply) => void;
  readonly reject: (error: Error) => void;
  readonly progress?: Progress;
}

/** One worker, begun when it is first needed. */
class Room {
  private worker: Worker | undefined;
  private next = 1;
  private readonly open = new Map<number, Waiting>();

  begin(): Worker {
    if (this.worker !== undefined) return this.worker;
    const worker = new Worker(new URL("./worker.js", document.baseURI), { type: "module" });
    worker.onmessage = (message: MessageEvent<WorkerReply>) => this.hear(message.data);
    worker.onerror = () => this.stop("it could not be worked out");
    this.worker = worker;
    return worker;
  }

  ask(request: Unnumbered, progress?: Progress): Promise<WorkerReply> {
    const id = this.next++;
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject, ...(progress !== undefined && { progress }) });
      this.begin().postMessage({ ...request, id });
    });
  }

  /** Without an answer. */
  tell(request: Unnumbered): void {
    this.worker?.postMessage({ ...request, id: this.next++ });
  }

  stop(why: string): void {
    this.worker?.terminate();
    this.worker = undefined;
    for (const waiting of this.open.values()) waiting.reject(new Error(why));
    this.open.clear();
  }

  private hear(reply: WorkerReply): void {
    if (reply.kind === "ready") return;
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
  private readonly players = new Room();
  private readonly questions = new Room();
  private readonly laboratory = new Room();
  private readonly advisers = new Room();
  private readonly newestOdds = new Newest(this.questions);
  private readonly newestAround = new Newest(this.questions);
  private readonly newestGroup = new Newest(this.questions);
  private readonly newestDanger = new Newest(this.questions);

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
    this.players.stop("the computer player was stopped");
  }

  async odds(
    position: string,
    side: Side,
    action: string,
  ): Promise<Result<{ odds: Odds }> | undefined> {
    const reply = await this.newestOdds.ask({ kind: "odds", position, side, action });
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
    if (reply.kind !== "hint") throw new Error("there is no hint");
    return reply.hint;
  }

  async review(record: string, player: string, progress: Progress): Promise<LookedBack> {
    const reply = await this.advisers.ask({ kind: "review", position: record, player }, progress);
    if (reply.kind !== "review") throw new Error("there is no review");
    return reply.found;
  }

  stopAdvice(): void {
    this.advisers.stop("stopped");
  }

  prepare(): void {
    this.questions.begin();
  }

  async playOne(asked: LabGame): Promise<Finished> {
    const reply = await this.laboratory.ask({ kind: "lab", ...asked });
    if (reply.kind !== "played") throw new Error("it could not be played");
    return reply.finished;
  }

  stopLab(): void {
    this.laboratory.stop("the laboratory was stopped");
  }
}
