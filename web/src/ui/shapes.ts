// shapes.ts - elements of the board's drawings: made, read from the core's text, and measured.
// SPDX-License-Identifier: MIT

import { toPicture } from "../choice";
import type { Board, Place } from "../engine-types";

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** All of these points, and so much around them. */
export function boxAround(points: readonly Place[], margin: number): Box {
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  return {
    x: left - margin,
    y: top - margin,
    width: Math.max(...points.map(({ x }) => x)) - left + 2 * margin,
    height: Math.max(...points.map(({ y }) => y)) - top + 2 * margin,
  };
}

/** Two of its corners, which lie across. */
export function cornersOf({ x, y, width, height }: Box): Place[] {
  return [
    { x, y },
    { x: x + width, y: y + height },
  ];
}

const SVG = "http://www.w3.org/2000/svg";

export function shape(name: string, attributes: Record<string, string | number>): Element {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

export function fragment(svg: string): Node[] {
  if (svg === "") return [];
  const parsed = new DOMParser().parseFromString(
    `<svg xmlns="${SVG}">${svg}</svg>`,
    "image/svg+xml",
  );
  return Array.from(parsed.documentElement.childNodes, (node) => document.importNode(node, true));
}

/** Where an element stands, and not where it is on its way there. */
function matrixOf(element: SVGGraphicsElement): DOMMatrix | null {
  const wrap = element.parentNode;
  const around = wrap instanceof SVGGElement && wrap.matches(".gliding") ? wrap.parentNode : null;
  if (!(around instanceof SVGGraphicsElement)) return element.getScreenCTM();
  const own = element.transform.baseVal.consolidate()?.matrix;
  const outer = around.getScreenCTM();
  return own === undefined ? outer : (outer?.multiply(own) ?? null);
}

/** An element's box in the coordinates of a group around it, whatever is turned between them. */
export function boxIn(group: SVGGraphicsElement, element: SVGGraphicsElement): Box {
  const box = element.getBBox();
  const outer = group.getScreenCTM();
  const inner = matrixOf(element);
  if (outer === null || inner === null) return box;
  const matrix = outer.inverse().multiply(inner);
  const corners = [
    [box.x, box.y],
    [box.x + box.width, box.y],
    [box.x, box.y + box.height],
    [box.x + box.width, box.y + box.height],
  ].map(([x = 0, y = 0]) => new DOMPoint(x, y).matrixTransform(matrix));
  const xs = corners.map((corner) => corner.x);
  const ys = corners.map((corner) => corner.y);
  return {
    x: Math.min(...xs),
    y: Math.min(...ys),
    width: Math.max(...xs) - Math.min(...xs),
    height: Math.max(...ys) - Math.min(...ys),
  };
}

/** What did not change (the ground, as a rule) stays, and is not laid out and painted again;
 *  counters are always new: those of before may be on their way. */
export function renew(ground: SVGGElement, root: Element): void {
  const old = Array.from(ground.childNodes);
  const made = Array.from(root.childNodes).map((node, index) => {
    const was = old[index];
    const holdsTroops =
      node instanceof Element &&
      (node.matches(".troops,[data-unit]") || node.querySelector("[data-unit]") !== null);
    return was !== undefined && !holdsTroops && was.isEqualNode(node)
      ? was
      : document.adoptNode(node);
  });
  old.filter((node) => !made.includes(node)).forEach((node) => node.remove());
  made.forEach((node, index) => {
    const here = ground.childNodes[index];
    if (here !== node) ground.insertBefore(node, here ?? null);
  });
}

/** The keyboard's cursor: a square of a board of squares, else a cross. */
export function cursorAt(map: Board["map"], place: Place): Element {
  if (map.cell > 0) {
    const low = toPicture(map, {
      x: Math.floor(place.x / map.cell) * map.cell,
      y: (Math.floor(place.y / map.cell) + 1) * map.cell,
    });
    const side = (map.cell * Math.abs(map.units)) / map.ticks;
    const [left, top] = map.units < 0 ? [low.x - side, low.y - side] : [low.x, low.y];
    return shape("rect", {
      class: "mark-cursor",
      x: left + 3,
      y: top + 3,
      width: side - 6,
      height: side - 6,
      rx: 4,
    });
  }
  const at = toPicture(map, place);
  return shape("path", {
    class: "mark-cursor",
    d:
      `M${at.x - 26} ${at.y}h18M${at.x + 8} ${at.y}h18` +
      `M${at.x} ${at.y - 26}v18M${at.x} ${at.y + 8}v18`,
  });
}

/** What a unit is turned by, at the end of a short line from it. */
export function handleAt(end: number): Element[] {
  return [
    shape("path", { d: `M0 ${end + 9}V${end + 20}` }),
    shape("circle", { class: "grasp", cx: 0, cy: end }),
    shape("circle", { cx: 0, cy: end, r: 9 }),
    shape("path", { class: "bow", d: `M-4 ${end + 2}a4.5 4.5 0 1 1 6 3m-2 -3l2 3l-3 2` }),
  ];
}

/** The picture numbers its units; everybody else calls them by name. */
export function unitOf(target: EventTarget | null, board: Board): string | undefined {
  if (!(target instanceof Element)) return undefined;
  const number = target.closest<SVGElement>("[data-unit]")?.dataset["unit"];
  return number === undefined
    ? undefined
    : board.units.find((one) => String(one.unit) === number)?.name;
}

/** The same on a picture that is so much larger, and moved. */
export function scaled(box: Box, to: { scale: number; x: number; y: number }): Box {
  const { scale } = to;
  const { width, height } = box;
  return {
    x: to.x + box.x * scale,
    y: to.y + box.y * scale,
    width: width * scale,
    height: height * scale,
  };
}

const OF_TROOPS = [28, 34]; // pixels of a counter to work with, and to so many it grows
const OF_SMALL = [22, 24]; // commanders, markers: nearer, and all that they are about is away
const SMALL = ["commander", "token"];

export function pixelsOf(role: string | undefined): readonly number[] {
  return SMALL.includes(role ?? "") ? OF_SMALL : OF_TROOPS;
}

export function isHandle(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(".mark-turn") !== null;
}

export function prevent(event: Event): void {
  event.preventDefault();
}
