// laid-session.ts - what lives as long as the page: the engine, the kept games, the game on the
// table.
// SPDX-License-Identifier: MIT

import type { Beginning, EngineApi, Result, Standing } from "./engine-types";
import { SLOT_GAME } from "./engine-types";
import type { PlayedGame } from "./game";
import { LocalGame } from "./local-game";
import type { Tempo } from "./pacing";
import type { SavedGames } from "./saved";
import { freshId } from "./saved";
import type { KeptSeats } from "./seats";
import { sideName } from "./session";
import { showOf } from "./show";
import { setting } from "./settings";
import { NOTHING_LASTS } from "./shelf";
import type { Thinker } from "./thinker";
import { PLAY } from "./words/play";
import { say } from "./words/say";

export class Session {
  readonly tempo: Tempo = {
    pace: () => setting("pace"),
    showTime: (entries) => showOf(entries, setting("show"))?.time ?? 0,
  };
  private present: PlayedGame | undefined;
  /** What this page last knew of the record that is kept: another page may have gone on. */
  private known: { readonly id: string; readonly record: string } | undefined;
  private readonly followers = new Set<() => void>();
  private warned = false; // that nothing is kept

  constructor(
    readonly engine: EngineApi,
    readonly thinker: Thinker,
    readonly saved: SavedGames,
    readonly seats: KeptSeats,
    private readonly seed: () => bigint,
    readonly complain: (text: string) => void,
  ) {
    globalThis.addEventListener?.("storage", () => {
      if (this.present?.online === undefined && this.isOvertaken(this.present?.id)) this.follow();
    });
  }

  /** Calls back when another page has gone on with the game on this table; the result ends that. */
  onOvertaken(listener: () => void): () => void {
    this.followers.add(listener);
    return () => void this.followers.delete(listener);
  }

  /** Two pages of one game: the one that was later takes up what the other did. */
  private isOvertaken(id: string | undefined): boolean {
    if (id === undefined || this.known?.id !== id) return false;
    const there = this.saved.record(id);
    return there !== undefined && there !== this.known.record;
  }

  private follow(): void {
    this.clear();
    this.known = undefined;
    for (const listener of [...this.followers]) listener();
  }

  /** The game of this id: the one on the table, or one that was kept. */
  game(id: string): PlayedGame | undefined {
    if (this.present?.id === id) return this.present;
    const record = this.saved.record(id);
    if (record === undefined) return undefined;
    const opened = this.engine.openText(SLOT_GAME, record, PLAY.keptGame, this.seed());
    if (!opened.ok) {
      this.complain(opened.error);
      return undefined;
    }
    this.known = { id, record };
    return this.lay(id);
  }

  begin(beginning: Omit<Beginning, "seed"> & { seed?: bigint }): Result<{ id: string }> {
    this.clear();
    const opened = this.engine.open(SLOT_GAME, {
      ...beginning,
      seed: beginning.seed ?? this.seed(),
    });
    return opened.ok ? { ok: true, id: this.lay(freshId()).id } : opened;
  }

  /** A .grog file, or a position: damaged ones get the engine's sentence and change nothing. */
  beginFrom(text: string, name: string): Result<{ id: string }> {
    const tried = this.engine.openText(2, text, name, this.seed());
    if (!tried.ok) return tried;
    this.clear();
    const opened = this.engine.openText(SLOT_GAME, text, name, this.seed());
    return opened.ok ? { ok: true, id: this.lay(freshId()).id } : opened;
  }

  /** A game from elsewhere comes to the table; what lay there is kept. */
  place(game: PlayedGame): void {
    if (this.present !== game) this.clear();
    this.present = game;
  }

  private clear(): void {
    this.present?.close();
    this.present = undefined;
  }

  private lay(id: string): PlayedGame {
    this.clear();
    const game = new LocalGame(id, {
      engine: this.engine,
      thinker: this.thinker,
      keep: (kept, standing, record) => this.keep(kept.id, standing, record),
      ...this.tempo,
      seed: this.seed,
      complain: this.complain,
    });
    this.present = game;
    game.start();
    return game;
  }

  private keep(id: string, standing: Standing, record: string): void {
    if (this.isOvertaken(id)) {
      this.complain(PLAY.wentOn);
      this.follow();
      return;
    }
    if (this.known?.id === id && this.known.record === record) return; // it is there already
    const { turn, seats, plies } = standing;
    const where = turn.over
      ? turn.winner === undefined || turn.winner === null
        ? "A draw"
        : say(PLAY.sideWon, { side: sideName(turn.winner) })
      : say(PLAY.roundAndPhase, { round: turn.round, phase: turn.phase });
    const kept = this.saved.keep(
      {
        id,
        rules: standing.game,
        title: standing.house === undefined ? standing.title : say(PLAY.withHouseRules, {
          title: standing.title,
        }),
        where,
        seats,
        over: turn.over,
        plies,
        when: Date.now(),
      },
      record,
    );
    this.known = kept ? { id, record } : undefined;
    if (!this.saved.last && !this.warned) {
      this.warned = true;
      this.complain(NOTHING_LASTS);
    }
    if (!kept)
      this.complain(
        PLAY.noRoom,
      );
  }
}
