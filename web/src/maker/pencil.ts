// pencil.ts - the hand that draws on the editor's table: what a press, a drag and a tap mean for
// the text, and which part of the table is looked at.
// SPDX-License-Identifier: MIT

import { toPicture, toTicks } from "../choice";
import type { Board, Place } from "../engine-types";
import type { Changed, Corner, Gesture, Rows, Sketchbook, Statement } from "./text";
import {
  cornersIn,
  insertCorner,
  moveCorner,
  moveToNamed,
  placeField,
  sectorName,
  shiftStatement,
  squareName,
  turnTo,
} from "./text";

export interface Spot {
  readonly at: Place; // in ticks, not rounded
  readonly place: string | undefined; // a square or sector
}

/** What the hand works on, and whom it tells. */
export interface Paper {
  readonly board: Board;
  readonly book: Sketchbook;
  readonly rows: Rows;
  readonly selected: Statement | undefined;
  readonly gesture: Gesture | undefined; // of the pattern in hand
  readonly select: (statement: Statement | undefined) => void;
  readonly preview: (changed: Changed) => void;
  readonly commit: (changed: Changed) => void;
  readonly put: (spots: readonly Spot[]) => void;
  readonly paintAt: (place: string) => void;
  readonly press: (event: KeyboardEvent) => void;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Screen {
  readonly clientX: number;
  readonly clientY: number;
}

type Drag =
  | { kind: "pan"; x: number; y: number; moved: boolean }
  | { kind: "unit"; statement: Statement; from: Place; moved: boolean }
  | { kind: "turn"; statement: Statement; centre: Place }
  | { kind: "corner"; corner: Corner }
  | { kind: "shift"; statement: Statement; from: Place; moved: boolean }
  | { kind: "paint"; last: string }
  | { kind: "rectangle"; from: Place; to: Place };

const NEAR = 12; // pixels within which a corner is meant
const MOVED = 6; // pixels a pointer travels before it is a drag

/** The grain of places that a hand puts down, in ticks. */
export function grainOf(board: Board): number {
  return board.map.high.x - board.map.low.x > 100000 ? 500 : 250;
}

export function rounded(board: Board, at: Place): Place {
  const grain = grainOf(board);
  return { x: Math.round(at.x / grain) * grain, y: Math.round(at.y / grain) * grain };
}

export function pair(at: Place): string {
  return `${at.x.toFixed(1)},${at.y.toFixed(1)}`;
}

export class Pencil {
  svg: SVGSVGElement | null = null;
  ground: SVGGElement | null = null;
  private held: Drag | undefined;
  private begun: Sketchbook | undefined; // the text when the drag began
  private readonly fingers = new Map<number, Place>();
  private view: Box | undefined;
  private drawn: readonly Spot[] = []; // corners of what is being drawn
  private over: Place | undefined;

  constructor(
    private readonly paper: () => Paper,
    private readonly changed: () => void,
  ) {}

  /** The part of the picture that is looked at. */
  box(): Box {
    const { width, height } = this.paper().board.map;
    return this.view ?? { x: 0, y: 0, width, height };
  }

  /** The corners drawn so far, and the pointer, in the picture. */
  outline(): readonly Place[] {
    const { map } = this.paper().board;
    if (this.held?.kind === "rectangle")
      return rectangle(this.held.from, this.held.to).map((at) => toPicture(map, at));
    const points = this.drawn.map(({ at }) => toPicture(map, at));
    return points.length > 0 && this.over !== undefined ? [...points, this.over] : points;
  }

  /** Another pattern, or another table. */
  startAgain(look: boolean): void {
    this.drawn = [];
    if (look) this.view = undefined;
    this.changed();
  }

  /** How much of the picture a pixel is. */
  pixel(): number {
    const matrix = this.svg?.getScreenCTM();
    return matrix === null || matrix === undefined ? 1 : 1 / matrix.a;
  }

  // ---- Where a pointer is. ----

  private pointOf(event: Screen): Place {
    const matrix = this.svg?.getScreenCTM();
    if (matrix === null || matrix === undefined) return { x: 0, y: 0 };
    const at = new DOMPoint(event.clientX, event.clientY).matrixTransform(matrix.inverse());
    return { x: at.x, y: at.y };
  }

  private spotOf(event: Screen): Spot {
    const { board, rows } = this.paper();
    const at = toTicks(board.map, this.pointOf(event));
    return { at, place: placeAt(board, rows, this.ground, event, at) };
  }

