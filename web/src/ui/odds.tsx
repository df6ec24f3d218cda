// odds.tsx - the chances of an action before it is done: exact fractions, and what makes them.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { Chance, FirstRoll, Mod, Odds } from "../engine-types";
import { Cited } from "./cited";
import { ClauseLink } from "./clause";
import { ODDS } from "../words/odds";
import { say } from "../words/say";

const SHOWN = 8; // outcomes told at once

export function OddsTable({ game, odds }: { game: string; odds: Odds }): JSX.Element | null {
  const { roll, outcomes } = odds;
  const certain = outcomes.length <= 1 && odds.rest === undefined;
  if (certain && roll === undefined) return null;
  return (
    <div class="odds">
      {roll !== undefined && <Roll game={game} roll={roll} />}
      {!certain && <Outcomes game={game} odds={odds} open={roll === undefined} />}
      <p class="small muted">
        {odds.exact
          ? ODDS.exact
          : odds.error === undefined
            ? say(ODDS.sampled, { count: odds.samples ?? 0 })
            : say(ODDS.sampledWithin, { count: odds.samples ?? 0, error: percent(odds.error) })}
      </p>
    </div>
  );
}

function Roll({ game, roll }: { game: string; roll: FirstRoll }): JSX.Element {
  const dice = say(ODDS.dice, { count: roll.dice, number: roll.dice });
  const changed = (roll.mods ?? []).reduce((sum, mod) => sum + mod.amount, roll.needs ?? 0);
  const held =
    roll.against === undefined
      ? ""
      : changed === roll.needs
        ? say(ODDS.ratingOf, { rating: roll.against, number: roll.needs ?? 0 })
        : say(ODDS.ratingHere, { rating: roll.against, number: roll.needs ?? 0, here: changed });
  return (
    <>
      <h3>
        {say(ODDS.checkDice, { check: roll.check, dice })}
        {held === "" ? "" : ` ${held}`} <ClauseLink game={game} id={roll.clause} />
      </h3>
      <Mods game={game} mods={roll.mods ?? []} />
      <table>
        <caption class="sr">{ODDS.rollCaption}</caption>
        <tbody>
          {roll.results.map((result) => (
            <ChanceRow game={game} key={result.result} text={result.result} chance={result} />
          ))}
        </tbody>
      </table>
    </>
  );
}

export function Outcomes({
  game,
  odds,
  open,
}: {
  game: string;
  odds: Odds;
  open: boolean;
}): JSX.Element {
  const rest = odds.outcomes
    .slice(SHOWN)
    .reduce((sum, one) => sum + one.percent, odds.rest?.percent ?? 0);
  const many = odds.outcomes.length - SHOWN + (odds.rest?.count ?? 0);
  return (
    <details open={open}>
      <summary>{ODDS.every}</summary>
      <table>
        <caption class="sr">{ODDS.everyCaption}</caption>
        <tbody>
          {odds.outcomes.slice(0, SHOWN).map((outcome) => (
            <ChanceRow
              game={game}
              key={outcome.hash}
              text={outcome.text === "" ? ODDS.nothingMore : outcome.text}
              chance={outcome}
            />
          ))}
          {many > 0 && (
            <ChanceRow game={game} text={say(ODDS.rarer, {
              count: many,
            })} chance={{ percent: rest }} />
          )}
        </tbody>
      </table>
    </details>
  );
}

function ChanceRow({
  game,
  text,
  chance,
}: {
  game: string;
  text: string;
  chance: Chance;
}): JSX.Element {
  return (
    <tr>
      <td>
        <Cited game={game} text={text} />
      </td>
      <td>
        <svg class="chance" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="10" rx="2" />
          <rect width={chance.percent} height="10" rx="2" />
        </svg>
      </td>
      <td>{percent(chance.percent)}</td>
      <td>{chance.chance ?? ""}</td>
    </tr>
  );
}

interface ModsProps {
  readonly game: string;
  readonly mods: readonly (Mod & { sometimes?: true })[];
}

export function Mods({ game, mods }: ModsProps): JSX.Element | null {
  if (mods.length === 0) return null;
  return (
    <ul class="mods">
      {mods.map((mod) => (
        <li key={mod.id}>
          <b>{mod.amount > 0 ? `+${mod.amount}` : String(mod.amount).replace("-", "\u2212")}</b>
          <span>
            {mod.text}
            {mod.sometimes === true ? ", sometimes" : ""} <ClauseLink game={game} id={mod.clause} />
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Two figures where they matter, none where they do not. */
export function percent(value: number): string {
  if (value > 0 && value < 0.1) return "<0.1 %";
  return `${value.toFixed(value >= 99.95 || value === 0 ? 0 : 1)} %`;
}
