// keys.tsx - what every key does, on one card.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { choose } from "../settings";
import { Dialog } from "./dialog";
import { ShowSettings } from "./show-settings";
import { useSetting } from "./use-setting";
import { CARD } from "../words/card";

const KEYS: readonly (readonly [readonly string[], string])[] = [
  [["N", "Shift N"], CARD.next],
  [[CARD.arrowKeys], CARD.arrows],
  [["Enter"], CARD.enter],
  [["P"], CARD.plan],
  [["G"], CARD.group],
  [["X", CARD.shiftDrag, CARD.shiftClick], CARD.box],
  [["D"], CARD.danger],
  [["Esc"], CARD.escape],
  [["[", "]", CARD.shiftWheel], CARD.turn],
  [["/", "c"], CARD.type],
  [["U", "Ctrl Z"], CARD.undo],
  [["Shift U"], CARD.restart],
  [["R"], CARD.replay],
  [["Home", "End"], CARD.ends],
  [[CARD.spaceKey], CARD.space],
  [["W", CARD.ctrlClick], CARD.wayPoint],
  [["+", "-", "0"], CARD.zoom],
  [["F"], CARD.flip],
  [["O", "L", "T", "K"], CARD.tabs],
  [["?"], CARD.card],
];

const PACES: readonly (readonly [number, string])[] = [
  [1800, CARD.slowly],
  [900, CARD.reading],
  [350, CARD.quickly],
  [0, CARD.noWait],
];

export function Keys({ close }: { close: () => void }): JSX.Element {
  const pace = useSetting("pace");
  return (
    <Dialog title={CARD.title} close={close}>
      <p class="row">
        <label for="pace">{CARD.moves}</label>
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
      <p class="small muted">{CARD.mouse}</p>
    </Dialog>
  );
}
