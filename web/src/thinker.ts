// thinker.ts - the computer players, who think in a worker so that the page stays awake.

import type { Side } from "./engine-types";
import type { ThinkRequest, WorkerReply } from "./worker-types";

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
  stop(): void;
}

interface Question {
  readonly resolve: (action: string) => void;
  readonly reject: (error: Error) => void;
  readonly progress: Progress;
}

export class WorkerThinker implements Thinker {
  private worker: Worker | undefined;
  private next = 1;
  private readonly open = new Map<number, Question>();

  think(
    position: string,
    side: Side,
    player: string,
    seed: bigint,
    progress: Progress,
  ): Promise<string> {
    const worker = (this.worker ??= this.begin());
    const id = this.next++;
    const request: ThinkRequest = { kind: "think", id, position, side, player, seed: String(seed) };
    return new Promise((resolve, reject) => {
      this.open.set(id, { resolve, reject, progress });
      worker.postMessage(request);
    });
  }

  stop(): void {
    this.worker?.terminate();
    this.worker = undefined;
    this.fail("the computer player was stopped");
  }

  private begin(): Worker {
    const worker = new Worker(new URL("./worker.js", document.baseURI), { type: "module" });
    worker.onmessage = (message: MessageEvent<WorkerReply>) => this.hear(message.data);
    worker.onerror = () => this.stop();
    return worker;
  }

  private hear(reply: WorkerReply): void {
    if (reply.kind === "ready") return;
    const question = this.open.get(reply.id);
    if (question === undefined) return;
    if (reply.kind === "progress") {
      question.progress(reply.done, reply.all);
      return;
    }
    this.open.delete(reply.id);
    if (reply.kind === "chosen") question.resolve(reply.action);
    else question.reject(new Error(reply.error));
  }

  private fail(why: string): void {
    for (const question of this.open.values()) question.reject(new Error(why));
    this.open.clear();
  }
}
