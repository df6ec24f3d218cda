// fields.tsx - what is asked of everybody who plays on a server: a name, a part of the dice, a
// clock.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { ClockKind } from "../../remote-types";
import { freshContribution } from "../../seats";
import { Icon } from "../icons";
import { ONLINE } from "../../words/online";
import { put } from "../../words/say";

interface TextProps {
  readonly value: string;
  readonly change: (value: string) => void;
}

export function NameField({ value, change }: TextProps): JSX.Element {
  return (
    <div class="asked">
      <label for="player-name">{ONLINE.yourName}</label>
      <input
        id="player-name"
        type="text"
        autoComplete="nickname"
        maxLength={31}
        required
        value={value}
        onInput={(event) => change(event.currentTarget.value)}
      />
    </div>
  );
}

/** Printable ASCII, as docs/dice.md has it. */
export const CONTRIBUTION = "[ -~]{0,64}";

export function ContributionField({ value, change }: TextProps): JSX.Element {
  return (
    <div class="asked">
      <label for="contribution">{ONLINE.yourDice}</label>
      <div class="with-button">
        <input
          id="contribution"
          class="mono"
          type="text"
          autoComplete="off"
          spellcheck={false}
          maxLength={64}
          pattern={CONTRIBUTION}
          value={value}
          aria-describedby="contribution-why"
          onInput={(event) => change(event.currentTarget.value)}
        />
        <button
          type="button"
          class="icon"
          aria-label={ONLINE.another}
          title={ONLINE.another}
          onClick={() => change(freshContribution())}
        >
          <Icon name="restart" />
        </button>
      </div>
      <p id="contribution-why" class="small muted">
        {put(ONLINE.diceNote, { proof: (words) => <a href="#/dice">{words}</a> })}
      </p>
    </div>
  );
}

const CLOCKS: readonly {
  readonly value: string;
  readonly words: string;
  readonly clock: ClockKind;
}[] = [
  { value: "none", words: ONLINE.noClock, clock: { kind: "none" } },
  { value: "day", words: ONLINE.mail1, clock: { kind: "days", days: 1 } },
  { value: "days", words: ONLINE.mail3, clock: { kind: "days", days: 3 } },
  { value: "week", words: ONLINE.mail7, clock: { kind: "days", days: 7 } },
  {
    value: "quick",
    words: ONLINE.live15,
    clock: { kind: "bank", seconds: 900, increment: 15 },
  },
  {
    value: "live",
    words: ONLINE.live30,
    clock: { kind: "bank", seconds: 1800, increment: 30 },
  },
  {
    value: "long",
    words: ONLINE.live90,
    clock: { kind: "bank", seconds: 5400, increment: 60 },
  },
];

export function ClockField({ value, change }: TextProps): JSX.Element {
  return (
    <div class="asked">
      <label for="clock">{ONLINE.clock}</label>
      <select id="clock" value={value} onChange={(event) => change(event.currentTarget.value)}>
        {CLOCKS.map((one) => (
          <option key={one.value} value={one.value}>
            {one.words}
          </option>
        ))}
      </select>
    </div>
  );
}

export function clockOf(value: string): ClockKind {
  return CLOCKS.find((one) => one.value === value)?.clock ?? { kind: "none" };
}
