// clash.ts - a charge or a melee to its end: the number on its arrow, and words for what comes of
// an answer.
// SPDX-License-Identifier: MIT

import { escaped } from "./danger";
import type { Clash, Odds, Reply, Side } from "./engine-types";
import { shortPercent } from "./fight";
import { CLASH } from "./words/clash";
import { say } from "./words/say";

/** How the other side answers best; where nobody has anything to answer, what comes of it. */
export function bestOf(clash: Clash | undefined): Reply | undefined {
  return clash?.replies[0];
}

const LIKELY = 1; // percent: rarer than that it hardly comes to blows, as when a charge is far

function isLikely(clash: Clash): boolean {
  return clash.replies.some((reply) => (reply.percent ?? 100) >= LIKELY);
}

/** What comes behind the dice that the odds tell: there is something to answer, or no dice are
 *  thrown before the next decision. */
export function goesOn(odds: Odds | undefined): Clash | undefined {
  const clash = odds?.clash;
  if (clash === undefined || odds === undefined || !isLikely(clash)) return undefined;
  if (clash.answers !== undefined) return clash;
  return odds.throws.length === 0 && (clash.replies[0]?.throws.length ?? 0) > 0 ? clash : undefined;
}

/** Is any answer's figure that of samples? */
export function isSampled(odds: Odds): boolean {
  return odds.clash?.replies.some((reply) => !reply.exact) === true;
}

export function enemyOf(side: string): Side {
  return side === "blue" ? "red" : "blue";
}

/** "red gives way 52 %, blue 12 %". */
export function yieldWords(odds: Odds, reply: Reply): string {
  return say(CLASH.both, {
    enemy: enemyOf(odds.side),
    theirs: shortPercent(reply.they.percent),
    side: odds.side,
    ours: shortPercent(reply.we.percent),
  });
}

const ARROW =
  /<path class="arrow plan_(?:charge|shot)[^"]*" d="M(-?\d+) (-?\d+)L(-?\d+) (-?\d+)"/;
const ON_ARROW = 0.4; // of its length: the head and the target stay free

/** The chance that the enemy gives way, on the arrow of the charge. */
export function numberOn(sketch: string, odds: Odds | undefined): string {
  const best = bestOf(odds?.clash);
  const arrow = ARROW.exec(sketch);
  if (best === undefined || arrow === null || best.throws.length === 0) return "";
  if (odds?.clash === undefined || !isLikely(odds.clash)) return "";
  const [from, to] = [
    [Number(arrow[1]), Number(arrow[2])],
    [Number(arrow[3]), Number(arrow[4])],
  ];
  const at = [0, 1].map((axis) =>
    Math.round((from[axis] ?? 0) + ((to[axis] ?? 0) - (from[axis] ?? 0)) * ON_ARROW),
  );
  const place = `x="${at[0] ?? 0}" y="${at[1] ?? 0}"`;
  const words = escaped(shortPercent(best.they.percent)); // it may be "<1 %"
  return `<text class="words on-arrow" ${place}>${words}</text>`;
}
