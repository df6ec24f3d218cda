// tools.tsx - the toolbar of a game, at home and on a server: taking back, looking back, saving,
// offering, giving up.
// SPDX-License-Identifier: MIT

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
import { PLAY } from "../words/play";

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
    <div class="bar" role="toolbar" aria-label={PLAY.gameTools}>
      {(online === undefined || online.mine !== undefined) && (
        <TakeBack game={game} undo={play.group.undo} canUndo={snapshot.canUndo} />
      )}
      <Tool
        icon="film"
        words={PLAY.replay}
        title={PLAY.replayTitle}
        disabled={snapshot.plies === 0}
        press={() => game.look(snapshot.plies)}
      />
      <Tool icon="save" words={PLAY.saveFile} press={save} />
      <Tool
        icon="keyboard"
        words={PLAY.typeOrder}
        phone
        disabled={snapshot.acting === undefined}
        press={type}
      />
      <Tool icon="more" words={PLAY.more} press={() => setOpen("more")} />
      <span class="grow" />
      {plays && (
        <Tool
          icon="draw"
          words={PLAY.offerDraw}
          disabled={online.state.offered.draw === online.mine}
          press={() => setOpen("draw")}
        />
      )}
      {(online === undefined || plays) && (
        <Tool
          icon="flag"
          words={PLAY.resign}
          disabled={online === undefined && snapshot.acting === undefined}
          press={() => setOpen("resign")}
        />
      )}
      {open === "more" && <More game={game} dice={() => setOpen("dice")} close={close} />}
      {open === "dice" && online !== undefined && <Proof game={online} save={save} close={close} />}
      {open === "draw" && (
        <Question
          title={PLAY.drawAsked}
          words={PLAY.offerDraw}
          looks="main"
          close={close}
          act={() => void online?.propose("draw")}
        >
          {PLAY.drawNote}
        </Question>
      )}
      {open === "resign" && (
        <Question
          title={PLAY.resignAsked}
          words={PLAY.resign}
          looks="danger"
          close={close}
          act={() => void (online === undefined ? play.act("resign") : online.propose("resign"))}
        >
          {PLAY.resignNote}
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
    if (!game.restartTurn()) notify(PLAY.noUndo);
  };
  return (
    <>
      <Tool
        icon="undo"
        words={PLAY.takeBack}
        title={game.online === undefined ? PLAY.takeBackTitle : PLAY.takeBackAsked}
        disabled={!canUndo}
        press={undo}
      />
      <Tool
        icon="restart"
        words={PLAY.restart}
        title={PLAY.restartTitle}
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
        <button onClick={close}>{PLAY.fightOn}</button>
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
