// mine.tsx - my games on this server: those of my account, and those whose tokens this browser
// keeps.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Side } from "../../engine-types";
import type { Answered } from "../../remote";
import { call, serverNow } from "../../remote";
import type { ListedGame, State } from "../../remote-types";
import { address } from "../../router";
import type { KeptSeat } from "../../seats";
import { refreshMe, useServer } from "../../server";
import type { Session } from "../../session";
import { sideName, useSession } from "../../session";
import { inOrder } from "../../themes";
import { Dialog } from "../dialog";
import { Head } from "../head";
import { Icon } from "../icons";
import { notify } from "../notices";
import { Picture } from "../picture";
import { CopyLink } from "./copy-link";
import { scenarioOf, shareable, timeWords } from "./words";
import { MINE } from "../../words/mine";
import { allOf, put, say } from "../../words/say";

export interface MyGame {
  readonly id: string;
  readonly game: string;
  readonly scenario: string;
  readonly house: boolean;
  readonly side: Side | undefined;
  readonly words: string;
  readonly yours: boolean;
  readonly over: boolean;
  readonly when: number; // seconds
  readonly kept: boolean; // by this browser only
}

const ASKED = 24; // games whose state is asked for one by one

function wordsOf(game: ListedGame, opponent: string | null): string {
  const other = opponent ?? MINE.nobodyYet;
  const round = game.round ?? 1;
  if (game.status === "waiting")
    return say(game[game.side] === null ? MINE.free : MINE.waiting, { other });
  if (game.status === "over")
    return game.result?.text === undefined
      ? say(MINE.over, { other })
      : say(MINE.ended, { result: ended(game.result.text), other });
  if (!game.yours)
    return say(MINE.turnTheirs, { round, decides: opponent ?? MINE.theOtherSide, other });
  return game.deadline === undefined
    ? say(MINE.turnMine, { round, other })
    : say(MINE.turnMineLeft, { round, left: timeWords(game.deadline - serverNow()), other });
}

/** With one full stop. */
function ended(text: string): string {
  return `${text.replace(/\.$/, "")}.`;
}

function ofAccount(game: ListedGame): MyGame {
  return {
    id: game.id,
    game: game.game,
    scenario: game.scenario,
    house: game.house === true,
    side: game.side,
    words: wordsOf(game, game.side === "blue" ? game.red : game.blue),
    yours: game.yours,
    over: game.status === "over",
    when: game.changed ?? 0,
    kept: false,
  };
}

function ofState(seat: KeptSeat, answer: Answered<State>): MyGame {
  const state = answer.ok ? answer.value : undefined;
  const side = seat.side === "watcher" ? undefined : seat.side;
  const shared = {
    id: seat.id,
    game: seat.game,
    scenario: seat.scenario,
    house: state?.house !== undefined,
    side,
    when: seat.when / 1000,
    kept: true,
  };
  if (state === undefined)
    return {
      ...shared,
      words:
        answer.ok || answer.error === "unknown"
          ? MINE.unknownNow
          : answer.text,
      yours: false,
      over: !answer.ok && answer.error === "unknown",
    };
  const others = allOf(
    (["blue", "red"] as const)
      .filter((one) => one !== side)
      .map((one) => state.seats[one].name ?? MINE.nobodyYet),
  );
  const yours =
    side !== undefined &&
    state.status === "playing" &&
    state.turn?.deciding.includes(side) === true;
  const round = state.turn?.round ?? 1;
  const seen = side === undefined;
  const words =
    state.status === "waiting"
      ? say(seen ? MINE.seenWaiting : MINE.heldWaiting, { others })
      : state.status === "over"
        ? say(seen ? MINE.seenOver : MINE.heldOver, {
            result: ended(state.result?.text ?? MINE.itIsOver),
            others,
          })
        : say(seen ? MINE.seenRound : yours ? MINE.heldMine : MINE.heldTheirs, { round, others });
  return {
    ...shared,
    words,
    yours,
    over: state.status === "over",
  };
}

export async function findGames(session: Session, account: boolean): Promise<MyGame[]> {
  const listed = account ? await call<{ games: ListedGame[] }>("GET", "api/me/games") : undefined;
  const games = listed?.ok === true ? listed.value.games.map(ofAccount) : [];
  const kept = session.seats
    .list()
    .filter((seat) => !games.some((game) => game.id === seat.id))
    .slice(0, ASKED);
  const asked = await Promise.all(
    kept.map(async (seat) => {
      const state = await call<State>("GET", `api/games/${seat.id}`, undefined, {
        token: seat.token === "" ? undefined : seat.token,
      });
      return ofState(seat, state);
    }),
  );
  return [...games, ...asked].sort(
    (a, b) =>
      Number(b.yours) - Number(a.yours) || Number(a.over) - Number(b.over) || b.when - a.when,
  );
}

