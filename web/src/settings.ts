// settings.ts - what a visitor has chosen for every game: light, pace, log, first visit.
// SPDX-License-Identifier: MIT

import { shelf } from "./shelf";
import type { ShowSpeed } from "./show";

export type Theme = "auto" | "light" | "dark";
export type Detail = "all" | "rolls" | "results";

export interface Settings {
  theme: Theme;
  pace: number; // milliseconds in which one move of the computer can be read
  show: ShowSpeed; // how fast dice land and units go their ways
  sound: boolean;
  ask: boolean; // before every order, also before those that can be taken back
  detail: Detail;
  visited: boolean;
  alerts: boolean; // the browser tells of turns and words while its tab is hidden
}

const STANDARD: Settings = {
  theme: "auto",
  pace: 900,
  show: "quick",
  sound: false,
  ask: false,
  detail: "all",
  visited: false,
  alerts: false,
};
export type SettingKey = keyof Settings;
const listeners = new Set<(key: SettingKey) => void>();

const WORDS: Readonly<Partial<Record<SettingKey, readonly string[]>>> = {
  theme: ["auto", "light", "dark"],
  show: ["off", "quick", "slow"],
  detail: ["all", "rolls", "results"],
};
const SLOWEST = 60_000;

export function isKey(key: string): key is SettingKey {
  return Object.hasOwn(STANDARD, key);
}

/** Can this be the value of that setting? */
export function fits(key: SettingKey, text: string): boolean {
  if (typeof STANDARD[key] === "boolean") return text === "true" || text === "false";
  if (typeof STANDARD[key] === "number") return /^\d{1,5}$/.test(text) && Number(text) <= SLOWEST;
  return WORDS[key]?.includes(text) === true;
}

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
  chooseText(key, String(value));
}

/** The same, as it is kept. */
export function chooseText(key: SettingKey, text: string): void {
  write(`grognard.${key}`, text);
  if (key === "theme") showTheme();
  for (const listener of [...listeners]) listener(key);
}

/** What was chosen; undefined: nothing yet, so it is the standard. */
export function chosenText(key: SettingKey): string | undefined {
  return read(`grognard.${key}`) ?? undefined;
}

/** Calls back whenever something was chosen; the result ends that. */
export function onChoice(listener: (key: SettingKey) => void): () => void {
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

export function read(key: string): string | null {
  return shelf.getItem(key);
}

export function forget(key: string): void {
  shelf.removeItem(key);
}

export function write(key: string, value: string): void {
  try {
    shelf.setItem(key, value);
  } catch {
    // There is no room for it: it stays as it was.
  }
}
