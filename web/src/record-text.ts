// record-text.ts - a record up to some moment, as a text of its own: for playing on from there, and
// for a rematch.  docs/record.md has the lines.
// SPDX-License-Identifier: MIT

import type { Standing } from "./engine-types";

/** The first `plies` actions of a record, with these players; new dice go on from there. */
export function recordUntil(record: string, plies: number, seats: Standing["seats"]): string {
  const lines: string[] = [];
  let actions = 0;
  for (const line of record.split("\n")) {
    if (/^(server|seed|result|end|view|blue|red)( |$)/.test(line)) continue;
    if (/^\d+ /.test(line)) {
      if (actions === plies) break;
      if (actions === 0) lines.push(`blue ${seats.blue}`, `red ${seats.red}`);
      actions++;
    }
    if (line !== "") lines.push(line);
  }
  if (actions === 0) lines.push(`blue ${seats.blue}`, `red ${seats.red}`);
  return [...lines, `end ${actions}`, ""].join("\n");
}
