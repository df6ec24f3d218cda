// use-address.ts - the address of a game on the table.
// SPDX-License-Identifier: MIT

import { useLayoutEffect } from "preact/hooks";
import type { PlayedGame, Snapshot } from "../game";
import { parseRoute, replaceAddress } from "../router";

/** The address follows the moment that is shown and the step of the lesson, so that it can be sent
 *  and reloaded. */
export function useAddress(
  game: PlayedGame,
  snapshot: Snapshot,
  step: number | undefined,
): void {
  const { standing } = snapshot;
  const replaying = snapshot.replaying && snapshot.film === undefined;
  useLayoutEffect(() => {
    const values: Record<string, string> = {};
    if (replaying) values["ply"] = String(standing.ply);
    if (step !== undefined) values["lesson"] = String(step + 1);
    // Whoever has gone on to another address meanwhile is not called back.
    if (parseRoute(location.hash).words[1] === game.id)
      replaceAddress(game.place?.words ?? ["game", game.id], values);
  }, [game, replaying, standing.ply, step]);
}
