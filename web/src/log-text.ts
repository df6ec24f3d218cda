// log-text.ts - which lines of the log are shown, and the log as plain text for a letter.
// SPDX-License-Identifier: MIT

import { sentence } from "./choice";
import type { GameEvent, LogEntry, Side } from "./engine-types";
import type { Detail } from "./settings";
import { LOG } from "./words/log";
import { say } from "./words/say";

const RESULTS: readonly GameEvent["event"][] = ["loss", "status", "phase", "reveal", "end"];

export function isShown(event: GameEvent, detail: Detail): boolean {
  if (detail === "all") return true;
  return RESULTS.includes(event.event) || (detail === "rolls" && event.event === "roll");
}

/** With less detail, actions of which nothing is told go too. */
export function shownLog(log: readonly LogEntry[], detail: Detail): readonly LogEntry[] {
  if (detail === "all") return log;
  const shown = log.map((entry) => ({
    ...entry,
    events: entry.events.filter((event) => isShown(event, detail)),
  }));
  return shown.filter((entry) => entry.events.length > 0);
}

/** What was done, for people: "A1: move to e5 and attack." */
export function actionWords(entry: LogEntry): string {
  if (entry.action === "") return entry.sealed === true ? LOG.inSecret : "";
  return sentence(entry.words ?? entry.action);
}

/** All of it in one breath, with who did it. */
export function spokenEntry(entry: LogEntry): string {
  const who = entry.side === "nobody" ? "" : `${sentence(entry.side)} `;
  return [who + actionWords(entry), ...entry.events.map((event) => event.text)].join(" ");
}

/** "[blue end]", as the command line writes it. */
export function actionText(entry: LogEntry): string {
  const who = entry.side === "nobody" ? "" : `${entry.side} `;
  const what = entry.sealed === true && entry.action === "" ? "(sealed)" : entry.action;
  return entry.forced === true ? `[${who}${what}]` : `${who}${what}`;
}

/** Somebody has given up: no clause of the book has won the game. */
export function gaveUp(log: readonly LogEntry[]): boolean {
  return log.at(-1)?.action === "resign";
}

/** The sentence that ends a game, without its clause: who has won, and why. */
export function whyOver(log: readonly LogEntry[]): string | undefined {
  const end = log.at(-1)?.events.findLast(({ event }) => event === "end");
  return end === undefined ? undefined : sentence(end.text.replace(/\.?( \([^()]*\))?$/, ""));
}

/** Who has won, as whoever sits at this screen alone would say it. */
export function overWords(winner: Side | null | undefined, people: readonly Side[]): string {
  if (winner === undefined || winner === null) return LOG.drawn;
  if (people.length !== 1) return winner === "red" ? LOG.redWon : LOG.blueWon;
  return people[0] === winner ? LOG.youWon : LOG.youLost;
}

/** `house`: what is other than in the book, if anything is; whoever reads the log has to know. */
export function logAsText(log: readonly LogEntry[], house: readonly string[] = []): string {
  const entries = log.map((entry) =>
    [
      `${entry.ply}. ${actionText(entry)}`,
      ...entry.events.map((event) => `  ${event.text}`),
    ].join("\n"),
  );
  const rules = house.length === 0 ? [] : [say(LOG.house, { rules: house.join("; ") })];
  return [...rules, ...entries].join("\n") + "\n";
}
