// shelf.ts - what this browser keeps for the page from one visit to the next.
//
// Where it keeps nothing (cookies are blocked, or all that a page may keep), the visit does: then
// everything works until the page is closed or loaded again, and the page says so.
// SPDX-License-Identifier: MIT

import { START } from "./words/start";
export interface Shelf {
  readonly lasts: boolean; // what lies on it outlives the visit
  getItem(key: string): string | null;
  /** Throws if there is no room. */
  setItem(key: string, value: string): void;
  removeItem(key: string): void;
}

/** To read it alone fails where it is blocked, in words of the browser's. */
function kept(): Storage | undefined {
  try {
    return globalThis.localStorage ?? undefined;
  } catch {
    return undefined;
  }
}

const things = new Map<string, string>(); // of this visit

export const shelf: Shelf = {
  get lasts() {
    return kept() !== undefined;
  },
  getItem: (key) => {
    const storage = kept();
    return storage === undefined ? (things.get(key) ?? null) : storage.getItem(key);
  },
  setItem: (key, value) => {
    const storage = kept();
    if (storage === undefined) things.set(key, value);
    else storage.setItem(key, value);
  },
  removeItem: (key) => {
    const storage = kept();
    if (storage === undefined) things.delete(key);
    else storage.removeItem(key);
  },
};

export const NOTHING_LASTS = START.nothingLasts;
