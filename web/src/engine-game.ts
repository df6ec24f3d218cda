// engine-game.ts - what every game on the screen asks of the engine, wherever it is played.
//
// Questions that are answered within a frame are answered here; those that may take longer go to a
// worker with the view of whoever asks.
// SPDX-License-Identifier: MIT

import type { PhasePlan } from "./advice-types";
import type {
  Aim,
  Answer,
  Danger,
  EngineApi,
  Fact,
  GroupPlan,
  GroupWish,
  Judged,
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
} from "./engine-types";
import { SLOT_VIEW } from "./engine-types";
import type { FilmOrder, Snapshot } from "./game";
import type { Tempo } from "./pacing";
import { Pacing } from "./pacing";
import { TableSide } from "./table-side";
import type { Thinker } from "./thinker";

export interface EngineRoom extends Tempo {
  readonly engine: EngineApi;
  readonly thinker: Thinker;
}

const WATCHED = 600; // milliseconds at least to read a step of what is watched again

export abstract class EngineGame {
  protected readonly pacing: Pacing;
  private readonly table: TableSide;
  private films = 0; // numbers them: only the last plays
  private playing: number | undefined; // the film that plays

  constructor(
    private readonly room: EngineRoom,
    readonly people: readonly Side[],
    units: readonly Unit[] = [],
  ) {
    this.pacing = new Pacing(room);
    this.table = new TableSide(room.engine, people, units);
    room.thinker.prepare();
  }

  abstract snapshot(): Snapshot;
  /** Where the shown position lies. */
  protected abstract slot(): Slot;
  /** The side whose hand asks. */
  protected abstract asker(): Side;
  protected abstract changed(): void;
  /** Looks at an earlier moment, or at the game; done when it is shown. */
  protected abstract lookAt(ply: number | undefined): Promise<void>;
  /** The record, if all of it lies open to who looks. */
  protected abstract openRecord(): Promise<string | undefined>;

  // ---- The other side's turn as a film. ----

  look(ply: number | undefined): void {
    this.endFilm();
    void this.lookAt(ply);
  }

  hurry(): void {
    this.pacing.hurry();
  }

  film(what: FilmOrder): void {
    this.pacing.order(what);
    this.changed();
  }

  /** Is what happened played again?  The game itself goes on behind it, and nothing of it is
   *  lost. */
  protected get watching(): boolean {
    return this.playing !== undefined;
  }

  async watch(from = 0): Promise<void> {
    const first = this.snapshot().last.find(
      (entry) => !this.isOwn(entry.side) && entry.ply >= from,
    );
    if (first === undefined || this.snapshot().film !== undefined) return;
    const film = ++this.films;
    this.playing = film;
    this.pacing.order("play");
    await this.lookAt(first.ply - 1);
    while (this.playing === film && (await this.playStep()));
    if (this.playing !== film) return;
    this.endFilm();
    await this.lookAt(undefined);
  }

  /** False: it is over, or was skipped. */
  private async playStep(): Promise<boolean> {
    const { standing, plies, replaying } = this.snapshot();
    if (!replaying || standing.ply >= plies || this.pacing.skipping) return false;
    await this.lookAt(standing.ply + 1);
    const shown = this.snapshot();
    const step = shown.log.filter((entry) => entry.ply === shown.standing.ply);
    await this.pacing.rest(step, WATCHED);
    return true;
  }

  private isOwn(side: Side | "nobody"): boolean {
    return side !== "nobody" && this.people.includes(side);
  }

  protected endFilm(): void {
    this.playing = undefined;
    this.pacing.skipping = false;
    this.pacing.hurry();
  }

  async chancesAt(ply: number): Promise<Odds | undefined> {
    const { engine, thinker } = this.room;
    const entry = this.snapshot().log.find((one) => one.ply === ply);
    if (entry === undefined || entry.side === "nobody") return undefined;
    const record = await this.openRecord();
    if (record === undefined || this.slot() === SLOT_VIEW) return undefined;
    const opened = engine.openReplay(SLOT_VIEW, record, "this game");
    if (!opened.ok) return undefined;
    engine.goTo(SLOT_VIEW, ply - 1);
    const position = engine.position(SLOT_VIEW, entry.side);
    const found = await thinker.odds(position, entry.side, entry.action);
    return found?.ok === true ? found.odds : undefined;
  }

  // ---- Questions. ----

  view(): { position: string; side: Side } {
    const { engine } = this.room;
    const { game, scenario } = this.snapshot().standing;
    const side = this.asker();
    const names = scenario === undefined ? "" : engine.names(game, scenario);
    return { position: engine.position(this.slot(), side) + names, side };
  }

  judge(action: string): Result<Judged> {
    return this.room.engine.judge(this.slot(), this.asker(), action);
  }

  odds(action: string, closer = false): Promise<Result<{ odds: Odds }> | undefined> {
    const { engine, thinker } = this.room;
    const side = this.asker();
    const { game, scenario } = this.snapshot().standing;
    const names = scenario === undefined ? "" : engine.names(game, scenario);
    return thinker.odds(engine.position(this.slot(), side) + names, side, action, closer);
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

  plan(player: string): Promise<PhasePlan> {
    const { position, side } = this.view();
    const asked = { side, player, turned: this.table.isTurned };
    return this.room.thinker.plan(position, asked, () => undefined);
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
