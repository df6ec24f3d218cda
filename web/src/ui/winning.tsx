// winning.tsx - what wins, and how far each side has come: always in sight, the clauses one click
// further.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { Board, Fact, Side } from "../engine-types";
import { sideName } from "../session";
import { ClauseLink } from "./clause";
import { PLAY } from "../words/play";
import { say } from "../words/say";

const SIDES: readonly Side[] = ["blue", "red"];

interface WinningProps {
  readonly game: string;
  readonly board: Board;
  readonly until: string | undefined; // what ends the phase
}

export function Winning({ game, board, until }: WinningProps): JSX.Element | null {
  if (board.terms.length === 0) return null;
  return (
    <details class="winning">
      <summary>
        <span class="sr">{PLAY.whoWins}</span>
        {SIDES.map((side) => (
          <Progress key={side} side={side} board={board} />
        ))}
      </summary>
      <ul>
        {until !== undefined && <li>{say(PLAY.whoWinsNow, { chances: until })}</li>}
        {board.terms.map((term, index) => (
          <li key={index}>
            {term.words} <ClauseLink game={game} id={term.clause} />
          </li>
        ))}
      </ul>
    </details>
  );
}

function Progress({ side, board }: { side: Side; board: Board }): JSX.Element {
  const { called } = board.sides[side];
  const term = board.terms.find((one) => one.side === side && one.needed !== undefined);
  return (
    <span class="progress">
      <span class={`flag ${side}`} />
      <b>{called ?? sideName(side)}</b>
      {term !== undefined && <Bar term={term} side={side} />}
    </span>
  );
}

function Bar({ term, side }: { term: Fact; side: Side }): JSX.Element {
  const { had = 0, needed = 1 } = term;
  return (
    <span title={term.words}>
      <meter
        class={side}
        min={0}
        max={needed}
        value={Math.max(0, Math.min(had, needed))}
        aria-label={term.words}
      />{" "}
      <small>
        {had}/{needed}
      </small>
    </span>
  );
}
