// tools.tsx - the toolbar of a game, at home and on a server: taking back, looking back, saving,
// offering, giving up.

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { download } from "../files";
import type { PlayedGame } from "../game";
import { Dialog } from "./dialog";
import type { IconName } from "./icons";
import { Icon } from "./icons";
import { More } from "./more";
import { notify } from "./notices";
import { Proof } from "./online/proof";
import type { Play } from "./use-play";

type Open = "resign" | "draw" | "dice" | "more" | undefined;

interface ToolsProps {
  readonly game: PlayedGame;
  readonly play: Play;
  readonly type: () => void; // shows or hides the command box
}

export function Tools({ game, play, type }: ToolsProps): JSX.Element {
  const { snapshot } = play;
  const { online } = game;
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const plays = online?.state.status === "playing" && online.mine !== undefined;
  const save = (): void => void saveRecord(game);
  return (
    <div class="bar" role="toolbar" aria-label="Game">
      {(online === undefined || online.mine !== undefined) && (
        <TakeBack game={game} undo={play.group.undo} canUndo={snapshot.canUndo} />
      )}
      <Tool
        icon="film"
        words="Replay"
        title="Replay (R)"
        disabled={snapshot.plies === 0}
        press={() => game.look(snapshot.plies)}
      />
      <Tool icon="save" words="Save the game as a file" press={save} />
      <Tool
        icon="keyboard"
        words="Type an order"
        phone
        disabled={snapshot.acting === undefined}
        press={type}
      />
      <Tool icon="more" words="More" press={() => setOpen("more")} />
      <span class="grow" />
      {plays && (
        <Tool
          icon="draw"
          words="Offer a draw"
          disabled={online.state.offered.draw === online.mine}
          press={() => setOpen("draw")}
        />
      )}
      {(online === undefined || plays) && (
        <Tool
          icon="flag"
          words="Resign"
          disabled={online === undefined && snapshot.acting === undefined}
          press={() => setOpen("resign")}
        />
      )}
      {open === "more" && <More game={game} dice={() => setOpen("dice")} close={close} />}
      {open === "dice" && online !== undefined && <Proof game={online} save={save} close={close} />}
      {open === "draw" && (
        <Question
          title="Offer a draw?"
          words="Offer a draw"
          looks="main"
          close={close}
          act={() => void online?.propose("draw")}
        >
          The game ends without a winner if the other side agrees. The offer stands until it is
          answered.
        </Question>
      )}
      {open === "resign" && (
        <Question
          title="Give up the battle?"
          words="Resign"
          looks="danger"
          close={close}
          act={() => void (online === undefined ? play.act("resign") : online.propose("resign"))}
        >
          Your side loses at once. This cannot be taken back.
        </Question>
      )}
    </div>
  );
}

interface TakeBackProps {
  readonly game: PlayedGame;
  readonly undo: () => void; // what was ordered at once goes back at once
  readonly canUndo: boolean;
}

function TakeBack({ game, undo, canUndo }: TakeBackProps): JSX.Element {
  const restart = (): void => {
    if (!game.restartTurn()) notify("There is nothing that you can take back by yourself.");
  };
  const asked = game.online === undefined ? "" : "; if the other side decides already, it is asked";
  return (
    <>
      <Tool
        icon="undo"
        words="Take back"
        title={`Take the last decision back${asked} (U)`}
        disabled={!canUndo}
        press={undo}
      />
      <Tool
        icon="restart"
        words="Restart my turn"
        title="Restart my turn (Shift U)"
        disabled={!canUndo}
        press={restart}
      />
    </>
  );
}

interface ToolProps {
  readonly icon: IconName;
  readonly words: string;
  readonly title?: string;
  readonly phone?: boolean; // only there
  readonly disabled?: boolean;
  readonly press: () => void;
}

function Tool({ icon, words, title, phone, disabled, press }: ToolProps): JSX.Element {
  return (
    <button
      class={phone === true ? "icon phone-only" : "icon"}
      aria-label={words}
      title={title ?? words}
      disabled={disabled === true}
      onClick={press}
    >
      <Icon name={icon} />
    </button>
  );
}

interface QuestionProps {
  readonly title: string;
  readonly words: string; // of the button that does it
  readonly looks: "main" | "danger";
  readonly close: () => void;
  readonly act: () => void;
  readonly children: string;
}

function Question({ title, words, looks, close, act, children }: QuestionProps): JSX.Element {
  return (
    <Dialog title={title} close={close}>
      <p>{children}</p>
      <div class="row">
        <button
          class={looks}
          onClick={() => {
            close();
            act();
          }}
        >
          {words}
        </button>
        <button onClick={close}>Fight on</button>
      </div>
    </Dialog>
  );
}

/** What its files are called. */
export function fileName(game: PlayedGame): string {
  const { standing, plies } = game.snapshot();
  const { game: rules, scenario = "position" } = standing;
  return `${rules}-${scenario}-${game.online?.id ?? plies}`;
}

async function saveRecord(game: PlayedGame): Promise<void> {
  const record = game.online === undefined ? game.record() : await game.online.whole();
  if (record !== undefined) download(`${fileName(game)}.grog`, "text/plain", record);
}
