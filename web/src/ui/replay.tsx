// replay.tsx - stepping through the game: slider, play button, arrow keys, a link to the moment.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { copy } from "../files";
import type { PlayedGame, Snapshot } from "../game";
import { gameLink } from "../game-link";
import { actionWords } from "../log-text";
import { shareable } from "./online/words";
import { Icon } from "./icons";
import { notify } from "./notices";
import { PLAY } from "../words/play";
import { say } from "../words/say";

const COPIED = PLAY.momentCopied;
const INSIDE = PLAY.momentWhole;
const TOO_LONG = PLAY.momentHere;
const STEP = 900; // milliseconds of one action while it plays

export function Replay({ game, snapshot }: { game: PlayedGame; snapshot: Snapshot }): JSX.Element {
  const [playing, setPlaying] = useState(false);
  const { ply } = snapshot.standing;
  const end = ply >= snapshot.plies;
  useEffect(() => {
    if (!playing) return undefined;
    if (end) {
      setPlaying(false);
      return undefined;
    }
    const timer = setTimeout(() => game.look(ply + 1), STEP);
    return () => clearTimeout(timer);
  }, [playing, ply, end, game]);
  const entry = snapshot.log.find((one) => one.ply === ply);
  const share = async (): Promise<void> => {
    if (game.online !== undefined) {
      const link = shareable(`/game/${game.id}/replay#${ply}`);
      notify((await copy(link)) ? say(PLAY.momentWatch, { copied: COPIED }) : link);
      return;
    }
    const whole = await gameLink(game.record(), ply);
    const link = whole ?? location.href;
    notify(!(await copy(link)) ? link : `${COPIED} ${whole === undefined ? TOO_LONG : INSIDE}`);
  };
  return (
    <div class="replay" role="group" aria-label={PLAY.replay}>
      <button class="plain icon" aria-label={PLAY.toStart} onClick={() => game.look(0)}>
        <Icon name="first" />
      </button>
      <button
        class="plain icon"
        aria-label={PLAY.back1}
        disabled={ply <= 0}
        onClick={() => game.look(ply - 1)}
      >
        <Icon name="previous" />
      </button>
      <button
        class="plain icon"
        aria-label={playing ? PLAY.pause : PLAY.play}
        onClick={() => {
          if (end) game.look(0);
          setPlaying(!playing);
        }}
      >
        <Icon name={playing ? "pause" : "play"} />
      </button>
      <button
        class="plain icon"
        aria-label={PLAY.on1}
        disabled={end}
        onClick={() => game.look(ply + 1)}
      >
        <Icon name="next" />
      </button>
      <input
        type="range"
        min={0}
        max={snapshot.plies}
        value={ply}
        aria-label={PLAY.moment}
        aria-valuetext={
          entry === undefined
            ? say(PLAY.momentOf, { ply, all: snapshot.plies })
            : say(PLAY.momentOfWords, { ply, all: snapshot.plies, words: actionWords(entry) })
        }
        onInput={(event) => game.look(event.currentTarget.valueAsNumber)}
      />
      <output>
        {ply}/{snapshot.plies}
      </output>
      <button
        class="plain icon"
        aria-label={PLAY.copyMoment}
        onClick={() => void share()}
      >
        <Icon name="link" />
      </button>
      <button onClick={() => game.look(undefined)}>{PLAY.back}</button>
    </div>
  );
}
