// overview.tsx - the whole board in a corner while the window shows only a part of it.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { toPicture } from "../choice";
import type { Board, Place } from "../engine-types";
import type { Box } from "./shapes";

const NAME_BELOW = 24; // pixels under a counter where it is named

/** The whole board in a corner, with a frame around what the window shows; a click goes there. */
export function Overview({ board, go }: { board: Board; go: (at: Place) => void }): JSX.Element {
  const { map, units } = board;
  const [x = 0, y = 0, width = 1, height = 1] = boxOf(board.svg);
  const held = useRef(false);
  const move = (event: PointerEvent): void => {
    event.stopPropagation();
    if (!held.current || !(event.currentTarget instanceof SVGSVGElement)) return;
    const frame = event.currentTarget.getBoundingClientRect();
    go({
      x: x + ((event.clientX - frame.left) / frame.width) * width,
      y: y + ((event.clientY - frame.top) / frame.height) * height,
    });
  };
  const release = (element: SVGSVGElement): void => {
    held.current = false;
    delete element.dataset["held"];
  };
  const size = Math.max(width, height) / 44;
  return (
    <svg
      class="overview"
      style={{ aspectRatio: `${width} / ${height}` }}
      viewBox={`${x} ${y} ${width} ${height}`}
      aria-hidden="true"
      onPointerDown={(event) => {
        held.current = true;
        event.currentTarget.dataset["held"] = "";
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={move}
      onPointerUp={(event) => {
        event.stopPropagation();
        release(event.currentTarget);
      }}
      onPointerCancel={(event) => release(event.currentTarget)}
      onMouseDown={(event) => event.stopPropagation()}
      onTouchStart={(event) => event.stopPropagation()}
      onClick={(event) => event.stopPropagation()}
    >
      <rect class="ground" x={x} y={y} width={width} height={height} />
      {units
        .filter((unit) => unit.reserve !== true && unit.side !== undefined)
        .map((unit) => {
          const at = toPicture(map, unit);
          return (
            <rect
              key={unit.unit}
              class={unit.side}
              x={at.x - size / 2}
              y={at.y - size / 2}
              width={size}
              height={size}
            />
          );
        })}
      <rect class="window" />
    </svg>
  );
}

function boxOf(svg: string): number[] {
  return (/viewBox="([^"]+)"/.exec(svg)?.[1] ?? "").split(/[\s,]+/).map(Number);
}

/** Where the overview stands and what it shows; all but the window in pixels. */
interface Placed {
  readonly shown: boolean;
  readonly window: Box; // what the board's window shows, in the picture
  readonly board: Place; // the board's corner on the page; the rest is told from there
  readonly chosen: Box | undefined; // who is in hand
  readonly units: readonly Place[];
}

/** Draws the frame, and goes to the other corner where it would hide more in this one. */
export function placeOverview(overview: SVGElement, placed: Placed): void {
  overview.classList.toggle("shown", placed.shown);
  const frame = overview.querySelector(".window");
  for (const [name, value] of Object.entries(placed.window))
    frame?.setAttribute(name, Number(value).toFixed(1));
  if ("held" in overview.dataset) return; // a finger is on it
  overview.classList.remove("aside");
  if (!placed.shown) return;
  const here = hidden(overview.getBoundingClientRect(), placed);
  if (here === 0) return;
  overview.classList.add("aside");
  if (hidden(overview.getBoundingClientRect(), placed) >= here) overview.classList.remove("aside");
}

/** How much a part of the page hides: who is in hand counts more than all others. */
function hidden(part: DOMRect, { board, chosen, units }: Placed): number {
  const hides = ({ x, y, width, height }: Box): boolean =>
    x + board.x < part.right &&
    x + board.x + width > part.left &&
    y + board.y < part.bottom &&
    y + board.y + height + NAME_BELOW > part.top;
  const others = units.filter((unit) => hides({ ...unit, width: 0, height: 0 })).length;
  return others + (chosen !== undefined && hides(chosen) ? units.length : 0);
}
