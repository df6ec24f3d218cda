// keys.tsx - what every key does, on one card.

import type { JSX } from "preact";
import { choose } from "../settings";
import { Dialog } from "./dialog";
import { ShowSettings } from "./show-settings";
import { useSetting } from "./use-setting";

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [["N", "Shift N"], "next, previous unit that can act"],
  [["Arrows"], "move the cursor over the board; in a replay step back and on"],
  [["Enter"], "choose what is under the cursor; do what is proposed"],
  [["G"], "all units of the same commander in hand; again: of his commander"],
  [["X", "Shift drag", "Shift click"], "several units in hand: a box around them, one by one"],
  [["D"], "danger: what enemy fire and charges could do to the unit in hand, place by place"],
  [["Esc"], "take back the choice, then the unit"],
  [["[", "]", "Shift wheel"], "turn the unit in hand"],
  [["/", "c"], "type an order"],
  [["U", "Ctrl Z"], "take the last action back, never across a roll"],
  [["Shift U"], "restart my turn"],
  [["R"], "replay; R again goes back to the game"],
  [["Home", "End"], "first, last moment of the replay"],
  [["Space"], "do not wait: show the next thing; in a replay or film play and pause"],
  [["W", "Ctrl click"], "on a measured table: one way-point more for the move in hand"],
  [["+", "-", "0"], "nearer, farther, whole board"],
  [["F"], "turn the board round, red at the bottom"],
  [["O", "L", "T", "K"], "orders, log, table of units; talk, in a game on a server"],
  [["?"], "this card"],
];

const PACES: readonly (readonly [number, string])[] = [
  [1800, "slowly"],
  [900, "at reading pace"],
  [350, "quickly"],
  [0, "without waiting"],
];

export function Keys({ close }: { close: () => void }): JSX.Element {
  const pace = useSetting("pace");
  return (
    <Dialog title="Keys and pace" close={close}>
      <p class="row">
        <label for="pace">Moves of the computer</label>
        <select
          id="pace"
          value={pace}
          onChange={(event) => choose("pace", Number(event.currentTarget.value))}
        >
          {PACES.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </p>
      <ShowSettings />
      <dl class="keys">
        {KEYS.map(([keys, words]) => (
          <>
            <dt>
              {keys.map((key, index) => (
                <>
                  {index > 0 && " "}
                  <kbd>{key}</kbd>
                </>
              ))}
            </dt>
            <dd>{words}</dd>
          </>
        ))}
      </dl>
      <p class="small muted">
        On the board: click a unit, then where it shall go or whom it shall meet; or drag it. A
        second click on the same place does it. On a measured table the round handle before a unit
        turns it. The wheel or two fingers zoom, an empty place or the right button drags the board.
      </p>
    </Dialog>
  );
}
