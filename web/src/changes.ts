// changes.ts - what has changed of a state: members in the place of others, lines of the position.
// SPDX-License-Identifier: MIT

import type { Change, State } from "./remote-types";

/** [first line, how many, the lines in their place], as Array.splice takes them. */
export type Edit = readonly [first: number, count: number, ...lines: string[]];

/** A text with some of its lines replaced; undefined: the edits are not for this text. */
export function edited(text: string, edits: readonly Edit[]): string | undefined {
  const lines = text.split("\n");
  let end = lines.length; // edits go from the last to the first: numbers count as before
  for (const [first, count, ...fresh] of [...edits].reverse()) {
    if (first + count > end) return undefined;
    lines.splice(first, count, ...fresh);
    end = first;
  }
  return lines.join("\n");
}

/** The state after the change; undefined: it is none of this state's. */
export function changed(state: State, change: Change): State | undefined {
  const { tell: _, lines, ...members } = change;
  if (lines === undefined) return { ...state, ...members };
  const position = state.position === undefined ? undefined : edited(state.position, lines);
  return position === undefined ? undefined : { ...state, ...members, position };
}
