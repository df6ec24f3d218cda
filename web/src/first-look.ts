// first-look.ts - what the start screen shows before the core is here: the page's build asked the
// core for it (posters.mjs), so that nobody waits for the whole module to see what there is.
// SPDX-License-Identifier: MIT

import type { Game, PlayerInfo, Scenario } from "./engine-types";

/** A game as far as a card of the start screen tells of it. */
export interface ListedGame extends Pick<Game, "id" | "title" | "measure"> {
  readonly scenarios: readonly Pick<Scenario, "name" | "text">[];
}

export interface FirstLook {
  readonly games: readonly ListedGame[];
  readonly players: readonly PlayerInfo[];
  readonly looks: string; // the stylesheet of the core's pictures
}

declare const FIRST_LOOK: FirstLook | undefined; // put there by the build, if it had a core

export function firstLook(): FirstLook | undefined {
  return typeof FIRST_LOOK === "undefined" ? undefined : FIRST_LOOK;
}
