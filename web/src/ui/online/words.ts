// words.ts - clocks, times and results of games on a server, in words.
// SPDX-License-Identifier: MIT

import type { Game, Scenario } from "../../engine-types";
import type { ClockKind, OpenGame, SideClock } from "../../remote-types";
import { MINE } from "../../words/mine";
import { say } from "../../words/say";
import { sideWord } from "../../session";

export function clockWords(clock: ClockKind): string {
  switch (clock.kind) {
    case "none":
      return MINE.noClock;
    case "days":
      return say(MINE.days, { count: clock.days });
    case "bank": {
      const minutes = Math.round(clock.seconds / 60);
      return clock.increment > 0
        ? say(MINE.minutesMore, { minutes, seconds: clock.increment })
        : say(MINE.minutes, { minutes });
    }
  }
}

/** Open games of others (one's own are under "Your games"): where one can join first, and of those
 *  where somebody is there just now. */
export function ofOthers(games: readonly OpenGame[], own: readonly string[]): OpenGame[] {
  const rank = (game: OpenGame): number => (game.status === "waiting" ? 0 : 2) + Number(!game.here);
  return games.filter((game) => !own.includes(game.id)).sort((a, b) => rank(a) - rank(b));
}

/** "Anna is waiting for an opponent. You would play red; no clock." */
export function openWords(game: OpenGame): string {
  if (game.side === undefined) 
    return say(MINE.versus, { blue: game.blue ?? "", red: game.red ?? "" });
  const { side } = game;
  const name = game[side === "blue" ? "red" : "blue"] ?? "";
  return say(MINE.joinable, { name, side: sideWord(side), clock: clockWords(game.clock) });
}

/** What is left on a clock, in milliseconds. */
export function leftOn(clock: SideClock, now: number): number {
  return Math.max(0, clock.runs ? (clock.deadline ?? now) - now : (clock.left ?? 0));
}

/** "2 d 4 h", "3:07 h", "12:09". */
export function timeWords(left: number): string {
  const seconds = Math.floor(left / 1000);
  const two = (number: number): string => String(number).padStart(2, "0");
  if (seconds >= 48 * 3600)
    return say(MINE.daysLeft, {
      days: Math.floor(seconds / 86400),
      hours: Math.floor((seconds % 86400) / 3600),
    });
  if (seconds >= 3600)
    return say(MINE.hoursLeft, {
      time: `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}`,
    });
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}

export function scenarioOf(
  games: readonly Game[],
  game: string,
  scenario: string,
): { title: string; rules: string; scenario: Scenario | undefined } {
  const rules = games.find((one) => one.id === game);
  const found = rules?.scenarios.find((one) => one.name === scenario);
  return {
    title: found?.title ?? rules?.title ?? game,
    rules: rules?.title ?? game,
    scenario: found,
  };
}

/** An address of the page that can be sent to somebody. */
export function shareable(path: string): string {
  return new URL(path.replace(/^\//, ""), document.baseURI.replace(/[?#].*$/, "")).href;
}

/** For the terminal. */
export function verifyCommand(file: string): string {
  return `grognard verify ${file}`;
}
