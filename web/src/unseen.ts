// unseen.ts - what others did while nobody could follow it: it plays by itself before one decides.
//
// Whoever watches a friend move sees each action when it comes.  Whoever comes back to a game,
// looked away, or plays a computer that answers at once has seen nothing of its turn but the end.
// What was shown is not shown again when the page is loaded again.
// SPDX-License-Identifier: MIT

import type { LogEntry, Side } from "./engine-types";

/** How many entries of the log this tab has shown, reloads included. */
export interface Followed {
  read(): number;
  keep(entries: number): void;
}

const NOWHERE: Followed = { read: () => 0, keep: () => undefined };

/** Of this game, seen by this side. */
export function followedIn(game: string, side: string): Followed {
  const key = `grognard.followed.${game}/${side}`;
  return {
    read: () => {
      try {
        return Number(sessionStorage.getItem(key)) || 0;
      } catch {
        return 0;
      }
    },
    keep: (entries) => {
      try {
        sessionStorage.setItem(key, String(entries));
      } catch {
        // Then it is shown once more.
      }
    },
  };
}

export class Unseen {
  private followed: number; // entries of the log that could be read here
  private shown = 0; // entries there are on the screen
  private since = 0; // when they came there
  private missed = true; // nobody looked when they came

  constructor(
    private readonly clock: () => number,
    private readonly kept: Followed = NOWHERE,
  ) {
    this.followed = kept.read();
  }

  /** This side has decided: it knew all this. */
  decided(entries: number): void {
    this.followed = this.shown = entries;
    this.missed = false;
    this.kept.keep(entries);
  }

  /** So many entries are on the screen now; `pace` is what reading one of them takes. */
  show(entries: number, pace: number, looks: boolean): void {
    const now = this.clock();
    if (!this.missed && now - this.since >= pace) this.followed = this.shown;
    this.missed ||= !looks;
    this.followed = Math.min(this.followed, entries);
    this.shown = entries;
    this.since = now;
  }

  /** The first that this side could not follow, of several or of what it missed; asked for once. */
  take(log: readonly LogEntry[], own: Side): number | undefined {
    const told = log
      .slice(this.followed)
      .filter((entry) => entry.side !== own && entry.events.length > 0);
    const due = told.length > 1 || (this.missed && told.length > 0);
    this.decided(log.length);
    return due ? told[0]?.ply : undefined;
  }
}
