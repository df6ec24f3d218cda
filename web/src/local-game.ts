// local-game.ts - a game played in this browser, by people at this screen and computer players.
//
// Keeps the pace: the engine takes one step at a time, and what it did stays on the screen long
// enough to be read.  Decides who looks: with two people and secrets, a curtain comes down
// between them.  The record is kept after every step.

import { EngineGame } from "./engine-game";
import type {
  EngineApi,
  Failure,
  LogEntry,
  Offer,
  Side,
  Slot,
  Standing,
  Viewer,
} from "./engine-types";
import { SLOT_GAME, SLOT_REPLAY } from "./engine-types";
import type { PlayedGame, Snapshot, Thinking } from "./game";
import type { Thinker } from "./thinker";

export interface Keeper {
  (game: LocalGame, standing: Standing, record: string): void;
}

export interface Surroundings {
  readonly engine: EngineApi;
  readonly thinker: Thinker;
  readonly keep: Keeper;
  readonly pace: () => number; // milliseconds to read a move
  readonly seed: () => bigint;
  readonly complain: (text: string) => void;
}

const SIDES: readonly Side[] = ["blue", "red"];

/** The sides that people play, by the names in the seats. */
export function peopleOf(seats: Standing["seats"]): Side[] {
  return SIDES.filter((side) => seats[side] === "me" || seats[side] === "");
}

export class LocalGame extends EngineGame implements PlayedGame {
  readonly people: readonly Side[];
  readonly rules: string;
  private readonly listeners = new Set<() => void>();
  private shown: Snapshot | undefined;
  private count = 0;
  private told: { viewer: Viewer; plies: number; log: readonly LogEntry[] } | undefined;
  private sitting: Side | undefined; // who is at the screen, where two people share it
  private curtain: Side | undefined;
  private thinking: Thinking | undefined;
  private looking: number | undefined;
  private seen = 0; // plies that the side at the screen has answered
  private running = false;
  private closed = false;
  private wake: (() => void) | undefined;

  /** The game lies in the engine's first slot already. */
  constructor(
    readonly id: string,
    private readonly around: Surroundings,
  ) {
    const standing = around.engine.standing(SLOT_GAME, "all");
    const people = peopleOf(standing.seats);
    super(around, people);
    this.people = people;
    this.rules = standing.game;
    this.sitting = this.people.length === 1 ? this.people[0] : undefined;
    this.seen = standing.plies;
  }

  /** Sets the game going; constructing alone does not, so that a listener can be there first. */
  start(): void {
    void this.advance();
  }

  snapshot(): Snapshot {
    return (this.shown ??= this.lookAround());
  }

  subscribe(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => void this.listeners.delete(changed);
  }

