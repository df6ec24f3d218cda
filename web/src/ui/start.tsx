// start.tsx - the first screen: the games there are, the games under way, the first lesson.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { chooseFile } from "../files";
import type { PlayerInfo } from "../engine-types";
import type { ListedGame } from "../first-look";
import { firstLook } from "../first-look";
import { address, go } from "../router";
import type { Saved } from "../saved";
import { useServer } from "../server";
import type { Session } from "../session";
import { seatName, useComingSession, useSession } from "../session";
import { shelf } from "../shelf";
import { useSetting } from "./use-setting";
import { inOrder, themeOf } from "../themes";
import { Face, opponents } from "./faces";
import { Head } from "./head";
import { Icon } from "./icons";
import { LiveBattle, StillBattle } from "./live";
import { notify } from "./notices";
import type { MyGame } from "./online/mine";
import { findGames, OnlineRow, PlayAFriend } from "./online/mine";
import { OpenGames } from "./online/open";
import { OWN, Picture, Poster } from "./picture";
import { START } from "../words/start";
import { put, say } from "../words/say";

const HERO = 0; // which of the games, in order, lends its picture to the top of the page

/** What needs the core comes with it; what there is to choose is here before. */
export function Start(): JSX.Element {
  const session = useComingSession();
  const { games: listed = [], players = [] } = session?.engine ?? firstLook() ?? {};
  const [kept, forget] = useKept(session);
  const visited = useSetting("visited");
  const server = useServer();
  const games = inOrder<ListedGame>(listed);
  const hero = games[HERO];
  const still = hero !== undefined && <Poster game={hero.id} scenario={themeOf(hero).poster} />;
  return (
    <>
      <Head>
        {server.found === true && <a href="#/mine">{START.myGames}</a>}
        {server.accounts && (
          <a class="wide-only" href="#/account">
            {server.me.name ?? START.logIn}
          </a>
        )}
        {session !== undefined && <OpenFile session={session} />}
      </Head>
      <main class="sheet-page">
        <div class="hero">
          <div>
            <h1>{START.heading}</h1>
            <p>{START.intro}</p>
            <div class="row">
              <a class="button main" href="#/learn">
                <Icon name="play" />{" "}
                {visited ? START.lessonAgain : START.lessonNew}
              </a>
              {server.found === true && (
                <a class="button" href="#/mine">
                  <Icon name="people" /> {START.playFriend}
                </a>
              )}
              {kept[0] !== undefined && !kept[0].over && (
                <a class="button" href={address(["game", kept[0].id])}>
                  {say(START.goOn, { game: kept[0].title })}
                </a>
              )}
            </div>
          </div>
          {session === undefined ? <StillBattle still={still} /> : <LiveBattle still={still} />}
        </div>
        {session !== undefined && <YourGames games={kept} forget={forget} />}
        {session !== undefined && server.found === true && <OpenGames />}
        <h2>{START.chooseGame}</h2>
        <ul class={session === undefined ? "cards coming" : "cards"}>
          {games
            .filter((game) => !themeOf(game).minor)
            .map((game) => (
              <GameCard key={game.id} game={game} />
            ))}
          <OwnCard />
        </ul>
        <Minor games={games.filter((game) => themeOf(game).minor)} />
        <Opponents players={players} />
        {session !== undefined && server.found === true && <PlayAFriend />}
      </main>
      <footer class="foot">
        {put(shelf.lasts ? START.kept : START.notKept, { key: (words) => <kbd>{words}</kbd> })}{" "}
        <a href="licences.html">{START.licences}</a>
      </footer>
    </>
  );
}

/** The games that this browser keeps, and how one of them is forgotten. */
function useKept(session: Session | undefined): [readonly Saved[], (id: string) => void] {
  const [kept, setKept] = useState<readonly Saved[]>([]);
  useLayoutEffect(() => setKept(session?.saved.list() ?? []), [session]);
  const forget = (id: string): void => {
    session?.saved.forget(id);
    setKept(session?.saved.list() ?? []);
  };
  return [kept, forget];
}

function GameCard({ game }: { game: ListedGame }): JSX.Element {
  const theme = themeOf(game);
  return (
    <li class="card">
      <Poster game={game.id} scenario={theme.poster} />
      <div class="body">
        <h3>
          <a href={address(["new", game.id])}>{game.title}</a>
        </h3>
        <ul class="tags" aria-label={START.inShort}>
          {theme.tags.map((tag) => (
            <li key={tag}>{tag}</li>
          ))}
          <li>{say(START.scenarios, { count: game.scenarios.length })}</li>
        </ul>
        <p>{theme.paragraph}</p>
        <div class="ends">
          <span class="button main" aria-hidden="true">{START.play}</span>
          <span class="grow" />
          <a href={address(["how", game.id])} aria-label={say(START.howToPlay, {
            game: game.title,
          })}>
            {START.howTo}
          </a>
          <a href={address(["rules", game.id])} aria-label={say(START.rulesOf, {
            game: game.title,
          })}>
            {START.rules}
          </a>
        </div>
      </div>
    </li>
  );
}

