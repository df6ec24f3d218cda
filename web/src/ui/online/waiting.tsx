// waiting.tsx - the waiting room: who is missing, and the links that bring them.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Side } from "../../engine-types";
import type { RemoteGame } from "../../remote-game";
import { sideName, sideWord, useSession } from "../../session";
import { Head } from "../head";
import { HouseNote } from "../house";
import { Picture } from "../picture";
import { useSnapshotless } from "./use-online";
import { CopyLink } from "./copy-link";
import { clockWords, scenarioOf, shareable } from "./words";
import { ONLINE } from "../../words/online";
import { allOf, anyOf, put, say } from "../../words/say";

export function Waiting({ game }: { game: RemoteGame }): JSX.Element {
  const { engine, seats: kept } = useSession();
  useSnapshotless(game);
  const { state } = game;
  const { title, rules } = scenarioOf(engine.games, state.game, state.scenario);
  const seat = kept.find(game.id, game.mine ?? "watcher");
  const missing = (["blue", "red"] as const).filter((side) => !state.seats[side].taken);
  const open = missing.filter((side) => state.seats[side].kind === "open");
  useEffect(() => {
    document.title = say(ONLINE.waitingIn, { title });
  }, [title]);
  return (
    <>
      <Head where={title}>
        <a href="#/mine">{ONLINE.myGames}</a>
      </Head>
      <main class="sheet-page narrow">
        <div class="order flat">
          <div role="status">
            <h2>
              {game.contact === "lost"
                ? ONLINE.reconnecting
                : say(ONLINE.waitingFor, { sides: allOf(missing.map(sideWord)) })}
            </h2>
            <p class="muted">
              {put(ONLINE.beginsItself, {
                rules,
                clock: clockWords(state.clock),
                games: (words) => <a href="#/mine">{words}</a>,
              })}
            </p>
            <HouseNote house={state.house} />
          </div>
          {missing
            .filter((side) => state.seats[side].kind === "link")
            .map((side) => {
              const invitation = seat?.invitations?.[side];
              return invitation === undefined ? (
                <p key={side} class="hint">{say(ONLINE.ownLinkOf, { side: sideName(side) })}</p>
              ) : (
                <CopyLink
                  key={side}
                  id={`invite-${side}`}
                  words={say(ONLINE.sendThis, { side: sideWord(side) })}
                  link={shareable(`/game/${game.id}/${side}#${invitation}`)}
                  main
                />
              );
            })}
          {open.length > 0 && (
            <CopyLink
              id="invite-open"
              words={say(ONLINE.forAnybody, { sides: anyOf(open.map(sideWord)) })}
              link={shareable(`/join/${game.id}`)}
              main
            />
          )}
          {seat?.invitations !== undefined && Object.keys(seat.invitations).length > 0 && (
            <p class="small muted">{ONLINE.linkOnce}</p>
          )}
          <CopyLink
            id="invite-watch"
            words={ONLINE.watchersLink}
            link={shareable(`/game/${game.id}`)}
          />
          <SeatList game={game} />
          <Picture engine={engine} game={state.game} scenario={state.scenario} />
          <details>
            <summary>{ONLINE.promiseTitle}</summary>
            <p class="small">
              {put(ONLINE.secretNote, { proof: (words) => <a href="#/dice">{words}</a> })}
            </p>
            <p class="hash mono">{state.dice.commitment}</p>
          </details>
        </div>
      </main>
    </>
  );
}

function SeatList({ game }: { game: RemoteGame }): JSX.Element {
  const words = (side: Side): string => {
    const seat = game.state.seats[side];
    if (!seat.taken) return ONLINE.nobodyYet;
    return side === game.mine
      ? say(ONLINE.you, { name: seat.name ?? "" })
      : seat.computer
        ? say(ONLINE.computer, { kind: seat.kind })
        : (seat.name ?? "");
  };
  return (
    <ul class="seat-list" aria-label={ONLINE.seats}>
      {(["blue", "red"] as const).map((side) => (
        <li key={side}>
          <span class={`flag ${side}`} /> <b>{sideName(side)}</b> {words(side)}
        </li>
      ))}
    </ul>
  );
}
