// marks.tsx - what the editor lays over the picture: handles of what is chosen, and what cannot
// stand.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { toPicture } from "../choice";
import type { Board } from "../engine-types";
import { pair } from "./pencil";
import type { Fault, Rows, Sketchbook, Statement } from "./text";
import { cornersIn, squarePlace, squaresIn, turnTo } from "./text";

interface HandlesProps {
  readonly book: Sketchbook;
  readonly board: Board;
  readonly rows: Rows;
  readonly selected: Statement;
  readonly pixel: number;
}

export function Handles({
  book,
  board,
  rows,
  selected,
  pixel,
}: HandlesProps): JSX.Element | null {
  const { map } = board;
  const unit = board.units.find(({ name }) => name === selected.word);
  const row = rows.lines[selected.row];
  if (unit !== undefined) {
    const at = toPicture(map, unit);
    const turns =
      row !== undefined && unit.facing >= 0 && turnTo(book, selected, row, 90) !== undefined;
    return (
      <g class="handles" transform={`translate(${pair(at)})`}>
        <circle class="chosen" r={26 * pixel} />
        {turns && (
          <g
            data-handle="turn"
            transform={`rotate(${unit.facing / 10 + (map.units < 0 ? 180 : 0)})`}
          >
            <path d={`M0 ${-26 * pixel}V${-38 * pixel}`} />
            <circle class="grasp" cy={-46 * pixel} r={16 * pixel} />
            <circle class="knob" cy={-46 * pixel} r={8 * pixel} />
          </g>
        )}
      </g>
    );
  }
  if (map.cell !== 0)
    return (
      <SquareMarks
        board={board}
        text={book.text.slice(selected.from, selected.to)}
        kind="chosen"
      />
    );
  const corners = cornersIn(book.text, selected.from, selected.to).map(({ at }) =>
    toPicture(map, at),
  );
  return (
    <g class="handles">
      {corners.length > 1 &&
        corners.map((corner, index) => {
          const next = corners[(index + 1) % corners.length] ?? corner;
          const isWay = book.text.slice(selected.from, selected.to).startsWith("line");
          if (isWay && index === corners.length - 1) return null;
          return (
            <circle
              key={`middle ${index}`}
              data-handle={`middle ${index}`}
              class="middle"
              cx={(corner.x + next.x) / 2}
              cy={(corner.y + next.y) / 2}
              r={5 * pixel}
            />
          );
        })}
      {corners.map((corner, index) => (
        <g key={index} data-handle={`corner ${index}`}>
          <circle class="grasp" cx={corner.x} cy={corner.y} r={16 * pixel} />
          <circle class="knob" cx={corner.x} cy={corner.y} r={7 * pixel} />
        </g>
      ))}
    </g>
  );
}

function SquareMarks({
  board,
  text,
  kind,
}: {
  readonly board: Board;
  readonly text: string;
  readonly kind: string;
}): JSX.Element | null {
  const { map } = board;
  if (map.cell <= 0) return null;
  const size = (map.cell * Math.abs(map.units)) / map.ticks;
  return (
    <g class="handles">
      {squaresIn(text).map((name) => {
        const { column, row } = squarePlace(name);
        const low = toPicture(map, { x: column * map.cell, y: (row + 1) * map.cell });
        return (
          <rect
            key={name}
            class={`square ${kind}`}
            x={low.x}
            y={low.y}
            width={size}
            height={size}
          />
        );
      })}
    </g>
  );
}

/** What cannot stand, at the spot. */
export function FaultMarks({
  book,
  board,
  pixel,
}: {
  readonly book: Sketchbook;
  readonly board: Board;
  readonly pixel: number;
}): JSX.Element {
  return (
    <g class="faults">
      {book.faults.map((fault, index) => (
        <FaultMark key={index} fault={fault} book={book} board={board} pixel={pixel} />
      ))}
    </g>
  );
}

function FaultMark({
  fault,
  book,
  board,
  pixel,
}: {
  readonly fault: Fault;
  readonly book: Sketchbook;
  readonly board: Board;
  readonly pixel: number;
}): JSX.Element | null {
  const { map } = board;
  if (fault.from === undefined || fault.to === undefined) return null;
  const line = book.text.slice(fault.from, fault.to);
  if (map.cell > 0) return <SquareMarks board={board} text={line} kind="fault" />;
  const corners = cornersIn(book.text, fault.from, fault.to).map(({ at }) =>
    toPicture(map, at),
  );
  const first = corners[0];
  if (map.cell !== 0 || first === undefined) return null;
  const words = `${line.split(/\s/)[0] ?? ""}: ${fault.text}`;
  const half = Math.min(map.width / 2, words.length * 3.9 * pixel); // about so wide is the text
  const x = Math.max(half, Math.min(map.width - half, first.x));
  const y = Math.max(20 * pixel, first.y - 30 * pixel);
  return (
    <g>
      {corners.length > 1 && <polygon class="fault" points={corners.map(pair).join(" ")} />}
      {corners.length === 1 && (
        <circle class="fault" cx={first.x} cy={first.y} r={24 * pixel} />
      )}
      <text class="fault" x={x} y={y} style={{ fontSize: `${14 * pixel}px` }}>
        {words}
      </text>
    </g>
  );
}
