// orders.tsx - what can be done now: the proposal with its odds, the unit in hand, all other
// offers.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { grouped, holds, offersOf, sentence, spoken } from "../choice";
import type { Odds, Offer } from "../engine-types";
import type { PlayedGame, Snapshot } from "../game";
import { whyNot } from "../hand";
import { actionText, actionWords, gaveUp, overWords, whyOver } from "../log-text";
import { sideName } from "../session";
import { Cited } from "./cited";
import { calledOf, nameIn, UnitCard } from "./card";
import { ClauseLink } from "./clause";
import { WhatHappened } from "./events";
import { Fight } from "./fight";
import { BrigadeButton, EverybodyFires, MarchButton, OnTheMarch, SameForAll } from "./group";
import { Icon } from "./icons";
import { PlanPanel } from "./plan";
import type { Play } from "./use-play";
import { PLAY } from "../words/play";
import { put, say } from "../words/say";

const MANY = 24; // offers of a kind that are listed without a filter
const LISTED = 120; // and the most that are listed at all

interface OrdersProps {
  readonly play: Play;
  readonly game: PlayedGame;
}

export function Orders({ play, game: played }: OrdersProps): JSX.Element {
  const { snapshot, selected } = play;
  const game = played.rules;
  const unit = snapshot.board.units.find((one) => one.name === selected);
  const mine = selected === undefined ? [] : offersOf(snapshot.offers, selected);
  const placeless = snapshot.offers.filter(
    (offer) => offer.who === undefined && offer.ends.length === 0,
  );
  return (
    <>
      <Over play={play} game={played} />
      {snapshot.replaying && <Moment play={play} game={game} />}
      {(selected === undefined || play.plan.shown !== undefined) && (
        <PlanPanel game={played} play={play} />
      )}
      {unit !== undefined && <UnitCard game={played} play={play} unit={unit} />}
      {unit !== undefined && <BrigadeButton game={played} play={play} unit={unit.name} />}
      {unit !== undefined && snapshot.acting !== undefined && mine.length === 0 && (
        <p class="hint">
          {unit.side === undefined || unit.side === snapshot.acting
            ? <WhyIdle game={played} unit={unit.name} snapshot={snapshot} />
            : PLAY.enemys}
        </p>
      )}
      {mine.length > 0 && (
        <OfferGroups
          offers={mine}
          play={play}
          named={say(PLAY.canDo, { unit: unit === undefined ? "" : calledOf(unit) })}
        />
      )}
      {!snapshot.replaying &&
        !snapshot.standing.turn.over &&
        play.proposal === undefined &&
        selected === undefined && <WhatHappened game={game} entries={snapshot.last} />}
      {selected === undefined && <EverybodyFires play={play} />}
      {selected === undefined && <OnTheMarch game={played} play={play} />}
      {selected === undefined && play.able.length > 0 && <Able play={play} />}
      {placeless.length > 0 && (
        <OfferGroups offers={placeless} play={play} named={PLAY.sideOrders} />
      )}
      {selected === undefined && snapshot.offers.length > placeless.length && (
        <details>
          <summary>{say(PLAY.allOrdersCount, { count: snapshot.offers.length })}</summary>
          <OfferGroups offers={snapshot.offers} play={play} named={PLAY.allOrders} />
        </details>
      )}
    </>
  );
}

/** Why a unit of one's own can do nothing now, as the rules say it, and its clause. */
function WhyIdle(props: { game: PlayedGame; unit: string; snapshot: Snapshot }): JSX.Element {
  const { game, unit, snapshot } = props;
  const { phase, clause } = snapshot.standing.turn;
  const words = useMemo(() => {
    const asked = game.ask({ kind: "reach", who: unit });
    return asked.ok ? asked.answer.verdict?.text : undefined;
  }, [game, unit, snapshot.number]);
  return (
    <>
      {put(PLAY.idle, {
        why: <Cited game={game.rules} text={words ?? `${phase} (${clause ?? ""}).`} />,
      })}
    </>
  );
}

/** The action that led to the shown moment of a replay. */
function Moment({ play, game }: { play: Play; game: string }): JSX.Element {
  const { snapshot } = play;
  const entries = snapshot.log.filter((one) => one.ply === snapshot.standing.ply);
  const entry = entries.at(-1);
  if (entry === undefined && snapshot.standing.ply > 0)
    return <p class="hint">{PLAY.nowSecret}</p>;
  if (entry === undefined)
    return (
      <p class="hint">{PLAY.atStart}</p>
    );
  return (
    <>
      <div class="moment">
        <span class={`flag ${entry.side}`} />
        <div>
          <h3 class="spoken">
            {entry.side !== "nobody" && <span class="sr">{sideName(entry.side)}: </span>}
            {actionWords(entry)}
          </h3>
          <div class="notation">
            {entry.ply}. {actionText(entry)}
          </div>
        </div>
      </div>
      <WhatHappened game={game} entries={entries} />
    </>
  );
}

