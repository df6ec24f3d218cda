// group.tsx - several units at once: what each would do, who cannot and why, one confirmation; and
// the buttons that begin it.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef } from "preact/hooks";
import { sentence } from "../choice";
import type { GroupPart } from "../engine-types";
import { shortPercent } from "../fight";
import type { PlayedGame } from "../game";
import { ordersOf } from "../group";
import { nameIn } from "./card";
import { Cited } from "./cited";
import { Icon } from "./icons";
import type { Play } from "./use-play";
import { GROUP } from "../words/group";
import { put, say } from "../words/say";

const NAMED = 12;

/** Who is in hand together, and the plan for them. */
export function GroupCard({ play, game }: { play: Play; game: string }): JSX.Element | null {
  const { group } = play;
  const button = useRef<HTMLButtonElement>(null);
  const orders = useMemo(
    () => (group.plan === undefined ? [] : ordersOf(group.plan)),
    [group.plan],
  );
  useLayoutEffect(() => {
    if (orders.length > 0 && document.activeElement?.closest(".side") !== null)
      button.current?.focus({ preventScroll: true });
  }, [orders]);
  if (group.plan === undefined) return <InHand play={play} />;
  const does = group.plan.parts.filter((part) => part.does);
  const cannot = group.plan.parts.filter((part) => !part.does && part.verdict !== undefined);
  const idle = group.plan.parts.length - does.length - cannot.length;
  return (
    <section
      class={orders.length === 0 ? "pending plan refused" : "pending plan"}
      aria-label={GROUP.severalOrders}
      aria-live="polite"
    >
      <div class="scroll" tabIndex={0} role="group" aria-label={GROUP.eachDoes}>
        <h2 class="spoken">{headingOf(play, does.length)}</h2>
        <ul class="plan-parts">
          {does.map((part) => (
            <Part key={part.who} part={part} play={play} />
          ))}
          {cannot.map((part) => (
            <li key={part.who} class="cannot">
              {put(GROUP.cannot, {
                unit: <b>{nameIn(play.snapshot.board, part.who)}</b>,
                why: <Cited game={game} text={part.verdict?.text ?? ""} />,
              })}
            </li>
          ))}
        </ul>
        {idle > 0 && <p class="small muted">{say(GROUP.idleMore, { count: idle })}</p>}
      </div>
      <div class="row">
        {orders.length > 0 && (
          <button ref={button} class="main grow" disabled={group.busy} onClick={group.confirm}>
            <Icon name="check" /> {say(GROUP.doIt, { count: orders.length })}
          </button>
        )}
        {cannot.length > 0 && group.wish?.kind === "go" && (
          <button
            class={orders.length === 0 ? "main grow" : ""}
            disabled={group.busy}
            title={GROUP.marchTitle}
            onClick={() => {
              const by = group.wish?.kind === "go" ? group.wish.by : { x: 0, y: 0 };
              const { units } = group;
              play.cancel();
              group.take([]);
              group.marchAll(units, by);
            }}
          >
            {GROUP.marchThere}
          </button>
        )}
        <button onClick={play.cancel}>{GROUP.cancel}</button>
      </div>
    </section>
  );
}

function headingOf(play: Play, does: number): string {
  const kind = play.group.wish?.kind;
  if (does === 0) return GROUP.noneCan;
  if (kind === "fire") return say(GROUP.allFire, { count: does });
  return say(kind === "like" ? GROUP.sameFor : GROUP.moveAsOne, { count: does });
}

function Part({ part, play }: { part: GroupPart; play: Play }): JSX.Element {
  const { board } = play.snapshot;
  return (
    <li
      tabIndex={0}
      onMouseEnter={() => play.look(part.action)}
      onMouseLeave={() => play.look(undefined)}
      onFocus={() => play.look(part.action)}
      onBlur={() => play.look(undefined)}
    >
      <b>{nameIn(board, part.who)}</b> {sentence(part.words ?? "")}
      {part.percent !== undefined && (
        <span class="tells">
          {say(GROUP.tells, {
            chance: shortPercent(part.percent),
            unit: nameIn(board, part.whom ?? ""),
          })}
        </span>
      )}
    </li>
  );
}

/** Units in hand that have no plan yet. */
function InHand({ play }: { play: Play }): JSX.Element | null {
  const { group, snapshot } = play;
  if (group.boxing)
    return (
      <section class="in-hand" aria-label={GROUP.inHand}>
        <p>{GROUP.drawBox}</p>
        <button onClick={play.cancel}>{GROUP.cancel}</button>
      </section>
    );
  if (group.units.length === 0) return null;
  const names = group.units.slice(0, NAMED).map((unit) => nameIn(snapshot.board, unit));
  const more = group.units.length - names.length;
  const held = {
    count: group.units.length,
    names: names.join(", "),
    b: (words: string) => <b>{words}</b>,
  };
  return (
    <section class="in-hand" aria-label={GROUP.inHand} aria-live="polite">
      <p>
        {more > 0 ? put(GROUP.nowInHandMore, { ...held, more }) : put(GROUP.nowInHand, held)}
      </p>
      <button onClick={() => group.brigade(group.units[0] ?? "")} title={GROUP.moreUnitsTitle}>
        {GROUP.moreUnits}
      </button>
      <button onClick={play.cancel}>{GROUP.putDown}</button>
    </section>
  );
}

