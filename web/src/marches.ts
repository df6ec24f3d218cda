// marches.ts - long ways: drawn once, gone as far as a unit may now, and on in later turns until
// something happens.
//
// A march is no order of the rules: each step is one, found by the core (gg_group_towards).
// SPDX-License-Identifier: MIT

import type { Place, Unit } from "./engine-types";
import type { PlayedGame, Snapshot } from "./game";
import { giveAll } from "./group";
import { GROUP } from "./words/group";

export interface March {
  readonly unit: string;
  readonly points: readonly Place[]; // still to come
  readonly strength: number; // when it was drawn: whoever is hit stops
  readonly markers: number;
}

const STEPS = 12; // of one unit without a pause

export function marchOf(unit: Unit, points: readonly Place[]): March {
  return { unit: unit.name, points, strength: unit.strength, markers: unit.markers };
}

/** Why it goes no further; undefined: it may go on. */
export function whyHalted(march: March, snapshot: Snapshot): string | undefined {
  const unit = snapshot.board.units.find((one) => one.name === march.unit);
  if (unit === undefined || unit.reserve === true) return GROUP.gone;
  if (unit.strength < march.strength || unit.markers > march.markers) return GROUP.hit;
  if (unit.flags.includes("routed")) return GROUP.runs;
  return undefined;
}

export interface Marched {
  readonly march: March | undefined; // what is left of it
  readonly steps: number;
  readonly why: string | undefined; // it has ended before its last point
}

/** As far as it goes now: until it is there, has nothing left to go with, dice were thrown, or
 *  somebody else decides. */
export async function goOn(game: PlayedGame, march: March): Promise<Marched> {
  let points = march.points;
  for (let steps = 0; ; steps++) {
    const [to] = points;
    const left = to === undefined ? undefined : { ...march, points };
    const why = left === undefined ? undefined : whyHalted(march, game.snapshot());
    if (left === undefined || to === undefined) return { march: undefined, steps, why: undefined };
    if (why !== undefined) return { march: undefined, steps, why };
    const before = game.snapshot();
    const step = steps < STEPS ? game.towards(march.unit, to) : undefined;
    if (step === undefined || before.acting === undefined) return { march: left, steps, why };
    const given = await giveAll(game, [step.action]);
    if (given.count === 0) return { march: left, steps, why: given.why };
    if (step.arrives) points = points.slice(1);
    const after = game.snapshot();
    const rolled = given.undoable === 0;
    if (rolled || after.acting !== before.acting) {
      const rest = points.length === 0 ? undefined : { ...march, points };
      const cause = rest !== undefined && rolled ? GROUP.dice : undefined;
      return { march: rest, steps: steps + 1, why: cause };
    }
  }
}
