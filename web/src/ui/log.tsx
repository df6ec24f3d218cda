// log.tsx - the log: one line per event, each with its ply, its clause and its roll.
//
// Long games have thousands of lines, so only the blocks near the view are drawn; the others keep
// their height.  The log stands at its end, or in a replay at the moment that is shown.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
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
  readonly replaying: boolean;
  readonly house: House | undefined; // it begins with them
  readonly ending: string | undefined; // how it ended, if not by the rules
  readonly look: (ply: number) => void;
}

const DETAILS: readonly (readonly [Detail, string])[] = [
  ["all", LOG.everything],
  ["rolls", LOG.rolls],
  ["results", LOG.results],
];

const BLOCK = 20; // entries that are drawn together
const ACTION = 52; // pixels of an action and of an event, until they have been drawn
const EVENT = 24;
const NEAR = "800px";

export function Log(props: LogProps): JSX.Element {
  const { game, log, ply, replaying, house, ending, look } = props;
  const detail = useSetting("detail");
  const shown = useMemo(() => shownLog(log, detail), [log, detail]);
  const blocks = useMemo(() => blocksOf(shown), [shown]);
  const current = replaying ? blockAt(blocks, ply) : blocks.length - 1;
  const all = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!replaying) end.current?.scrollIntoView({ block: "end" });
    else all.current?.querySelector(".here")?.scrollIntoView({ block: "nearest" });
  }, [log.length, detail, ending, replaying, ply]);
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
      <div ref={all} role="group" aria-label={LOG.label}>
        {blocks.map((entries, index) => (
          <Block
            key={index}
            game={game}
            entries={entries}
            wanted={index === current || index === current - 1}
            ply={ply}
            look={look}
          />
        ))}
      </div>
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

function blocksOf(log: readonly LogEntry[]): LogEntry[][] {
  const blocks: LogEntry[][] = [];
  for (let from = 0; from < log.length; from += BLOCK) blocks.push(log.slice(from, from + BLOCK));
  return blocks;
}

/** The block of the last entry that was there at this moment. */
function blockAt(blocks: readonly LogEntry[][], ply: number): number {
  const later = blocks.findIndex((entries) => (entries[0]?.ply ?? 0) > ply);
  return Math.max(0, (later < 0 ? blocks.length : later) - 1);
}

interface BlockProps {
  readonly game: string;
  readonly entries: readonly LogEntry[];
  readonly wanted: boolean; // drawn wherever it is
  readonly ply: number;
  readonly look: (ply: number) => void;
}

function Block({ game, entries, wanted, ply, look }: BlockProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const [near, setNear] = useState(wanted);
  const events = entries.reduce((sum, entry) => sum + entry.events.length, 0);
  const height = useRef(entries.length * ACTION + events * EVENT);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new IntersectionObserver(
      ([seen]) => {
        if (seen === undefined) return;
        if (!seen.isIntersecting && element.firstChild !== null)
          height.current = seen.boundingClientRect.height;
        setNear(seen.isIntersecting);
      },
      { root: element.closest(".scroll"), rootMargin: NEAR },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  if (!near && !wanted) return <div ref={box} style={{ height: `${height.current}px` }} />;
  return (
    <div ref={box} style={{ height: "auto" }}>
      <ol class="log">
        {entries.map((entry, index) => (
          <Entry key={index} game={game} entry={entry} here={entry.ply === ply} look={look} />
        ))}
      </ol>
    </div>
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
