// notices.tsx - sentences that do not stop the game: bad input, a file kept, a link copied.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { Icon } from "./icons";
import { START } from "../words/start";

interface Notice {
  readonly id: number;
  readonly text: string;
}

let notices: readonly Notice[] = [];
let next = 1;
const listeners = new Set<() => void>();

function change(to: readonly Notice[]): void {
  notices = to;
  for (const listener of listeners) listener();
}

function dismiss(id: number): void {
  change(notices.filter((notice) => notice.id !== id));
}

/** Long sentences stay longer; a newer notice pushes out all but the last two. */
export function notify(text: string): void {
  const id = next++;
  change([...notices.filter((notice) => notice.text !== text).slice(-2), { id, text }]);
  setTimeout(() => dismiss(id), 5000 + 60 * text.length);
}

export function Notices(): JSX.Element {
  const [shown, setShown] = useState(notices);
  useLayoutEffect(() => {
    const listener = (): void => setShown(notices);
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
  return (
    <div class="notices" role="status" aria-live="polite">
      {shown.map((notice) => (
        <div class="notice" key={notice.id}>
          <span class="grow">{notice.text}</span>
          <button class="icon" aria-label={START.closeNotice} onClick={() => dismiss(notice.id)}>
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}
