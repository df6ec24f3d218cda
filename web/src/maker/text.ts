// text.ts - a battle that is being made: its text, what stands where in it, and how a hand changes
// it.
//
// The text is all there is; drawing changes letters of it.  What a line is made of, the core tells
// (rows), where the parts stand, it tells too (outline): nothing here knows a game.
// SPDX-License-Identifier: MIT

import type { Place } from "../engine-types";

export interface Field {
  readonly name: string;
  readonly kind:
    | "number"
    | "decimal"
    | "place"
    | "unit"
    | "units"
    | "side"
    | "word"
    | "bits"
    | "flag"
    | "own";
  readonly lead?: string;
  readonly low?: number;
  readonly high?: number;
  readonly decimals?: number;
  readonly nobody?: boolean;
  readonly follows?: boolean;
  readonly joined?: boolean;
  readonly words?: readonly string[];
}

export interface LineRow {
  readonly word: string; // "" where it begins with the name of a thing
  readonly free: boolean;
  readonly own: boolean; // no row says what it is made of
  readonly many: boolean;
  readonly names?: readonly string[];
  readonly fields: readonly Field[];
}

export interface Pattern {
  readonly group: string;
  readonly called: string;
  readonly text: string;
}

export interface Rows {
  readonly version: number;
  readonly lines: readonly LineRow[];
  readonly patterns: readonly Pattern[];
}

/** What the core writes: offsets are bytes. */
export interface RawOutline {
  stands: boolean;
  accepted: string;
  outline: {
    statements: number[][];
    faults: {
      text: string;
      from?: number;
      to?: number;
      line?: number;
      column?: number;
      statement?: number[]; // where it could be read
    }[];
  };
  worth?: Record<string, number>;
}

export interface Part {
  readonly field: number;
  readonly from: number;
  readonly to: number;
}

export const UNREAD = -2; // a line that the core cannot read; its places can be moved all the same

export interface Statement {
  readonly row: number; // of the lines; -1: heading, option, number
  readonly from: number;
  readonly to: number;
  readonly word: string; // its first word: the name of a thing, or what line it is
  readonly parts: readonly Part[];
}

export interface Fault {
  readonly text: string;
  readonly from?: number;
  readonly to?: number;
  readonly line?: number;
}

export interface Sketchbook {
  readonly text: string;
  readonly accepted: string; // what of it can stand
  readonly stands: boolean;
  readonly statements: readonly Statement[];
  readonly faults: readonly Fault[];
  readonly worth: Readonly<Record<string, number>>;
}

/** From the core's bytes to the page's letters. */
function letterOf(text: string): (byte: number) => number {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length === text.length) return (byte) => byte;
  const decoder = new TextDecoder();
  return (byte) => decoder.decode(bytes.subarray(0, byte)).length;
}

export function sketchbookOf(text: string, raw: RawOutline): Sketchbook {
  const letter = letterOf(text);
  const struck = raw.outline.faults.flatMap(({ statement, from, to }) =>
    statement !== undefined
      ? [statement]
      : from !== undefined && to !== undefined
        ? [[UNREAD, from, to]]
        : [],
  );
  const statements = [...raw.outline.statements, ...struck]
    .map(([row = -1, first = 0, last = 0, ...rest]): Statement => {
      const from = letter(first);
      const to = letter(last);
      const parts: Part[] = [];
      for (let at = 0; at + 2 < rest.length; at += 3) {
        const [field = 0, begin = 0, end = 0] = rest.slice(at, at + 3);
        parts.push({ field, from: letter(begin), to: letter(end) });
      }
      return { row, from, to, word: firstWord(text.slice(from, to)), parts };
    })
    .sort((a, b) => a.from - b.from);
  const faults = raw.outline.faults.map(({ text: words, from, to, line }) => ({
    text: words,
    ...(from !== undefined && to !== undefined && { from: letter(from), to: letter(to) }),
    ...(line !== undefined && { line }),
  }));
  const { accepted, stands, worth = {} } = raw;
  return { text, accepted, stands, statements, faults, worth };
}

