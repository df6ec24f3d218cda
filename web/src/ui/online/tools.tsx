// tools.tsx - the toolbar of a game on a server: what is a button at home is a question here.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { download } from "../../files";
import type { RemoteGame } from "../../remote-game";
import { Dialog } from "../dialog";
import { Icon } from "../icons";
import type { Play } from "../use-play";
import { Proof } from "./proof";

type Open = "resign" | "draw" | "dice" | undefined;

export function OnlineTools({
  game,
  play,
  type,
}: {
  game: RemoteGame;
  play: Play;
  type: () => void;
}): JSX.Element {
  const { snapshot } = play;
  const [open, setOpen] = useState<Open>();
  const { state, mine } = game;
  const close = (): void => setOpen(undefined);
  const plays = mine !== undefined && state.status === "playing";
  const name = `${state.game}-${state.scenario}-${state.id}`;
  const save = async (): Promise<void> => {
    const record = await game.whole();
    if (record !== undefined) download(`${name}.grog`, "text/plain", record);
  };
  return (
    <div class="bar tight" role="toolbar" aria-label="Game">
      {mine !== undefined && (
        <button
          class="icon"
          aria-label="Take back"
          title="Take the last decision back; if the other side decides already, it is asked (U)"
          disabled={!snapshot.canUndo}
          onClick={() => game.undo()}
        >
          <Icon name="undo" />
        </button>
      )}
      <button
        class="icon"
        aria-label="Replay"
        title="Replay (R)"
        disabled={snapshot.plies === 0}
        onClick={() => game.look(snapshot.plies)}
      >
        <Icon name="film" />
      </button>
      <button
        class="icon"
        aria-label="Save the record"
        title="Save the record"
        onClick={() => void save()}
      >
        <Icon name="save" />
      </button>
      <button
        class="icon"
        aria-label="Save the board as a picture"
        title="Save the board as a picture"
        onClick={() => download(`${name}-${snapshot.plies}.svg`, "image/svg+xml", game.picture())}
      >
        <Icon name="picture" />
      </button>
      <button
        class="icon"
        aria-label="Proof of the dice"
        title="Proof of the dice"
        onClick={() => setOpen("dice")}
      >
        <Icon name="dice" />
      </button>
      <button
        class="icon phone-only"
        aria-label="Type an order"
        title="Type an order"
        disabled={snapshot.acting === undefined}
        onClick={type}
      >
        <Icon name="keyboard" />
      </button>
      <span class="grow" />
      {plays && (
        <button
          class="icon"
          aria-label="Offer a draw"
          title="Offer a draw"
          disabled={state.offered.draw === mine}
          onClick={() => setOpen("draw")}
        >
          <Icon name="draw" />
        </button>
      )}
      {plays && (
        <button class="icon" aria-label="Resign" title="Resign" onClick={() => setOpen("resign")}>
          <Icon name="flag" />
        </button>
      )}
      {open === "dice" && <Proof game={game} save={() => void save()} close={close} />}
      {open === "draw" && (
        <Dialog title="Offer a draw?" close={close}>
          <p>
            The game ends without a winner if the other side agrees. The offer stands until it is
            answered.
          </p>
          <div class="row">
            <button
              class="main"
              onClick={() => {
                close();
                void game.propose("draw");
              }}
            >
              Offer a draw
            </button>
            <button onClick={close}>Fight on</button>
          </div>
        </Dialog>
      )}
      {open === "resign" && (
        <Dialog title="Give up the battle?" close={close}>
          <p>Your side loses at once. This cannot be taken back.</p>
          <div class="row">
            <button
              class="danger"
              onClick={() => {
                close();
                void game.propose("resign");
              }}
            >
              Resign
            </button>
            <button onClick={close}>Fight on</button>
          </div>
        </Dialog>
      )}
    </div>
  );
}
