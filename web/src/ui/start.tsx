// start.tsx - the first screen: the games there are, the games under way, the first lesson.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { chooseFile } from "../files";
import type { Game } from "../engine-types";
import { address, go } from "../router";
import type { Saved } from "../saved";
import { useServer } from "../server";
import { seatName, useSession } from "../session";
import { useSetting } from "./use-setting";
import { inOrder, themeOf } from "../themes";
import { Head } from "./head";
import { Icon } from "./icons";
import { notify } from "./notices";
import { PlayAFriend } from "./online/mine";
import { Picture, Poster } from "./picture";

const HERO = 0; // which of the games, in order, lends its picture to the top of the page

export function Start(): JSX.Element {
  const { engine, saved } = useSession();
  const [kept, setKept] = useState(() => saved.list());
  const visited = useSetting("visited");
  const server = useServer();
  const games = inOrder(engine.games);
  const hero = games[HERO];
  const forget = (id: string): void => {
    saved.forget(id);
    setKept(saved.list());
  };
  return (
    <>
      <Head>
        {server.found === true && <a href="#/mine">My games</a>}
        {server.accounts && (
          <a class="wide-only" href="#/account">
            {server.me.name ?? "Log in"}
          </a>
        )}
        <OpenFile />
      </Head>
      <main class="sheet-page">
        <div class="hero">
          <div>
            <h1>Horse-and-musket battles, played by their own rules.</h1>
            <p>
              Every roll is explained, every chance is exact before you commit, and the computer
              plays by the same rules as you. Whole games run in this page, even without a network.
            </p>
            <div class="row">
              <a class="button main" href="#/learn">
                <Icon name="play" />{" "}
                {visited ? "The guided first game" : "New here? Two guided minutes"}
              </a>
              {server.found === true && (
                <a class="button" href="#/mine">
                  <Icon name="people" /> Play a friend
                </a>
              )}
              {kept[0] !== undefined && !kept[0].over && (
                <a class="button" href={address(["game", kept[0].id])}>
                  Go on: {kept[0].title}
                </a>
              )}
            </div>
          </div>
          {hero !== undefined && (
            <Poster engine={engine} game={hero.id} scenario={themeOf(hero).poster} />
          )}
        </div>
        {kept.length > 0 && <Kept games={kept} forget={forget} />}
        <h2>Choose a game</h2>
        <ul class="cards">
          {games
            .filter((game) => !themeOf(game).minor)
            .map((game) => (
              <GameCard key={game.id} game={game} />
            ))}
        </ul>
        <Minor games={games.filter((game) => themeOf(game).minor)} />
        {server.found === true && <PlayAFriend />}
      </main>
      <footer class="foot">
        Games are kept in this browser. Press <kbd>?</kbd> in a game to see its keys.
      </footer>
    </>
  );
}

function GameCard({ game }: { game: Game }): JSX.Element {
  const { engine } = useSession();
  const theme = themeOf(game);
  return (
    <li class="card">
      <Poster engine={engine} game={game.id} scenario={theme.poster} />
      <div class="body">
        <h3>
          <a href={address(["new", game.id])}>{game.title}</a>
        </h3>
        <ul class="tags" aria-label="In short">
          {theme.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
          <li>{game.scenarios.length} scenarios</li>
        </ul>
        <p>{theme.paragraph}</p>
        <div class="ends">
          <span class="button main" aria-hidden="true">
            Play
          </span>
          <span class="grow" />
          <a href={address(["how", game.id])} aria-label={`How to play ${game.title}`}>
            How to play
          </a>
          <a href={address(["rules", game.id])} aria-label={`Rules of ${game.title}`}>
            Rules
          </a>
        </div>
      </div>
    </li>
  );
}

function Minor({ games }: { games: readonly Game[] }): JSX.Element | null {
  if (games.length === 0) return null;
  return (
    <p class="minor">
      Also here:{" "}
      {games.map((game, index) => (
        <span key={game.id}>
          {index > 0 && ", "}
          <a href={address(["new", game.id])}>{game.title}</a> ({themeOf(game).paragraph})
        </span>
      ))}
    </p>
  );
}

function Kept({
  games,
  forget,
}: {
  games: readonly Saved[];
  forget: (id: string) => void;
}): JSX.Element {
  const { engine, saved } = useSession();
  const [all, setAll] = useState(false);
  const shown = all ? games : games.slice(0, 3);
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">Your games</h2>
      <ul class="saved">
        {shown.map((game) => (
          <li key={game.id}>
            <Picture engine={engine} game={game.rules} record={saved.record(game.id) ?? ""} crop />
            <div class="grow">
              <a href={address(["game", game.id])}>{game.title}</a>
              <div>
                {game.where}. Blue: {seatName(game.seats.blue, 1)}, red:{" "}
                {seatName(game.seats.red, 1)}.
              </div>
            </div>
            <button
              class="plain icon"
              aria-label={`Forget ${game.title}`}
              title="Forget this game"
              onClick={() => forget(game.id)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
      {games.length > 3 && (
        <p>
          <button class="link" onClick={() => setAll(!all)}>
            {all ? "Fewer" : `All ${games.length} games`}
          </button>
        </p>
      )}
    </section>
  );
}

function OpenFile(): JSX.Element {
  const session = useSession();
  return (
    <button
      class="plain"
      aria-label="Open a file"
      onClick={() => chooseFile(".grog,.pos,.txt", (file) => void openFile(session, file))}
    >
      <Icon name="open" /> <span class="wide-only">Open a file</span>
    </button>
  );
}

/** Opens a dropped or chosen file; a damaged one gets its sentence, and nothing else changes. */
export async function openFile(session: ReturnType<typeof useSession>, file: File): Promise<void> {
  const opened = session.beginFrom(await file.text(), file.name);
  if (opened.ok) go(["game", opened.id]);
  else notify(opened.error);
}
