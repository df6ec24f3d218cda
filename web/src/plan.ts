// plan.ts - what a computer player proposes for the rest of a step: which of it is left, and giving
// it, order by order, until the step is done.
//
// Nothing here knows a rule: each order is judged when it is given.  After dice he may have to
// think again, and what he then proposes is given too.
// SPDX-License-Identifier: MIT

import type { PhasePlan, PlanStep } from "./advice-types";
import type { LogEntry, Unit } from "./engine-types";
import type { PlayedGame } from "./game";
import { myTurn, threw } from "./group";

const LOOKS = 40; // so often he thinks again within one step

/** The unit that an order is of: the first that its notation names. */
export function unitOf(action: string, units: readonly Pick<Unit, "name">[]): string | undefined {
  const words = action.split(/[\s>,]+/).slice(1);
  return words.find((word) => units.some((unit) => unit.name === word));
}

/** What is neither done nor skipped, nor was done otherwise since. */
export function leftOf(
  plan: PhasePlan,
  since: readonly LogEntry[], // what has happened since it was made
  units: readonly Pick<Unit, "name">[],
  skipped: ReadonlySet<PlanStep>,
): readonly PlanStep[] {
  const own = since.filter((entry) => entry.side !== "nobody").map((entry) => entry.action);
  const done = [...own];
  const left: PlanStep[] = [];
  for (const step of plan.steps) {
    const at = done.indexOf(step.action);
    if (at >= 0) done.splice(at, 1);
    else if (!skipped.has(step)) left.push(step);
  }
  const changed = new Set(done.map((action) => unitOf(action, units)));
  changed.delete(undefined);
  return left.filter((step) => !changed.has(unitOf(step.action, units)));
}

export interface Followed {
  readonly count: number; // orders that were given
  readonly undoable: number; // of them, since the last roll
  readonly plan: PhasePlan | undefined; // what is left when nothing more can be given
}

/** Gives all of them.  `again` makes a new plan, after dice that have changed what can be done;
 *  `going` says whether anybody still wants it. */
export async function follow(
  game: PlayedGame,
  steps: readonly PlanStep[],
  again: () => Promise<PhasePlan>,
  going: () => boolean,
): Promise<Followed> {
  const side = game.snapshot().acting;
  const { round } = game.snapshot().standing.turn;
  let [count, undoable] = [0, 0];
  let plan: PhasePlan | undefined;
  let rest = steps;
  const mine = async (): Promise<boolean> =>
    side !== undefined &&
    going() &&
    (await myTurn(game, side)) &&
    game.snapshot().standing.turn.round === round;
  for (let look = 0; look < LOOKS; look++) {
    let given = 0;
    let rolled = false;
    for (const step of rest) {
      if (!(await mine())) return { count, undoable, plan: undefined };
      const judged = game.judge(step.action);
      if (!judged.ok || judged.verdict !== undefined) break;
      if ((await game.act(step.action)) !== undefined) break;
      given++;
      const dice = threw(game.snapshot());
      rolled ||= dice;
      undoable = dice ? 0 : undoable + 1;
    }
    count += given;
    if (given === rest.length && !rolled) break;
    if ((given === 0 && look > 0) || !(await mine())) break;
    plan = await again();
    rest = plan.steps;
    if (rest.length === 0) break;
  }
  return { count, undoable, plan };
}
