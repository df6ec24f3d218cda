// screens.tsx - which screen an address means, the start screen's apart: that is there before them.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import { unpack } from "../game-link";
import { LESSON, LESSONS } from "../lesson";
import type { Route } from "../router";
import { address, numberIn } from "../router";
import type { Session } from "../session";
import { shelf } from "../shelf";
import { Head } from "./head";
import { Lab } from "./lab";
import { notify } from "./notices";
import { onlineScreen } from "./online/screens";
import { PlayScreen } from "./play";
import { Reading } from "./reading";
import { Setup } from "./setup";
import { SETUP } from "../words/setup";
import { say } from "../words/say";
import { START } from "../words/start";

export function Screen({ session, route }: { session: Session; route: Route }): JSX.Element {
  const [word = "", name = "", anchor] = route.words;
  const game = session.engine.games.find((one) => one.id === name.replace(/-examples$/, ""));
  useEffect(() => {
    if (word !== "game") scrollTo(0, 0);
    if (word === "new" && game !== undefined) document.title = say(SETUP.newBattle, {
      game: game.title,
    });
  }, [word, name]);
  const online = onlineScreen(route);
  if (online !== undefined) return online;
  if (word === "make" || word === "made") return <Making route={route} />;
  if (word === "learn" && (name === "" || Object.hasOwn(LESSONS, name)))
    return <Learn session={session} game={name} />;
  if (word === "shared") return <Shared session={session} packed={name} route={route} />;
  if (word === "game") return <Table key={name} session={session} id={name} route={route} />;
  if (game !== undefined && word === "new" && name === game.id)
    return (
      <Setup
        key={name}
        game={game}
        friend={route.values.has("friend")}
        against={route.values.get("against")}
      />
    );
  if (game !== undefined && word === "lab") return <Lab key={name} game={game} />;
  if (game !== undefined && (word === "rules" || word === "how" || word === "sheet")) {
    return <Reading page={word} game={game} book={name} anchor={anchor} />;
  }
  return <Lost words={SETUP.noPage} />;
}

function Table({
  session,
  id,
  route,
}: {
  session: Session;
  id: string;
  route: Route;
}): JSX.Element {
  const [turn, setTurn] = useState(0); // another page went on: it is laid out anew
  useEffect(() => session.onOvertaken(() => setTurn((was) => was + 1)), [session]);
  const game = useMemo(() => session.game(id), [session, id, turn]);
  if (game === undefined)
    return (
      <Lost
        words={shelf.lasts ? SETUP.gameLost : SETUP.gameLostBlocked}
      />
    );
  return (
    <PlayScreen
      key={turn}
      game={game}
      ply={numberIn(route, "ply")}
      lesson={stepIn(route)}
    />
  );
}

/** The first step of a lesson is called 1 in an address. */
function stepIn(route: Route): number | undefined {
  const step = numberIn(route, "lesson");
  return step === undefined ? undefined : Math.max(0, step - 1);
}

function Learn({ session, game }: { session: Session; game: string }): JSX.Element {
  useEffect(() => {
    const lesson = LESSONS[game] ?? LESSON;
    const begun = session.beginFrom(lesson.record, lesson.name);
    if (!begun.ok) {
      notify(begun.error);
      return;
    }
    location.replace(address(["game", begun.id], { lesson: "1" }));
  }, [session, game]);
  return (
    <p class="loading" role="status">{SETUP.settingUp}</p>
  );
}

/** A game that came inside its address; here it becomes one of this browser's. */
function Shared({
  session,
  packed,
  route,
}: {
  session: Session;
  packed: string;
  route: Route;
}): JSX.Element {
  const [trouble, setTrouble] = useState<string>();
  useEffect(() => {
    void unpack(packed).then((record) => {
      const begun =
        record === undefined ? undefined : session.beginFrom(record, START.names.inAddress);
      if (begun === undefined) setTrouble(SETUP.damaged);
      else if (!begun.ok) setTrouble(begun.error);
      else location.replace(address(["game", begun.id], { ply: route.values.get("ply") ?? "0" }));
    });
  }, [session, packed]);
  if (trouble !== undefined) return <Lost words={trouble} />;
  return (
    <p class="loading" role="status">{SETUP.settingUp}</p>
  );
}

/** The editor comes when it is wanted: the first screen is no larger for it. */
function Making({ route }: { route: Route }): JSX.Element {
  const [made, setMade] = useState<typeof import("../maker/start")>();
  useEffect(() => {
    void Promise.all([import("../maker/start"), looks("maker.css")])
      .then(([found]) => setMade(found))
      .catch(() => notify(SETUP.noEditor));
  }, []);
  if (made !== undefined) return <made.MakerStart route={route} />;
  return (
    <p class="loading" role="status">{SETUP.sharpening}</p>
  );
}

function looks(file: string): Promise<void> {
  if (document.querySelector(`link[href="${file}"]`) !== null) return Promise.resolve();
  const link = document.createElement("link");
  link.rel = "stylesheet";
  link.href = file;
  document.head.append(link);
  return new Promise((resolve, reject) => {
    link.onload = () => resolve();
    link.onerror = () => reject(new Error(file));
  });
}

export function Lost({ words }: { words: string }): JSX.Element {
  useEffect(() => void (document.title = SETUP.smoke), []);
  return (
    <>
      <Head />
      <main class="sheet-page">
        <h1>{SETUP.smoke}</h1>
        <p>{words}</p>
        <a class="button main" href="#/">{SETUP.toStart}</a>
      </main>
    </>
  );
}
