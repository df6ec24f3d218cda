// use-online.ts - components that follow a game on a server, and the clock on the wall.
// SPDX-License-Identifier: MIT

import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import type { PlayedGame } from "../../game";
import { serverNow } from "../../remote";

/** Draws anew whenever the game has changed, without asking for its board. */
export function useSnapshotless(game: Pick<PlayedGame, "subscribe">): void {
  const [, setCount] = useState(0);
  useLayoutEffect(() => game.subscribe(() => setCount((count) => count + 1)), [game]);
}

/** The server's time, as long as somebody's clock runs. */
export function useNow(runs: boolean): number {
  const [now, setNow] = useState(serverNow);
  useEffect(() => {
    if (!runs) return undefined;
    setNow(serverNow());
    const timer = setInterval(() => setNow(serverNow()), 1000);
    return () => clearInterval(timer);
  }, [runs]);
  return now;
}
