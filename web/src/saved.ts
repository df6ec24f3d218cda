// saved.ts - the games kept in this browser: a record each, so that a reload loses nothing.

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

interface Shelf {
  getItem(key: string): string | null;
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

const LIST = "grognard.games";
const LIMIT = 24; // games kept; the oldest finished ones go first

export class SavedGames {
  constructor(private readonly shelf: Shelf) {}

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

  /** False: there is no room, even after the oldest games have gone. */
  keep(saved: Saved, record: string): boolean {
    let others = this.list().filter((other) => other.id !== saved.id);
    for (;;) {
      while (others.length >= LIMIT) others = this.without(others);
      try {
        this.shelf.setItem(`${LIST}.${saved.id}`, record);
        this.shelf.setItem(LIST, JSON.stringify([saved, ...others]));
        return true;
      } catch {
        if (others.length === 0) return false;
        others = this.without(others);
      }
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

  private without(games: Saved[]): Saved[] {
    const finished = games.filter((game) => game.over);
    const oldest = (finished.length > 0 ? finished : games).at(-1);
    if (oldest !== undefined) this.shelf.removeItem(`${LIST}.${oldest.id}`);
    return games.filter((game) => game !== oldest);
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
