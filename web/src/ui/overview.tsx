// overview.tsx - the whole board in a corner while the window shows only a part of it.

import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { toPicture } from "../choice";
import type { Board, Place } from "../engine-types";

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
  const size = Math.max(width, height) / 44;
  return (
    <svg
      class="overview"
      style={{ aspectRatio: `${width} / ${height}` }}
      viewBox={`${x} ${y} ${width} ${height}`}
      aria-hidden="true"
      onPointerDown={(event) => {
        held.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        move(event);
      }}
      onPointerMove={move}
      onPointerUp={(event) => {
        event.stopPropagation();
        held.current = false;
      }}
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
