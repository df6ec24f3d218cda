// mine.tsx - my games on this server: those of my account, and those whose tokens this browser
// keeps.

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

function ofAccount(game: ListedGame): MyGame {
  const other = game.side === "blue" ? game.red : game.blue;
  const left =
    game.deadline === undefined ? "" : `, ${timeWords(game.deadline - serverNow())} left`;
  const decides = game.yours ? `your turn${left}` : `${other ?? "the other side"} decides`;
  const words =
    game.status === "waiting"
      ? game[game.side] === null
        ? "Your seat is free: sit down"
        : "Waiting for the other side"
      : game.status === "over"
        ? (game.result?.text ?? "Over")
        : `Round ${game.round ?? 1}: ${decides}`;
  return {
    id: game.id,
    game: game.game,
    scenario: game.scenario,
    house: game.house === true,
    side: game.side,
    words: `${words.replace(/\.$/, "")}. Against ${other ?? "nobody yet"}.`,
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
          ? "This server does not know it any more."
          : answer.text,
      yours: false,
      over: !answer.ok && answer.error === "unknown",
    };
  const others = (["blue", "red"] as const)
    .filter((one) => one !== side)
    .map((one) => state.seats[one].name ?? "nobody yet")
    .join(" and ");
  const yours =
    side !== undefined &&
    state.status === "playing" &&
    state.turn?.deciding.includes(side) === true;
  const words =
    state.status === "waiting"
      ? "Waiting for players"
      : state.status === "over"
        ? (state.result?.text ?? "Over")
        : `Round ${state.turn?.round ?? 1}${yours ? ": your turn" : ""}`;
  return {
    ...shared,
    words: `${words.replace(/\.$/, "")}. ${side === undefined ? "Between" : "Against"} ${others}.`,
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
    document.title = "My games";
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
      <Head where="My games">{accounts && <a href="#/account">{me.name ?? "Log in"}</a>}</Head>
      <main class="sheet-page">
        {next !== undefined && (
          <section class="band" aria-labelledby="waits">
            <div class="grow">
              <h2 id="waits">A game waits for you</h2>
              <p>
                {scenarioOf(session.engine.games, next.game, next.scenario).title}. {next.words}
              </p>
            </div>
            <a class="button main" href={addressOf(next)}>
              <Icon name="play" /> Play on
            </a>
          </section>
        )}
        {games === undefined ? (
          <p class="muted" role="status">
            Asking the server ...
          </p>
        ) : games.length === 0 ? (
          <p>You have no games on this server yet.</p>
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
            These games are known to this browser only. <a href="#/account">With an account</a> you
            find them on every device, and hear when it is your turn.
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
        <a href={addressOf(game)}>{game.house ? `${title}, house rules` : title}</a>
        {game.yours && <span class="badge">your turn</span>}
        <div>
          {game.side === undefined ? "" : `${sideName(game.side)}. `}
          {game.words}
        </div>
      </div>
      {game.side !== undefined && token !== undefined && token !== "" && !game.over && (
        <button
          class="plain icon"
          aria-label={`Link to your seat: ${title}`}
          title="The link to your seat"
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
          aria-label={`Forget ${title}`}
          title="Forget this game"
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
    <Dialog title="The link to your seat" close={close}>
      <p>
        It plays this side on any device, and is the way back if this browser forgets the game.
        Whoever has it plays in your place: keep it to yourself.
      </p>
      <CopyLink id="seat-link" words="Your own link" link={shareable(path)} main />
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
      <span>
        {games.length === 1 ? "One game is" : `${games.length} games are`} known to this browser
        only.
      </span>
      <button onClick={() => void claim()}>Put into my account</button>
    </p>
  );
}

export function PlayAFriend(): JSX.Element {
  const { engine } = useSession();
  return (
    <section aria-labelledby="friend">
      <h2 id="friend">Play a friend</h2>
      <p>Choose a game, send the link, and play: live, or a decision now and then for weeks.</p>
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