  private statementOf(event: Screen): Statement | undefined {
    const { board, book } = this.paper();
    for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
      const number = element.closest<SVGElement>("[data-unit]")?.dataset["unit"];
      const unit = board.units.find((one) => String(one.unit) === number);
      const found = book.statements.find(({ word }) => word === unit?.name);
      if (found !== undefined) return found;
    }
    if (board.map.cell !== 0) return undefined;
    return markedAt(book, this.pointOf(event), NEAR * this.pixel() * 1.5, (at) =>
      toPicture(board.map, at),
    );
  }

  // ---- Pressing, dragging, letting go. ----

  readonly down = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    this.svg?.setPointerCapture(event.pointerId);
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size > 1) {
      this.held = undefined;
      return;
    }
    const { gesture, book } = this.paper();
    const spot = this.spotOf(event);
    this.begun = book;
    if (gesture === "paint" && spot.place !== undefined) {
      this.held = { kind: "paint", last: spot.place };
      this.paper().paintAt(spot.place);
    } else if (gesture === "area" && this.drawn.length === 0) {
      this.held = { kind: "rectangle", from: spot.at, to: spot.at };
    } else {
      const taken = gesture === undefined ? this.grasped(event) : undefined;
      this.held = taken ?? { kind: "pan", x: event.clientX, y: event.clientY, moved: false };
    }
  };

  private grasped(event: PointerEvent): Drag | undefined {
    const { board, rows } = this.paper();
    const target = event.target instanceof Element ? event.target : undefined;
    const handle = target?.closest<SVGElement>("[data-handle]")?.dataset["handle"];
    const byHandle = handle === undefined ? undefined : this.graspedHandle(handle);
    if (byHandle !== undefined) return byHandle;
    const statement = this.statementOf(event);
    if (statement === undefined) return undefined;
    this.paper().select(statement);
    const from = toTicks(board.map, this.pointOf(event));
    const row = rows.lines[statement.row];
    if (row !== undefined && placeField(row) >= 0)
      return { kind: "unit", statement, from, moved: false };
    return board.map.cell === 0 ? { kind: "shift", statement, from, moved: false } : undefined;
  }

  private graspedHandle(handle: string): Drag | undefined {
    const { board, book, selected } = this.paper();
    if (selected === undefined) return undefined;
    if (handle === "turn") {
      const centre = board.units.find(({ name }) => name === selected.word);
      return centre === undefined ? undefined : { kind: "turn", statement: selected, centre };
    }
    const [which = "", number = "0"] = handle.split(" ");
    const corners = cornersIn(book.text, selected.from, selected.to);
    const corner = corners[Number(number)];
    const next = corners[(Number(number) + 1) % corners.length];
    if (corner === undefined || next === undefined) return undefined;
    if (which === "corner") return { kind: "corner", corner };
    const at = rounded(board, {
      x: (corner.at.x + next.at.x) / 2,
      y: (corner.at.y + next.at.y) / 2,
    });
    const fresh = insertCorner(book.text, corner, at);
    this.begun = { ...book, text: fresh.text };
    const from = fresh.at + 1;
    return {
      kind: "corner",
      corner: { from, to: from + fresh.text.length - book.text.length - 1, at },
    };
  }

  readonly move = (event: PointerEvent): void => {
    this.over = this.pointOf(event);
    if (this.drawn.length > 0) this.changed();
    if (this.fingers.size === 2) {
      this.pinch(event);
      return;
    }
    if (this.held === undefined) return;
    const changed = this.dragged(this.held, event);
    if (changed !== undefined) this.paper().preview(changed);
  };

  private dragged(held: Drag, event: PointerEvent): Changed | undefined {
    const { board } = this.paper();
    const { at, place } = this.spotOf(event);
    const text = this.begun?.text ?? "";
    switch (held.kind) {
      case "pan":
        this.pan(held, event);
        return undefined;
      case "rectangle":
        held.to = at;
        this.changed();
        return undefined;
      case "paint":
        if (place !== undefined && place !== held.last) {
          held.last = place;
          this.paper().paintAt(place);
        }
        return undefined;
      case "turn":
        return this.turned(held.statement, held.centre, at, event.shiftKey);
      case "corner":
        return moveCorner(text, held.corner, rounded(board, at));
      case "unit":
      case "shift": {
        const by = { x: at.x - held.from.x, y: at.y - held.from.y };
        const ticks = board.map.ticks / Math.abs(board.map.units);
        held.moved ||= Math.hypot(by.x, by.y) > MOVED * this.pixel() * ticks;
        return held.moved ? this.moved(held.statement, by, place) : undefined;
      }
    }
  }

  private turned(
    statement: Statement,
    centre: Place,
    at: Place,
    fine: boolean,
  ): Changed | undefined {
    const { board, rows } = this.paper();
    const row = rows.lines[statement.row];
    const bearing = (Math.atan2(at.x - centre.x, at.y - centre.y) * 180) / Math.PI;
    const step = board.map.cell > 0 ? 90 : fine ? 1 : 5;
    if (row === undefined || this.begun === undefined) return undefined;
    return turnTo(this.begun, statement, row, Math.round(bearing / step) * step);
  }

  private moved(
    statement: Statement,
    by: Place,
    place: string | undefined,
  ): Changed | undefined {
    const { board, rows } = this.paper();
    const row = rows.lines[statement.row];
    if (this.begun === undefined) return undefined;
    if (board.map.cell === 0)
      return shiftStatement(this.begun.text, statement, rounded(board, by));
    return place === undefined || row === undefined
      ? undefined
      : moveToNamed(this.begun, statement, row, place);
  }

  readonly up = (event: PointerEvent): void => {
    this.fingers.delete(event.pointerId);
    const { held } = this;
    this.held = undefined;
    if (held === undefined || held.kind === "paint") return;
    if (held.kind === "pan") {
      if (!held.moved) this.tapped(event);
    } else if (held.kind === "rectangle") {
      const { map } = this.paper().board;
      const wide = Math.hypot(held.to.x - held.from.x, held.to.y - held.from.y);
      if (wide < 20 * this.pixel() * (map.ticks / Math.abs(map.units))) this.tapped(event);
      else
        this.paper().put(rectangle(held.from, held.to).map((at) => ({ at, place: undefined })));
    } else {
      const changed = this.dragged(held, event);
      if (changed !== undefined) this.paper().commit(changed);
    }
  };

  readonly cancel = (): void => {
    this.held = undefined;
    this.fingers.clear();
    if (this.begun !== undefined) this.paper().preview({ text: this.begun.text, at: 0 });
  };

  /** A click with a pattern in hand, or on nothing. */
  private tapped(event: PointerEvent): void {
    const { gesture, select, put, board } = this.paper();
    const spot = this.spotOf(event);
    if (gesture === undefined) select(this.statementOf(event));
    else if (gesture === "point") put([spot]);
    else if (gesture === "border") {
      const both = [...this.drawn, spot];
      this.drawn = both.length === 2 ? [] : both;
      if (both.length === 2) put(both);
    } else {
      const near = (other: Spot | undefined, pixels: number): boolean =>
        other !== undefined &&
        distance(toPicture(board.map, other.at), this.pointOf(event)) < pixels * this.pixel();
      const closes = this.drawn.length >= 3 && near(this.drawn[0], NEAR);
      const again = this.drawn.length >= 2 && near(this.drawn.at(-1), 4);
      if (closes || again) this.finish();
      else this.drawn = [...this.drawn, spot];
    }
    this.changed();
  }

  private finish(): void {
    const least = this.paper().gesture === "way" ? 2 : 3;
    if (this.drawn.length >= least) this.paper().put(this.drawn);
    this.drawn = [];
    this.changed();
  }

  // ---- Looking. ----

  private pan(held: { x: number; y: number; moved: boolean }, event: PointerEvent): void {
    const dx = event.clientX - held.x;
    const dy = event.clientY - held.y;
    if (!held.moved && Math.hypot(dx, dy) < MOVED) return;
    const box = this.box();
    const pixel = this.pixel();
    Object.assign(held, { x: event.clientX, y: event.clientY, moved: true });
    this.view = { ...box, x: box.x - dx * pixel, y: box.y - dy * pixel };
    this.changed();
  }

  private zoom(factor: number, about: Place): void {
    const box = this.box();
    const all = this.paper().board.map.width;
    const width = Math.min(all * 1.2, Math.max(all / 12, box.width / factor));
    const by = width / box.width;
    this.view = {
      x: about.x - (about.x - box.x) * by,
      y: about.y - (about.y - box.y) * by,
      width,
      height: box.height * by,
    };
    this.changed();
  }

  private pinch(event: PointerEvent): void {
    const other = [...this.fingers].find(([id]) => id !== event.pointerId)?.[1];
    const mine = this.fingers.get(event.pointerId);
    if (other === undefined || mine === undefined) return;
    const now = { x: event.clientX, y: event.clientY };
    this.fingers.set(event.pointerId, now);
    this.zoom(
      distance(now, other) / Math.max(1, distance(mine, other)),
      this.pointOf({ clientX: (now.x + other.x) / 2, clientY: (now.y + other.y) / 2 }),
    );
  }

  readonly wheel = (event: WheelEvent): void => {
    event.preventDefault();
    this.zoom(event.deltaY < 0 ? 1.2 : 1 / 1.2, this.pointOf(event));
  };

  readonly keyed = (event: KeyboardEvent): void => {
    const { x, y, width, height } = this.box();
    if (event.key === "Enter" && this.drawn.length > 0) this.finish();
    else if (event.key === "+" || event.key === "-")
      this.zoom(event.key === "+" ? 1.25 : 0.8, { x: x + width / 2, y: y + height / 2 });
    else if (event.key === "0") this.startAgain(true);
    else if (event.key === "Escape" && this.drawn.length > 0) this.startAgain(false);
    else this.paper().press(event);
  };
}

