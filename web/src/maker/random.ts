// random.ts - a battle by chance, to begin with: the same troops for both sides, on ground that
// looks alike from either of them.  What the core refuses is left out again.
// SPDX-License-Identifier: MIT

import { toTicks } from "../choice";
import type { Board, EngineApi, Place } from "../engine-types";
import { SLOT_VIEW } from "../engine-types";
import type { Filling, Pattern, Rows } from "./text";
import {
  addLine,
  emptyText,
  fill,
  gestureOf,
  placeText,
  removeStatement,
  sectorName,
  sketchbookOf,
} from "./text";
import { MAKER } from "../words/maker";
import { say } from "../words/say";

type Chance = (below: number) => number;

const UNITS = 7; // of a side
const DEALT_MAX = 400; // decisions until a dealt battle must be set up

/** Numbers that follow from a seed. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) % below;
  };
}

export function randomBattle(engine: EngineApi, game: string, seed: number): string {
  const rows = engine.rows(game);
  const title = say(MAKER.chanceTitle, { seed });
  const board = boardOf(engine, emptyText(game, rows, title));
  if (board === undefined) return emptyText(game, rows, title);
  if (board.map.cell > 0)
    return dealt(engine, game, seed, title) ?? emptyText(game, rows, title);
  const lines =
    board.map.cell === 0 ? onTable(rows, board, chanceOf(seed)) : onPlan(rows, board, seed);
  let text = emptyText(game, rows, title);
  for (const line of lines) ({ text } = addLine(text, line));
  return withoutFaults(engine, game, text);
}

function boardOf(engine: EngineApi, text: string): Board | undefined {
  const opened = engine.openText(SLOT_VIEW, text, "the battle");
  return opened.ok ? engine.board(SLOT_VIEW, "all") : undefined;
}

function withoutFaults(engine: EngineApi, game: string, made: string): string {
  let text = made;
  for (;;) {
    const book = sketchbookOf(text, engine.outline(game, text, text.length));
    const placed = book.faults.filter(({ from }) => from !== undefined).sort(byPlace);
    if (placed.length === 0) return text;
    for (const { from = 0, to = 0 } of placed) ({ text } = removeStatement(text, { from, to }));
  }
}

function byPlace(a: { from?: number }, b: { from?: number }): number {
  return (b.from ?? 0) - (a.from ?? 0);
}

/** A board whose ground and armies are dealt: a scenario of that kind, set up by the computer. */
function dealt(
  engine: EngineApi,
  game: string,
  seed: number,
  title: string,
): string | undefined {
  const scenario = engine.games
    .find(({ id }) => id === game)
    ?.scenarios.find(({ blue }) => blue.length === 0)?.name;
  if (scenario === undefined) return undefined;
  const seats = { blue: "random", red: "random" };
  const opened = engine.open(SLOT_VIEW, { game, scenario, seats, seed: BigInt(seed) });
  if (!opened.ok) return undefined;
  let standing = engine.run(SLOT_VIEW, 1);
  for (let step = 0; step < DEALT_MAX && standing.turn.phase !== "first"; step++) {
    const side = standing.turn.deciding[0];
    if (side === undefined) {
      if (standing.goes_on !== true) break;
      standing = engine.run(SLOT_VIEW, 1);
      continue;
    }
    const thought = engine.think(SLOT_VIEW, "random", side, BigInt(seed + step));
    const done = thought.ok ? engine.act(SLOT_VIEW, side, thought.action) : thought;
    if (!done.ok) return undefined;
    standing = done.standing;
  }
  return engine.position(SLOT_VIEW, "all").replace(/\n/, ` # ${title}\n`);
}

/** More of the first patterns than of the last. */
function pick<T>(list: readonly T[], chance: Chance): T | undefined {
  return list[Math.min(chance(list.length), chance(list.length))];
}

function mirrored(board: Board, at: Place): Place {
  const { low, high } = board.map;
  return { x: low.x + high.x - at.x, y: low.y + high.y - at.y };
}

function rounded(at: Place): Place {
  return { x: Math.round(at.x / 500) * 500, y: Math.round(at.y / 500) * 500 };
}

class Lines {
  readonly lines: string[] = [];
  private readonly taken = new Set<string>();

  constructor(rows: Rows) {
    for (const { group, text } of rows.patterns)
      if (group === "") this.taken.add(text.split(" ")[0] ?? "");
  }

