// log.tsx - the log: one line per event, each with its ply, its clause and its roll.

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { House, LogEntry } from "../engine-types";
import { copy } from "../files";
import { actionText, actionWords, logAsText, shownLog } from "../log-text";
import type { Detail } from "../settings";
import { choose } from "../settings";
import { sideName } from "../session";
import { useSetting } from "./use-setting";
import { EventLine } from "./events";
import { houseLines } from "./house";
import { Icon } from "./icons";
import { notify } from "./notices";
import { LOG } from "../words/log";

interface LogProps {
  readonly game: string;
  readonly log: readonly LogEntry[];
  readonly ply: number; // that is shown
  readonly house: House | undefined; // it begins with them
  readonly ending: string | undefined; // how it ended, if not by the rules
  readonly look: (ply: number) => void;
}

const DETAILS: readonly (readonly [Detail, string])[] = [
  ["all", LOG.everything],
  ["rolls", LOG.rolls],
  ["results", LOG.results],
];

export function Log({ game, log, ply, house, ending, look }: LogProps): JSX.Element {
  const detail = useSetting("detail");
  const shown = shownLog(log, detail);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: "end" }), [log.length, detail, ending]);
  const copyAll = async (): Promise<void> => {
    notify(
      (await copy(logAsText(shown, house === undefined ? [] : houseLines(house))))
        ? LOG.copied
        : LOG.noCopy,
    );
  };
  return (
    <>
      <div class="row">
        <label class="small" for="detail">{LOG.show}</label>
        <select
          id="detail"
          value={detail}
          onChange={(event) => choose("detail", event.currentTarget.value as Detail)}
        >
          {DETAILS.map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
        </select>
        <span class="grow" />
        <button class="plain" onClick={() => void copyAll()}>
          <Icon name="copy" /> {LOG.copy}
        </button>
      </div>
      {house !== undefined && (
        <p class="small">
          <b>{LOG.houseRules}</b> {houseLines(house).join("; ")}.
        </p>
      )}
      <ol class="log" aria-label={LOG.label}>
        {shown.map((entry, index) => (
          <Entry key={index} game={game} entry={entry} here={entry.ply === ply} look={look} />
        ))}
      </ol>
      {shown.length === 0 && <p class="muted">{LOG.nothing}</p>}
      {ending !== undefined && (
        <p>
          <b>{ending}</b>
        </p>
      )}
      <div ref={end} />
    </>
  );
}

interface EntryProps {
  readonly game: string;
  readonly entry: LogEntry;
  readonly here: boolean;
  readonly look: (ply: number) => void;
}

function Entry({ game, entry, here, look }: EntryProps): JSX.Element {
  return (
    <li class={here ? "here" : ""}>
      <div class="ply">
        <span class="no">{entry.ply}</span>
        <span class={`who ${entry.side}`} />
        <button title={LOG.seeBoard} onClick={() => look(entry.ply)}>
          {entry.side !== "nobody" && <span class="sr">{sideName(entry.side)}: </span>}
          <span class="words">{actionWords(entry)}</span>
          <code aria-hidden="true">{actionText(entry)}</code>
        </button>
      </div>
      {entry.events.length > 0 && (
        <ul>
          {entry.events.map((event, index) => (
            <li
              key={index}
              class={event.event === "end" || event.event === "loss" ? "results" : ""}
            >
              <EventLine game={game} event={event} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
