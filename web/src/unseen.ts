// unseen.ts - what others did while nobody could follow it: it plays by itself before one decides.
//
// Whoever watches a friend move sees each action when it comes.  Whoever comes back to a game,
// looked away, or plays a computer that answers at once has seen nothing of its turn but the end.

import type { LogEntry, Side } from "./engine-types";

export class Unseen {
  private followed = 0; // entries of the log that could be read here
  private shown = 0; // entries there are on the screen
  private since = 0; // when they came there
  private missed = true; // nobody looked when they came

  constructor(private readonly clock: () => number) {}

  /** This side has decided: it knew all this. */
  decided(entries: number): void {
    this.followed = this.shown = entries;
    this.missed = false;
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
