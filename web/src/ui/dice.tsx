// dice.tsx - dice as they fell: pips for numbers, letters where a game has letters.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { GameEvent } from "../engine-types";
import { PLAY } from "../words/play";
import { say } from "../words/say";

const SPOTS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[12, 12]],
  2: [
    [7, 7],
    [17, 17],
  ],
  3: [
    [6.5, 6.5],
    [12, 12],
    [17.5, 17.5],
  ],
  4: [
    [7, 7],
    [17, 7],
    [7, 17],
    [17, 17],
  ],
  5: [
    [6.5, 6.5],
    [17.5, 6.5],
    [12, 12],
    [6.5, 17.5],
    [17.5, 17.5],
  ],
  6: [
    [7, 6],
    [17, 6],
    [7, 12],
    [17, 12],
    [7, 18],
    [17, 18],
  ],
};

export function Dice({ event, big }: { event: GameEvent; big?: boolean }): JSX.Element | null {
  const dice = event.dice ?? [];
  if (dice.length === 0) return null;
  const words = event.faces ?? dice.join(" ");
  return (
    <span
      class={big === true ? "dice big" : "dice"}
      role="img"
      aria-label={say(PLAY.diceRead, { dice: words.split("").join(" ") })}
    >
      {dice.map((face, index) => (
        <Die
          key={index}
          face={face}
          letter={event.faces?.[index]}
          hit={event.counts?.[index] === true}
        />
      ))}
    </span>
  );
}

interface DieProps {
  readonly face: number;
  readonly letter: string | undefined;
  readonly hit?: boolean; // it counts
}

export function Die({ face, letter, hit }: DieProps): JSX.Element {
  const spots = letter === undefined ? SPOTS[face] : undefined;
  return (
    <svg class={hit === true ? "die hit" : "die"} viewBox="0 0 24 24" aria-hidden="true">
      <rect x="1" y="1" width="22" height="22" rx="5" />
      {spots !== undefined
        ? spots.map(([x, y]) => <circle key={`${x},${y}`} cx={x} cy={y} r="2.3" />)
        : letter !== "-" && (
            <text x="12" y="17.4">
              {letter ?? face}
            </text>
          )}
    </svg>
  );
}
