// engine.ts - the core in the page: one wasm module, its requests and its answers.
//
// Works in a page, in a worker and under Node.  The module imports `progress`, which a player calls
// while he thinks, and `panic`, which is called when the core finds a mistake of its own: then
// nothing in it can be trusted any more.
// SPDX-License-Identifier: MIT

import type { Hint, Review } from "./advice-types";
import type {
  Aim,
  Answer,
  Beginning,
  Board,
  Danger,
  EngineApi,
  Fact,
  Failure,
  Finished,
  Game,
  GroupPlan,
  GroupWish,
  House,
  Judged,
  LogEntry,
  MarchStep,
  Odds,
  Offer,
  Ordered,
  Place,
  PlayerInfo,
  Question,
  QuestionKind,
  Result,
  Side,
  Sight,
  Sketch,
  Slot,
  Standing,
  Under,
  Viewer,
} from "./engine-types";

import type { RawOutline, Rows } from "./maker/text";

type Numbers = (number | bigint)[];

/** What the module exports: wasm/*.c. */
interface Exports {
  memory: WebAssembly.Memory;
  request(bytes: number): number;
  response(): number;
  [name: string]: WebAssembly.ExportValue;
}

const viewers: Record<Viewer, number> = { blue: 0, red: 1, watcher: 2, all: 255 };
const questions: Record<QuestionKind, number> = {
  reach: 0,
  sight: 1,
  measure: 2,
  arcs: 3,
  contact: 4,
};
const groups: Record<GroupWish["kind"], number> = { go: 0, like: 1, fire: 2 };
const DANGER_ROWS = 11; // GG_DANGER_SIDE
const ORIGIN: Place = { x: 0, y: 0 };
/** Outcomes that are enumerated; beyond that, samples; and the same of a charge to its end. */
const efforts = {
  quick: [20000, 2000, 600, 60],
  closer: [20000, 2000, 8000, 1000],
  full: [200000, 20000, 40000, 4000],
} as const;
const allSteps = 0xffffffff;
const seedMask = (1n << 64n) - 1n;

/** The core found a mistake of its own. */
export class CorePanic extends Error {
  override name = "CorePanic";
}

/** A seed from the device: nobody can foresee it, but nobody can prove it either.  Short enough
 *  to be told to a friend. */
export function freshSeed(): bigint {
  const numbers = new Uint32Array(1);
  globalThis.crypto.getRandomValues(numbers);
  return BigInt(numbers[0] ?? 0);
}

export class Engine implements EngineApi {
  readonly games: Game[];
  readonly players: PlayerInfo[];
  private readonly exports: Exports;
  private readonly encoder = new TextEncoder();
  private readonly decoder = new TextDecoder();
  private watch: ((done: number, all: number) => void) | undefined; // of the player who thinks

  /** `module` makes more of them: each has a memory of its own. */
  constructor(readonly module: WebAssembly.Module) {
    const panic = (at: number, length: number): never => {
      throw new CorePanic(this.read(at, length));
    };
    const progress = (done: number, all: number): void => this.watch?.(done, all);
    const now = (): number => performance.now();
    const instance = new WebAssembly.Instance(module, { env: { panic, progress, now } });
    this.exports = instance.exports as Exports;
    this.games = this.json<Game[]>("games", []);
    this.players = this.json<PlayerInfo[]>("players", []);
  }

