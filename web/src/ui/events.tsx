// events.tsx - what happened: the sentence, its clause, and for a roll the dice and what made them.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { GameEvent, LogEntry } from "../engine-types";
import { Cited } from "./cited";
import { Dice } from "./dice";
import { PLAY } from "../words/play";
import { say } from "../words/say";

export function EventLine({
  game,
  event,
  big,
}: {
  game: string;
  event: GameEvent;
  big?: boolean;
}): JSX.Element {
  if (event.event !== "roll" || event.dice === undefined) {
    return <Cited game={game} text={event.text} />;
  }
  return (
    <>
      <Dice event={event} big={big === true} /> <Cited game={game} text={event.text} />
    </>
  );
}

const LAST = 12; // events of the last actions that are told beside the board

export function WhatHappened({
  game,
  entries,
}: {
  game: string;
  entries: readonly LogEntry[];
}): JSX.Element | null {
  const told = entries.filter((entry) => entry.events.length > 0);
  const events = told.flatMap((entry) => entry.events.map((event) => ({ event, entry })));
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (box.current !== null) box.current.scrollTop = box.current.scrollHeight;
  }, [events.length]);
  if (events.length === 0) return null;
  const shown = events.slice(-LAST);
  const thrown = shown.findLast(({ event }) => event.dice !== undefined)?.entry;
  return (
    <section class="result" aria-label={PLAY.happened} ref={box} tabIndex={0}>
      <h3>{PLAY.happened}</h3>
      {events.length > shown.length && (
        <p class="small muted">{say(PLAY.moreInLog, { count: events.length - shown.length })}</p>
      )}
      <ol>
        {shown.map(({ event, entry }, index) => (
          <li key={`${entry.ply}.${index}`} class={event.event}>
            <EventLine game={game} event={event} big={entry === thrown} />
          </li>
        ))}
      </ol>
    </section>
  );
}
