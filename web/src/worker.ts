// worker.ts - a workshop beside the page: while it works the page goes on.
// SPDX-License-Identifier: MIT

import { Engine } from "./engine";
import { Workshop } from "./work";
import type { CoreRequest, WorkerReply, WorkerRequest } from "./worker-types";

/** The part of a worker's world that is used here. */
interface WorkerScope {
  postMessage(reply: WorkerReply): void;
  addEventListener(
    kind: "message",
    listener: (event: MessageEvent<WorkerRequest | CoreRequest>) => void,
  ): void;
}
const scope = self as unknown as WorkerScope;

let workshop: Workshop | undefined; // the core comes before all else
scope.addEventListener("message", ({ data }) => {
  if (data.kind === "core")
    workshop = new Workshop(new Engine(data.module), (reply) => scope.postMessage(reply));
  else workshop?.hear(data);
});
