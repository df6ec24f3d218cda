// review.ts - what a look back comes to: luck and decisions as two numbers that add up, and one
// sentence.
// SPDX-License-Identifier: MIT

import type { Review } from "./advice-types";
import { sideName } from "./session";
import { AFTER } from "./words/after";
import { say } from "./words/say";

/** Whole points for blue: `start + luck + play` is `end`, and none of them is beyond a hundred. */
export interface Sum {
  readonly start: number;
  readonly luck: number;
  readonly play: number;
  readonly end: number;
}

export function sumOf(review: Review): Sum {
  const { blue, red, nobody } = review.sides;
  const [start, end] = [Math.round(review.start), Math.round(review.end)];
  const all = blue.luck - red.luck + nobody.luck;
  // The chances bound what either can have come to: what is beyond was lost again by the other.
  const most = Math.max(0, end - start) + (100 - Math.abs(end - start));
  const least = Math.min(0, end - start) - (100 - Math.abs(end - start));
  const luck = Math.round(Math.max(least, Math.min(most, all)));
  return { start, luck, play: end - start - luck, end };
}

/** The battle in a sentence. */
export function summaryOf(review: Review): string {
  const { luck, play, end } = sumOf(review);
  if (!review.over) return say(AFTER.sumOpen, { end, luck: signed(luck), play: signed(play) });
  if (review.winner === undefined)
    return say(AFTER.sumDrawn, { luck: signed(luck), play: signed(play) });
  const sign = review.winner === "blue" ? 1 : -1;
  const points = { luck: signed(sign * luck), play: signed(sign * play) };
  const by = sign * (play - luck) >= 0 ? AFTER.sumPlay : AFTER.sumLuck;
  return say(by, { winner: sideName(review.winner), ...points });
}

/** "+12", "-3", "0". */
export function signed(points: number): string {
  return points > 0 ? `+${points}` : String(points);
}
