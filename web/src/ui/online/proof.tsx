// proof.tsx - what proves the dice: the server's promise, both contributions, and in the end the
// secret.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { download } from "../../files";
import type { RemoteGame } from "../../remote-game";
import type { OwnPart } from "../../seats";
import { ownPartFile, ownPartTrouble, usedPart } from "../../seats";
import { sideName, useSession } from "../../session";
import { Dialog } from "../dialog";
import { Icon } from "../icons";

interface ProofProps {
  readonly game: RemoteGame;
  readonly save: () => void;
  readonly close: () => void;
}

export function Proof({ game, save, close }: ProofProps): JSX.Element {
  const { dice, status, seats } = game.state;
  const over = status === "over";
  return (
    <Dialog title="Proof of the dice" close={close}>
      <p>
        Every die is made of the server's secret, which was fixed before anybody sat down, and of a
        line from each player. <a href="#/dice">How that works</a>
      </p>
      <dl class="proof">
        <dt>
          Promise <small>hash of the secret</small>
        </dt>
        <dd class="hash mono">{dice.commitment}</dd>
        {(["blue", "red"] as const).map((side) => (
          <>
            <dt>
              {sideName(side)} <small>{seats[side].name}</small>
            </dt>
            <dd class="hash mono">
              {dice.contributions?.[side] === ""
                ? "(nothing)"
                : (dice.contributions?.[side] ?? "when everybody sits")}
            </dd>
          </>
        ))}
        <dt>Secret</dt>
        <dd class="hash mono">{dice.secret ?? "told when the game is over"}</dd>
        {(dice.restored ?? []).map((later) => (
          <>
            <dt>
              Another promise{" "}
              <small>
                the server was restored from a copy
                {later.from === undefined ? "" : `: from die ${String(later.from)} on`}
              </small>
            </dt>
            <dd class="hash mono">{later.commitment}</dd>
            <dt>Its secret</dt>
            <dd class="hash mono">{later.secret ?? "told when the game is over"}</dd>
          </>
        ))}
      </dl>
      {over ? (
        <>
          <p>Save the record, and check each die on your own machine:</p>
          <pre class="mono">
            grognard verify {game.state.game}-{game.state.scenario}-{game.id}.grog
          </pre>
        </>
      ) : (
        <p>Keep the promise if you want to be quite sure: it must be the same at the end.</p>
      )}
      <Own game={game} />
      <button class={over ? "main" : ""} onClick={save}>
        <Icon name="save" /> Save the record
      </button>
    </Dialog>
  );
}

/** What this browser kept when it sat down, and in the end whether it was used. */
function Own({ game }: { game: RemoteGame }): JSX.Element | null {
  const session = useSession();
  const side = game.mine;
  const mine = side === undefined ? undefined : session.seats.find(game.id, side)?.mine;
  const [used, setUsed] = useState<OwnPart>();
  const over = game.state.status === "over";
  useEffect(() => {
    if (!over || side === undefined || mine === undefined) return;
    void game.whole().then((record) => {
      if (record !== undefined) setUsed(usedPart(record, side));
    });
  }, [over, side, mine === undefined]);
  if (side === undefined || mine === undefined) return null;
  const trouble = used === undefined ? undefined : ownPartTrouble(mine, used);
  return (
    <>
      {used === undefined ? (
        <p>This browser has kept the promise, and what you gave to the dice.</p>
      ) : trouble === undefined ? (
        <p role="status">
          The promise is the one that you saw when you sat down, and the dice were drawn with what
          you gave.
        </p>
      ) : (
        <p class="why" role="alert">
          {trouble}
        </p>
      )}
      <button
        onClick={() =>
          download(`${game.id}-${side}-mine.txt`, "text/plain", ownPartFile(game.id, side, mine))
        }
      >
        <Icon name="save" /> Save your part, for verify --mine
      </button>
    </>
  );
}