function firstWord(text: string): string {
  return /^[^\s]*/.exec(text)?.[0] ?? "";
}

/** A text and where it was changed. */
export interface Changed {
  readonly text: string;
  readonly at: number;
}

function replaced(text: string, from: number, to: number, fresh: string): Changed {
  return { text: text.slice(0, from) + fresh + text.slice(to), at: from };
}

// ---- Places. ----

/** A length as people write it, with no more decimals than it needs. */
export function told(ticks: number): string {
  return String(Math.round(ticks) / 1000);
}

export function placeText(at: Place): string {
  return `${told(at.x)},${told(at.y)}`;
}

export interface Corner {
  readonly from: number;
  readonly to: number;
  readonly at: Place;
}

const PLACE = /-?\d+(?:\.\d+)?,-?\d+(?:\.\d+)?/g;

/** The places on a table that stand in this stretch of the text. */
export function cornersIn(text: string, from: number, to: number): Corner[] {
  return Array.from(text.slice(from, to).matchAll(PLACE), (found) => {
    const [x = 0, y = 0] = found[0].split(",").map(Number);
    const begin = from + found.index;
    return {
      from: begin,
      to: begin + found[0].length,
      at: { x: Math.round(x * 1000), y: Math.round(y * 1000) },
    };
  });
}

const SQUARE = /\b([a-z])(\d{1,2})\b/g;

/** The squares of a board in this stretch. */
export function squaresIn(text: string): string[] {
  return Array.from(text.matchAll(SQUARE), (found) => found[0]);
}

export function squareName(column: number, row: number): string {
  return String.fromCharCode(97 + column) + (row + 1);
}

export function squarePlace(name: string): { column: number; row: number } {
  return { column: name.charCodeAt(0) - 97, row: Number(name.slice(1)) - 1 };
}

export const WINDS = ["N", "E", "S", "W"] as const;

// ---- Changing a line. ----

/** The part is this now; undefined: it is not said. */
export function setField(
  book: Sketchbook,
  statement: Statement,
  row: LineRow,
  index: number,
  value: string | undefined,
): Changed {
  const field = row.fields[index];
  const { text } = book;
  if (field === undefined) return { text, at: statement.from };
  const part = statement.parts.find((one) => one.field === index);
  if (part !== undefined && value === undefined) return cutPart(text, part);
  if (value === undefined) return { text, at: statement.from };
  const said = field.kind === "flag" ? (field.lead ?? "") : withLead(field, value);
  if (part !== undefined) return replaced(text, part.from, part.to, said);
  const at = insertionPoint(statement, row, index);
  return replaced(text, at, at, (field.joined === true ? "" : " ") + said);
}

export function cutPart(text: string, part: Part): Changed {
  const from = part.from - (text.slice(0, part.from).match(/[ \t]+$/)?.[0].length ?? 0);
  return replaced(text, from, part.to, "");
}

function withLead(field: Field, value: string): string {
  if (field.lead === undefined || field.lead === "") return value;
  return field.lead + (/[a-z0-9]$/.test(field.lead) ? " " : "") + value;
}

function insertionPoint(statement: Statement, row: LineRow, index: number): number {
  const behind = (field: number): number | undefined =>
    statement.parts.filter((part) => part.field === field).at(-1)?.to;
  if (row.fields[index]?.follows === true) return behind(index - 1) ?? statement.to;
  if (row.free) return statement.to;
  for (let field = index - 1; field >= 0; field--) {
    const at = behind(field);
    if (at !== undefined) return at;
  }
  return statement.parts[0]?.from ?? statement.to;
}

/** One of several words that may be said together. */
export function setBit(
  book: Sketchbook,
  statement: Statement,
  index: number,
  word: string,
  on: boolean,
): Changed {
  const part = statement.parts.find(
    (one) => one.field === index && book.text.slice(one.from, one.to) === word,
  );
  if (part !== undefined && !on) return cutPart(book.text, part);
  if (part === undefined && on)
    return replaced(book.text, statement.to, statement.to, ` ${word}`);
  return { text: book.text, at: statement.from };
}