// ---- What lies where. ----

function rectangle(a: Place, b: Place): Place[] {
  return [
    { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y) },
    { x: Math.max(a.x, b.x), y: Math.min(a.y, b.y) },
    { x: Math.max(a.x, b.x), y: Math.max(a.y, b.y) },
    { x: Math.min(a.x, b.x), y: Math.max(a.y, b.y) },
  ];
}

function distance(a: Place, b: Place): number {
  return Math.hypot(a.x - b.x, a.y - b.y);
}

function placeAt(
  board: Board,
  rows: Rows,
  ground: SVGGElement | null,
  event: Screen,
  at: Place,
): string | undefined {
  const { cell, low, high } = board.map;
  if (cell > 0) {
    const inside = at.x >= low.x && at.x < high.x && at.y >= low.y && at.y < high.y;
    return inside ? squareName(Math.floor(at.x / cell), Math.floor(at.y / cell)) : undefined;
  }
  if (cell === 0 || ground === null) return undefined;
  const places = Array.from(ground.querySelectorAll<SVGGraphicsElement>("[data-place]"));
  const found = places.find((one) => {
    const { left, right, top, bottom } = one.getBoundingClientRect();
    const { clientX: x, clientY: y } = event;
    return x >= left && x <= right && y >= top && y <= bottom;
  });
  return found === undefined ? undefined : sectorName(rows, found.dataset["place"]);
}

