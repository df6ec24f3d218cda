// clash.tsx - what the enemy may answer to a charge, and what comes of each answer.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { Clash, Fated, Odds, Reply, Unit } from "../engine-types";
import { enemyOf, yieldWords } from "../clash";
import { calledOf, shortPercent } from "../fight";
import { sentence } from "../choice";
import { CLASH } from "../words/clash";
import { ODDS } from "../words/odds";
import { say } from "../words/say";
import { Counter, Thrown } from "./fight";

interface ClashProps {
  readonly game: string;
  readonly odds: Odds;
  readonly clash: Clash;
  readonly units: readonly Unit[];
}

export function ClashView({ game, odds, clash, units }: ClashProps): JSX.Element | null {
  const [best, ...others] = clash.replies;
  if (best === undefined) return null;
  return (
    <div class="clash">
      <p class="number">
        <b>{shortPercent(best.they.percent)}</b> <span>{numberWords(odds, best)}</span>
      </p>
      <Fates reply={best} units={units} />
      {others.length > 0 && <h3>{CLASH.otherAnswers}</h3>}
      {others.map((reply) => (
        <details key={reply.words}>
          <summary>{answerWords(odds, reply)}</summary>
          <Fates reply={reply} units={units} />
          <Dice game={game} reply={reply} units={units} />
        </details>
      ))}
      <details>
        <summary>{best.words === undefined ? CLASH.theDice : CLASH.diceOfBest}</summary>
        <Dice game={game} reply={best} units={units} />
      </details>
      <p class="small muted">{howFound(odds, clash, best)}</p>
    </div>
  );
}

function numberWords(odds: Odds, best: Reply): string {
  const told = {
    enemy: enemyOf(odds.side),
    side: odds.side,
    chance: shortPercent(best.we.percent),
  };
  return best.words === undefined
    ? say(CLASH.number, told)
    : say(CLASH.numberOfBest, { ...told, answer: best.words });
}

function answerWords(odds: Odds, reply: Reply): string {
  const told = { answer: sentence(reply.words ?? ""), both: yieldWords(odds, reply) };
  const possible = reply.percent ?? 100;
  return possible < 99.999
    ? say(CLASH.answerIfPossible, { ...told, chance: shortPercent(possible) })
    : say(CLASH.answer, told);
}

function howFound(odds: Odds, clash: Clash, best: Reply): string {
  const found = best.exact ? ODDS.exact : sampledWords(best);
  const later = clash.replies.some((reply) => reply.followed === true) ? CLASH.later : "";
  const more =
    clash.left_out === undefined ? "" : say(CLASH.leftOut, { count: clash.left_out });
  const guessed = odds.guessed === true ? ODDS.guessed : "";
  return found + later + CLASH.nobodyElse + more + guessed;
}

function sampledWords(reply: Reply): string {
  const error = Math.max(reply.they.error ?? 0, reply.we.error ?? 0);
  const count = reply.samples ?? 0;
  return error === 0
    ? say(CLASH.sampled, { count })
    : say(CLASH.sampledWithin, { count, error: error.toFixed(1) });
}

function Fates({ reply, units }: { reply: Reply; units: readonly Unit[] }): JSX.Element {
  const told = reply.units.filter((one, at) => at < 2 || one.fates.length > 1);
  return (
    <ul class="fates" aria-label={CLASH.becomes}>
      {told.map((one) => (
        <Fate key={one.unit} one={one} units={units} />
      ))}
    </ul>
  );
}

function Fate({ one, units }: { one: Fated; units: readonly Unit[] }): JSX.Element {
  return (
    <li class={one.side ?? ""}>
      <Counter unit={units.find((unit) => unit.name === one.unit)?.unit} />
      <b>{calledOf(units, one.unit)}</b>
      <span>
        {one.fates.map((fate) => (
          <span class={`fate ${fate.kind}`} key={fate.text} title={fate.chance}>
            {say(CLASH.fate, { fate: fate.text, chance: shortPercent(fate.percent) })}
          </span>
        ))}
      </span>
    </li>
  );
}

interface DiceProps {
  readonly game: string;
  readonly reply: Reply;
  readonly units: readonly Unit[];
}

function Dice({ game, reply, units }: DiceProps): JSX.Element {
  return (
    <ul class="throws">
      {reply.throws.map((one, index) => (
        <Thrown key={index} game={game} thrown={one} units={units} />
      ))}
    </ul>
  );
}
