// posters.mjs - the pictures of the start screen: each game in the middle of a battle; and what the
// start screen shows before the core is there.
//
// Drawn by the core itself from the record of a game between two computers that the tests keep; a
// game without such a record is shown as it is set up.  The editor's is a battle made by chance.
// SPDX-License-Identifier: MIT

import { build } from "esbuild";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const MARGIN = 70; // units of the picture
const OWN = ["clausewitz", 2]; // a game and a seed whose battle shows much of what can be drawn

/** Gives back what the start screen shows at first. */
export async function writePosters(web, out) {
  const work = await mkdtemp(join(tmpdir(), "grognard-posters-"));
  try {
    const [engine, themes, random] = await Promise.all(
      ["engine", "themes", "maker/random"].map((name) => load(web, work, name)),
    );
    const core = await engine.Engine.load(await readFile(join(out, "grognard.wasm")));
    await mkdir(join(out, "posters"), { recursive: true });
    for (const game of core.games) {
      const svg = await poster(core, game, themes.themeOf(game), join(web, "../rules"));
      if (svg !== undefined) await writeFile(join(out, "posters", `${game.id}.svg`), svg);
    }
    const own = core.openText(2, random.randomBattle(core, ...OWN), "a battle of chance");
    if (own.ok) await writeFile(join(out, "posters/own.svg"), core.board(2, "all").svg);
    return firstLook(core);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** See src/first-look.ts. */
function firstLook(core) {
  return {
    games: core.games.map(({ id, title, measure, scenarios }) => ({
      id,
      title,
      measure,
      scenarios: scenarios.map(({ name, text }) => ({ name, text })),
    })),
    players: core.players,
    looks: core.stylesheet(),
  };
}

/** A module of the page, for Node. */
async function load(web, work, name) {
  const file = join(work, `${name.replace("/", "-")}.mjs`);
  await build({
    absWorkingDir: web,
    entryPoints: [`src/${name}.ts`],
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    logLevel: "warning",
  });
  return import(pathToFileURL(file).href);
}

async function poster(core, game, theme, rules) {
  const name = `${theme.poster}-greedy.grog`;
  const record = await readFile(join(rules, game.id, "tests/golden", name), "utf8").catch(
    () => undefined,
  );
  const opened = record === undefined ? undefined : core.openText(2, record, name);
  if (opened?.ok !== true) return undefined;
  core.goTo(2, Math.round(opened.standing.plies * theme.posterAt));
  const board = core.board(2, "all");
  if (board.map.cell === 0) return framed(board);
  return board.map.cell < 0 ? upperRows(board) : board.svg;
}

const FRAME = 16 / 10; // of a card

/** A plan is higher than its frame: the picture shows as many of its rows as go in, from the first
 *  row of squares on (reserves lie before it), and cuts none of its columns. */
function upperRows({ svg }) {
  const places = [...svg.matchAll(/data-place="\d+" x="(\d+)" y="(\d+)" width="(\d+)"/g)].map(
    (found) => ({ y: Number(found[2]), width: Number(found[3]) }),
  );
  const narrow = Math.min(...places.map((place) => place.width));
  const first = Math.min(...places.filter((place) => place.width === narrow).map(({ y }) => y));
  const [, width] = /viewBox="0 0 (\d+)/.exec(svg) ?? [];
  const top = first - MARGIN / 2;
  return svg.replace(
    /viewBox="[^"]*"/,
    `viewBox="${[0, top, Number(width), Number(width) / FRAME].map(Math.round).join(" ")}"`,
  );
}

/** A table is wider than its battle: the picture shows what surrounds the troops. */
function framed({ svg, map, units }) {
  const here = units.filter((unit) => unit.reserve !== true);
  const xs = here.map((unit) => map.x + (unit.x * map.units) / map.ticks);
  const ys = here.map((unit) => map.y - (unit.y * map.units) / map.ticks);
  const [left, top] = [Math.min(...xs) - MARGIN, Math.min(...ys) - MARGIN];
  const [width, height] = [Math.max(...xs) + MARGIN - left, Math.max(...ys) + MARGIN - top];
  return svg.replace(
    /viewBox="[^"]*"/,
    `viewBox="${[left, top, width, height].map(Math.round).join(" ")}"`,
  );
}