  /** From the bytes of grognard.wasm, or from the response that brings them. */
  static async load(source: BufferSource | Response): Promise<Engine> {
    if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) {
      return new Engine(await WebAssembly.compile(source));
    }
    if (!source.ok) throw new Error(`the rules could not be loaded: ${source.status}`);
    if (source.headers.get("content-type")?.startsWith("application/wasm")) {
      return new Engine(await WebAssembly.compileStreaming(source));
    }
    return new Engine(await WebAssembly.compile(await source.arrayBuffer()));
  }

  // ---- Beginning and going on. ----

  open(slot: Slot, beginning: Beginning): Result<{ standing: Standing }> {
    const options = Object.entries(beginning.options ?? {}).map(
      ([name, value]) => `${name}=${value}`,
    );
    return this.json(
      "open",
      [slot, beginning.seed & seedMask],
      beginning.game,
      beginning.scenario ?? "",
      beginning.seats.blue,
      beginning.seats.red,
      ...options,
    );
  }

  /** What a file of tables changes; `house` is missing if that is nothing. */
  readTables(game: string, name: string, text: string): Result<{ house?: House }> {
    const bytes = this.encoder.encode(text);
    return this.json("read_tables", [bytes.length], game, name, bytes);
  }

  openText(slot: Slot, text: string, name: string, seed = 0n): Result<{ standing: Standing }> {
    const bytes = this.encoder.encode(text);
    return this.json("open_text", [slot, seed & seedMask, bytes.length], name, bytes);
  }

  openReplay(slot: Slot, text: string, name: string): Result<{ standing: Standing }> {
    const bytes = this.encoder.encode(text);
    return this.json("open_replay", [slot, bytes.length], name, bytes);
  }

  standing(slot: Slot, viewer: Viewer): Standing {
    return this.json("standing", [slot, viewers[viewer]]);
  }

  run(slot: Slot, steps = allSteps): Standing {
    return this.standingOf(this.json("run", [slot, steps]));
  }

  act(slot: Slot, side: Side, action: string): Result<{ standing: Standing }> {
    return this.json("act", [slot, viewers[side]], action);
  }

  order(
    slot: Slot,
    side: Side,
    action: string,
    viewer: Viewer,
    fromPly: number,
  ): Result<Ordered> {
    return this.json("order", [slot, viewers[side], viewers[viewer], fromPly], action);
  }

  see(slot: Slot, viewer: Viewer, side: Side | undefined, fromPly: number): Sight {
    return this.json("see", [slot, viewers[viewer], viewers[side ?? "watcher"], fromPly]);
  }

  undo(slot: Slot, side: Side): boolean {
    return this.call("undo", [slot, viewers[side]]) !== 0;
  }

  restartTurn(slot: Slot, side: Side): number {
    let count = 0;
    while (this.undo(slot, side)) count++;
    return count;
  }

  goTo(slot: Slot, ply: number): Standing {
    return this.standingOf(this.json("go_to", [slot, Math.max(0, Math.trunc(ply))]));
  }

  // ---- Telling. ----

  log(slot: Slot, viewer: Viewer, fromPly: number): LogEntry[] {
    return this.json("log", [slot, viewers[viewer], fromPly]);
  }

  position(slot: Slot, viewer: Viewer): string {
    return this.words("position", [slot, viewers[viewer]]);
  }

  record(slot: Slot, viewer: Viewer): string {
    return this.words("record", [slot, viewers[viewer]]);
  }

  // ---- Pictures. ----

  turnTable(slot: Slot, turned: boolean): void {
    this.call("turn_table", [slot, turned ? 1 : 0]);
  }

  board(slot: Slot, viewer: Viewer): Board {
    return this.json("board", [slot, viewers[viewer]]);
  }

  svg(slot: Slot, viewer: Viewer): string {
    return this.words("svg", [slot, viewers[viewer]]);
  }

  text(slot: Slot, viewer: Viewer): string {
    return this.words("text", [slot, viewers[viewer]]);
  }

  stylesheet(): string {
    return this.words("stylesheet", []);
  }

  legend(slot: Slot, viewer: Viewer, width: number): string {
    return this.words("legend", [slot, viewers[viewer], width]);
  }

  // ---- Before deciding. ----

  card(slot: Slot, viewer: Viewer, unit: string): Fact[] {
    return this.json<{ card: Fact[] }>("card", [slot, viewers[viewer]], unit).card;
  }

  names(game: string, scenario: string): string {
    return this.words("names", [], game, scenario);
  }

  offers(slot: Slot, side: Side): Offer[] {
    return this.json("offers", [slot, viewers[side]]);
  }

  judge(
    slot: Slot,
    side: Side,
    action: string,
  ): Result<Judged> {
    return this.json("judge", [slot, viewers[side]], action);
  }

  odds(
    slot: Slot,
    side: Side,
    action: string,
    effort: "quick" | "closer" | "full" = "quick",
  ): Result<{ odds: Odds }> {
    return this.json("odds", [slot, viewers[side], ...efforts[effort]], action);
  }

  sketch(slot: Slot, side: Side, action: string): Result<{ sketch: Sketch }> {
    return this.json("sketch", [slot, viewers[side]], action);
  }

  aim(
    slot: Slot,
    side: Side,
    who: string,
    at: { whom: string } | Place,
    facing = -1,
  ): Aim | undefined {
    const place = "whom" in at ? { x: 0, y: 0 } : at;
    return (
      this.json<Aim | null>(
        "aim",
        [slot, viewers[side], Math.round(place.x), Math.round(place.y), Math.round(facing)],
        who,
        "whom" in at ? at.whom : "",
      ) ?? undefined
    );
  }

  goOn(slot: Slot, side: Side, begun: string, at: Place, facing = -1): Aim | undefined {
    return (
      this.json<Aim | null>(
        "go_on",
        [slot, viewers[side], Math.round(at.x), Math.round(at.y), Math.round(facing)],
        begun,
      ) ?? undefined
    );
  }

  group(slot: Slot, side: Side, units: readonly string[], wish: GroupWish): GroupPlan {
    const { by, to } = wish.kind === "go" ? wish : { by: ORIGIN, to: ORIGIN };
    const [x, y, toX, toY] = [by.x, by.y, to.x, to.y].map(Math.round);
    return this.json(
      "group",
      [slot, viewers[side], groups[wish.kind], x ?? 0, y ?? 0, toX ?? 0, toY ?? 0],
      wish.kind === "like" ? wish.action : "",
      ...units,
    );
  }

  danger(slot: Slot, side: Side, unit: string): Danger[] {
    return Array.from({ length: DANGER_ROWS }, (_, row) =>
      this.json<Danger[]>("danger", [slot, viewers[side], row], unit),
    ).flat();
  }

  under(slot: Slot, side: Side, unit: string): Under {
    return this.json("under", [slot, viewers[side]], unit);
  }

  towards(slot: Slot, side: Side, unit: string, to: Place): MarchStep | undefined {
    const place = [Math.round(to.x), Math.round(to.y)];
    return (
      this.json<MarchStep | null>("towards", [slot, viewers[side], ...place], unit) ?? undefined
    );
  }

  ask(slot: Slot, side: Viewer, question: Question): Result<{ answer: Answer }> {
    const { from = { x: 0, y: 0 }, to = { x: 0, y: 0 } } = question;
    return this.json(
      "ask",
      [
        slot,
        viewers[side],
        questions[question.kind],
        Math.round(from.x),
        Math.round(from.y),
        Math.round(to.x),
        Math.round(to.y),
      ],
      question.who ?? "",
      question.whom ?? "",
    );
  }

  // ---- Making a battle. ----

  rows(game: string): Rows {
    return this.json("rows", [], game);
  }

  outline(game: string, text: string, lately: number): RawOutline {
    const before = this.encoder.encode(text.slice(0, lately)).length;
    return this.json("outline_text", [before], game, text);
  }

  // ---- Sheets, players, proof. ----

  sheet(game: string): string {
    return this.words("sheet", [], game);
  }

  think(
    slot: Slot,
    player: string,
    side: Side,
    seed: bigint,
    watch?: (done: number, all: number) => void,
  ): Result<{ action: string }> {
    this.watch = watch;
    try {
      return this.json("think", [slot, viewers[side], seed & seedMask], player);
    } finally {
      this.watch = undefined;
    }
  }

  /** The slot goes on from a guess at what this side does not know, with dice of its own. */
  suppose(slot: Slot, side: Side, seed: bigint): void {
    this.call("suppose", [slot, viewers[side], seed & seedMask]);
  }

  thinkBegin(slot: Slot, player: string, side: Side, seed: bigint): Result<object> {
    return this.json("think_begin", [slot, viewers[side], seed & seedMask], player);
  }

  thinkOn(
    milliseconds: number,
    now: boolean,
    watch?: (done: number, all: number) => void,
  ): boolean {
    const goOn = this.exports["think_on"] as (milliseconds: number, now: number) => number;
    this.watch = watch;
    try {
      return goOn(milliseconds, now ? 1 : 0) === 1;
    } finally {
      this.watch = undefined;
    }
  }

  thinkTake(slot: Slot, side: Side): Result<{ action: string }> {
    return this.json("think_take", [slot, viewers[side]]);
  }

  finish(slot: Slot): Finished {
    return this.json("finish", [slot]);
  }

  gameSeed(run: bigint, game: number): bigint {
    const seed = this.exports["game_seed"] as (run: bigint, game: bigint) => bigint;
    return seed(run & seedMask, BigInt(game)) & seedMask;
  }

  /** What a player who thinks ahead would do, and of an action (or "") why it was done. */
  hint(
    slot: Slot,
    side: Side,
    player: string,
    also: string,
    watch?: (done: number, all: number) => void,
  ): Result<{ hint: Hint }> {
    this.watch = watch;
    try {
      return this.json("hint", [slot, viewers[side], 0], player, also);
    } finally {
      this.watch = undefined;
    }
  }

  /** The whole record of the slot, looked back upon; `curve` is a picture of it. */
  review(
    slot: Slot,
    player: string,
    watch?: (done: number, all: number) => void,
  ): Result<{ review: Review; curve: string }> {
    this.watch = watch;
    try {
      return this.json("review", [slot, 0], player);
    } finally {
      this.watch = undefined;
    }
  }

  /** The last review as a battle report: an HTML file. */
  report(): string {
    return this.words("report", []);
  }

  signature(game: string): string {
    return this.words("signature", [], game);
  }

  // ---- Requests and responses. ----

  private standingOf(done: Result<{ standing: Standing }>): Standing {
    if (done.ok) return done.standing;
    throw new Error((done as Failure).error);
  }

  private read(at: number, length: number): string {
    return this.decoder.decode(new Uint8Array(this.exports.memory.buffer, at, length));
  }

  /** Puts the words down, one after the other, each with a zero after it. */
  private putDown(words: (string | Uint8Array)[]): void {
    const parts = words.map((word) =>
      typeof word === "string" ? this.encoder.encode(word.replaceAll("\0", " ")) : word,
    );
    const bytes = parts.reduce((sum, part) => sum + part.length + 1, 0);
    const at = this.exports.request(bytes);
    const memory = new Uint8Array(this.exports.memory.buffer, at, bytes);
    let next = 0;
    for (const part of parts) {
      memory.set(part, next);
      memory[next + part.length] = 0;
      next += part.length + 1;
    }
  }

  private call(name: string, numbers: Numbers, ...words: (string | Uint8Array)[]): number {
    this.putDown(words);
    return (this.exports[name] as (...numbers: Numbers) => number)(...numbers);
  }

  private words(name: string, numbers: Numbers, ...words: (string | Uint8Array)[]): string {
    const length = this.call(name, numbers, ...words);
    return this.read(this.exports.response(), length);
  }

  private json<T>(name: string, numbers: Numbers, ...words: (string | Uint8Array)[]): T {
    return JSON.parse(this.words(name, numbers, ...words)) as T;
  }
}
