// proof.tsx - what proves the dice: the server's promise, both contributions, and in the end the
// secret.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { download } from "../../files";
import type { RemoteGame } from "../../remote-game";
import type { OwnPart } from "../../seats";
import { ownPartFile, ownPartTrouble, usedPart } from "../../seats";
import { sideName, useSession } from "../../session";
import { Dialog } from "../dialog";
import { Icon } from "../icons";
import { ONLINE } from "../../words/online";
import { put } from "../../words/say";
import { verifyCommand } from "./words";

interface ProofProps {
  readonly game: RemoteGame;
  readonly save: () => void;
  readonly close: () => void;
}

export function Proof({ game, save, close }: ProofProps): JSX.Element {
  const { dice, status, seats } = game.state;
  const over = status === "over";
  return (
    <Dialog title={ONLINE.proof} close={close}>
      <p>{put(ONLINE.proofNote, { how: (words) => <a href="#/dice">{words}</a> })}</p>
      <dl class="proof">
        <dt>{put(ONLINE.promise, { small: (words) => <small>{words}</small> })}</dt>
        <dd class="hash mono">{dice.commitment}</dd>
        {(["blue", "red"] as const).map((side) => (
          <>
            <dt>
              {sideName(side)} <small>{seats[side].name}</small>
            </dt>
            <dd class="hash mono">
              {dice.contributions?.[side] === ""
                ? "(nothing)"
                : (dice.contributions?.[side] ?? ONLINE.whenSeated)}
            </dd>
          </>
        ))}
        <dt>{ONLINE.secret}</dt>
        <dd class="hash mono">{dice.secret ?? ONLINE.whenOver}</dd>
        {(dice.restored ?? []).map((later) => (
          <>
            <dt>
              {later.from === undefined
                ? put(ONLINE.restored, { small: tiny })
                : put(ONLINE.restoredFrom, { small: tiny, die: later.from })}
            </dt>
            <dd class="hash mono">{later.commitment}</dd>
            <dt>{ONLINE.itsSecret}</dt>
            <dd class="hash mono">{later.secret ?? ONLINE.whenOver}</dd>
          </>
        ))}
      </dl>
      {over ? (
        <>
          <p>{ONLINE.saveAndCheck}</p>
          <pre class="mono">
            {verifyCommand(`${game.state.game}-${game.state.scenario}-${game.id}.grog`)}
          </pre>
        </>
      ) : (
        <p>{ONLINE.keepPromise}</p>
      )}
      <Own game={game} />
      <button class={over ? "main" : ""} onClick={save}>
        <Icon name="save" /> {ONLINE.saveRecord}
      </button>
    </Dialog>
  );
}

const tiny = (words: string): JSX.Element => <small>{words}</small>;

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
        <p>{ONLINE.promiseKept}</p>
      ) : trouble === undefined ? (
        <p role="status">{ONLINE.promiseHolds}</p>
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
        <Icon name="save" /> {ONLINE.savePart}
      </button>
    </>
  );
}
