// saved.ts - the games kept in this browser: a record each, so that a reload loses nothing.
// SPDX-License-Identifier: MIT

import type { Shelf } from "./shelf";

export interface Saved {
  readonly id: string;
  readonly rules: string;
  readonly title: string;
  readonly where: string; // "Round 3, act" or the result
  readonly seats: { readonly blue: string; readonly red: string };
  readonly over: boolean;
  readonly plies: number;
  readonly when: number; // milliseconds of the clock, for sorting
}

const LIST = "grognard.games";
const FINISHED = 24; // games that are over, the oldest go first; one under way never goes by itself

export class SavedGames {
  constructor(private readonly shelf: Shelf) {}

  /** Do the games outlive the visit? */
  get last(): boolean {
    return this.shelf.lasts;
  }

  list(): Saved[] {
    try {
      const found: unknown = JSON.parse(this.shelf.getItem(LIST) ?? "[]");
      return Array.isArray(found) ? found.filter(isSaved).sort((a, b) => b.when - a.when) : [];
    } catch {
      return [];
    }
  }

  record(id: string): string | undefined {
    try {
      return this.shelf.getItem(`${LIST}.${id}`) ?? undefined;
    } catch {
      return undefined;
    }
  }

  /** False: there is no room, even without the games that are over; then all is as it was. */
  keep(saved: Saved, record: string): boolean {
    let others = this.list().filter((other) => other.id !== saved.id);
    const before = this.record(saved.id);
    const gone: (readonly [id: string, record: string | undefined])[] = [];
    for (;;) {
      const over = others.filter((other) => other.over);
      if (over.length < FINISHED && this.write([saved, ...others], record)) return true;
      const oldest = over.at(-1);
      if (oldest === undefined) break;
      gone.push([oldest.id, this.record(oldest.id)]);
      this.shelf.removeItem(`${LIST}.${oldest.id}`);
      others = others.filter((other) => other !== oldest);
    }
    for (const [id, was] of [[saved.id, before] as const, ...gone])
      if (was === undefined) this.shelf.removeItem(`${LIST}.${id}`);
      else this.shelf.setItem(`${LIST}.${id}`, was);
    return false;
  }

  /** The record of the first, and the list. */
  private write(games: readonly [Saved, ...Saved[]], record: string): boolean {
    try {
      this.shelf.setItem(`${LIST}.${games[0].id}`, record);
      this.shelf.setItem(LIST, JSON.stringify(games));
      return true;
    } catch {
      return false;
    }
  }

  forget(id: string): void {
    try {
      this.shelf.removeItem(`${LIST}.${id}`);
      this.shelf.setItem(LIST, JSON.stringify(this.list().filter((saved) => saved.id !== id)));
    } catch {
      // Nothing was kept, so nothing is forgotten.
    }
  }
}

function isSaved(value: unknown): value is Saved {
  if (typeof value !== "object" || value === null) return false;
  const saved = value as Partial<Record<keyof Saved, unknown>>;
  return (
    typeof saved.id === "string" &&
    typeof saved.rules === "string" &&
    typeof saved.title === "string" &&
    typeof saved.when === "number" &&
    typeof saved.seats === "object" &&
    saved.seats !== null
  );
}

/** A short name for a game: no two alike in one browser, and nothing in it to be mistyped. */
export function freshId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(6));
  return Array.from(bytes, (byte) => "abcdefghjkmnpqrstuvwxyz23456789"[byte % 31]).join("");
}
