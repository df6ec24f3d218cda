// replay.tsx - stepping through the game: slider, play button, arrow keys, a link to the moment.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { copy } from "../files";
import type { PlayedGame, Snapshot } from "../game";
import { gameLink } from "../game-link";
import { actionWords } from "../log-text";
import { shareable } from "./online/words";
import { Icon } from "./icons";
import { notify } from "./notices";

const COPIED = "The address of this moment is copied.";
const INSIDE = "The whole game is inside it: it opens anywhere, for everybody who has it.";
const TOO_LONG =
  "The game is too long for an address: this one works in this browser only. " +
  "Send others the saved file.";
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
      notify((await copy(link)) ? `${COPIED} Whoever has it sees what a watcher may see.` : link);
      return;
    }
    const whole = await gameLink(game.record(), ply);
    const link = whole ?? location.href;
    notify(!(await copy(link)) ? link : `${COPIED} ${whole === undefined ? TOO_LONG : INSIDE}`);
  };
  return (
    <div class="replay" role="group" aria-label="Replay">
      <button class="plain icon" aria-label="To the start" onClick={() => game.look(0)}>
        <Icon name="first" />
      </button>
      <button
        class="plain icon"
        aria-label="One action back"
        disabled={ply <= 0}
        onClick={() => game.look(ply - 1)}
      >
        <Icon name="previous" />
      </button>
      <button
        class="plain icon"
        aria-label={playing ? "Pause" : "Play"}
        onClick={() => {
          if (end) game.look(0);
          setPlaying(!playing);
        }}
      >
        <Icon name={playing ? "pause" : "play"} />
      </button>
      <button
        class="plain icon"
        aria-label="One action on"
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
        aria-label="Moment of the game"
        aria-valuetext={
          `${ply} of ${snapshot.plies}` + (entry === undefined ? "" : `: ${actionWords(entry)}`)
        }
        onInput={(event) => game.look(event.currentTarget.valueAsNumber)}
      />
      <output>
        {ply}/{snapshot.plies}
      </output>
      <button
        class="plain icon"
        aria-label="Copy the address of this moment"
        onClick={() => void share()}
      >
        <Icon name="link" />
      </button>
      <button onClick={() => game.look(undefined)}>Back</button>
    </div>
  );
}
