// read-marks.ts - how far the words of each game were read in this browser, so that who comes back
// after days sees what is new.
// SPDX-License-Identifier: MIT

import type { ChatLine } from "./remote-types";
import type { Shelf } from "./shelf";

interface Mark {
  readonly game: string; // its id, and whose eyes
  readonly players: number; // the last line that was read in each room
  readonly watchers: number;
}

const KEY = "grognard.read";
const LIMIT = 100;
const NOTHING = { players: 0, watchers: 0 };

export class ReadMarks {
  constructor(private readonly shelf: Shelf) {}

  /** The lines that are new to these eyes. */
  unread(game: string, lines: readonly ChatLine[]): ChatLine[] {
    const mark = this.list().find((one) => one.game === game) ?? NOTHING;
    return lines.filter((line) => line.number > mark[line.room]);
  }

  /** All of these were seen. */
  read(game: string, lines: readonly ChatLine[]): void {
    if (this.unread(game, lines).length === 0) return;
    const last = (room: ChatLine["room"]): number =>
      Math.max(0, ...lines.filter((line) => line.room === room).map((line) => line.number));
    const others = this.list().filter((one) => one.game !== game);
    const mark = { game, players: last("players"), watchers: last("watchers") };
    try {
      this.shelf.setItem(KEY, JSON.stringify([mark, ...others].slice(0, LIMIT)));
    } catch {
      // A browser that keeps nothing: what was read is new again next time.
    }
  }

  private list(): readonly Mark[] {
    try {
      const found: unknown = JSON.parse(this.shelf.getItem(KEY) ?? "[]");
      return Array.isArray(found) ? found.filter(isMark) : [];
    } catch {
      return [];
    }
  }
}

function isMark(value: unknown): value is Mark {
  if (typeof value !== "object" || value === null) return false;
  const { game, players, watchers } = value as Partial<Mark>;
  return typeof game === "string" && typeof players === "number" && typeof watchers === "number";
}
