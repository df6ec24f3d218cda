// table-side.ts - from which side of the table a game is looked at: south, or red's north.

import type { EngineApi, Side } from "./engine-types";
import { SLOT_GAME, SLOT_REPLAY, SLOT_VIEW } from "./engine-types";

export class TableSide {
  private turned: boolean;

  /** Whoever plays alone sits at the lower edge of the screen. */
  constructor(
    private readonly engine: EngineApi,
    people: readonly Side[],
  ) {
    this.turned = people.length === 1 && people[0] === "red";
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
