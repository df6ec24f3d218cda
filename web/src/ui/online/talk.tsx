// talk.tsx - words between the players or among the watchers, and a note that only its side reads.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { ReadMarks } from "../../read-marks";
import { shelf } from "../../shelf";
import type { RemoteGame } from "../../remote-game";
import type { ChatLine } from "../../remote-types";
import { useSession } from "../../session";
import { Icon } from "../icons";
import { ONLINE } from "../../words/online";

const LINE_BYTES = 500;
const NOTE_BYTES = 4000;

export function Talk({ game }: { game: RemoteGame }): JSX.Element {
  const over = game.state.status === "over";
  const room = game.mine === undefined ? "watchers" : "players";
  return (
    <>
      <section aria-label={ONLINE.chat}>
        <p class="hint">
          {over
            ? ONLINE.chatOver
            : room === "players"
              ? ONLINE.chatPlayers
              : ONLINE.chatWatchers}
        </p>
        <Lines lines={game.chat} over={over} />
        <Say game={game} />
      </section>
      {game.mine !== undefined && <Note game={game} />}
    </>
  );
}

function Lines({ lines, over }: { lines: readonly ChatLine[]; over: boolean }): JSX.Element {
  const end = useRef<HTMLLIElement>(null);
  useEffect(() => end.current?.scrollIntoView({ block: "nearest" }), [lines.length]);
  return (
    <div role="log" aria-label={ONLINE.said}>
      <ol class="chat">
        {lines.map((line) => (
          <li key={`${line.room}${line.number}`} class={line.from}>
            <span class="by">
              <b>{line.name}</b>
              {over && line.room === "watchers" ? " (watching)" : ""}{" "}
              <time dateTime={new Date(line.at * 1000).toISOString()}>{clockTime(line.at)}</time>
            </span>
            <span>{line.text}</span>
          </li>
        ))}
        {lines.length === 0 && <li class="muted">{ONLINE.nothingSaid}</li>}
        <li ref={end} aria-hidden="true" />
      </ol>
    </div>
  );
}

function clockTime(at: number): string {
  const then = new Date(at * 1000);
  const today = then.toDateString() === new Date().toDateString();
  return then.toLocaleString(
    [],
    today
      ? { hour: "2-digit", minute: "2-digit" }
      : { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" },
  );
}

function Say({ game }: { game: RemoteGame }): JSX.Element {
  const { seats } = useSession();
  const [text, setText] = useState("");
  const [busy, setBusy] = useState(false);
  const say = async (event: Event): Promise<void> => {
    event.preventDefault();
    const words = text.trim();
    if (words === "" || busy) return;
    setBusy(true);
    if (await game.say(words, seats.name())) setText("");
    setBusy(false);
  };
  return (
    <form class="with-button" onSubmit={(event) => void say(event)}>
      <label class="sr" for="say">{ONLINE.say}</label>
      <input
        id="say"
        type="text"
        autoComplete="off"
        maxLength={LINE_BYTES}
        placeholder={ONLINE.say}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button
        type="submit"
        class="icon"
        aria-label={ONLINE.sayIt}
        disabled={busy || text.trim() === ""}
      >
        <Icon name="send" />
      </button>
    </form>
  );
}

function Note({ game }: { game: RemoteGame }): JSX.Element {
  const [text, setText] = useState<string>();
  const [state, setState] = useState<"" | "changed" | "kept">("");
  useEffect(() => {
    void game.note().then((note) => setText((old) => old ?? note ?? ""));
  }, [game]);
  const keep = async (): Promise<void> => {
    if (state === "changed" && text !== undefined && (await game.keepNote(text))) setState("kept");
  };
  return (
    <section class="own-note" aria-label={ONLINE.note}>
      <h3>
        <label for="note">{ONLINE.note}</label>
      </h3>
      <p class="hint" id="note-why">{ONLINE.noteHint}</p>
      <textarea
        id="note"
        rows={5}
        maxLength={NOTE_BYTES}
        aria-describedby="note-why"
        disabled={text === undefined}
        value={text ?? ""}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setState("changed");
        }}
        onBlur={() => void keep()}
      />
      <div class="row">
        <button disabled={state !== "changed"} onClick={() => void keep()}>
          {ONLINE.keepNote}
        </button>
        <span class="small muted" role="status">
          {state === "kept" ? ONLINE.noteKept : ""}
        </span>
      </div>
    </section>
  );
}

const marks = new ReadMarks(shelf);

/** Lines that others have said since the words were last looked at, in this browser. */
export function useUnread(game: RemoteGame | undefined, looking: boolean): readonly ChatLine[] {
  const { seats } = useSession();
  const eyes = game === undefined ? "" : `${game.id}/${game.mine ?? "watcher"}`;
  const seen = looking && document.visibilityState === "visible";
  useEffect(() => {
    if (game !== undefined && seen) marks.read(eyes, game.chat);
  }, [eyes, seen, game?.chat]);
  if (game === undefined || seen || !game.chatRead) return NO_LINES;
  const own = (line: ChatLine): boolean =>
    line.from === (game.mine ?? "watcher") &&
    (game.mine !== undefined || line.name === seats.name());
  return marks.unread(eyes, game.chat).filter((line) => !own(line));
}

const NO_LINES: readonly ChatLine[] = [];
