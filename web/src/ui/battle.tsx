// battle.tsx - on a plan of sectors counters stand close together: who faces whom is shown large,
// with dice and modifiers, as it would be fought if nothing more were chosen now.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Odds, Throw } from "../engine-types";
import { calledOf, diceWords, shortPercent } from "../fight";
import type { PlayedGame, Snapshot } from "../game";
import { Counter } from "./fight";
import { Mods } from "./odds";

const CLOSING: readonly string[] = ["ready", "pass"];

interface BattleProps {
  readonly game: PlayedGame;
  readonly snapshot: Snapshot;
}

export function Battle({ game, snapshot }: BattleProps): JSX.Element | null {
  const odds = useClosing(game, snapshot);
  const faced = (odds?.throws ?? []).filter(
    (one) => one.who !== undefined && one.whom !== undefined,
  );
  if (odds === undefined || faced.length === 0) return null;
  return (
    <section class="battle" aria-label="Who faces whom">
      <h3>Who faces whom</h3>
      <ul>
        {faced.map((one, index) => (
          <Facing key={index} game={game.rules} one={one} snapshot={snapshot} />
        ))}
      </ul>
    </section>
  );
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
  readonly one: Throw;
  readonly snapshot: Snapshot;
}

function Facing({ game, one, snapshot }: FacingProps): JSX.Element {
  const numberOf = (name: string | undefined): number | undefined =>
    snapshot.board.units.find((unit) => unit.name === name)?.unit;
  const hit = (one.results ?? []).findLast((result) => result.percent > 0);
  return (
    <li class={one.side ?? ""}>
      <div class="pair">
        <Counter unit={numberOf(one.who)} />
        <b>{calledOf(snapshot.board.units, one.who)}</b>
        <span>{one.check} at</span>
        <Counter unit={numberOf(one.whom)} />
        <b>{calledOf(snapshot.board.units, one.whom)}</b>
      </div>
      <div class="small">
        {diceWords(one)}
        {hit === undefined ? "" : `; ${hit.result} ${shortPercent(hit.percent)}`}
      </div>
      <Mods game={game} mods={one.mods ?? []} />
    </li>
  );
}
