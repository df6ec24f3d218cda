// local-game.ts - a game played in this browser, by people at this screen and computer players.
//
// Keeps the pace: the engine takes one step at a time, and what it did stays on the screen long
// enough to be read.  Decides who looks: with two people and secrets, a curtain comes down
// between them.  The record is kept after every step.
// SPDX-License-Identifier: MIT

import { EngineGame } from "./engine-game";
import type {
  EngineApi,
  Failure,
  LogEntry,
  Side,
  Sight,
  Slot,
  Standing,
  Viewer,
  Unit,
} from "./engine-types";
import { SLOT_GAME, SLOT_PREVIEW, SLOT_REPLAY } from "./engine-types";
import type { PlayedGame, Snapshot, Thinking } from "./game";
import type { Tempo } from "./pacing";
import type { Thinker } from "./thinker";
import { GROUP } from "./words/group";

export interface Keeper {
  (game: LocalGame, standing: Standing, record: string): void;
}

export interface Surroundings extends Tempo {
  readonly engine: EngineApi;
  readonly thinker: Thinker;
  readonly keep: Keeper;
  readonly seed: () => bigint;
  readonly complain: (text: string) => void;
}

const SIDES: readonly Side[] = ["blue", "red"];

/** The sides that people play, by the names in the seats. */
export function peopleOf(seats: Standing["seats"]): Side[] {
  return SIDES.filter((side) => seats[side] === "me" || seats[side] === "");
}

export class LocalGame extends EngineGame implements PlayedGame {
  readonly rules: string;
  private readonly listeners = new Set<() => void>();
  private shown: Snapshot | undefined;
  private count = 0;
  private live: Standing; // for "all": after the last step
  private ordered: { viewer: Viewer; side: Side; plies: number; sight: Sight } | undefined;
  private told: { viewer: Viewer; plies: number; log: readonly LogEntry[] } | undefined;
  private sitting: Side | undefined; // who is at the screen, where two people share it
  private curtain: Side | undefined;
  private thinking: Thinking | undefined;
  private looking: number | undefined;
  private seen = 0; // plies that the side at the screen has answered
  private running = false;
  private closed = false;

  /** The game lies in the engine's first slot already. */
  constructor(
    readonly id: string,
    private readonly around: Surroundings,
  ) {
    const standing = around.engine.standing(SLOT_GAME, "all");
    const people = peopleOf(standing.seats);
    super(around, people, startOf(around.engine, standing));
    this.live = standing;
    this.rules = standing.game;
    this.sitting = this.people.length === 1 ? this.people[0] : undefined;
    this.seen = standing.plies;
  }

  /** Sets the game going; constructing alone does not, so that a listener can be there first.  It
   *  is kept from the first moment: a file may be over already, or a person decides first. */
  start(): void {
    this.keep();
    void this.advance();
  }

  snapshot(): Snapshot {
    return (this.shown ??= this.lookAround());
  }

  subscribe(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => void this.listeners.delete(changed);
  }

  moveNow(): void {
    if (this.thinking !== undefined) this.around.thinker.moveNow();
  }

  act(action: string): Promise<Failure | undefined> {
    const side = this.snapshot().acting;
    if (side === undefined)
      return Promise.resolve({ ok: false, error: GROUP.notYours });
    const before = this.live.plies;
    const viewer = this.viewer();
    const from = this.keptLog(viewer, before).at(-1)?.ply ?? 0;
    const done = this.around.engine.order(SLOT_GAME, side, action, viewer, from);
    if (!done.ok) return Promise.resolve(done);
    this.seen = before;
    this.live = done.standing;
    this.ordered = { viewer, side, plies: done.standing.plies, sight: done.sight };
    this.around.keep(this, done.standing, done.record);
    void this.advance(done.standing.turn.deciding.includes(side) ? undefined : before);
    return Promise.resolve(undefined);
  }

  undo(): boolean {
    const side = this.snapshot().acting ?? this.sitting;
    if (side === undefined || this.thinking !== undefined) return false;
    const done = this.around.engine.undo(SLOT_GAME, side);
    if (done) this.takenBack();
    return done;
  }

  restartTurn(): boolean {
    const side = this.snapshot().acting ?? this.sitting;
    if (side === undefined || this.thinking !== undefined) return false;
    const count = this.around.engine.restartTurn(SLOT_GAME, side);
    if (count > 0) this.takenBack();
    return count > 0;
  }

