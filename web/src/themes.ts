// themes.ts - what the page says of a game before it is opened.
//
// The only place in the page that knows a game by name.  A game that is not listed here appears
// all the same, with the words its ruleset has.

import type { ListedGame } from "./first-look";

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
      "Battalions, squadrons and guns on a board of squares. The dice tell you whom you may " +
      "activate; you decide who marches, who charges and who stands to fire. Quick to learn, and " +
      "no two battlefields are alike.",
    tags: ["start here", "15 to 60 minutes", "board of 12 by 12"],
    poster: "sq-villages",
    posterAt: 0.4,
    first: "sq-tiny",
  },
  commanders: {
    order: 2,
    minor: false,
    paragraph:
      "Two commanders write their orders in secret and open them at the same moment. Nine " +
      "sectors, ten orders a round: guess where the blow will fall, and keep a reserve for when " +
      "you guessed wrong.",
    tags: ["secret orders", "30 to 90 minutes", "nine sectors"],
    poster: "marengo",
    posterAt: 0.4,
    first: "skirmish",
  },
  lucky: {
    order: 3,
    minor: false,
    paragraph:
      "A Napoleonic battle on an open table, measured in inches. Orders flow from the commander " +
      "in chief to his divisions, brigades wheel and charge, and all the rest is one die against " +
      "another. Everybody needs lucky generals.",
    tags: ["measured table", "1 to 3 hours", "orders and generals"],
    poster: "bridge-village",
    posterAt: 0.4,
    first: "outpost",
  },
  staff: {
    order: 4,
    minor: false,
    paragraph:
      "Brigades on an open table, measured in inches. Near the enemy a battalion acts by itself; " +
      "everywhere else your commanders roll two dice against their staff rating, and the order " +
      "fails, or gives one move, two or three. A twelve is a blunder.",
    tags: ["measured table", "30 minutes to 3 hours", "orders and blunders"],
    poster: "maida",
    posterAt: 0.4,
    first: "two-battalions",
  },
  clausewitz: {
    order: 5,
    minor: false,
    paragraph:
      "Chits drawn from a bag say whose General acts next. An aide must ride before a Division " +
      "moves, a Brigade gets as many actions as its General's dice allow, and near the enemy " +
      "every step is a test of nerve that may be answered by a volley.",
    tags: ["measured table", "1 to 4 hours", "chits, aides, reactions"],
    poster: "maida",
    posterAt: 0.4,
    first: "picket",
  },
  drill: {
    order: 9,
    minor: true,
    paragraph: "The smallest whole game there is: what writers of rules read first.",
    tags: ["ten minutes", "for writers of rules"],
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
    tags: game.measure === "" ? [] : [`measured in ${game.measure}`],
    poster: first?.name ?? "",
    posterAt: 0.4,
    first: first?.name ?? "",
  };
}

export function inOrder<G extends ListedGame>(games: readonly G[]): G[] {
  return [...games].sort((a, b) => themeOf(a).order - themeOf(b).order);
}
