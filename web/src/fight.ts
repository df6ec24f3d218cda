// fight.ts - a fight before and after its dice: who stands on which side, what was lost, who moved.
//
// Nothing here knows a rule: the core tells the dice, the endings and the positions.
// SPDX-License-Identifier: MIT

import type { Odds, Side, Throw, Unit } from "./engine-types";
import { ODDS } from "./words/odds";
import { say } from "./words/say";

/** The units that the dice of an action concern, by side; those who throw first. */
export function foesOf(
  throws: readonly Throw[],
  units: readonly Unit[],
): Readonly<Record<Side, readonly string[]>> {
  const names = new Set([
    ...throws.flatMap((one) => (one.who === undefined ? [] : [one.who])),
    ...throws.flatMap((one) => (one.whom === undefined ? [] : [one.whom])),
  ]);
  const of = (side: Side): string[] =>
    [...names].filter((name) => units.some((unit) => unit.name === name && unit.side === side));
  return { blue: of("blue"), red: of("red") };
}

/** What people call a unit, or its code. */
export function calledOf(units: readonly Unit[], name: string | undefined): string {
  return units.find((unit) => unit.name === name)?.called ?? name ?? "";
}

/** "The Hussars", or "the Hussars at the 7th Line". */
export function aimed(
  units: readonly Unit[],
  { who, whom }: { readonly who?: string; readonly whom?: string },
): string {
  const named = calledOf(units, who);
  return whom === undefined
    ? named
    : say(ODDS.whoAtWhom, { who: named, whom: calledOf(units, whom) });
}

/** "3 dice, 3 or more is a hit"; "2 dice against rating 8, here 9". */
export function diceWords(one: Throw): string {
  const { least, dice: most } = one;
  const number = least < most ? say(ODDS.range, { least, most }) : most;
  const dice = say(ODDS.dice, { count: most, number });
  if (one.against !== undefined) {
    const here = (one.mods ?? []).reduce((sum, mod) => sum + mod.amount, one.needs ?? 0);
    const held = { dice, rating: one.against, number: one.needs ?? 0 };
    return here === one.needs ? say(ODDS.held, held) : say(ODDS.heldHere, { ...held, here });
  }
  const counts = whyItCounts(one);
  return counts === "" ? dice : say(ODDS.diceCount, { dice, counts });
}

/** Why a die counts: "3 or more is a hit". */
export function whyItCounts({ counting, what }: Pick<Throw, "counting" | "what">): string {
  if (counting === undefined || counting === "") return "";
  return what === undefined || what === ""
    ? say(ODDS.counts, { faces: counting })
    : say(ODDS.countsAs, { faces: counting, result: what });
}

/** Is anything thrown before the next decision? */
export function rolls(odds: Odds | undefined): odds is Odds {
  return odds !== undefined && odds.throws.length > 0;
}

/** Whole percents, and no chance that reads as none or as certain. */
export function shortPercent(value: number): string {
  if (value > 0 && value < 1) return "<1 %";
  if (value > 99 && value < 100) return ">99 %";
  return `${Math.round(value)} %`;
}
