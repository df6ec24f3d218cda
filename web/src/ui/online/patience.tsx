// patience.tsx - whoever waits for the other side is told so, and that waiting here is not needed.

import type { JSX } from "preact";
import type { Snapshot } from "../../game";
import type { RemoteGame } from "../../remote-game";
import { useServer } from "../../server";

interface PatienceProps {
  readonly game: RemoteGame;
  readonly snapshot: Snapshot;
}

export function Patience({ game, snapshot }: PatienceProps): JSX.Element | null {
  const { me } = useServer();
  const { acting, replaying, standing } = snapshot;
  if (acting !== undefined || replaying || standing.turn.over) return null;
  if (game.sending) return <p class="hint">Your decision is on its way ...</p>;
  const { deciding } = standing.turn;
  if (deciding.length === 0) return null;
  const names = deciding.map((side) => game.nameOf(side)).join(" and ");
  return (
    <p class="hint">
      {names} {deciding.length > 1 ? "decide" : "decides"} now.
      {game.mine !== undefined && (
        <>
          {" "}
          You may leave this page: nothing is lost, and <a href="#/mine">My games</a> brings you
          back.
          {me.name !== null && (
            <>
              {" "}
              <a href="/next">To the next game that waits for you</a>
            </>
          )}
        </>
      )}
    </p>
  );
}