export function valueOf(book: Sketchbook, row: LineRow, part: Part): string {
  const lead = row.fields[part.field]?.lead ?? "";
  return book.text.slice(part.from, part.to).slice(lead.length).trim();
}

/** The line of a statement with what stands behind it: its name in the comment. */
function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

export function commentOf(text: string, statement: Statement): string {
  const rest = text.slice(statement.to, lineEnd(text, statement.to));
  return /^[ \t]*#[ \t]*(.*)$/.exec(rest)?.[1]?.trim() ?? "";
}

export function setComment(text: string, statement: Statement, name: string): Changed {
  const end = lineEnd(text, statement.to);
  const rest = text.slice(statement.to, end);
  if (rest.includes(";")) return { text, at: statement.from };
  const clean = name.replaceAll(/[\n;#]/g, " ").trimStart();
  return replaced(text, statement.to, end, clean === "" ? "" : ` # ${clean}`);
}

const QUOTED = /"([^"\n]*)"/;

/** Games that keep names in the state write them in quotes; the others have comments. */
function keepsNames(rows: Rows): boolean {
  return rows.lines.some(({ fields }) => fields.some(({ name }) => name === "name"));
}

export function nameOf(book: Sketchbook, rows: Rows, statement: Statement): string {
  const quoted = QUOTED.exec(book.text.slice(statement.from, statement.to))?.[1];
  if (quoted !== undefined) return quoted;
  return keepsNames(rows) ? "" : commentOf(book.text, statement);
}

export function setName(
  book: Sketchbook,
  rows: Rows,
  statement: Statement,
  name: string,
): Changed {
  if (!keepsNames(rows)) return setComment(book.text, statement, name);
  const line = book.text.slice(statement.from, statement.to);
  const said = name.trim() === "" ? "" : `"${name.replaceAll(/["\n;#]/g, " ").trim()}"`;
  const behind = rows.lines[statement.row]?.own === true ? statement.word.length : line.length;
  const fresh = QUOTED.test(line)
    ? line.replace(QUOTED, said).replace(/ {2,}/g, " ").trimEnd()
    : `${line.slice(0, behind)} ${said}${line.slice(behind)}`;
  return setStatement(book.text, statement, fresh);
}

export function removeStatement(
  text: string,
  { from, to }: { from: number; to: number },
): Changed {
  const begin = text.lastIndexOf("\n", from - 1) + 1;
  const end = lineEnd(text, to);
  const rest = text.slice(to, end);
  const alone = text.slice(begin, from).trim() === "" && !rest.includes(";");
  if (!alone) return replaced(text, from, to, "");
  return replaced(text, begin, Math.min(end + 1, text.length), "");
}

export function setStatement(
  text: string,
  { from, to }: { from: number; to: number },
  fresh: string,
): Changed {
  return replaced(text, from, to, fresh.replaceAll("\n", " "));
}

export function addLine(text: string, line: string): Changed {
  const whole = text.endsWith("\n") || text === "" ? text : text + "\n";
  return { text: `${whole}${line}\n`, at: whole.length };
}

// ---- Moving and turning. ----

export function moveCorner(text: string, corner: Corner, at: Place): Changed {
  return replaced(text, corner.from, corner.to, placeText(at));
}

export function insertCorner(text: string, after: Corner, at: Place): Changed {
  return replaced(text, after.to, after.to, ` ${placeText(at)}`);
}

export function removeCorner(text: string, corner: Corner): Changed {
  return cutPart(text, { field: 0, ...corner });
}

/** Every place of the statement goes as far. */
export function shiftStatement(text: string, statement: Statement, by: Place): Changed {
  const { from, to } = statement;
  const fresh = cornersIn(text, from, to).reduceRight(
    (line, corner) =>
      line.slice(0, corner.from - from) +
      placeText({ x: corner.at.x + by.x, y: corner.at.y + by.y }) +
      line.slice(corner.to - from),
    text.slice(from, to),
  );
  return replaced(text, from, to, fresh);
}

