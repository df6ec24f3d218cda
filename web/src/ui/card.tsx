// card.tsx - a unit's card: what it is called and all that decides its dice, as the core tells it.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Board, Side, Unit } from "../engine-types";
import type { PlayedGame } from "../game";
import { clauseIn, tipOf } from "../glossary";
import { sideName, useSession } from "../session";
import { Cited } from "./cited";
import { ClauseLink } from "./clause";
import { Icon } from "./icons";
import { placeOf } from "./units";
import type { Play } from "./use-play";
import { PLAY } from "../words/play";
import { say } from "../words/say";

/** What people call a unit; its code where nobody gave it a name. */
export function calledOf(unit: Unit): string {
  return unit.called ?? unit.name;
}

/** The same of a code. */
export function nameIn(board: Board, code: string): string {
  const unit = board.units.find((one) => one.name === code);
  return unit === undefined ? code : calledOf(unit);
}

/** "Blue, the French" */
export function sideWords(board: Board, side: Side): string {
  const { called } = board.sides[side];
  return called === undefined ? sideName(side) : `${sideName(side)}, ${called}`;
}

interface UnitCardProps {
  readonly game: PlayedGame;
  readonly play: Play;
  readonly unit: Unit;
}

export function UnitCard({ game, play, unit }: UnitCardProps): JSX.Element {
  const { snapshot } = play;
  const facts = useMemo(() => game.card(unit.name), [game, unit.name, snapshot.board]);
  const able = play.able.includes(unit.name);
  const { engine } = useSession();
  const rules = engine.games.find((one) => one.id === game.rules);
  return (
    <section class="unit-card" aria-label={say(PLAY.card, { unit: calledOf(unit) })}>
      <div class="chosen">
        {unit.side !== undefined && (
          <span class={`flag side-flag ${unit.side}`} />
        )}
        <div class="grow">
          <h3>{calledOf(unit)}</h3>
          <div class="small muted">
            {[
              unit.side === undefined ? "" : sideWords(snapshot.board, unit.side),
              unit.words,
              unit.name,
              placeOf(unit),
              able ? PLAY.canAct : "",
            ]
              .filter((word) => word !== "")
              .join("; ")}
          </div>
        </div>
        <button
          class="plain icon"
          aria-label={PLAY.putDown}
          onClick={() => play.select(undefined)}
        >
          <Icon name="close" />
        </button>
      </div>
      <dl class="facts">
        {facts.map((fact) => (
          <div key={fact.label}>
            <dt data-tip={tipOf(clauseIn(rules, fact.clause))}>{fact.label}</dt>
            <dd>
              <Cited game={game.rules} text={fact.words} />{" "}
              <ClauseLink game={game.rules} id={fact.clause} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
