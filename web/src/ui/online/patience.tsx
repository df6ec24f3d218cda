// patience.tsx - whoever waits for the other side is told so, and that waiting here is not needed.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { Snapshot } from "../../game";
import type { RemoteGame } from "../../remote-game";
import { useServer } from "../../server";
import { ONLINE } from "../../words/online";
import { allOf, put, say } from "../../words/say";

interface PatienceProps {
  readonly game: RemoteGame;
  readonly snapshot: Snapshot;
}

export function Patience({ game, snapshot }: PatienceProps): JSX.Element | null {
  const { me } = useServer();
  const { acting, replaying, standing } = snapshot;
  if (acting !== undefined || replaying || standing.turn.over) return null;
  if (game.sending) return <p class="hint">{ONLINE.sending}</p>;
  const { deciding } = standing.turn;
  if (deciding.length === 0) return null;
  const names = allOf(deciding.map((side) => game.nameOf(side)));
  return (
    <p class="hint">
      {say(ONLINE.decidesNow, { count: deciding.length, names })}
      {game.mine !== undefined && (
        <>
          {" "}
          {put(ONLINE.mayLeave, { games: (words) => <a href="#/mine">{words}</a> })}
          {me.name !== null && (
            <>
              {" "}
              <a href="/next">{ONLINE.nextGame}</a>
            </>
          )}
        </>
      )}
    </p>
  );
}