/** On the card of a commander, or of one of his. */
export function BrigadeButton({ game, play, unit }: BrigadeProps): JSX.Element | null {
  const { snapshot } = play;
  const own = snapshot.board.units.find((one) => one.name === unit)?.side === snapshot.acting;
  const his = useMemo(() => (own ? game.under(unit) : undefined), [game, unit, snapshot.board]);
  if (his?.commander === undefined || snapshot.acting === undefined) return null;
  return (
    <p class="brigade">
      <button onClick={() => play.group.brigade(unit)} title={GROUP.brigade}>
        <Icon name="people" /> {say(GROUP.allUnder, {
          commander: nameIn(snapshot.board, his.commander),
          count: his.units.length,
        })}
      </button>
    </p>
  );
}

interface BrigadeProps {
  readonly game: PlayedGame;
  readonly play: Play;
  readonly unit: string;
}

/** "Everybody fires", where at least two could. */
export function EverybodyFires({ play }: { play: Play }): JSX.Element | null {
  const { offers } = play.snapshot;
  const shooters = useMemo(
    () => [
      ...new Set(
        offers.flatMap((offer) =>
          offer.who !== undefined && offer.targets.length > 0 && offer.shoots === true
            ? [offer.who]
            : [],
        ),
      ),
    ],
    [offers],
  );
  if (shooters.length < 2) return null;
  return (
    <p class="everybody">
      <button onClick={() => play.group.wishes(shooters, { kind: "fire" })}>
        <Icon name="dice" /> {say(GROUP.everybodyFires, { count: shooters.length })}
      </button>
    </p>
  );
}

/** The proposal, given to everybody who can: those in hand, or all who can act. */
export function SameForAll({ play }: { play: Play }): JSX.Element | null {
  const { proposal, snapshot, able } = play;
  const offer = snapshot.offers.find((one) => one.action === proposal?.action);
  const alike = useMemo(() => {
    if (offer?.who === undefined) return [];
    const [who, whole] = [offer.who, offer.action.split(" ")];
    const at = whole.indexOf(who);
    return able.filter((unit) =>
      snapshot.offers.some(
        (one) =>
          one.who === unit &&
          one.action === whole.map((word, index) => (index === at ? unit : word)).join(" "),
      ),
    );
  }, [offer, able, snapshot.offers]);
  if (alike.length < 2 || proposal === undefined) return null;
  return (
    <button onClick={() => play.group.wishes(alike, { kind: "like", action: proposal.action })}>
      {say(GROUP.sameForAll, { count: alike.length })}
    </button>
  );
}

/** A place that is too far for one move: the unit goes as far as it may, and on later. */
export function MarchButton({ game, play }: MarchProps): JSX.Element | null {
  const { proposal, selected } = play;
  const at = proposal?.verdict === undefined ? undefined : proposal.at;
  const step = useMemo(
    () => (at === undefined || selected === undefined ? undefined : game.towards(selected, at)),
    [game, at, selected],
  );
  if (step === undefined || at === undefined || selected === undefined) return null;
  return (
    <button
      class="main grow"
      disabled={play.group.busy}
      title={say(GROUP.asFar, { now: step.words })}
      onClick={() => {
        play.cancel();
        play.group.march(selected, at);
      }}
    >
      {GROUP.marchThere}
    </button>
  );
}

interface MarchProps {
  readonly game: PlayedGame;
  readonly play: Play;
}

/** Units on a long way. */
export function OnTheMarch({ game, play }: MarchProps): JSX.Element | null {
  const { group, snapshot } = play;
  const ready = useMemo(
    () =>
      snapshot.acting === undefined
        ? []
        : group.marches.filter(
            ({ unit, points: [to] }) => to !== undefined && game.towards(unit, to) !== undefined,
          ),
    [group.marches, snapshot.board, snapshot.acting],
  );
  if (group.marches.length === 0) return null;
  return (
    <section class="group marches" aria-label={GROUP.onMarch}>
      <h3>{GROUP.onMarch}</h3>
      <ul class="offers">
        {group.marches.map(({ unit }) => (
          <li key={unit}>
            <button title={GROUP.halt} onClick={() => group.halt(unit)}>
              <Icon name="close" /> {nameIn(snapshot.board, unit)}
            </button>
          </li>
        ))}
      </ul>
      {ready.length > 0 && (
        <button class="main" disabled={group.busy} onClick={group.marchOn}>
          {say(GROUP.marchOn, { count: ready.length })}
        </button>
      )}
    </section>
  );
}
