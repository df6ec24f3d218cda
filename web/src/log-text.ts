// log-text.ts - which lines of the log are shown, and the log as plain text for a letter.

import type { GameEvent, LogEntry } from "./engine-types";
import type { Detail } from "./settings";

const RESULTS: readonly GameEvent["event"][] = ["loss", "status", "phase", "reveal", "end"];

export function isShown(event: GameEvent, detail: Detail): boolean {
  if (detail === "all") return true;
  return RESULTS.includes(event.event) || (detail === "rolls" && event.event === "roll");
}

/** With less detail, actions of which nothing is told go too. */
export function shownLog(log: readonly LogEntry[], detail: Detail): LogEntry[] {
  const shown = log.map((entry) => ({
    ...entry,
    events: entry.events.filter((event) => isShown(event, detail)),
  }));
  return detail === "all" ? shown : shown.filter((entry) => entry.events.length > 0);
}

/** "12. [blue end]", as the command line writes it. */
export function actionText(entry: LogEntry): string {
  const who = entry.side === "nobody" ? "" : `${entry.side} `;
  const what = entry.sealed === true && entry.action === "" ? "(sealed)" : entry.action;
  return entry.forced === true ? `[${who}${what}]` : `${who}${what}`;
}

export function logAsText(log: readonly LogEntry[]): string {
  return (
    log
      .map((entry) =>
        [
          `${entry.ply}. ${actionText(entry)}`,
          ...entry.events.map((event) => `  ${event.text}`),
        ].join("\n"),
      )
      .join("\n") + "\n"
  );
}