function fieldNamed(row: LineRow, name: string): number {
  return row.fields.findIndex((field) => field.name === name);
}

export function placeField(row: LineRow): number {
  const kind = row.fields.findIndex((field) => field.kind === "place");
  return kind >= 0 ? kind : fieldNamed(row, "place");
}

/** A plan's picture numbers its sectors as the rows list them. */
export function sectorName(rows: Rows, number: string | undefined): string {
  const words = rows.lines
    .flatMap(({ fields }) => fields)
    .find(({ name, kind }) => name === "place" && kind === "word")?.words;
  return words?.[Number(number)] ?? "";
}

/** To a place that has a name: a square, a sector. */
export function moveToNamed(
  book: Sketchbook,
  statement: Statement,
  row: LineRow,
  name: string,
): Changed {
  const index = placeField(row);
  const part = statement.parts.find((one) => one.field === index);
  if (part === undefined) return { text: book.text, at: statement.from };
  const old = book.text.slice(part.from, part.to);
  const squares = squaresIn(old);
  const first = squares[0];
  if (first === undefined) return replaced(book.text, part.from, part.to, name);
  const was = squarePlace(first);
  const now = squarePlace(name);
  const fresh =
    row.fields[index]?.kind === "word"
      ? name
      : old.replace(SQUARE, (square) => {
          const at = squarePlace(square);
          return squareName(at.column + now.column - was.column, at.row + now.row - was.row);
        });
  return replaced(book.text, part.from, part.to, fresh);
}

/** In whole degrees; where the game has winds, to the nearest of them. */
export function turnTo(
  book: Sketchbook,
  statement: Statement,
  row: LineRow,
  degrees: number,
): Changed | undefined {
  const whole = ((Math.round(degrees) % 360) + 360) % 360;
  const index = fieldNamed(row, "facing");
  if (index >= 0) return setField(book, statement, row, index, String(whole));
  const part = statement.parts.find((one) => one.field === placeField(row));
  if (part === undefined) return undefined;
  const old = book.text.slice(part.from, part.to);
  const wind = WINDS[Math.round(whole / 90) % 4] ?? "N";
  const fresh = old.replace(/ [NESW]$/, ` ${wind}`);
  return fresh === old ? undefined : replaced(book.text, part.from, part.to, fresh);
}

// ---- Patterns. ----

export interface Filling {
  readonly side: "blue" | "red";
  readonly taken: ReadonlySet<string>; // names that are in use
  readonly at?: string;
  readonly degrees?: number;
  readonly corners?: readonly Place[];
  readonly border?: string;
}

export type Gesture = "point" | "area" | "way" | "paint" | "border" | "none";

export function gestureOf(pattern: Pattern): Gesture {
  if (pattern.text.includes("{corners}")) return "area";
  if (pattern.text.includes("{way}")) return "way";
  if (pattern.text.includes("{squares}")) return "paint";
  if (pattern.text.includes("{border}")) return "border";
  return pattern.text.includes("{at}") ? "point" : "none";
}

/** The line that the pattern makes. */
export function fill(pattern: Pattern, filling: Filling): string {
  const { side, taken, at = "", degrees = side === "blue" ? 0 : 180 } = filling;
  const places = (filling.corners ?? []).map(placeText).join(" ");
  const given: Record<string, string> = {
    at,
    squares: at,
    corners: places,
    way: places,
    border: filling.border ?? "",
    facing: String(Math.round(degrees)),
    wind: WINDS[Math.round(degrees / 90) % 4] ?? "N",
  };
  let made = "";
  for (const piece of pattern.text.split(/(\{[^}]*\})/)) {
    const inside = /^\{(.*)\}$/.exec(piece)?.[1];
    if (inside === undefined) made += piece;
    else if (inside in given) made += given[inside] ?? "";
    else if (inside.endsWith(".."))
      made += nextNumber(made, ofSide(inside.slice(0, -2), side), taken);
    else made += ofSide(inside, side);
  }
  return made;
}