  act(action: string): Promise<Failure | undefined> {
    const side = this.snapshot().acting;
    if (side === undefined)
      return Promise.resolve({ ok: false, error: "It is not your decision now." });
    const before = this.around.engine.standing(SLOT_GAME, "all").plies;
    const done = this.around.engine.act(SLOT_GAME, side, action);
    if (!done.ok) return Promise.resolve(done);
    this.seen = before;
    this.keep();
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

  look(ply: number | undefined): void {
    const { engine } = this.around;
    const plies = engine.standing(SLOT_GAME, "all").plies;
    if (ply === undefined) {
      this.looking = undefined;
      this.changed();
      void this.advance();
      return;
    }
    const wanted = Math.max(0, Math.min(ply, plies));
    if (this.looking === undefined || engine.standing(SLOT_REPLAY, "all").plies !== plies) {
      const opened = engine.openText(SLOT_REPLAY, engine.record(SLOT_GAME, "all"), "this game");
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

  hurry(): void {
    this.wake?.();
  }

  close(): void {
    this.closed = true;
    if (this.thinking !== undefined) this.around.thinker.stop();
    this.hurry();
    this.listeners.clear();
  }

  record(): string {
    return this.around.engine.record(
      SLOT_GAME,
      this.keepsSecrets() ? this.snapshot().viewer : "all",
    );
  }

  protected slot(): Slot {
    return this.looking === undefined ? SLOT_GAME : SLOT_REPLAY;
  }

  protected asker(): Side {
    return this.snapshot().acting ?? this.sitting ?? "blue";
  }

  /** Only while something is hidden does it matter who looks; a finished game is open to all. */
  private keepsSecrets(): boolean {
    const standing = this.around.engine.standing(SLOT_GAME, "all");
    return standing.hides && !standing.turn.over && this.people.length > 0;
  }

  private viewer(): Viewer {
    const one = this.people.length === 1 ? this.people[0] : undefined;
    if (this.people.length === 0) return "all";
    // whoever stands before it sees what all may see
    if (this.curtain !== undefined) return "watcher";
    if (this.around.engine.standing(SLOT_GAME, "all").turn.over) return "all";
    return one ?? this.sitting ?? "watcher";
  }

  private lookAround(): Snapshot {
    const { engine } = this.around;
    const viewer = this.viewer();
    const live = engine.standing(SLOT_GAME, viewer);
    const acting = this.actingSide(live);
    const log = this.logOf(viewer, live.plies);
    const offers: Offer[] =
      acting !== undefined && this.looking === undefined ? engine.offers(SLOT_GAME, acting) : [];
    return {
      number: ++this.count,
      standing: this.looking === undefined ? live : engine.standing(SLOT_REPLAY, viewer),
      viewer,
      board: engine.board(this.slot(), viewer),
      log,
      ...(acting !== undefined && { acting }),
      offers,
      ...(this.thinking !== undefined && { thinking: this.thinking }),
      ...(this.curtain !== undefined && { curtain: this.curtain }),
      replaying: this.looking !== undefined,
      plies: live.plies,
      canUndo:
        acting !== undefined
          ? live.undo[acting]
          : this.sitting !== undefined && live.undo[this.sitting],
      last: log.filter((entry) => entry.ply > this.seen),
    };
  }

  /** Only what is new is asked for; what was sealed may have been opened since. */
  private logOf(viewer: Viewer, plies: number): readonly LogEntry[] {
    const old = this.told;
    const whole = old === undefined || old.viewer !== viewer || plies <= old.plies;
    const sealed = whole ? -1 : old.log.findIndex((entry) => entry.sealed === true);
    const kept = whole ? [] : sealed < 0 ? old.log : old.log.slice(0, sealed);
    const log = [...kept, ...this.around.engine.log(SLOT_GAME, viewer, kept.at(-1)?.ply ?? 0)];
    this.told = { viewer, plies, log };
    return log;
  }

  private actingSide(live: Standing): Side | undefined {
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
    this.seen = this.around.engine.standing(SLOT_GAME, "all").plies;
    this.keep();
    this.changed();
    void this.advance();
  }

  private keep(): void {
    const { engine } = this.around;
    this.around.keep(this, engine.standing(SLOT_GAME, "all"), engine.record(SLOT_GAME, "all"));
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
      while (!this.closed && this.looking === undefined && (await this.step())) this.keep();
    } finally {
      this.running = false;
    }
    if (this.closed) return;
    this.seat();
    this.keep();
    this.changed();
  }

  private async step(): Promise<boolean> {
    const { engine } = this.around;
    const before = engine.standing(SLOT_GAME, "all");
    if (before.turn.over) return false;
    const after = engine.run(SLOT_GAME, 1);
    if (after.plies > before.plies) {
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
    } catch (error) {
      this.thinking = undefined;
      if (!this.closed)
        this.around.complain(error instanceof Error ? error.message : String(error));
      return false;
    }
    this.changed();
    await this.rest(before.plies);
    return true;
  }

  /** With two people at one screen: whose turn it is to sit there, and whether secrets need a
   *  curtain. */
  private seat(): void {
    if (this.people.length !== 2) return;
    const live = this.around.engine.standing(SLOT_GAME, "all");
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

  /** A pause to read what happened since; nothing to read, no pause. */
  private rest(since: number): Promise<void> {
    const entries = this.around.engine.log(SLOT_GAME, this.viewer(), since);
    const time = this.around.pace() * weight(entries);
    if (time === 0 || this.closed) return Promise.resolve();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.wake = undefined;
        resolve();
      };
      const timer = setTimeout(done, time);
      this.wake = done;
    });
  }
}

/** How much there is to read: rolls take longest, what nobody sees takes nothing. */
function weight(entries: readonly LogEntry[]): number {
  const events = entries.flatMap((entry) => entry.events);
  if (events.some((event) => event.event === "roll")) return 1;
  return events.length > 0 ? 0.6 : 0;
}
