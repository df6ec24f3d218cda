// table.tsx - a game on the server, whatever it needs now: sitting down, waiting, playing,
// watching.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Side } from "../../engine-types";
import type { Answered, Refusal } from "../../remote";
import { RemoteGame } from "../../remote-game";
import type { Route } from "../../router";
import { numberIn, replaceAddress } from "../../router";
import type { Session } from "../../session";
import { useSession } from "../../session";
import { notify } from "../notices";
import { PlayScreen } from "../play";
import { Sit } from "./sit";
import { Trouble } from "./trouble";
import { useSnapshotless } from "./use-online";
import { Waiting } from "./waiting";
import { ONLINE } from "../../words/online";

function isSide(word: string | undefined): word is Side {
  return word === "blue" || word === "red";
}

/** The token kept here comes first: an invitation in the address may be spent, by ourselves. */
async function openGame(
  session: Session,
  id: string,
  side: Side | undefined,
  offered: string | undefined,
): Promise<Answered<RemoteGame>> {
  const { engine, thinker, tempo } = session;
  const around = { engine, thinker, ...tempo, complain: notify };
  const kept = side === undefined ? undefined : session.seats.find(id, side)?.token;
  if (kept !== undefined && kept !== "") {
    const opened = await RemoteGame.open({ id, side, token: kept }, around);
    if (opened.ok || opened.error !== "token") return opened;
  }
  return RemoteGame.open({ id, side, token: offered }, around);
}

export function OnlineTable({ route }: { route: Route }): JSX.Element {
  const session = useSession();
  const [, id = "", word] = route.words;
  const side = isSide(word) ? word : undefined;
  const token = route.values.get("token");
  const [found, setFound] = useState<RemoteGame | Refusal>();
  const [tries, setTries] = useState(0);
  useEffect(() => {
    let left = false;
    let game: RemoteGame | undefined;
    setFound(undefined);
    void openGame(session, id, side, token).then((opened) => {
      if (left) return;
      if (opened.ok) {
        game = opened.value;
        if (game.state.you !== "invited") enter(session, game, token);
      }
      setFound(opened.ok ? opened.value : opened);
    });
    return () => {
      left = true;
      game?.close();
    };
  }, [session, id, side, tries]);

  if (found === undefined)
    return (
      <p class="loading" role="status">{ONLINE.looking}</p>
    );
  if (!(found instanceof RemoteGame)) {
    return (
      <Trouble
        why={found}
        again={() => setTries(tries + 1)}
        {...(["token", "session"].includes(found.error) && { watch: id })}
      />
    );
  }
  const { state } = found;
  if (state.you === "invited" && state.side !== undefined) {
    return (
      <Sit
        state={state}
        sides={[state.side]}
        invitation={found.seat.token}
        done={() => setTries(tries + 1)}
      />
    );
  }
  if (side !== undefined && state.you === "watcher") {
    return (
      <Trouble
        watch={id}
        why={{
          ok: false,
          status: 409,
          error: "spent",
          text:
            ONLINE.taken,
        }}
      />
    );
  }
  return <Entered game={found} route={route} />;
}

/** Sets the stream going, keeps the seat, and takes the token out of the address. */
function enter(session: Session, game: RemoteGame, token: string | undefined): void {
  session.place(game);
  game.start();
  const { mine, state, seat } = game;
  if (mine === undefined || seat.token === undefined) return;
  const before = session.seats.find(game.id, mine);
  const safe = session.seats.keep({
    id: game.id,
    side: mine,
    token: seat.token,
    game: state.game,
    scenario: state.scenario,
    when: Date.now(),
    ...(before?.invitations !== undefined && { invitations: before.invitations }),
    ...(before?.mine !== undefined && { mine: before.mine }),
  });
  if (safe && token !== undefined) replaceAddress(["at", game.id, mine]);
}

function Entered({ game, route }: { game: RemoteGame; route: Route }): JSX.Element {
  const session = useSession();
  useSnapshotless(game);
  const promised = game.state.dice.restored?.map((one) => one.commitment) ?? [];
  useEffect(() => {
    if (game.mine !== undefined) session.seats.keepPromises(game.id, game.mine, promised);
  }, [game, promised.length]);
  if (game.trouble !== undefined && game.state.position === undefined)
    return <Trouble why={game.trouble} />;
  if (game.state.position === undefined) return <Waiting game={game} />;
  return <PlayScreen game={game} ply={numberIn(route, "ply")} />;
}