function ofSide(choice: string, side: "blue" | "red"): string {
  const [blue = "", red = blue] = choice.split("|");
  return side === "blue" ? blue : red;
}

/** The first number from there on that no other name has, whatever stands behind it. */
function nextNumber(before: string, from: string, taken: ReadonlySet<string>): string {
  const word = before.slice(before.lastIndexOf(" ") + 1);
  const lead = word === "" ? before : word; // "objective ", "a"
  const others = [...taken].map((name) => name.replace(/[a-z]$/, ""));
  for (let number = Number(from); number < 1000; number++)
    if (!others.includes(lead + number)) return String(number);
  return from;
}

/** Names that things have: those of the lines, and those on the board.  A line with a number, such
 *  as `objective 2`, has both as its name. */
export function takenNames(book: Sketchbook, units: readonly string[]): Set<string> {
  const numbers = book.statements.map(
    ({ from, to }) => /^\w+ \d+\b/.exec(book.text.slice(from, to))?.[0] ?? "",
  );
  return new Set([...book.statements.map(({ word }) => word), ...units, ...numbers]);
}

/** This square is like that now: in the line of its kind, and in no later line of another. */
export function paint(
  book: Sketchbook,
  words: readonly string[],
  word: string,
  square: string,
): Changed {
  let { text } = book;
  let home: Statement | undefined;
  for (const statement of [...book.statements].reverse()) {
    if (!words.includes(statement.word)) continue;
    const line = text.slice(statement.from, statement.to);
    if (statement.word === word) {
      home ??= statement;
      if (squaresIn(line).includes(square)) return { text, at: statement.from };
    } else if (squaresIn(line).includes(square)) {
      const rest = line.replace(new RegExp(`\\s+${square}\\b`), "");
      const gone = squaresIn(rest).length === 0;
      text = (gone ? removeStatement(text, statement) : setStatement(text, statement, rest))
        .text;
      if (home !== undefined && home.from > statement.from) home = undefined;
    }
  }
  if (home === undefined || text !== book.text) return addLine(text, `${word} ${square}`);
  return replaced(text, home.to, home.to, ` ${square}`);
}

// ---- Options, house rules, title. ----

const ASSIGNED = /^(option|number)\s+(\w+)=(-?\d+)$/;

export function assigned(book: Sketchbook, kind: "option" | "number"): Record<string, number> {
  const found = book.statements.flatMap(({ from, to }) => {
    const [, which, name, value] = ASSIGNED.exec(book.text.slice(from, to)) ?? [];
    return which === kind && name !== undefined ? [[name, Number(value)] as const] : [];
  });
  return Object.fromEntries(found);
}

/** All options, or all numbers, are these; they stand below the heading. */
export function assign(
  book: Sketchbook,
  kind: "option" | "number",
  values: Readonly<Record<string, number>>,
): Changed {
  let { text } = book;
  const first = kind === "number" ? /^(number|house)$/ : /^option$/;
  for (const statement of [...book.statements].reverse())
    if (first.test(statement.word)) ({ text } = removeStatement(text, statement));
  const lines = Object.entries(values).map(([name, value]) => `${kind} ${name}=${value}\n`);
  const head = book.statements.find(({ word }) => word === "position");
  const at = head === undefined ? 0 : Math.min(lineEnd(text, head.to) + 1, text.length);
  return replaced(text, at, at, lines.join(""));
}

export function titleOf(book: Sketchbook): string {
  const head = book.statements.find(({ word }) => word === "position");
  return head === undefined ? "" : commentOf(book.text, head);
}

export function setTitle(book: Sketchbook, title: string): Changed {
  const head = book.statements.find(({ word }) => word === "position");
  return head === undefined ? { text: book.text, at: 0 } : setComment(book.text, head, title);
}

/** A battle with nothing in it but what every battle begins with. */
export function emptyText(game: string, rows: Rows, title: string): string {
  const lines = rows.patterns.filter(({ group }) => group === "").map(({ text }) => text);
  return [`position ${game} ${rows.version} # ${title}`, ...lines, ""].join("\n");
}
