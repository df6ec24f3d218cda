// store.ts - the battles that were made in this browser.
// SPDX-License-Identifier: MIT

import { freshId } from "../saved";
import { shelf } from "../shelf";

export interface Made {
  readonly id: string;
  readonly game: string;
  readonly title: string;
  readonly text: string;
  readonly when: number;
}

const LIST = "grognard.battles";
const LIMIT = 40; // the oldest go first

export function madeBattles(): Made[] {
  try {
    const found: unknown = JSON.parse(shelf.getItem(LIST) ?? "[]");
    return Array.isArray(found) ? found.filter(isMade).sort((a, b) => b.when - a.when) : [];
  } catch {
    return [];
  }
}

/** False: there is no room. */
export function keepBattle(battle: Omit<Made, "when">): boolean {
  const others = madeBattles().filter(({ id }) => id !== battle.id);
  return write([{ ...battle, when: Date.now() }, ...others].slice(0, LIMIT));
}

export function forgetBattle(id: string): void {
  write(madeBattles().filter((one) => one.id !== id));
}

export function freshBattleId(): string {
  return freshId();
}

function write(list: readonly Made[]): boolean {
  try {
    shelf.setItem(LIST, JSON.stringify(list));
    return true;
  } catch {
    return false;
  }
}

function isMade(value: unknown): value is Made {
  if (typeof value !== "object" || value === null) return false;
  const made = value as Partial<Record<keyof Made, unknown>>;
  return [made.id, made.game, made.title, made.text].every((one) => typeof one === "string");
}
