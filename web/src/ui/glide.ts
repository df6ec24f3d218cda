// glide.ts - units that go their ways on the picture instead of jumping, and losses struck off.
// SPDX-License-Identifier: MIT

import { toPicture } from "../choice";
import type { BoardMap, Place } from "../engine-types";
import type { Glide } from "../show";

const SVG = "http://www.w3.org/2000/svg";

export function quiet(): boolean {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** It stands where it stands, whatever way it was on. */
function halt(group: SVGGElement): void {
  const wrap = group.parentNode;
  if (wrap instanceof SVGGElement && wrap.matches(".gliding")) wrap.replaceWith(group);
}

/** Moves the group along the way to where it stands. */
export function glide(group: SVGGElement, way: Glide, map: BoardMap): void {
  const points = way.points.map((point) => toPicture(map, point));
  const end = points.at(-1);
  halt(group);
  const parent = group.parentNode;
  if (end === undefined || points.length < 2 || parent === null) return;
  const wrap = document.createElementNS(SVG, "g");
  wrap.setAttribute("class", "gliding");
  parent.insertBefore(wrap, group);
  wrap.append(group);
  const lengths = points.map((point, index) => {
    const before = points[index - 1];
    return before === undefined ? 0 : Math.hypot(point.x - before.x, point.y - before.y);
  });
  const whole = lengths.reduce((sum, one) => sum + one, 0) || 1;
  let gone = 0;
  const frames = points.map((point, index) => {
    gone += lengths[index] ?? 0;
    return {
      transform: `translate(${point.x - end.x}px,${point.y - end.y}px)`,
      offset: Math.min(1, gone / whole),
    };
  });
  const played = wrap.animate(frames, {
    duration: way.time,
    delay: way.begins,
    fill: "backwards",
    easing: "ease-in-out",
  });
  const unwrap = (): void => wrap.replaceWith(...wrap.childNodes);
  played.finished.then(unwrap, unwrap);
}

/** The counter that left the board, for as long as it takes to see it go. */
export function fade(layer: SVGGElement, former: SVGElement, begins: number): void {
  former.removeAttribute("data-unit");
  layer.append(former);
  const played = former.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: 500,
    delay: begins,
    fill: "both",
  });
  const remove = (): void => former.remove();
  played.finished.then(remove, remove);
}

/** An arrow along a way, in the coordinates of the picture. */
export function arrowOf(map: BoardMap, way: readonly Place[], looks: string): SVGElement[] {
  const points = way.map((point) => toPicture(map, point));
  const end = points.at(-1);
  const before = points.at(-2);
  if (end === undefined || before === undefined) return [];
  const angle = (Math.atan2(end.y - before.y, end.x - before.x) * 180) / Math.PI;
  const line = document.createElementNS(SVG, "polyline");
  line.setAttribute("class", looks);
  line.setAttribute("points", points.map((point) => `${point.x},${point.y}`).join(" "));
  const head = document.createElementNS(SVG, "path");
  head.setAttribute("class", `${looks} head`);
  head.setAttribute("d", "M2 0L-16 -8V8Z");
  head.setAttribute("transform", `translate(${end.x},${end.y}) rotate(${angle})`);
  return [line, head];
}

/** What a unit lost, above it: it rises and stays for a while. */
export function strikeOff(map: BoardMap, at: Place, words: string, begins: number): SVGElement {
  const point = toPicture(map, at);
  const text = document.createElementNS(SVG, "text");
  text.setAttribute("class", "struck");
  text.setAttribute("x", String(point.x));
  text.setAttribute("y", String(point.y - 12));
  text.textContent = words;
  if (!quiet())
    text.animate(
      [
        { opacity: 0, transform: "translateY(14px)" },
        { opacity: 1, transform: "none" },
      ],
      { duration: 260, delay: begins, fill: "backwards" },
    );
  return text;
}