  add(pattern: Pattern, filling: Omit<Filling, "taken">): void {
    const line = fill(pattern, { ...filling, taken: this.taken });
    this.taken.add(line.split(" ")[0] ?? "");
    this.taken.add(/^\w+ \d+\b/.exec(line)?.[0] ?? "");
    this.lines.push(line);
  }
}

/** In groups by what is drawn how: areas first, troops before commanders. */
function onTable(rows: Rows, board: Board, chance: Chance): string[] {
  const made = new Lines(rows);
  const { low, high } = board.map;
  const width = high.x - low.x;
  const height = high.y - low.y;
  const ground = rows.patterns.filter(
    (one) => one.group === "ground" && gestureOf(one) === "area",
  );
  for (let count = 2 + chance(3); count > 0; count--) {
    const kind = pick(ground, chance);
    const centre = {
      x: low.x + width * (0.12 + chance(38) / 100),
      y: low.y + height * (0.38 + chance(16) / 100),
    };
    const corners = blot(centre, Math.min(width, height) * (0.07 + chance(5) / 100), chance);
    if (kind === undefined) break;
    made.add(kind, { side: "blue", corners });
    made.add(kind, { side: "blue", corners: corners.map((at) => mirrored(board, at)) });
  }
  const groups = rows.patterns.filter(
    (one) => one.group !== "" && one.text.includes("{facing}"),
  );
  const troops =
    groups.length > 0 ? groups : rows.patterns.filter(({ group }) => group === "troops");
  for (let nth = 0; nth < UNITS; nth++) {
    const kind = pick(troops, chance);
    const at = rounded({
      x: low.x + (width * (nth + 1)) / (UNITS + 1),
      y: low.y + height * (nth % 2 === 0 ? 0.2 : 0.13),
    });
    if (kind === undefined) break;
    made.add(kind, { side: "blue", at: placeText(at) });
    made.add(kind, { side: "red", at: placeText(mirrored(board, at)) });
  }
  for (const kind of rows.patterns.filter(({ text }) => text.startsWith("objective")))
    for (const part of [0.3, 0.7])
      made.add(kind, {
        side: "blue",
        at: placeText(rounded({ x: low.x + width * part, y: low.y + height / 2 })),
      });
  return made.lines;
}

/** Six corners around a place, none of them a dent. */
function blot(centre: Place, radius: number, chance: Chance): Place[] {
  const turn = chance(60);
  const stretch = 1 + chance(60) / 100;
  return Array.from({ length: 6 }, (_, corner) => {
    const angle = ((corner * 60 + turn) * Math.PI) / 180;
    return rounded({
      x: centre.x + Math.cos(angle) * radius * stretch,
      y: centre.y + Math.sin(angle) * radius,
    });
  });
}

/** On a plan of sectors: the lower third is blue's, the upper red's. */
function onPlan(rows: Rows, board: Board, seed: number): string[] {
  const made = new Lines(rows);
  const chance = chanceOf(seed);
  const places = sectorsOf(rows, board);
  const third = (board.map.high.y - board.map.low.y) / 3;
  const own = places.filter(({ at }) => at.y < board.map.low.y + third);
  const troops = rows.patterns.filter((one) => one.group === "troops");
  for (let nth = 0; nth < 24; nth++) {
    const kind = pick(troops, chance);
    const place = own[chance(own.length)];
    if (kind === undefined || place === undefined) break;
    const there = mirrored(board, place.at);
    const other = places.reduce((best, one) =>
      far(one.at, there) < far(best.at, there) ? one : best,
    );
    made.add(kind, { side: "blue", at: place.name });
    made.add(kind, { side: "red", at: other.name });
  }
  return made.lines;
}

function far(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

export function sectorsOf(rows: Rows, board: Board): { name: string; at: Place }[] {
  const root = new DOMParser().parseFromString(board.svg, "image/svg+xml");
  return Array.from(root.querySelectorAll<SVGElement>("[data-place]"), (one) => {
    const shape = one.matches("rect, polygon, path") ? one : (one.querySelector("rect") ?? one);
    const number = (name: string): number => Number(shape.getAttribute(name) ?? 0);
    const point = {
      x: number("x") + number("width") / 2,
      y: number("y") + number("height") / 2,
    };
    return { name: sectorName(rows, one.dataset["place"]), at: toTicks(board.map, point) };
  });
}
