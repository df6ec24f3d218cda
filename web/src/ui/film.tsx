// film.tsx - while others act, or when what they did is watched again: pause, one step, skip, and
// why they did it.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { LogEntry, Odds } from "../engine-types";
import type { FilmOrder, PlayedGame, Snapshot } from "../game";
import { actionWords } from "../log-text";
import { sideName } from "../session";
import { Cited } from "./cited";
import { Fight } from "./fight";
import { Icon } from "./icons";
import { Why as Reason } from "./play-on";
import { AFTER } from "../words/after";

/** The buttons under the board, and what one of them opens. */
export function Film({ game, snapshot }: { game: PlayedGame; snapshot: Snapshot }): JSX.Element {
  const [why, setWhy] = useState(false);
  const { film } = snapshot;
  const told = snapshot.replaying
    ? snapshot.log.filter((one) => one.ply <= snapshot.standing.ply)
    : snapshot.last;
  const entry = told.findLast((one) => one.side !== "nobody" && !isMine(game, one));
  const order = (what: FilmOrder): void => game.film(what);
  const shows = film !== undefined && snapshot.curtain === undefined;
  const bar = shows || (entry !== undefined && !snapshot.replaying);
  return (
    <>
      {why && bar && entry !== undefined && (
        <Why game={game} entry={entry} snapshot={snapshot} close={() => setWhy(false)} />
      )}
      {bar && (
        <div class="film" role="group" aria-label={AFTER.otherTurn}>
          {shows && (
            <>
              <button
                class="icon"
                aria-label={film.paused ? AFTER.goOn : AFTER.pause}
                title={film.paused ? AFTER.goOn : AFTER.pause}
                onClick={() => order(film.paused ? "play" : "pause")}
              >
                <Icon name={film.paused ? "play" : "pause"} />
              </button>
              <button
                class="icon"
                aria-label={AFTER.oneStep}
                title={AFTER.oneStep}
                onClick={() => order("step")}
              >
                <Icon name="next" />
              </button>
              <button onClick={() => order("skip")}>{AFTER.skip}</button>
            </>
          )}
          {!shows && entry !== undefined && game.people.length < 2 && (
            <button title={AFTER.watchTitle} onClick={() => void game.watch()}>
              {AFTER.watch}
            </button>
          )}
          {entry !== undefined && (
            <button
              aria-pressed={why}
              title={actionWords(entry)}
              onClick={() => {
                if (shows) order("pause");
                setWhy(!why);
              }}
            >
              {AFTER.whyAsked}
            </button>
          )}
        </div>
      )}
    </>
  );
}

/** A key while what others did is watched again; true: it was ours. */
export function filmKey(
  key: string,
  game: PlayedGame,
  paused: boolean,
  onButton: boolean,
): boolean {
  switch (key) {
    case "ArrowRight":
      game.film("step");
      return true;
    case "Escape":
      game.film("skip");
      return true;
    case " ":
      if (onButton) return false;
      game.film(paused ? "play" : "pause");
      return true;
    default:
      return false;
  }
}

function isMine(game: PlayedGame, entry: LogEntry): boolean {
  return entry.side !== "nobody" && game.people.includes(entry.side);
}

interface WhyProps {
  readonly game: PlayedGame;
  readonly entry: LogEntry;
  readonly snapshot: Snapshot;
  readonly close: () => void;
}

/** What was done, what came of it by which clause, and the chances it had. */
function Why({ game, entry, snapshot, close }: WhyProps): JSX.Element {
  const [odds, setOdds] = useState<Odds>();
  useEffect(() => {
    let gone = false;
    setOdds(undefined);
    void game.chancesAt(entry.ply).then((found) => {
      if (!gone) setOdds(found);
    });
    return () => {
      gone = true;
    };
  }, [game, entry.ply]);
  return (
    <section class="why-panel" aria-label={AFTER.why} tabIndex={0}>
      <button class="plain icon" aria-label={AFTER.close} onClick={close}>
        <Icon name="close" />
      </button>
      <h2>
        {entry.side === "nobody" ? "" : `${sideName(entry.side)}: `}
        {actionWords(entry)}
      </h2>
      <Reason
        key={entry.ply}
        game={game}
        snapshot={snapshot}
        ply={entry.ply}
        words={AFTER.whatWanted}
      />
      {odds !== undefined && (
        <>
          <h3>{AFTER.itsChances}</h3>
          <Fight game={game.rules} odds={odds} units={snapshot.board.units} />
        </>
      )}
      <h3>{AFTER.whatCame}</h3>
      <ul>
        {entry.events.map((event, index) => (
          <li key={index}>
            <Cited game={game.rules} text={event.text} />
          </li>
        ))}
      </ul>
    </section>
  );
}
