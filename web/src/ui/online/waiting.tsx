// waiting.tsx - the waiting room: who is missing, and the links that bring them.

import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Side } from "../../engine-types";
import type { RemoteGame } from "../../remote-game";
import { sideName, useSession } from "../../session";
import { Head } from "../head";
import { HouseNote } from "../house";
import { Picture } from "../picture";
import { useSnapshotless } from "./use-online";
import { CopyLink } from "./copy-link";
import { clockWords, scenarioOf, shareable } from "./words";

export function Waiting({ game }: { game: RemoteGame }): JSX.Element {
  const { engine, seats: kept } = useSession();
  useSnapshotless(game);
  const { state } = game;
  const { title, rules } = scenarioOf(engine.games, state.game, state.scenario);
  const seat = kept.find(game.id, game.mine ?? "watcher");
  const missing = (["blue", "red"] as const).filter((side) => !state.seats[side].taken);
  const open = missing.filter((side) => state.seats[side].kind === "open");
  useEffect(() => {
    document.title = `Waiting: ${title}`;
  }, [title]);
  return (
    <>
      <Head where={title}>
        <a href="#/mine">My games</a>
      </Head>
      <main class="sheet-page narrow">
        <div class="order flat">
          <div role="status">
            <h2>
              {game.contact === "lost"
                ? "Reconnecting ..."
                : `Waiting for ${missing.join(" and ")}`}
            </h2>
            <p class="muted">
              {rules}; {clockWords(state.clock)}. The game begins by itself when everybody sits.
              You may close this page: you find the game again under <a href="#/mine">My games</a>.
            </p>
            <HouseNote house={state.house} />
          </div>
          {missing
            .filter((side) => state.seats[side].kind === "link")
            .map((side) => {
              const invitation = seat?.invitations?.[side];
              return invitation === undefined ? (
                <p key={side} class="hint">
                  {sideName(side)} has a link of its own.
                </p>
              ) : (
                <CopyLink
                  key={side}
                  id={`invite-${side}`}
                  words={`Send this to your friend, who plays ${side}`}
                  link={shareable(`/game/${game.id}/${side}#${invitation}`)}
                  main
                />
              );
            })}
          {open.length > 0 && (
            <CopyLink
              id="invite-open"
              words={`For whoever comes first: ${open.join(" or ")}`}
              link={shareable(`/join/${game.id}`)}
              main
            />
          )}
          {seat?.invitations !== undefined && Object.keys(seat.invitations).length > 0 && (
            <p class="small muted">
              A link for a side is good once: whoever opens it first and sits down has the seat,
              and nobody else can look over that shoulder, not even you.
            </p>
          )}
          <CopyLink
            id="invite-watch"
            words="For those who only watch"
            link={shareable(`/game/${game.id}`)}
          />
          <SeatList game={game} />
          <Picture engine={engine} game={state.game} scenario={state.scenario} />
          <details>
            <summary>The server's promise</summary>
            <p class="small">
              The hash of the secret that the dice are made of, fixed with the game.{" "}
              <a href="#/dice">How the dice are proved</a>
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
    if (!seat.taken) return "nobody yet";
    return side === game.mine
      ? `${seat.name ?? ""} (you)`
      : seat.computer
        ? `computer (${seat.kind})`
        : (seat.name ?? "");
  };
  return (
    <ul class="seat-list" aria-label="Seats">
      {(["blue", "red"] as const).map((side) => (
        <li key={side}>
          <span class={`flag ${side}`} /> <b>{sideName(side)}</b> {words(side)}
        </li>
      ))}
    </ul>
  );
}
