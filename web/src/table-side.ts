// table-side.ts - from which side of the table a game is looked at: south, or red's north.

import type { EngineApi, Side } from "./engine-types";
import { SLOT_GAME, SLOT_REPLAY } from "./engine-types";

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

  turn(): void {
    this.turned = !this.turned;
    this.lay();
  }

  private lay(): void {
    this.engine.turnTable(SLOT_GAME, this.turned);
    this.engine.turnTable(SLOT_REPLAY, this.turned);
  }
}
