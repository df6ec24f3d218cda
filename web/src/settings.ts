// settings.ts - what a visitor has chosen for every game: light, pace, log, first visit.

import type { ShowSpeed } from "./show";

export type Theme = "auto" | "light" | "dark";
export type Detail = "all" | "rolls" | "results";

export interface Settings {
  theme: Theme;
  pace: number; // milliseconds in which one move of the computer can be read
  show: ShowSpeed; // how fast dice land and units go their ways
  sound: boolean;
  detail: Detail;
  visited: boolean;
  alerts: boolean; // the browser tells of turns and words while its tab is hidden
}

const STANDARD: Settings = {
  theme: "auto",
  pace: 900,
  show: "quick",
  sound: false,
  detail: "all",
  visited: false,
  alerts: false,
};
const listeners = new Set<() => void>();

export function setting<K extends keyof Settings>(key: K): Settings[K] {
  const text = read(`grognard.${key}`);
  if (text === null) return STANDARD[key];
  const standard: unknown = STANDARD[key];
  const value: unknown =
    typeof standard === "number"
      ? Number(text)
      : typeof standard === "boolean"
        ? text === "true"
        : text;
  return value as Settings[K];
}

export function choose<K extends keyof Settings>(key: K, value: Settings[K]): void {
  write(`grognard.${key}`, String(value));
  if (key === "theme") showTheme();
  for (const listener of listeners) listener();
}

/** Calls back whenever something was chosen; the result ends that. */
export function onChoice(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The whole page, boards too, goes by this one word on its root. */
export function showTheme(): void {
  document.documentElement.dataset["theme"] = isDark() ? "dark" : "light";
}

/** Is it dark now, whoever decided that? */
export function isDark(): boolean {
  const theme = setting("theme");
  return theme === "auto" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

// A browser may keep nothing (private windows, full disks): the page then only forgets.
function read(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Kept for this visit only, by the page itself.
  }
}
