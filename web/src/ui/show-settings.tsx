// show-settings.tsx - how fast dice land and units go their ways, whether one hears them, and which
// orders are asked about first.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { ShowSpeed } from "../show";
import { choose } from "../settings";
import { useSetting } from "./use-setting";
import { CARD } from "../words/card";
import { put } from "../words/say";

const SPEEDS: readonly (readonly [ShowSpeed, string])[] = [
  ["slow", CARD.slowly],
  ["quick", CARD.quickly],
  ["off", CARD.never],
];

export function ShowSettings(): JSX.Element {
  const show = useSetting("show");
  const sound = useSetting("sound");
  const ask = useSetting("ask");
  return (
    <>
      <p class="row">
        <label for="show-speed">{CARD.shown}</label>
        <select
          id="show-speed"
          value={show}
          onChange={(event) => choose("show", event.currentTarget.value as ShowSpeed)}
        >
          {SPEEDS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
      </p>
      <p class="row">
        <label>
          {put(CARD.sounds, { box: <input
            type="checkbox"
            checked={sound}
            onChange={(event) => choose("sound", event.currentTarget.checked)}
          /> })}
        </label>
      </p>
      <p class="row">
        <label>
          {put(CARD.ask, { box: <input
            type="checkbox"
            checked={ask}
            onChange={(event) => choose("ask", event.currentTarget.checked)}
          /> })}
        </label>
      </p>
    </>
  );
}