  protected lookAt(ply: number | undefined): Promise<void> {
    if (ply !== undefined) this.goTo(ply);
    else {
      this.looking = undefined;
      this.changed();
      void this.advance();
    }
    return Promise.resolve();
  }

  private goTo(ply: number): void {
    const { engine } = this.around;
    const { plies } = this.live;
    const wanted = Math.max(0, Math.min(ply, plies));
    if (this.looking === undefined || engine.standing(SLOT_REPLAY, "all").plies !== plies) {
      const record = engine.record(SLOT_GAME, "all");
      const opened =
        this.live.past === undefined
          ? engine.openText(SLOT_REPLAY, record, "this game")
          : engine.openReplay(SLOT_REPLAY, record, "this game");
      if (!opened.ok) {
        this.around.complain(opened.error);
        return;
      }
    }
    engine.goTo(SLOT_REPLAY, wanted);
    this.looking = wanted;
    this.changed();
  }

  lift(): void {
    if (this.curtain === undefined) return;
    this.sitting = this.curtain;
    this.curtain = undefined;
    this.changed();
  }

  close(): void {
    this.closed = true;
    if (this.thinking !== undefined) this.around.thinker.stop();
    this.endFilm();
    this.pacing.close();
    this.listeners.clear();
  }

  record(): string {
    return this.around.engine.record(
      SLOT_GAME,
      this.keepsSecrets() ? this.snapshot().viewer : "all",
    );
  }

  protected openRecord(): Promise<string | undefined> {
    return Promise.resolve(this.live.hides ? undefined : this.record());
  }

  protected slot(): Slot {
    return this.looking === undefined ? SLOT_GAME : SLOT_REPLAY;
  }

  protected asker(): Side {
    return this.snapshot().acting ?? this.sitting ?? "blue";
  }

  override turnTable(): void {
    this.ordered = undefined;
    super.turnTable();
  }

  /** Only while something is hidden does it matter who looks; a finished game is open to all. */
  private keepsSecrets(): boolean {
    return this.live.hides && !this.live.turn.over && this.people.length > 0;
  }

  private viewer(): Viewer {
    const one = this.people.length === 1 ? this.people[0] : undefined;
    if (this.people.length === 0) return "all";
    // whoever stands before it sees what all may see
    if (this.curtain !== undefined) return "watcher";
    if (this.live.turn.over) return "all";
    return one ?? this.sitting ?? "watcher";
  }

  private lookAround(): Snapshot {
    const { engine } = this.around;
    const viewer = this.viewer();
    const acting = this.actingSide();
    const { standing: live, board, log, offers } = this.sightOf(viewer, acting);
    const replaying = this.looking !== undefined;
    return {
      number: ++this.count,
      standing: replaying ? engine.standing(SLOT_REPLAY, viewer) : live,
      viewer,
      board: replaying ? engine.board(SLOT_REPLAY, viewer) : board,
      log,
      ...(acting !== undefined && { acting }),
      offers: offers ?? [],
      ...(this.thinking !== undefined && { thinking: this.thinking }),
      ...(this.curtain !== undefined && { curtain: this.curtain }),
      ...((this.watching || (this.running && this.people.length < 2)) && {
        film: { paused: this.pacing.paused },
      }),
      replaying,
      plies: live.plies,
      canUndo:
        acting !== undefined
          ? live.undo[acting]
          : this.sitting !== undefined && live.undo[this.sitting],
      last: log.filter((entry) => entry.ply > this.seen),
    };
  }

  /** What the order just given brought with it, if that is what is looked at; else what the engine
   *  is asked.  Only what is new of the log is asked for. */
  private sightOf(viewer: Viewer, acting: Side | undefined): Sight & { log: readonly LogEntry[] } {
    const { plies } = this.live;
    const brought = this.ordered;
    const fits =
      brought !== undefined &&
      brought.viewer === viewer &&
      brought.plies === plies &&
      (acting === undefined || acting === brought.side);
    const kept = this.keptLog(viewer, plies);
    const sight = fits
      ? brought.sight
      : this.around.engine.see(SLOT_GAME, viewer, acting, kept.at(-1)?.ply ?? 0);
    const log = [...kept, ...sight.log.filter((entry) => entry.ply > (kept.at(-1)?.ply ?? 0))];
    this.told = { viewer, plies, log };
    return { ...sight, log };
  }

