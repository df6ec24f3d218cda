// remote-replay.ts - stepping through a game on a server, as far as the viewer may know it.
//
// What lies open is replayed from the record.  What one side cannot prove yet, because the other's
// choices of the round are still sealed, is stepped through as it was shown: by the positions that
// this browser kept, up to what the side sees now.
// SPDX-License-Identifier: MIT

import type { EngineApi, LogEntry, Result, Slot, Viewer } from "./engine-types";
import { SLOT_REPLAY, SLOT_VIEW } from "./engine-types";
import type { KeptViews } from "./kept-views";

export class RemoteReplay {
  readonly log: readonly LogEntry[];
  readonly plies: number;
  slot: Slot = SLOT_REPLAY;
  ply = 0;

  /** The record lies in its slot. */
  private constructor(
    private readonly engine: EngineApi,
    private readonly told: readonly LogEntry[],
    private readonly open: readonly LogEntry[],
    private readonly views: KeptViews,
    private readonly names: string, // lines that a position of it goes with
  ) {
    const { plies } = engine.standing(SLOT_REPLAY, "all");
    const rest = plies > open.length ? told.slice(open.length) : [];
    this.log = [
      ...open,
      ...rest.map((entry, index) => ({ ...entry, ply: open.length + index + 1 })),
    ];
    this.plies = Math.max(plies, this.log.length);
  }

  static of(
    engine: EngineApi,
    record: string,
    viewer: Viewer,
    told: readonly LogEntry[],
    views: KeptViews,
  ): Result<{ replay: RemoteReplay }> {
    const opened = engine.openReplay(SLOT_REPLAY, record, "this game");
    if (!opened.ok) return opened;
    const open = engine.log(SLOT_REPLAY, viewer, 0);
    const { game, scenario } = opened.standing;
    const names = scenario === undefined ? "" : engine.names(game, scenario);
    return { ok: true, replay: new RemoteReplay(engine, told, open, views, names) };
  }

  goTo(ply: number): void {
    this.ply = Math.max(0, Math.min(ply, this.plies));
    const view =
      this.ply > this.open.length && this.ply < this.plies ? this.views.from(this.ply) : undefined;
    const shown =
      view !== undefined &&
      this.engine.openText(SLOT_VIEW, view + this.names, "what was seen then").ok;
    this.slot = shown ? SLOT_VIEW : SLOT_REPLAY;
    if (!shown) this.engine.goTo(SLOT_REPLAY, this.ply);
  }

  /** The log tells sealed choices when they are opened, the record when they were made. */
  plyOf(entry: number): number {
    const one = this.told[entry - 1];
    if (one === undefined) return 0;
    if (entry >= this.told.length) return this.plies;
    const before = this.told.slice(0, entry).filter((other) => other.side === one.side).length;
    return this.log.filter((other) => other.side === one.side)[before - 1]?.ply ?? entry;
  }
}
