// live.tsx - a small battle that plays itself, live from the core, until somebody takes over.
//
// It keeps still while nobody can see it, for those who want no motion, and whenever it is told to.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { EngineApi, Side } from "../engine-types";
import { otherSide, SLOT_VIEW } from "../engine-types";
import { recordUntil } from "../record-text";
import { go } from "../router";
import { setting } from "../settings";
import { sideName, sideWord, useSession } from "../session";
import { quiet } from "./glide";
import { Icon } from "./icons";
import { notify } from "./notices";
import { START } from "../words/start";
import { say } from "../words/say";

const GAME = "squares";
const SCENARIO = "sq-tiny";
const PLAYER = "greedy"; // he needs no time to think
const PACE = 1400; // milliseconds for one action
const REST = 4200; // after the end, before the next battle
const OPPONENT = "conscript"; // of who takes over

interface Shown {
  readonly svg: string;
  readonly words: string;
  readonly over: boolean;
  readonly turn: Side | undefined;
}

/** Is it to stand still until somebody wants it to move? */
function wantsPeace(): boolean {
  return quiet() || setting("show") === "off";
}

/** Its picture while the core is on its way. */
export function StillBattle({ still }: { still: JSX.Element | false }): JSX.Element {
  return (
    <div class="live">
      {still}
      <div class="live-bar">
        <p class="live-words">{START.settingUpLive}</p>
      </div>
    </div>
  );
}

export function LiveBattle({ still }: { still: JSX.Element | false }): JSX.Element {
  const session = useSession();
  const { engine } = session;
  const frame = useRef<HTMLDivElement>(null);
  const [shown, setShown] = useState<Shown>();
  const [going, setGoing] = useState(() => !wantsPeace());
  const seen = useSeen(frame);
  useEffect(() => {
    if (!going || !seen) return undefined;
    let timer: ReturnType<typeof setTimeout>;
    const step = (): void => {
      const next = shown === undefined && laid !== engine ? begin(engine) : play(engine);
      setShown(next);
      timer = setTimeout(step, next?.over === true ? REST : PACE);
    };
    timer = setTimeout(step, shown === undefined ? 500 : PACE);
    return () => clearTimeout(timer);
  }, [going, seen, engine]);
  const takeOver = (): void => {
    if (shown === undefined || shown.over) begin(engine);
    const { plies } = engine.standing(SLOT_VIEW, "all");
    const record = recordUntil(engine.record(SLOT_VIEW, "all"), plies, {
      blue: "me",
      red: OPPONENT,
    });
    const begun = session.beginFrom(record, START.names.thisBattle);
    if (begun.ok) go(["game", begun.id]);
    else notify(begun.error);
  };
  return (
    <div class="live" ref={frame} data-going={going && seen}>
      {shown === undefined ? (
        still
      ) : (
        <div class="pic" aria-hidden="true" dangerouslySetInnerHTML={{ __html: shown.svg }} />
      )}
      <div class="live-bar">
        <button
          class="plain icon"
          aria-label={going ? START.stopBattle : START.runBattle}
          onClick={() => setGoing(!going)}
        >
          <Icon name={going ? "pause" : "play"} />
        </button>
        <p class="live-words">{shown?.words ?? START.playsItself}</p>
        <button class="main" onClick={takeOver}>{START.takeOver}</button>
      </div>
    </div>
  );
}

/** Can it be seen: on the screen, in a tab that is looked at? */
function useSeen(frame: { readonly current: HTMLDivElement | null }): boolean {
  const [inside, setInside] = useState(false);
  const [visible, setVisible] = useState(() => !document.hidden);
  useEffect(() => {
    const observer = new IntersectionObserver((entries) =>
      setInside(entries.some(({ isIntersecting }) => isIntersecting)),
    );
    if (frame.current !== null) observer.observe(frame.current);
    const changed = (): void => setVisible(!document.hidden);
    document.addEventListener("visibilitychange", changed);
    return () => {
      observer.disconnect();
      document.removeEventListener("visibilitychange", changed);
    };
  }, []);
  return inside && visible;
}

// ---- The battle. ----

let laid: EngineApi | undefined; // has the battle in its slot
let battles = 0;

function begin(engine: EngineApi): Shown | undefined {
  laid = engine;
  battles++;
  const seed = BigInt(1815 + Math.floor(Math.random() * 100000) + battles);
  const seats = { blue: PLAYER, red: PLAYER };
  const opened = engine.open(SLOT_VIEW, { game: GAME, scenario: SCENARIO, seats, seed });
  if (!opened.ok) return undefined;
  engine.run(SLOT_VIEW);
  return look(engine);
}

/** One action; another game may have been laid into the slot meanwhile. */
function play(engine: EngineApi): Shown | undefined {
  const before = laid === engine ? engine.standing(SLOT_VIEW, "all") : undefined;
  if (before === undefined || before.scenario !== SCENARIO || before.turn.over)
    return begin(engine);
  const side = before.turn.deciding[0];
  if (before.goes_on === true || side === undefined) {
    engine.run(SLOT_VIEW, 1);
    return look(engine);
  }
  const thought = engine.think(SLOT_VIEW, PLAYER, side, BigInt(before.plies));
  const done = thought.ok ? engine.act(SLOT_VIEW, side, thought.action) : thought;
  if (!done.ok) return begin(engine);
  engine.run(SLOT_VIEW);
  return look(engine);
}

function look(engine: EngineApi): Shown {
  const { turn, plies } = engine.standing(SLOT_VIEW, "all");
  const last = engine
    .log(SLOT_VIEW, "all", Math.max(0, plies - 6))
    .filter(({ side, words }) => side !== "nobody" && words !== undefined)
    .at(-1);
  const events = last?.events.map(({ text }) => text) ?? [];
  const told = events
    .filter((text) => text !== "")
    .slice(-2)
    .join(" ");
  const words = turn.over
    ? turn.winner === null || turn.winner === undefined
      ? START.drawnLive
      : say(START.winsLive, {
          winner: sideName(turn.winner),
          loser: sideWord(otherSide(turn.winner)),
        })
    : told === ""
      ? START.playsItself
      : told;
  return {
    svg: engine.board(SLOT_VIEW, "all").svg,
    words,
    over: turn.over,
    turn: turn.deciding[0],
  };
}
