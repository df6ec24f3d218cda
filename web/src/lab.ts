// lab.ts - what a batch of games between computer players says: shares with their intervals, how
// long, how it ends.  The games are those of `grognard lab run`; its reports are read here, too.
// SPDX-License-Identifier: MIT

import type { Finished, Side } from "./engine-types";

export interface Share {
  readonly count: number;
  readonly share: number;
  readonly low: number;
  readonly high: number;
}

const Z = 1.959963984540054; // half of a 95 % interval, in standard errors

/** A share with Wilson's interval, which holds the truth in 95 of 100. */
export function wilson(count: number, all: number): Share {
  if (all === 0) return { count, share: 0, low: 0, high: 1 };
  const share = count / all;
  const middle = (share + (Z * Z) / (2 * all)) / (1 + (Z * Z) / all);
  const half =
    (Z / (1 + (Z * Z) / all)) * Math.sqrt((share * (1 - share)) / all + (Z * Z) / (4 * all * all));
  return {
    count,
    share,
    low: count === 0 ? 0 : middle - half,
    high: count === all ? 1 : middle + half,
  };
}

export interface Summary {
  readonly games: number;
  readonly wins: Readonly<Record<Side | "nobody", Share>>;
  readonly rounds: number; // on average
  readonly decisions: number;
  /** How many games ended in each round, from round 1. */
  readonly ended: readonly { blue: number; red: number; nobody: number }[];
  readonly ends: readonly { clause: string; count: number }[]; // the most frequent first
}

export function sumUp(rows: readonly Finished[]): Summary {
  const won = (side: Side | "nobody"): Share =>
    wilson(rows.filter((row) => row.winner === side).length, rows.length);
  const mean = (of: (row: Finished) => number): number =>
    rows.length === 0 ? 0 : rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const ended: { blue: number; red: number; nobody: number }[] = [];
  const ends = new Map<string, number>();
  for (const row of rows) {
    while (ended.length < row.round) ended.push({ blue: 0, red: 0, nobody: 0 });
    const at = ended[row.round - 1];
    if (at !== undefined) at[row.winner]++;
    ends.set(row.clause, (ends.get(row.clause) ?? 0) + 1);
  }
  return {
    games: rows.length,
    wins: { blue: won("blue"), red: won("red"), nobody: won("nobody") },
    rounds: mean((row) => row.round),
    decisions: mean((row) => row.decisions),
    ended,
    ends: [...ends]
      .map(([clause, count]) => ({ clause, count }))
      .sort((a, b) => b.count - a.count),
  };
}

const UNWANTED =
  "script, style, link, meta, base, iframe, object, embed, form, img, foreignObject, audio, video";

/** What of a report can be shown: its body without anything that acts or loads, and its looks. */
export function readReport(text: string): { body: Element; style: string } | undefined {
  const styles = /<style>([^<]*)<\/style>/g; // the page's own rules let none of them in
  const style = [...text.matchAll(styles)].map((one) => one[1] ?? "").join("\n");
  const page = new DOMParser().parseFromString(text.replace(styles, ""), "text/html");
  if (!/ in the laboratory$/.test(page.title)) return undefined;
  page.querySelectorAll(UNWANTED).forEach((one) => one.remove());
  for (const one of page.body.querySelectorAll("*"))
    for (const { name, value } of [...one.attributes])
      if (name.startsWith("on") || /^\s*javascript:/i.test(value)) one.removeAttribute(name);
  return { body: page.body, style };
}

export interface Batch {
  readonly scenario: string;
  readonly player: string;
  readonly games: number;
  readonly seed: string;
}

/** The same batch for the terminal. */
export function commandOf(game: string, { scenario, player, games, seed }: Batch): string {
  const both = `--blue ${player} --red ${player}`;
  return `grognard lab run ${game} ${scenario} ${both} --games ${games} --seed ${seed} --out DIR`;
}
