// replay-record.ts - stepping through a game that is not over yet.
//
// One side's part of a running game lacks what the other side has chosen in secret since the last
// opening.  Everything before that is whole, and can be replayed: so it is cut where it ends.

import type { EngineApi, Result, Standing } from "./engine-types";
import { SLOT_REPLAY } from "./engine-types";

export function replayRecord(
  engine: EngineApi,
  record: string,
): Result<{ standing: Standing; cut: boolean }> {
  const lines = record.split("\n").filter((line) => !line.startsWith("view "));
  const opened = engine.openText(SLOT_REPLAY, lines.join("\n"), "this game");
  if (opened.ok) return { ...opened, cut: false };
  if (opened.line === undefined) return opened;
  const kept = lines.slice(0, opened.line - 1).filter((line) => !line.startsWith("end "));
  const entries = kept.filter((line) => /^\d+ /.test(line)).length;
  const known = engine.openText(
    SLOT_REPLAY,
    [...kept, `end ${entries}`, ""].join("\n"),
    "this game",
  );
  return known.ok ? { ...known, cut: true } : known;
}