/** The editor, beside the games. */
function OwnCard(): JSX.Element {
  return (
    <li class="card">
      <Poster game={OWN} scenario="" />
      <div class="body">
        <h3>
          <a href="#/make">{START.ownBattle}</a>
        </h3>
        <ul class="tags" aria-label={START.inShort}>
          <li>{START.editor}</li>
          <li>{START.allGames}</li>
        </ul>
        <p>{START.ownNote}</p>
        <div class="ends">
          <span class="button main" aria-hidden="true">{START.draw}</span>
        </div>
      </div>
    </li>
  );
}

function Minor({ games }: { games: readonly ListedGame[] }): JSX.Element | null {
  if (games.length === 0) return null;
  return (
    <p class="minor">
      {put(START.alsoHere, {
        games: games.map((game, index) => (
          <span key={game.id}>
            {index > 0 && ", "}
            <a href={address(["new", game.id])}>{game.title}</a> ({themeOf(game).paragraph})
          </span>
        )),
      })}
    </p>
  );
}

/** Who sits on the other side of the table: a name, a face, a sentence. */
function Opponents({ players }: { players: readonly PlayerInfo[] }): JSX.Element {
  return (
    <section aria-labelledby="opponents">
      <h2 id="opponents">{START.faceWhom}</h2>
      <ul class="opponents">
        {opponents(players).map((player) => (
          <li key={player.name}>
            <Face player={player.name} />
            <div>
              <a href={address(["new", "squares"], { against: player.name })}>{player.title}</a>
              <p class="small">{player.text}.</p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Listed =
  | { readonly when: number; readonly local: Saved }
  | { readonly when: number; readonly online: MyGame };

/** Those of this browser and those on the server, in one list: what waits for you first. */
function useListed(games: readonly Saved[], count: number): readonly Listed[] {
  const session = useSession();
  const { found, me } = useServer();
  const [online, setOnline] = useState<readonly MyGame[]>([]);
  useEffect(() => {
    let left = false;
    if (found === true && (me.name !== null || session.seats.list().length > 0))
      void findGames(session, me.name !== null).then((all) => {
        if (!left) setOnline(all);
      });
    return () => void (left = true);
  }, [found, me.name, count]);
  const locals = games.map((local) => ({ when: local.when, local }));
  const others = online.map((one) => ({ when: one.when * 1000, online: one }));
  const waits = (one: Listed): number => Number("online" in one && one.online.yours);
  return [...locals, ...others].sort((a, b) => waits(b) - waits(a) || b.when - a.when);
}

function YourGames({
  games,
  forget,
}: {
  games: readonly Saved[];
  forget: (id: string) => void;
}): JSX.Element | null {
  const session = useSession();
  const [all, setAll] = useState(false);
  const [count, setCount] = useState(0);
  const listed = useListed(games, count);
  if (listed.length === 0) return null;
  const leave = (id: string): void => {
    session.seats.forget(id);
    setCount(count + 1);
  };
  return (
    <section aria-labelledby="kept">
      <h2 id="kept">{START.yourGames}</h2>
      <ul class="saved">
        {(all ? listed : listed.slice(0, 3)).map((one) =>
          "local" in one ? (
            <LocalRow key={one.local.id} game={one.local} forget={forget} />
          ) : (
            <OnlineRow
              key={`${one.online.id}${one.online.side ?? ""}`}
              game={one.online}
              forget={leave}
            />
          ),
        )}
      </ul>
      {listed.length > 3 && (
        <p>
          <button class="link" onClick={() => setAll(!all)}>
            {all ? START.fewer : say(START.all, { count: listed.length })}
          </button>
        </p>
      )}
    </section>
  );
}

function LocalRow({
  game,
  forget,
}: {
  game: Saved;
  forget: (id: string) => void;
}): JSX.Element {
  const { engine, saved } = useSession();
  return (
    <li>
      <Picture engine={engine} game={game.rules} record={saved.record(game.id) ?? ""} crop />
      <div class="grow">
        <a href={address(["game", game.id])}>{game.title}</a>
        <div>
          {say(START.whereSeats, {
            where: game.where,
            blue: seatName(game.seats.blue, 1),
            red: seatName(game.seats.red, 1),
          })}
        </div>
      </div>
      <button
        class="plain icon"
        aria-label={say(START.forget, { game: game.title })}
        title={START.forgetThis}
        onClick={() => forget(game.id)}
      >
        <Icon name="trash" />
      </button>
    </li>
  );
}

function OpenFile({ session }: { session: Session }): JSX.Element {
  return (
    <button
      class="plain"
      aria-label={START.openFile}
      onClick={() => chooseFile(".grog,.pos,.txt", (file) => void openFile(session, file))}
    >
      <Icon name="open" /> <span class="wide-only">{START.openFile}</span>
    </button>
  );
}

/** Opens a dropped or chosen file; a damaged one gets its sentence, and nothing else changes. */
export async function openFile(session: Session, file: File): Promise<void> {
  const opened = session.beginFrom(await file.text(), file.name);
  if (opened.ok) go(["game", opened.id]);
  else notify(opened.error);
}
