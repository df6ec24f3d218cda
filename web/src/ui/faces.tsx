// faces.tsx - the computer players as people: a small portrait of each, drawn with few lines.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { PlayerInfo } from "../engine-types";

interface Look {
  readonly hat: string; // paths of the headgear, over the face
  readonly coat: string;
  readonly facings: string;
  readonly hair: string;
  readonly beard?: string; // a path
}

const SHAKO = "M20 24l2-15q10-4 20 0l2 15zM18 24h28v4H18z";
const BEARSKIN = "M17 27q-3-22 15-22t15 22q-15-5-30 0z";
const BICORNE = "M8 24q10-17 24-17t24 17q-24-8-48 0z";
const FORAGE = "M18 23q2-9 14-9t14 9zM17 23h30v4H17z";

/** Who is not listed has a plain one. */
const LOOKS: Readonly<Record<string, Look>> = {
  conscript: { hat: FORAGE, coat: "#5b6f8f", facings: "#d8c9a0", hair: "#b98a4a" },
  line: {
    hat: SHAKO,
    coat: "#24508f",
    facings: "#c8402f",
    hair: "#4a3524",
    beard: "M25 43q7 -3 14 0l-1 2q-6 -2 -12 0z",
  },
  grenadier: {
    hat: BEARSKIN,
    coat: "#33425c",
    facings: "#e7c76a",
    hair: "#2d2620",
    beard: "M24 43q8 -4 16 0l2 3q-10 -3 -20 0z",
  },
  guard: { hat: SHAKO, coat: "#2f5a3c", facings: "#d94f3d", hair: "#8c5a2c" },
  marshal: {
    hat: BICORNE,
    coat: "#1f2c4d",
    facings: "#e7c76a",
    hair: "#d9d4c8",
    beard: "M22 34q1 9 4 10v-9zM42 34q-1 9-4 10v-9z",
  },
};
const PLAIN: Look = { hat: FORAGE, coat: "#8a7f68", facings: "#e9dfc4", hair: "#5d5341" };

export function Face({ player }: { player: string }): JSX.Element {
  const look = LOOKS[player] ?? PLAIN;
  return (
    <svg class="face" viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <circle cx="32" cy="32" r="31" fill="#e9dfc4" stroke="#8f8262" stroke-width="2" />
      <path d="M10 58q4-12 22-12t22 12a31 31 0 01-44 0z" fill={look.coat} />
      <path d="M26 47l6 8 6-8 3 2-9 14-9-14z" fill={look.facings} />
      <path d="M21 26q-2 14 3 20h16q5-6 3-20z" fill={look.hair} />
      <ellipse cx="32" cy="36" rx="10" ry="12" fill="#eec9a3" />
      <path d="M27 34h3M34 34h3" stroke="#27211a" stroke-width="2" stroke-linecap="round" />
      <path d="M32 35v4h2" stroke="#a97850" stroke-width="1.5" fill="none" />
      {look.beard === undefined ? (
        <path d="M29 43q3 1.500 6 0" stroke="#a04f3c" stroke-width="1.800" fill="none" />
      ) : (
        <path d={look.beard} fill={look.hair} />
      )}
      <path d={look.hat} fill="#231d17" stroke={look.facings} stroke-width="1.500" />
    </svg>
  );
}

/** Those with a face of their own, weakest first. */
export function opponents(players: readonly PlayerInfo[]): readonly PlayerInfo[] {
  return players.filter(({ name }) => name in LOOKS);
}