/** The units that can act, for those who would rather not hunt for them on the board. */
function Able({ play }: { play: Play }): JSX.Element {
  return (
    <section class="group" aria-label={PLAY.unitsAble}>
      <h3>{PLAY.chooseUnit}</h3>
      <ul class="offers">
        {play.able.map((name) => {
          const unit = play.snapshot.board.units.find((one) => one.name === name);
          return (
            <li key={name}>
              <button onClick={() => play.select(name)}>
                <b>{unit === undefined ? name : calledOf(unit)}</b>{" "}
                <small>
                  {unit?.words ?? ""}
                  {unit?.called === undefined ? "" : `, ${name}`}
                </small>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

function Over({ play, game: { rules: game, people } }: OrdersProps): JSX.Element | null {
  const { turn } = play.snapshot.standing;
  if (!turn.over) return null;
  const why = whyOver(play.snapshot.log);
  const { winner } = turn;
  return (
    <div class="over" role="status">
      <h2>{overWords(winner, people)}</h2>
      {why !== undefined && <p>{why}</p>}
      {turn.clause !== undefined && !gaveUp(play.snapshot.log) && (
        <p class="small">
          {put(PLAY.byClause, { clause: <ClauseLink game={game} id={turn.clause} /> })}
        </p>
      )}
      <a class="button" href={`#/new/${game}`}>{PLAY.another}</a>
    </div>
  );
}

/** What is proposed, and the decision; it stands below the list, so that nothing moves away from
 *  under the pointer. */
export function ProposalCard({ play, game: played }: OrdersProps): JSX.Element | null {
  const game = played.rules;
  const { proposal, odds } = play;
  const button = useRef<HTMLButtonElement>(null);
  // Before it is painted: on a phone what had the focus is hidden then, and nobody has it.
  useLayoutEffect(() => {
    if (
      proposal !== undefined &&
      proposal.verdict === undefined &&
      document.activeElement?.closest(".side") !== null
    ) {
      button.current?.focus({ preventScroll: true });
    }
  }, [proposal?.action]);
  if (proposal === undefined || play.group.plan !== undefined) return null;
  const refused = proposal.verdict !== undefined;
  return (
    <section
      class={refused ? "pending refused" : "pending"}
      aria-label={PLAY.proposed}
      aria-live="polite"
    >
      <div class="scroll" tabIndex={0} role="group" aria-label={PLAY.means}>
        <h2 class="spoken">{sentence(headingOf(play, proposal))}</h2>
        <div class="notation">{proposal.action}</div>
        <Says game={game} odds={odds} />
        {proposal.verdict !== undefined && (
          <p class="why">
            <Cited game={game} text={whyNot(proposal.verdict)} />
          </p>
        )}
        {odds?.lapses !== undefined && (
          <p class="left-over" role="note">
            <b>{PLAY.undone}</b> <Cited game={game} text={odds.lapses} />
          </p>
        )}
        <Others play={play} />
        {!refused && odds !== undefined && (
          <Fight game={game} odds={odds} units={play.snapshot.board.units} />
        )}
      </div>
      <div class="row">
        {!refused && (
          <button ref={button} class="main grow" onClick={play.confirm}>
            <Icon name="check" /> {PLAY.doIt}
          </button>
        )}
        {!refused && <SameForAll play={play} />}
        {refused && <MarchButton game={played} play={play} />}
        <button onClick={play.cancel}>{PLAY.cancel}</button>
      </div>
    </section>
  );
}

/** What was done last without being asked about, and its undo beside it. */
export function JustDone({ play }: { play: Play }): JSX.Element | null {
  const { snapshot, group } = play;
  const last = snapshot.log.findLast((entry) => entry.forced !== true);
  if (!snapshot.canUndo || snapshot.acting === undefined || snapshot.replaying) return null;
  if (play.proposal !== undefined || group.plan !== undefined || group.busy) return null;
  if (last === undefined || last.side !== snapshot.acting) return null;
  return (
    <section class="just-done" aria-label={PLAY.justDone}>
      <span title={actionText(last)}>{actionWords(last)}</span>
      <button onClick={group.undo} title={PLAY.takeBackTitle}>
        <Icon name="undo" /> {PLAY.undo}
      </button>
    </section>
  );
}

/** An action in words; one that is not of the unit in hand with its unit before them. */
function headingOf(play: Play, action: { action: string; words: string }): string {
  const offer = play.snapshot.offers.find((one) => one.action === action.action);
  return offer === undefined ? action.words : spokenIn(play, offer);
}

function spokenIn(play: Play, offer: Offer): string {
  return spoken(offer, play.selected, (unit) => nameIn(play.snapshot.board, unit));
}

/** What the pointer rests on, over a corner of the board: looking changes nothing in the panel. */
export function Peek({ play, game }: { play: Play; game: string }): JSX.Element | null {
  const { hovered, odds } = play;
  if (hovered === undefined || play.proposal !== undefined) return null;
  return (
    <div class="peek" role="note">
      <h2 class="spoken">
        {sentence(headingOf(play, { action: hovered, words: odds?.words ?? hovered }))}
      </h2>
      <div class="notation">{hovered}</div>
      <Says game={game} odds={odds} />
      {odds !== undefined && (
        <Fight game={game} odds={odds} units={play.snapshot.board.units} />
      )}
    </div>
  );
}

/** What else the same click could mean. */
function Others({ play }: { play: Play }): JSX.Element | null {
  const others = play.proposal?.others ?? [];
  if (others.length < 2) return null;
  return (
    <details class="others" open={others.length <= 6}>
      <summary>{say(PLAY.waysToDo, { count: others.length })}</summary>
      <ul class="offers">
        {others.map((offer) => (
          <li key={offer.action}>
            <button
              class="offer"
              aria-pressed={play.proposal?.action === offer.action}
              onClick={() => play.propose(offer.action, others)}
            >
              <OfferText offer={offer} play={play} />
            </button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** What is certain to happen: the common beginning, or all of it where no die is rolled. */
function Says({ game, odds }: { game: string; odds: Odds | undefined }): JSX.Element | null {
  if (odds === undefined) return null;
  const only =
    odds.outcomes.length === 1 && odds.rest === undefined ? (odds.outcomes[0]?.events ?? []) : [];
  const sentences = [...odds.common, ...only];
  if (sentences.length === 0) return null;
  return (
    <ul class="says">
      {sentences.map((text, index) => (
        <li key={index}>
          <Cited game={game} text={text} />
        </li>
      ))}
    </ul>
  );
}

interface OfferGroupsProps {
  readonly offers: readonly Offer[];
  readonly play: Play;
  readonly named: string;
}

function OfferGroups({ offers, play, named }: OfferGroupsProps): JSX.Element {
  const [filter, setFilter] = useState("");
  const shown = offers.filter((offer) => holds(offer, filter.trim()));
  return (
    <section aria-label={named}>
      {offers.length > MANY && (
        <div class="group">
          <label class="sr" for={`filter-${named.length}`}>{PLAY.filterLabel}</label>
          <input
            id={`filter-${named.length}`}
            type="search"
            placeholder={say(PLAY.filter, { count: offers.length })}
            value={filter}
            onInput={(event) => setFilter(event.currentTarget.value)}
          />
        </div>
      )}
      {grouped(shown.slice(0, LISTED)).map((group) => (
        <div class="group" key={group.heading}>
          {group.heading !== "" && <h3>{group.heading}</h3>}
          <ul class="offers">
            {group.offers.map((offer) => (
              <li key={offer.action}>
                <OfferButton offer={offer} play={play} />
              </li>
            ))}
          </ul>
        </div>
      ))}
      {shown.length > LISTED && (
        <p class="hint">{say(PLAY.moreOffers, { count: shown.length - LISTED })}</p>
      )}
    </section>
  );
}

function OfferButton({ offer, play }: { offer: Offer; play: Play }): JSX.Element {
  const chosen = play.proposal?.action === offer.action;
  return (
    <button
      class="offer"
      aria-pressed={chosen}
      data-action={offer.action}
      onClick={(event) => {
        if (!chosen) play.propose(offer.action);
        else if (event.detail < 2) play.confirm(); // a double click rolls nothing
      }}
      onMouseEnter={() => play.proposal === undefined && play.look(offer.action)}
      onMouseLeave={() => play.look(undefined)}
      onFocus={(event) =>
        event.currentTarget.matches(":focus-visible") &&
        play.proposal === undefined &&
        play.look(offer.action)
      }
      onBlur={() => play.look(undefined)}
    >
      <OfferText offer={offer} play={play} />
    </button>
  );
}

/** Words for people; the notation below them for those who write it, and for nobody who listens. */
function OfferText({ offer, play }: { offer: Offer; play: Play }): JSX.Element {
  return (
    <>
      <span class="words">{spokenIn(play, offer)}</span>
      <code aria-hidden="true">{offer.action}</code>
    </>
  );
}
