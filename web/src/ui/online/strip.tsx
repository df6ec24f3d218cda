// strip.tsx - above the orders of a game on a server: both players, their clocks, the connection,
// and what one side proposes to the other.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { Side } from "../../engine-types";
import { otherSide } from "../../engine-types";
import type { Deed, RemoteGame } from "../../remote-game";
import type { State } from "../../remote-types";
import { address } from "../../router";
import { sideName } from "../../session";
import { CorrectedRules } from "../corrected";
import { Icon } from "../icons";
import { useNow } from "./use-online";
import { leftOn, timeWords } from "./words";
import { ONLINE } from "../../words/online";
import { put, say } from "../../words/say";

const SIDES: readonly Side[] = ["blue", "red"];

export function OnlineStrip({ game }: { game: RemoteGame }): JSX.Element {
  const { here, contact, trouble, busy } = game;
  const words =
    trouble !== undefined
      ? trouble.text
      : contact === "lost"
        ? busy !== undefined && !game.sending
          ? say(ONLINE.tryingAgain, { trouble: busy.text })
          : game.sending
          ? ONLINE.sentLater
          : ONLINE.noConnection
        : "";
  return (
    <div class="online" data-contact={contact}>
      <ul class="players" aria-label={ONLINE.players}>
        {SIDES.map((side) => (
          <Player key={side} game={game} side={side} />
        ))}
        {here.watchers > 0 && (
          <li class="watchers" title={ONLINE.watchers}>
            <Icon name="eye" />{" "}
            {put(ONLINE.watching, {
              count: here.watchers,
              hidden: (text) => <span class="sr">{text}</span>,
            })}
          </li>
        )}
      </ul>
      <div class="contact" role="status">
        {words}
        {trouble?.error === "session" && (
          <>
            {" "}
            <a href="#/account">{ONLINE.logIn}</a>
          </>
        )}
      </div>
      <NewRules game={game} />
      <Proposals game={game} />
    </div>
  );
}

function Player({ game, side }: { game: RemoteGame; side: Side }): JSX.Element {
  const { state, here } = game;
  const seat = state.seats[side];
  const decides = state.status === "playing" && state.turn?.deciding.includes(side) === true;
  const present = seat.computer || here[side];
  const where = seat.computer ? "computer" : side === game.mine ? "you" : present ? "here" : "away";
  return (
    <li class={decides ? `player ${side} decides` : `player ${side}`}>
      <span class={`flag ${side}`} />
      <b title={seat.account === undefined ? undefined : `account ${seat.account}`}>
        {seat.name ?? sideName(side)}
      </b>
      <span class={present ? "presence here" : "presence"} title={where}>
        <span class={state.clock[side] === undefined || state.clock[side] === null ? "" : "sr"}>
          {where}
        </span>
      </span>
      <ClockFace game={game} side={side} />
    </li>
  );
}

function ClockFace({ game, side }: { game: RemoteGame; side: Side }): JSX.Element | null {
  const clock = game.state.clock[side] ?? undefined;
  const now = useNow(clock?.runs === true);
  if (clock === undefined) return null;
  const left = leftOn(clock, now);
  const scarce = clock.runs && left < (game.state.clock.kind === "days" ? 6 * 3600000 : 60000);
  return (
    <time class={scarce ? "clock scarce" : "clock"}>
      <span class="sr">{say(ONLINE.clockOf, { side: sideName(side) })}</span>
      {timeWords(left)}
    </time>
  );
}

/** Rules were corrected since the game began: which, and whoever has not played on may object. */
function NewRules({ game }: { game: RemoteGame }): JSX.Element | null {
  const { rules, status } = game.state;
  if (rules === undefined) return null;
  const goesOn = rules.undone === true ? ONLINE.goesOnBefore : ONLINE.goesOn;
  const ended = rules.recorded === true ? ONLINE.endedUnseen : ONLINE.endedBefore;
  return (
    <div class="proposal asks" role="group" aria-label={ONLINE.correctedRules}>
      <CorrectedRules
        words={status === "over" ? ended : goesOn}
        corrections={rules.corrections}
      />
      {rules.object && (
        <div class="objection">
          <p>{ONLINE.mayObject}</p>
          <button onClick={() => void game.propose("object")}>{ONLINE.object}</button>
        </div>
      )}
    </div>
  );
}

/** What is offered, by whom; who is asked answers here. */
function Proposals({ game }: { game: RemoteGame }): JSX.Element {
  const { state, mine } = game;
  const shown = (["draw", "takeback"] as const).filter(
    (deed) => state.status === "playing" && state.offered[deed] !== null,
  );
  return (
    <div aria-live="polite">
      {shown.map((deed) => (
        <Proposal key={deed} game={game} deed={deed} by={state.offered[deed] ?? "blue"} />
      ))}
      {state.status === "over" && <Afterwards game={game} state={state} mine={mine} />}
    </div>
  );
}

const THEIRS = {
  draw: ONLINE.drawOffered,
  takeback: ONLINE.undoWanted,
  rematch: ONLINE.rematchWanted,
} as const;
const OURS = {
  draw: ONLINE.drawAsked,
  takeback: ONLINE.undoAsked,
  rematch: ONLINE.rematchAsked,
} as const;

function Proposal({
  game,
  deed,
  by,
}: {
  game: RemoteGame;
  deed: Exclude<Deed, "resign" | "object">;
  by: Side;
}): JSX.Element {
  const name = game.state.seats[by].name ?? sideName(by);
  const asked = game.state.seats[otherSide(by)].name ?? ONLINE.theOtherSide;
  const wish = say(THEIRS[deed], { name });
  if (game.mine === undefined || by === game.mine) {
    return (
      <p class="proposal">
        {by === game.mine ? say(OURS[deed], { name: asked }) : wish}
      </p>
    );
  }
  return (
    <div class="proposal asks" role="group" aria-label={wish}>
      <p>{wish}</p>
      <div class="row">
        <button class="main" onClick={() => void game.propose(deed, "accept")}>
          {ONLINE.accept}
        </button>
        <button onClick={() => void game.propose(deed, "decline")}>{ONLINE.decline}</button>
      </div>
    </div>
  );
}

/** After the end: how it ended, and the next game. */
function Afterwards({
  game,
  state,
  mine,
}: {
  game: RemoteGame;
  state: State;
  mine: Side | undefined;
}): JSX.Element {
  const by = state.offered.rematch;
  return (
    <div class="proposal">
      {state.result !== undefined && state.result.how !== "rules" && (
        <p>
          <b>{state.result.text}</b>
        </p>
      )}
      {state.rematch !== undefined ? (
        <a class="button main" href={rematchAddress(game, state.rematch)}>
          {mine === undefined ? ONLINE.watchRematch : ONLINE.toRematch}
        </a>
      ) : by !== null ? (
        <Proposal game={game} deed="rematch" by={by} />
      ) : (
        mine !== undefined && (
          <button onClick={() => void game.propose("rematch")}>
            <Icon name="restart" /> {ONLINE.rematch}
          </button>
        )
      )}
    </div>
  );
}

/** The sides change, and the token of this game is the invitation to the next. */
function rematchAddress(game: RemoteGame, id: string): string {
  if (game.mine === undefined) return address(["at", id]);
  const { token } = game.seat;
  return address(["at", id, otherSide(game.mine)], token === undefined ? {} : { token });
}
