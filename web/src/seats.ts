// seats.ts - the seats this browser has on servers: the tokens that play, the invitations to pass
// on.
//
// Who has no account finds his games again by these; who has one does not need them.  Nothing of
// it ever leaves the browser but to the game it belongs to.
// SPDX-License-Identifier: MIT

import type { Side } from "./engine-types";
import type { Shelf } from "./shelf";
import { ONLINE } from "./words/online";
import { say } from "./words/say";

export interface KeptSeat {
  readonly id: string;
  readonly side: Side | "watcher"; // "watcher": the game was made here for two others
  readonly token: string; // "" for a watcher
  readonly game: string;
  readonly scenario: string;
  readonly when: number; // milliseconds since 1970, of the last visit
  readonly invitations?: Partial<Record<Side, string>>; // still to be given away
  readonly mine?: OwnPart; // of the dice, since this browser sat down
}

/** What the server promised before this side sat down, and what the side gave to the dice. */
export interface OwnPart {
  readonly commitment: string;
  readonly contribution: string;
  readonly restored?: readonly string[]; // promised when the server was restored from a copy
}

/** For `grognard verify RECORD --mine FILE`: docs/dice.md. */
export function ownPartFile(id: string, side: Side, mine: OwnPart): string {
  return (
    `grognard mine 1\ngame ${id}\nside ${side}\ncommitment ${mine.commitment}\n` +
    `contribution ${mine.contribution}\n` +
    (mine.restored ?? []).map((promise) => `restored-commitment ${promise}\n`).join("")
  );
}

/** Was the game played with what was promised and given?  Undefined: it was; else a sentence. */
export function ownPartTrouble(mine: OwnPart, used: OwnPart): string | undefined {
  if (mine.commitment !== used.commitment)
    return ONLINE.otherPromise;
  if (mine.restored?.some((promise) => !(used.restored ?? []).includes(promise)) === true)
    return ONLINE.lostPromise;
  if (mine.contribution !== used.contribution)
    return (
      say(ONLINE.otherPart, { used: used.contribution, mine: mine.contribution })
    );
  return undefined;
}

/** The same as the record of a finished game has them. */
export function usedPart(record: string, side: Side): OwnPart {
  const all = (words: string): string[] =>
    record
      .split("\n")
      .filter((line) => line.startsWith(`server ${words} `))
      .map((line) => line.slice(`server ${words} `.length).trimEnd());
  return {
    commitment: all("commitment")[0] ?? "",
    contribution: all(`contribution ${side}`)[0] ?? "",
    restored: all("restored-commitment"),
  };
}

const SEATS = "grognard.seats";
const NAME = "grognard.name";
const LIMIT = 60;

export class KeptSeats {
  constructor(private readonly shelf: Shelf) {}

  list(): KeptSeat[] {
    try {
      const found: unknown = JSON.parse(this.shelf.getItem(SEATS) ?? "[]");
      return Array.isArray(found) ? found.filter(isSeat).sort((a, b) => b.when - a.when) : [];
    } catch {
      return [];
    }
  }

  find(id: string, side?: string): KeptSeat | undefined {
    return this.list().find(
      (seat) => seat.id === id && (side === undefined || seat.side === side),
    );
  }

  /** False: this browser does not keep it, so the token must stay in the address. */
  keep(seat: KeptSeat): boolean {
    const others = this.list().filter((one) => one.id !== seat.id || one.side !== seat.side);
    return this.write([seat, ...others].slice(0, LIMIT)) && this.shelf.lasts;
  }

  /** Promises made since: the server was restored from a copy. */
  keepPromises(id: string, side: Side, promises: readonly string[]): void {
    const seat = this.find(id, side);
    if (seat?.mine === undefined) return;
    const before = seat.mine.restored ?? [];
    const fresh = promises.filter((promise) => !before.includes(promise));
    if (fresh.length > 0)
      this.keep({ ...seat, mine: { ...seat.mine, restored: [...before, ...fresh] } });
  }

  forget(id: string): void {
    this.write(this.list().filter((seat) => seat.id !== id));
  }

  /** The name under which this browser sat down last. */
  name(): string {
    try {
      return this.shelf.getItem(NAME) ?? "";
    } catch {
      return "";
    }
  }

  keepName(name: string): void {
    try {
      this.shelf.setItem(NAME, name);
    } catch {
      // It is typed again next time.
    }
  }

  private write(seats: readonly KeptSeat[]): boolean {
    try {
      this.shelf.setItem(SEATS, JSON.stringify(seats));
      return true;
    } catch {
      return false;
    }
  }
}

function isSeat(value: unknown): value is KeptSeat {
  if (typeof value !== "object" || value === null) return false;
  const seat = value as Partial<Record<keyof KeptSeat, unknown>>;
  return (
    typeof seat.id === "string" &&
    typeof seat.side === "string" &&
    typeof seat.token === "string" &&
    typeof seat.game === "string" &&
    typeof seat.when === "number"
  );
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";

function randomText(letters: string, count: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(count)), (byte) =>
    letters.charAt(byte % letters.length),
  ).join("");
}

/** A token made here can be sent twice: the seat is taken once. */
export function freshToken(): string {
  return randomText(LETTERS, 43);
}

/** A contribution to the dice that nobody can foresee: 32 letters of five bits each. */
export function freshContribution(): string {
  return randomText("abcdefghijkmnpqrstuvwxyz23456789", 32);
}