/** The line whose place, corner or area lies there. */
function markedAt(
  book: Sketchbook,
  point: Place,
  near: number,
  picture: (at: Place) => Place,
): Statement | undefined {
  let inside: Statement | undefined;
  for (const statement of [...book.statements].reverse()) {
    const corners = cornersIn(book.text, statement.from, statement.to).map(({ at }) =>
      picture(at),
    );
    if (corners.some((corner) => distance(corner, point) < near)) return statement;
    if (inside === undefined && corners.length > 2 && encloses(corners, point))
      inside = statement;
    const along = corners.some((corner, index) => {
      const next = corners[index + 1];
      return next !== undefined && fromStretch(corner, next, point) < near / 2;
    });
    if (inside === undefined && along) inside = statement;
  }
  return inside;
}

function encloses(corners: readonly Place[], point: Place): boolean {
  let odd = false;
  corners.forEach((a, index) => {
    const b = corners[(index + 1) % corners.length] ?? a;
    if (a.y > point.y !== b.y > point.y) {
      const x = a.x + ((point.y - a.y) * (b.x - a.x)) / (b.y - a.y);
      if (x > point.x) odd = !odd;
    }
  });
  return odd;
}

function fromStretch(a: Place, b: Place, point: Place): number {
  const length = distance(a, b) ** 2;
  const along =
    length === 0 ? 0 : ((point.x - a.x) * (b.x - a.x) + (point.y - a.y) * (b.y - a.y)) / length;
  const part = Math.max(0, Math.min(1, along));
  return distance(point, { x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y) });
}