  /** What was told already and holds; what was sealed may have been opened since. */
  private keptLog(viewer: Viewer, plies: number): readonly LogEntry[] {
    const old = this.told;
    if (old === undefined || old.viewer !== viewer || plies < old.plies) return [];
    const sealed = old.log.findIndex((entry) => entry.sealed === true);
    return sealed < 0 ? old.log : old.log.slice(0, sealed);
  }

  private actingSide(): Side | undefined {
    const { live } = this;
    if (this.running || this.looking !== undefined || this.curtain !== undefined) return undefined;
    const mine = live.turn.deciding.filter((side) => this.people.includes(side));
    if (live.turn.over || mine.length === 0) return undefined;
    return this.sitting !== undefined && mine.includes(this.sitting) ? this.sitting : mine[0];
  }

  /** `thought`: the position is the old one, only the thinking went on. */
  protected changed(thought = false): void {
    this.shown =
      thought && this.shown !== undefined && this.thinking !== undefined
        ? { ...this.shown, thinking: this.thinking }
        : undefined;
    for (const listener of this.listeners) listener();
  }

  private takenBack(): void {
    this.live = this.around.engine.standing(SLOT_GAME, "all");
    this.ordered = this.told = undefined;
    this.seen = this.live.plies;
    this.keep();
    this.changed();
    void this.advance();
  }

  private keep(): void {
    this.around.keep(this, this.live, this.around.engine.record(SLOT_GAME, "all"));
  }

  /** Takes every step that no person at this screen has to decide; first there is time to read
   *  what happened after ply `since`. */
  private async advance(since?: number): Promise<void> {
    if (this.running || this.closed) return;
    this.running = true;
    try {
      if (since !== undefined) {
        this.changed();
        await this.rest(since);
      }
      while (!this.closed && this.looking === undefined && (await this.step()));
    } finally {
      this.running = this.pacing.skipping = false;
    }
    if (this.closed) return;
    this.seat();
    this.changed();
  }

  private async step(): Promise<boolean> {
    const { engine } = this.around;
    const before = this.live;
    if (before.turn.over) return false;
    if (before.goes_on === true) {
      this.live = engine.run(SLOT_GAME, 1);
      this.keep();
      this.changed();
      await this.rest(before.plies);
      return true;
    }
    const side = before.turn.deciding.find((one) => !this.people.includes(one));
    return side !== undefined && (await this.computer(side, before));
  }

  private async computer(side: Side, before: Standing): Promise<boolean> {
    const { engine, thinker, seed } = this.around;
    const player = before.seats[side];
    this.thinking = { side, player, done: 0, all: 0 };
    this.changed();
    try {
      const view = engine.position(SLOT_GAME, side);
      const action = await thinker.think(view, side, player, seed(), (done, all) => {
        this.thinking = { side, player, done, all };
        this.changed(true);
      });
      this.thinking = undefined;
      if (this.closed) return false;
      const done = engine.act(SLOT_GAME, side, action);
      if (!done.ok) {
        this.around.complain(done.error);
        return false;
      }
      this.live = done.standing;
    } catch (error) {
      this.thinking = undefined;
      if (!this.closed)
        this.around.complain(error instanceof Error ? error.message : String(error));
      return false;
    }
    this.keep();
    this.changed();
    await this.rest(before.plies);
    return true;
  }

  /** With two people at one screen: whose turn it is to sit there, and whether secrets need a
   *  curtain. */
  private seat(): void {
    if (this.people.length !== 2) return;
    const { live } = this;
    if (live.turn.over) {
      this.curtain = undefined;
      return;
    }
    const next = live.turn.deciding.includes(this.sitting ?? "blue")
      ? (this.sitting ?? "blue")
      : live.turn.deciding[0];
    if (next === undefined || next === this.sitting) return;
    if (live.hides) this.curtain = next;
    else this.sitting = next;
  }

  private rest(since: number): Promise<void> {
    return this.pacing.rest(this.snapshot().log.filter((entry) => entry.ply > since));
  }
}

/** Where everybody stands at the start of the battle: so the table lies the same way after every
 *  reload. */
function startOf(engine: EngineApi, standing: Standing): readonly Unit[] {
  const { game, scenario, seats } = standing;
  const opened =
    scenario === undefined
      ? undefined
      : engine.open(SLOT_PREVIEW, { game, scenario, seats, seed: 1n });
  return engine.board(opened?.ok === true ? SLOT_PREVIEW : SLOT_GAME, "watcher").units;
}
