// themes.ts - what the page says of a game before it is opened.
//
// The only place in the page that knows a game by name.  A game that is not listed here appears
// all the same, with the words its ruleset has.
// SPDX-License-Identifier: MIT

import type { ListedGame } from "./first-look";
import { START } from "./words/start";
import { say } from "./words/say";

export interface Theme {
  readonly order: number; // on the start screen
  readonly minor: boolean; // listed below the others
  readonly paragraph: string;
  readonly tags: readonly string[];
  readonly poster: string; // the scenario whose picture stands for the game,
  readonly posterAt: number; // after this part of a battle
  readonly first: string; // the scenario proposed to a newcomer
}

const THEMES: Readonly<Record<string, Theme>> = {
  squares: {
    order: 1,
    minor: false,
    paragraph:
      START.squares,
    tags: [START.startHere, START.squaresTime, START.squaresTable],
    poster: "sq-villages",
    posterAt: 0.4,
    first: "sq-tiny",
  },
  commanders: {
    order: 2,
    minor: false,
    paragraph:
      START.commanders,
    tags: [START.commandersKind, START.commandersTime, START.commandersTable],
    poster: "marengo",
    posterAt: 0.4,
    first: "skirmish",
  },
  lucky: {
    order: 3,
    minor: false,
    paragraph:
      START.lucky,
    tags: [START.measured, START.luckyTime, START.luckyKind],
    poster: "bridge-village",
    posterAt: 0.4,
    first: "outpost",
  },
  staff: {
    order: 4,
    minor: false,
    paragraph:
      START.staff,
    tags: [START.measured, START.staffTime, START.staffKind],
    poster: "maida",
    posterAt: 0.4,
    first: "two-battalions",
  },
  clausewitz: {
    order: 5,
    minor: false,
    paragraph:
      START.clausewitz,
    tags: [START.measured, START.clausewitzTime, START.clausewitzKind],
    poster: "maida",
    posterAt: 0.4,
    first: "picket",
  },
  drill: {
    order: 9,
    minor: true,
    paragraph: START.drill,
    tags: [START.drillTime, START.drillKind],
    poster: "drill-line",
    posterAt: 0.4,
    first: "drill-line",
  },
};

export function themeOf(game: ListedGame): Theme {
  const known = THEMES[game.id];
  if (known !== undefined) return known;
  const first = game.scenarios[0];
  return {
    order: 5,
    minor: false,
    paragraph: first?.text ?? "",
    tags: game.measure === "" ? [] : [say(START.measuredIn, { unit: game.measure })],
    poster: first?.name ?? "",
    posterAt: 0.4,
    first: first?.name ?? "",
  };
}

export function inOrder<G extends ListedGame>(games: readonly G[]): G[] {
  return [...games].sort((a, b) => themeOf(a).order - themeOf(b).order);
}
