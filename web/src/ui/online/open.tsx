// open.tsx - games on this server that wait for whoever comes, and those that anybody may watch.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call } from "../../remote";
import type { OpenGame } from "../../remote-types";
import { address } from "../../router";
import { useSession } from "../../session";
import { Picture } from "../picture";
import { ofOthers, openWords, scenarioOf } from "./words";
import { MINE } from "../../words/mine";
import { say } from "../../words/say";

const EVERY = 20_000; // milliseconds; not while nobody looks
const FIRST = 5; // so many are shown at once

function useOpenGames(): readonly OpenGame[] {
  const { seats } = useSession();
  const [games, setGames] = useState<readonly OpenGame[]>([]);
  useEffect(() => {
    let left = false;
    const ask = async (): Promise<void> => {
      if (document.visibilityState === "hidden") return;
      const answer = await call<{ games: OpenGame[] }>("GET", "api/games");
      if (left || !answer.ok) return;
      const own = seats.list().map((seat) => seat.id);
      setGames(ofOthers(answer.value.games, own));
    };
    const again = (): void => void ask();
    again();
    const timer = setInterval(again, EVERY);
    document.addEventListener("visibilitychange", again);
    return () => {
      left = true;
      clearInterval(timer);
      document.removeEventListener("visibilitychange", again);
    };
  }, []);
  return games;
}

export function OpenGames(): JSX.Element | null {
  const games = useOpenGames();
  const [all, setAll] = useState(false);
  if (games.length === 0) return null;
  return (
    <section aria-labelledby="open-games">
      <h2 id="open-games">{MINE.openGames}</h2>
      <ul class="saved">
        {(all ? games : games.slice(0, FIRST)).map((game) => (
          <OpenRow key={game.id} game={game} />
        ))}
      </ul>
      {games.length > FIRST && (
        <p>
          <button class="link" onClick={() => setAll(!all)}>
            {all ? MINE.fewer : say(MINE.allOpen, { count: games.length })}
          </button>
        </p>
      )}
    </section>
  );
}

function OpenRow({ game }: { game: OpenGame }): JSX.Element {
  const { engine } = useSession();
  const { title, rules } = scenarioOf(engine.games, game.game, game.scenario);
  const waits = game.status === "waiting";
  const where = address(waits ? ["join", game.id] : ["at", game.id]);
  return (
    <li>
      <Picture engine={engine} game={game.game} scenario={game.scenario} crop />
      <div class="grow">
        <a href={where} aria-label={`${waits ? MINE.join : MINE.watch}: ${title}`}>
          {game.house === true ? say(MINE.withHouseRules, { title }) : title}
        </a>
        {game.here && <span class="badge">{MINE.hereNow}</span>}
        <div>
          {rules}. {openWords(game)}
        </div>
      </div>
      <a class="button" aria-hidden="true" tabIndex={-1} href={where}>
        {waits ? MINE.join : MINE.watch}
      </a>
    </li>
  );
}
