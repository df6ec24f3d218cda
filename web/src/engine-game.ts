// engine-game.ts - what every game on the screen asks of the engine, wherever it is played.
//
// Questions that are answered within a frame are answered here; those that may take longer go to a
// worker with the view of whoever asks.

import type {
  Aim,
  Answer,
  Danger,
  EngineApi,
  Fact,
  GroupPlan,
  GroupWish,
  MarchStep,
  Odds,
  Place,
  Question,
  Result,
  Side,
  Sketch,
  Slot,
  Under,
  Unit,
  Verdict,
} from "./engine-types";
import type { Snapshot } from "./game";
import { TableSide } from "./table-side";
import type { Thinker } from "./thinker";

export interface EngineRoom {
  readonly engine: EngineApi;
  readonly thinker: Thinker;
}

export abstract class EngineGame {
  private readonly table: TableSide;

  constructor(
    private readonly room: EngineRoom,
    people: readonly Side[],
    units: readonly Unit[] = [],
  ) {
    this.table = new TableSide(room.engine, people, units);
    room.thinker.prepare();
  }

  abstract snapshot(): Snapshot;
  /** Where the shown position lies. */
  protected abstract slot(): Slot;
  /** The side whose hand asks. */
  protected abstract asker(): Side;
  protected abstract changed(): void;

  view(): { position: string; side: Side } {
    const { engine } = this.room;
    const { game, scenario } = this.snapshot().standing;
    const side = this.asker();
    const names = scenario === undefined ? "" : engine.names(game, scenario);
    return { position: engine.position(this.slot(), side) + names, side };
  }

  judge(action: string): Result<{ action: string; words: string; verdict?: Verdict }> {
    return this.room.engine.judge(this.slot(), this.asker(), action);
  }

  odds(action: string): Promise<Result<{ odds: Odds }> | undefined> {
    const { engine, thinker } = this.room;
    const side = this.asker();
    const { game, scenario } = this.snapshot().standing;
    const names = scenario === undefined ? "" : engine.names(game, scenario);
    return thinker.odds(engine.position(this.slot(), side) + names, side, action);
  }

  reach(unit: string): Promise<string | undefined> {
    const { engine, thinker } = this.room;
    const { viewer, board } = this.snapshot();
    return thinker.around(engine.position(this.slot(), viewer), {
      viewer,
      unit,
      arcs: board.map.cell === 0,
      turned: this.table.isTurned,
    });
  }

  sketch(action: string): Result<{ sketch: Sketch }> {
    return this.room.engine.sketch(this.slot(), this.asker(), action);
  }

  aim(who: string, at: { whom: string } | Place, facing?: number): Aim | undefined {
    return this.room.engine.aim(this.slot(), this.asker(), who, at, facing);
  }

  goOn(begun: string, at: Place, facing?: number): Aim | undefined {
    return this.room.engine.goOn(this.slot(), this.asker(), begun, at, facing);
  }

  ask(question: Question): Result<{ answer: Answer }> {
    return this.room.engine.ask(this.slot(), this.snapshot().viewer, question);
  }

  /** Beside the page: a crowd is judged unit by unit, and a shot by all that may come of it. */
  group(units: readonly string[], wish: GroupWish): Promise<GroupPlan | undefined> {
    return this.room.thinker.group(this.view().position, {
      side: this.asker(),
      units,
      wish,
      turned: this.table.isTurned,
    });
  }

  danger(unit: string): Promise<readonly Danger[] | undefined> {
    return this.room.thinker.danger(this.view().position, this.asker(), unit);
  }

  under(unit: string): Under {
    return this.room.engine.under(this.slot(), this.asker(), unit);
  }

  towards(unit: string, to: Place): MarchStep | undefined {
    return this.room.engine.towards(this.slot(), this.asker(), unit, to);
  }

  card(unit: string): readonly Fact[] {
    return this.room.engine.card(this.slot(), this.snapshot().viewer, unit);
  }

  turnTable(): void {
    this.table.turn();
    this.changed();
  }

  picture(): string {
    return this.room.engine.svg(this.slot(), this.snapshot().viewer);
  }

  words(): string {
    return this.room.engine.text(this.slot(), this.snapshot().viewer);
  }

  signs(width: number): string {
    return this.room.engine.legend(this.slot(), this.snapshot().viewer, width);
  }
}
