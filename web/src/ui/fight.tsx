// fight.tsx - the fight before its dice: both sides' counters, the endings in short, every roll
// with its modifiers and their clauses.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Odds, Side, Throw, Unit } from "../engine-types";
import { aimed, calledOf, diceWords, foesOf, rolls, shortPercent } from "../fight";
import { goesOn } from "../clash";
import { sentence } from "../choice";
import { ClashView } from "./clash";
import { ClauseLink } from "./clause";
import { Mods, Outcomes, OddsTable } from "./odds";
import { CLASH } from "../words/clash";
import { ODDS } from "../words/odds";
import { say } from "../words/say";

interface FightProps {
  readonly game: string;
  readonly odds: Odds;
  readonly units: readonly Unit[];
}

/** What is about to be rolled; where nothing is, the odds as they are. */
export function Fight({ game, odds, units }: FightProps): JSX.Element | null {
  const clash = goesOn(odds);
  const onward =
    clash === undefined ? null : <ClashView game={game} odds={odds} clash={clash} units={units} />;
  if (!rolls(odds)) {
    if (onward === null) return <OddsTable game={game} odds={odds} />;
    return <div class="fight">{onward}</div>;
  }
  return (
    <div class="fight">
      {onward}
      <Foes throws={odds.throws} units={units} />
      <h3>{onward === null ? ODDS.whatMay : CLASH.first}</h3>
      <Endings odds={odds} />
      <h3>{ODDS.theDice}</h3>
      <ul class="throws">
        {odds.throws.map((one, index) => (
          <Thrown key={index} game={game} thrown={one} units={units} />
        ))}
      </ul>
      <p class="small muted">{howFound(odds)}</p>
      {odds.outcomes.length > 1 && (
        <div class="odds">
          <Outcomes game={game} odds={odds} open={false} />
        </div>
      )}
    </div>
  );
}

function howFound(odds: Odds): string {
  const found = odds.exact
    ? ODDS.exact
    : say(ODDS.sampled, { count: odds.samples ?? 0 });
  const passing =
    odds.passing === undefined
      ? ""
      : odds.passing.length === 2
        ? ODDS.supposingBoth
        : say(ODDS.supposing, { side: odds.passing[0] ?? "" });
  const content = odds.content === true ? ODDS.supposingDice : "";
  const guessed = odds.guessed === true ? ODDS.guessed : "";
  const until = odds.until === undefined ? "" : say(ODDS.until, { until: odds.until });
  return found + passing + content + guessed + until;
}

const FEW = 3; // units of a side that are shown large
const SIDES: readonly Side[] = ["blue", "red"];

function Foes({
  throws,
  units,
}: {
  throws: readonly Throw[];
  units: readonly Unit[];
}): JSX.Element | null {
  const foes = foesOf(throws, units);
  const sides = SIDES.filter((side) => foes[side].length > 0);
  if (sides.length === 0) return null;
  const [first, second] = sides;
  return (
    <div class="foes">
      {first !== undefined && <FoeList side={first} names={foes[first]} units={units} />}
      {second !== undefined && <span>{ODDS.against}</span>}
      {second !== undefined && <FoeList side={second} names={foes[second]} units={units} />}
    </div>
  );
}

interface FoeListProps {
  readonly side: Side;
  readonly names: readonly string[];
  readonly units: readonly Unit[];
}

function FoeList({ side, names, units }: FoeListProps): JSX.Element {
  return (
    <ul class={names.length > FEW ? `${side} many` : side} aria-label={say(ODDS.unitsOf, { side })}>
      {names.map((name) => (
        <li key={name}>
          <Counter unit={units.find((one) => one.name === name)?.unit} />
          {calledOf(units, name)}
        </li>
      ))}
    </ul>
  );
}

/** The counter as it stands on the board. */
export function Counter({ unit }: { unit: number | undefined }): JSX.Element {
  const picture = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => {
    const svg = picture.current;
    const group = document.querySelector<SVGGElement>(
      `#board svg .troops [data-unit="${unit ?? ""}"]`,
    );
    if (svg === null || group === null) return;
    const looks = group.closest(".picture")?.getAttribute("class") ?? "picture";
    const box = group.getBBox();
    const copy = group.cloneNode(true) as SVGGElement;
    copy.removeAttribute("transform");
    copy.removeAttribute("data-unit");
    const around = document.createElementNS("http://www.w3.org/2000/svg", "g");
    around.setAttribute("class", looks);
    around.append(copy);
    svg.setAttribute("viewBox", `${box.x - 2} ${box.y - 2} ${box.width + 4} ${box.height + 4}`);
    svg.replaceChildren(around);
  }, [unit]);
  return <svg class="counter" ref={picture} aria-hidden="true" focusable="false" />;
}

function Endings({ odds }: { odds: Odds }): JSX.Element {
  return (
    <ul class="endings" aria-label={ODDS.whatMay}>
      {odds.endings.map((ending) => (
        <li key={ending.text} style={{ "--share": `${ending.percent}%` }}>
          <b title={ending.chance}>{shortPercent(ending.percent)}</b>
          <span>{ending.text}</span>
        </li>
      ))}
    </ul>
  );
}

interface ThrownProps {
  readonly game: string;
  readonly thrown: Throw;
  readonly units: readonly Unit[];
}

export function Thrown({ game, thrown, units }: ThrownProps): JSX.Element {
  const who = aimed(units, thrown);
  const likely =
    thrown.percent < 99.999 ? say(ODDS.ifSo, { chance: shortPercent(thrown.percent) }) : "";
  return (
    <li class={thrown.side ?? ""}>
      <div class="head-line">
        <b>{sentence(thrown.check).slice(0, -1)}</b>
        <span>
          {who}
        </span>
        <BlankDice count={thrown.dice} />
        <span>{diceWords(thrown)}</span> <ClauseLink game={game} id={thrown.clause} />
        {likely !== "" && <span class="muted">({likely})</span>}
      </div>
      <Mods game={game} mods={thrown.mods ?? []} />
      {(thrown.results ?? []).length > 1 && (
        <div class="small muted">
          {(thrown.results ?? [])
            .map((one) => `${one.result} ${shortPercent(one.percent)}`)
            .join(", ")}
        </div>
      )}
    </li>
  );
}

const SHOWN_DICE = 8;

function BlankDice({ count }: { count: number }): JSX.Element {
  return (
    <span class="blank-dice" aria-hidden="true">
      {Array.from({ length: Math.min(count, SHOWN_DICE) }, (_, index) => (
        <svg class="die" viewBox="0 0 24 24" key={index}>
          <rect x="1" y="1" width="22" height="22" rx="5" />
          <text x="12" y="17.4">
            ?
          </text>
        </svg>
      ))}
    </span>
  );
}
