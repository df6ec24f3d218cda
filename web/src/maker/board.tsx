// board.tsx - the table of the editor: the core's picture, what lies over it, and the hand.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { FaultMarks, Handles } from "./marks";
import type { Paper } from "./pencil";
import { pair, Pencil } from "./pencil";
import { MAKER } from "../words/maker";

interface MakerBoardProps extends Paper {
  readonly words: string; // for those who do not see it
}

const LABEL = MAKER.table;

export function MakerBoard(props: MakerBoardProps): JSX.Element {
  const { board, book, rows, selected, gesture } = props;
  const latest = useRef<Paper>(props);
  latest.current = props;
  const [, setTick] = useState(0);
  const pencil = useRef<Pencil | undefined>(undefined);
  pencil.current ??= new Pencil(
    () => latest.current,
    () => setTick((tick) => tick + 1),
  );
  const hand = pencil.current;
  const { map } = board;

  useLayoutEffect(() => {
    const root = new DOMParser().parseFromString(board.svg, "image/svg+xml").documentElement;
    hand.ground?.setAttribute("class", root.getAttribute("class") ?? "");
    hand.ground?.replaceChildren(
      ...Array.from(root.childNodes, (node) => document.importNode(node, true)),
    );
  }, [board.svg]);
  // Before the next press: a corner that was put down already must not be forgotten.
  useLayoutEffect(() => hand.startAgain(true), [map.width, map.height]);
  useLayoutEffect(() => hand.startAgain(false), [gesture]);
  useEffect(() => {
    const { svg } = hand;
    svg?.addEventListener("wheel", hand.wheel, { passive: false });
    return () => svg?.removeEventListener("wheel", hand.wheel);
  }, []);

  const box = hand.box();
  const pixel = hand.pixel();
  const outline = hand.outline();
  return (
    <div
      class="maker-board"
      tabIndex={0}
      role="application"
      aria-label={LABEL}
      aria-describedby="maker-words"
      onKeyDown={hand.keyed}
    >
      <svg
        ref={(svg) => void (hand.svg = svg)}
        viewBox={`${box.x} ${box.y} ${box.width} ${box.height}`}
        aria-hidden="true"
        data-gesture={gesture}
        data-map={`${map.x} ${map.y} ${map.units} ${map.ticks}`}
        onPointerDown={hand.down}
        onPointerMove={hand.move}
        onPointerUp={hand.up}
        onPointerCancel={hand.cancel}
      >
        <g ref={(ground) => void (hand.ground = ground)} />
        <FaultMarks book={book} board={board} pixel={pixel} />
        {selected !== undefined && (
          <Handles book={book} board={board} rows={rows} selected={selected} pixel={pixel} />
        )}
        {outline.length > 0 && (
          <polyline class="drawing" points={outline.map(pair).join(" ")} />
        )}
      </svg>
      <p class="sr" id="maker-words">
        {props.words}
      </p>
    </div>
  );
}
