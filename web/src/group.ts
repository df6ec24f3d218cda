// group.ts - several units in hand at once: which single orders a plan comes to, and giving them
// one after the other until something happens.
//
// Nothing here knows a rule: the core says what each unit would do (core/group.h), and each order
// is judged once more when it is given.
// SPDX-License-Identifier: MIT

import type { BoardMap, GroupPart, GroupPlan, Place, Unit } from "./engine-types";
import type { PlayedGame, Snapshot } from "./game";
import { GROUP } from "./words/group";
import { say } from "./words/say";

/** The orders of a plan, each once. */
export function ordersOf(plan: GroupPlan): string[] {
  const all = plan.parts.flatMap((part) =>
    part.does && part.action !== undefined ? [part.action] : [],
  );
  return all.filter((action, index) => action !== all[index - 1]);
}

export function refusedOf(plan: GroupPlan): readonly GroupPart[] {
  return plan.parts.filter((part) => !part.does && part.verdict !== undefined);
}

/** The middle of those who stand on the board. */
export function middleOf(units: readonly Unit[], names: readonly string[]): Place | undefined {
  const there = units.filter((unit) => unit.reserve !== true && names.includes(unit.name));
  if (there.length === 0) return undefined;
  const sum = there.reduce((all, unit) => ({ x: all.x + unit.x, y: all.y + unit.y }), {
    x: 0,
    y: 0,
  });
  return { x: sum.x / there.length, y: sum.y / there.length };
}

/** From one place to another; on a board whole squares. */
export function wayBetween(map: BoardMap, from: Place, to: Place): Place {
  const way = { x: to.x - from.x, y: to.y - from.y };
  if (map.cell <= 0) return way;
  const squares = (length: number): number => Math.round(length / map.cell) * map.cell;
  return { x: squares(way.x), y: squares(way.y) };
}

export interface Given {
  readonly count: number; // orders that were carried out
  readonly undoable: number; // of them, since the last roll
  readonly why: string | undefined; // it stopped before its end
}

const PATIENCE = 20000; // milliseconds for others to come to an end

/** Waits until this side decides again; false: somebody else does, or it is over. */
export function myTurn(game: PlayedGame, side: string): Promise<boolean> {
  return new Promise((resolve) => {
    const first = whose(game, side);
    if (first !== undefined) {
      resolve(first);
      return;
    }
    const done = (mine: boolean): void => {
      clearTimeout(timer);
      leave();
      resolve(mine);
    };
    const timer = setTimeout(() => done(false), PATIENCE);
    const leave = game.subscribe(() => {
      const mine = whose(game, side);
      if (mine !== undefined) done(mine);
    });
  });
}

/** Does this side decide?  Undefined: the game goes on by itself. */
function whose(game: PlayedGame, side: string): boolean | undefined {
  const { acting, standing, curtain, thinking } = game.snapshot();
  if (acting === side) return true;
  const others = acting !== undefined || curtain !== undefined || thinking !== undefined;
  return others || standing.turn.over ? false : undefined;
}

/** Were dice thrown since the last decision? */
export function threw({ last }: Snapshot): boolean {
  return last.some((entry) => entry.events.some((event) => event.dice !== undefined));
}

/** Gives the orders one after the other.  It stops where another decides, where the phase is
 *  another, or where one is refused in a way that the plan did not foresee. */
export async function giveAll(game: PlayedGame, orders: readonly string[]): Promise<Given> {
  const begun = game.snapshot();
  const side = begun.acting;
  let count = 0;
  let undoable = 0;
  const refused: string[] = [];
  const stop = (why: string | undefined): Given => ({ count, undoable, why });
  if (side === undefined) return stop(GROUP.notYours);
  for (const order of orders) {
    const left = orders.length - count - refused.length;
    if (count > 0 && !(await myTurn(game, side)))
      return stop(say(GROUP.leftForTheOther, { all: orders.length, count: left }));
    const { turn } = game.snapshot().standing;
    if (turn.phase !== begun.standing.turn.phase || turn.round !== begun.standing.turn.round)
      return stop(say(GROUP.leftForThePhase, {
        all: orders.length,
        phase: turn.phase,
        count: left,
      }));
    const failure = await game.act(order);
    if (failure !== undefined) {
      refused.push(`${order}: ${failure.error}`);
      continue;
    }
    count++;
    undoable = threw(game.snapshot()) ? 0 : undoable + 1;
  }
  return stop(refused.length === 0 ? undefined : refused.join(" "));
}
