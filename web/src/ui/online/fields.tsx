// fields.tsx - what is asked of everybody who plays on a server: a name, a part of the dice, a
// clock.

import type { JSX } from "preact";
import type { ClockKind } from "../../remote-types";
import { freshContribution } from "../../seats";
import { Icon } from "../icons";

interface TextProps {
  readonly value: string;
  readonly change: (value: string) => void;
}

export function NameField({ value, change }: TextProps): JSX.Element {
  return (
    <div class="asked">
      <label for="player-name">Your name in this game</label>
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
      <label for="contribution">Your part of the dice</label>
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
          aria-label="Another one"
          title="Another one"
          onClick={() => change(freshContribution())}
        >
          <Icon name="restart" />
        </button>
      </div>
      <p id="contribution-why" class="small muted">
        Every die is made of the server's secret, this line and your opponent's: nobody can choose
        it. Leave it as it is, or type whatever you like.{" "}
        <a href="#/dice">How the dice are proved</a>
      </p>
    </div>
  );
}

const CLOCKS: readonly {
  readonly value: string;
  readonly words: string;
  readonly clock: ClockKind;
}[] = [
  { value: "none", words: "no clock", clock: { kind: "none" } },
  { value: "day", words: "by mail: 1 day for each decision", clock: { kind: "days", days: 1 } },
  { value: "days", words: "by mail: 3 days for each decision", clock: { kind: "days", days: 3 } },
  { value: "week", words: "by mail: 7 days for each decision", clock: { kind: "days", days: 7 } },
  {
    value: "quick",
    words: "live: 15 minutes each + 15 seconds",
    clock: { kind: "bank", seconds: 900, increment: 15 },
  },
  {
    value: "live",
    words: "live: 30 minutes each + 30 seconds",
    clock: { kind: "bank", seconds: 1800, increment: 30 },
  },
  {
    value: "long",
    words: "live: 90 minutes each + 60 seconds",
    clock: { kind: "bank", seconds: 5400, increment: 60 },
  },
];

export function ClockField({ value, change }: TextProps): JSX.Element {
  return (
    <div class="asked">
      <label for="clock">Clock</label>
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
