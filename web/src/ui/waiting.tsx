// waiting.tsx - something is worked out in a worker: how far it is, and a way to stop it.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { START } from "../words/start";

interface WaitingProps {
  readonly words: string;
  readonly done: number;
  readonly all: number; // 0: not known yet
  readonly cancel: () => void;
}

export function Waiting({ words, done, all, cancel }: WaitingProps): JSX.Element {
  return (
    <div class="waiting" role="status">
      <span>{words} ...</span>
      {all === 0 ? (
        <progress class="thinking" aria-label={words} />
      ) : (
        <progress class="thinking" aria-label={words} max={all} value={done} />
      )}
      <button onClick={cancel}>{START.stop}</button>
    </div>
  );
}
