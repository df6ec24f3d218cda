// pacing.ts - how fast what others did goes by: each step stays long enough to be read, and can be
// held, stepped or skipped.
//
// A local game waits with it before the computer's next step; every game plays with it what
// happened since its side decided last.
// SPDX-License-Identifier: MIT

import type { LogEntry } from "./engine-types";
import type { FilmOrder } from "./game";

export interface Tempo {
  readonly pace?: () => number; // milliseconds to read a move
  readonly showTime?: (entries: readonly LogEntry[]) => number; // milliseconds to watch it
}

const SLICE = 12; // milliseconds of steps after which the page may draw and listen

export class Pacing {
  paused = false;
  skipping = false; // to the end of what is shown
  private closed = false;
  private wake: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined; // of the pause that is under way
  private breathed = 0; // when the page could last draw and listen

  constructor(private readonly tempo: Tempo) {}

  order(what: FilmOrder): void {
    this.paused = what === "pause" || what === "step";
    this.skipping = what === "skip";
    if (what === "pause") clearTimeout(this.timer);
    else this.wake?.();
  }

  /** Cuts the pause short that is under way. */
  hurry(): void {
    this.wake?.();
  }

  close(): void {
    this.closed = true;
    this.wake?.();
  }

  /** A pause to read what happened; nothing to read, no pause.  `slowest`: whoever asked to see it
   *  gets this pace at least. */
  rest(entries: readonly LogEntry[], slowest = 0): Promise<void> {
    const pace = Math.max(this.tempo.pace?.() ?? 0, slowest);
    const watched = pace === 0 ? 0 : (this.tempo.showTime?.(entries) ?? 0);
    const time = Math.max(pace * weight(entries), watched);
    const holds = this.paused && weight(entries) > 0;
    if ((time === 0 && !holds) || this.skipping || this.closed) return this.breathe();
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(this.timer);
        this.wake = undefined;
        this.breathed = performance.now();
        resolve();
      };
      if (!holds) this.timer = setTimeout(done, time);
      this.wake = done;
    });
  }

  /** Steps that nobody reads follow each other; many of them are not one task of the page. */
  private breathe(): Promise<void> {
    if (this.closed || performance.now() - this.breathed < SLICE) return Promise.resolve();
    return new Promise((resolve) => {
      setTimeout(() => {
        this.breathed = performance.now();
        resolve();
      }, 0);
    });
  }
}

/** How much there is to read: rolls take longest, what nobody sees takes nothing. */
function weight(entries: readonly LogEntry[]): number {
  const events = entries.flatMap((entry) => entry.events);
  if (events.some((event) => event.event === "roll")) return 1;
  return events.length > 0 ? 0.6 : 0;
}