export function Mine(): JSX.Element {
  const session = useSession();
  const { found, me, accounts } = useServer();
  const [games, setGames] = useState<readonly MyGame[]>();
  const [count, setCount] = useState(0);
  useEffect(() => {
    let left = false;
    document.title = MINE.myGames;
    void findGames(session, me.name !== null).then((all) => {
      if (!left) setGames(all);
    });
    return () => {
      left = true;
    };
  }, [session, me.name, count]);
  useEffect(() => {
    if (found === true) void refreshMe(); // the session may have ended on another device
  }, []);
  const next = games?.find((game) => game.yours);
  const forget = (id: string): void => {
    session.seats.forget(id);
    setCount(count + 1);
  };
  const unclaimed =
    me.name === null ? [] : (games ?? []).filter((game) => game.kept && game.side !== undefined);
  return (
    <>
      <Head where={MINE.myGames}>
        {accounts && <a href="#/account">{me.name ?? MINE.logIn}</a>}
      </Head>
      <main class="sheet-page">
        {next !== undefined && (
          <section class="band" aria-labelledby="waits">
            <div class="grow">
              <h2 id="waits">{MINE.gameWaits}</h2>
              <p>
                {scenarioOf(session.engine.games, next.game, next.scenario).title}. {next.words}
              </p>
            </div>
            <a class="button main" href={addressOf(next)}>
              <Icon name="play" /> {MINE.playOn}
            </a>
          </section>
        )}
        {games === undefined ? (
          <p class="muted" role="status">{MINE.asking}</p>
        ) : games.length === 0 ? (
          <p>{MINE.noGames}</p>
        ) : (
          <ul class="saved">
            {games.map((game) => (
              <OnlineRow key={`${game.id}${game.side ?? ""}`} game={game} forget={forget} />
            ))}
          </ul>
        )}
        {unclaimed.length > 0 && <Claim games={unclaimed} done={() => setCount(count + 1)} />}
        <PlayAFriend />
        {accounts && me.name === null && (
          <p class="muted">
            {put(MINE.onlyHere, { account: (words) => <a href="#/account">{words}</a> })}
          </p>
        )}
      </main>
    </>
  );
}

function addressOf(game: MyGame): string {
  return address(game.side === undefined ? ["at", game.id] : ["at", game.id, game.side]);
}

interface OnlineRowProps {
  readonly game: MyGame;
  readonly forget: (id: string) => void;
}

export function OnlineRow({ game, forget }: OnlineRowProps): JSX.Element {
  const { engine, seats } = useSession();
  const [showing, setShowing] = useState(false);
  const token = game.kept ? seats.find(game.id, game.side)?.token : undefined; // a guest's seat
  const { title } = scenarioOf(engine.games, game.game, game.scenario);
  return (
    <li class={game.yours ? "yours" : ""}>
      <Picture engine={engine} game={game.game} scenario={game.scenario} crop />
      <div class="grow">
        <a href={addressOf(game)}>{game.house ? say(MINE.withHouseRules, { title }) : title}</a>
        {game.yours && <span class="badge">{MINE.yourTurn}</span>}
        <div>
          {game.side === undefined ? "" : `${sideName(game.side)}. `}
          {game.words}
        </div>
      </div>
      {game.side !== undefined && token !== undefined && token !== "" && !game.over && (
        <button
          class="plain icon"
          aria-label={say(MINE.linkOf, { title })}
          title={MINE.seatLink}
          onClick={() => setShowing(true)}
        >
          <Icon name="copy" />
        </button>
      )}
      {showing && token !== undefined && (
        <SeatLink path={`/game/${game.id}/${game.side}#${token}`} close={() => setShowing(false)} />
      )}
      {game.kept && (game.over || game.side === undefined) && (
        <button
          class="plain icon"
          aria-label={say(MINE.forget, { title })}
          title={MINE.forgetThis}
          onClick={() => forget(game.id)}
        >
          <Icon name="trash" />
        </button>
      )}
    </li>
  );
}

/** Who has no account, or gives it up, loses the seat with the browser's memory, unless he keeps
 *  this. */
function SeatLink({ path, close }: { path: string; close: () => void }): JSX.Element {
  return (
    <Dialog title={MINE.seatLink} close={close}>
      <p>{MINE.seatLinkNote}</p>
      <CopyLink id="seat-link" words={MINE.ownLink} link={shareable(path)} main />
    </Dialog>
  );
}

/** Games that were begun before logging in. */
function Claim({ games, done }: { games: readonly MyGame[]; done: () => void }): JSX.Element {
  const session = useSession();
  const claim = async (): Promise<void> => {
    for (const game of games) {
      const token = session.seats.find(game.id, game.side)?.token;
      const answer = await call("POST", `api/games/${game.id}/claim`, {}, { token, again: true });
      if (!answer.ok) notify(answer.text);
    }
    done();
  };
  return (
    <p class="row">
      <span>{say(MINE.claimable, { count: games.length })}</span>
      <button onClick={() => void claim()}>{MINE.claim}</button>
    </p>
  );
}

export function PlayAFriend(): JSX.Element {
  const { engine } = useSession();
  return (
    <section aria-labelledby="friend">
      <h2 id="friend">{MINE.playFriend}</h2>
      <p>{MINE.playFriendNote}</p>
      <ul class="offers">
        {inOrder(engine.games).map((game) => (
          <li key={game.id}>
            <a class="button" href={address(["new", game.id], { friend: "1" })}>
              {game.title}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
