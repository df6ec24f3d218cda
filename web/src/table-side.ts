// table-side.ts - from which side of the table a game is looked at: south, or red's north.
// SPDX-License-Identifier: MIT

import type { EngineApi, Side, Unit } from "./engine-types";
import { SLOT_GAME, SLOT_REPLAY, SLOT_VIEW } from "./engine-types";

export class TableSide {
  private turned: boolean;

  /** Whoever plays alone sits at the lower edge of the screen: where his own troops stand, if
   *  that is known, or else where his side usually does. */
  constructor(
    private readonly engine: EngineApi,
    people: readonly Side[],
    units: readonly Unit[] = [],
  ) {
    const [alone] = people.length === 1 ? people : [];
    this.turned = alone !== undefined && (isNorth(alone, units) ?? alone === "red");
    this.lay();
  }

  get isTurned(): boolean {
    return this.turned;
  }

  turn(): void {
    this.turned = !this.turned;
    this.lay();
  }

  private lay(): void {
    for (const slot of [SLOT_GAME, SLOT_REPLAY, SLOT_VIEW] as const)
      this.engine.turnTable(slot, this.turned);
  }
}

/** Does this side stand in the north?  Undefined: there is no telling. */
export function isNorth(side: Side, units: readonly Unit[]): boolean | undefined {
  const rows = (mine: boolean): number[] =>
    units
      .filter((one) => one.reserve !== true && one.side !== undefined)
      .filter((one) => (one.side === side) === mine)
      .map((one) => one.y);
  const middle = (list: readonly number[]): number =>
    list.reduce((sum, y) => sum + y, 0) / list.length;
  const [own, others] = [rows(true), rows(false)];
  if (own.length === 0 || others.length === 0) return undefined;
  const apart = middle(own) - middle(others);
  return apart === 0 ? undefined : apart > 0;
}
