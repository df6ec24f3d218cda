// battle.tsx - on a plan of sectors counters stand close together: who faces whom is shown large,
// with dice and modifiers, as it would be fought if nothing more were chosen now.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Odds, Throw } from "../engine-types";
import { calledOf, diceWords, shortPercent } from "../fight";
import type { PlayedGame, Snapshot } from "../game";
import { Counter } from "./fight";
import { Icon } from "./icons";
import { Mods } from "./odds";
import { PLAY } from "../words/play";

const CLOSING: readonly string[] = ["ready", "pass"];

interface BattleProps {
  readonly game: PlayedGame;
  readonly snapshot: Snapshot;
}

export function Battle({ game, snapshot }: BattleProps): JSX.Element | null {
  const odds = useClosing(game, snapshot);
  const [away, setAway] = useState(-1);
  const pairs = pairsOf(odds?.throws ?? []);
  if (pairs.length === 0) return null;
  if (away === snapshot.number)
    return (
      <button type="button" class="battle-button" onClick={() => setAway(-1)}>
        {PLAY.faces}
      </button>
    );
  return (
    <section class="battle" aria-label={PLAY.faces}>
      <h2>{PLAY.faces}</h2>
      <button
        type="button"
        class="plain icon"
        aria-label={PLAY.showBoard}
        onClick={() => setAway(snapshot.number)}
      >
        <Icon name="close" />
      </button>
      <ul>
        {pairs.map((pair) => (
          <Facing
            key={`${pair.blue} ${pair.red}`}
            game={game.rules}
            pair={pair}
            snapshot={snapshot}
          />
        ))}
      </ul>
    </section>
  );
}

/** Two that face each other, and the dice that one or both throw at the other. */
export interface Pair {
  readonly blue: string;
  readonly red: string;
  readonly throws: readonly Throw[];
}

/** In the order of their first dice. */
export function pairsOf(throws: readonly Throw[]): readonly Pair[] {
  const pairs = new Map<string, { blue: string; red: string; throws: Throw[] }>();
  for (const one of throws) {
    const { who, whom } = one;
    if (who === undefined || whom === undefined) continue;
    const [blue, red] = one.side === "red" ? [whom, who] : [who, whom];
    const pair = pairs.get(`${blue} ${red}`) ?? { blue, red, throws: [] };
    pair.throws.push(one);
    pairs.set(`${blue} ${red}`, pair);
  }
  return [...pairs.values()];
}

/** "hit 27 %": how likely the dice do something. */
export function chanceOf(one: Throw): string {
  const hit = (one.results ?? []).filter((result) => !/^no\b/.test(result.result));
  const [first] = hit;
  if (first === undefined) return PLAY.noHit;
  return `${first.result} ${shortPercent(hit.reduce((sum, result) => sum + result.percent, 0))}`;
}

/** What comes of it if this side chooses nothing more. */
function useClosing(game: PlayedGame, snapshot: Snapshot): Odds | undefined {
  const [found, setFound] = useState<{ number: number; odds: Odds }>();
  const asks =
    snapshot.board.map.cell < 0 && snapshot.acting !== undefined && !snapshot.replaying;
  const action = asks
    ? snapshot.offers.find((offer) => CLOSING.includes(offer.action))?.action
    : undefined;
  useEffect(() => {
    if (action === undefined) return undefined;
    let gone = false;
    void game.odds(action).then((answer) => {
      if (!gone && answer?.ok === true) setFound({ number: snapshot.number, odds: answer.odds });
    });
    return () => {
      gone = true;
    };
  }, [game, action, snapshot.number]);
  return action !== undefined && found?.number === snapshot.number ? found.odds : undefined;
}

interface FacingProps {
  readonly game: string;
  readonly pair: Pair;
  readonly snapshot: Snapshot;
}

function Facing({ game, pair, snapshot }: FacingProps): JSX.Element {
  const { units } = snapshot.board;
  const numberOf = (name: string): number | undefined =>
    units.find((unit) => unit.name === name)?.unit;
  return (
    <li>
      <div class="foe">
        <Counter unit={numberOf(pair.blue)} />
        <b>{calledOf(units, pair.blue)}</b>
      </div>
      <div class="blows">
        {pair.throws.map((one, index) => (
          <div class={one.side ?? ""} key={index}>
            <span>
              {one.side === "red" ? "\u2190 " : ""}
              <span class="how">
                {one.check}, {diceWords(one)}:{" "}
              </span>
              <b>{chanceOf(one)}</b>
              {one.side === "red" ? "" : " \u2192"}
            </span>
            <Mods game={game} mods={one.mods ?? []} />
          </div>
        ))}
      </div>
      <div class="foe">
        <Counter unit={numberOf(pair.red)} />
        <b>{calledOf(units, pair.red)}</b>
      </div>
    </li>
  );
}
