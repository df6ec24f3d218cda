// dice-show.tsx - the dice as they land, over the board: one by one, those that count light up and
// say why; and the moment they belong to.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { LogEntry, Unit } from "../engine-types";
import { aimed, whyItCounts } from "../fight";
import type { Snapshot } from "../game";
import type { Show, ShownRoll } from "../show";
import { joined, retreats, showOf, waysOf, withWays } from "../show";
import { soundOf } from "../sound";
import { Cited } from "./cited";
import { Die } from "./dice";
import type { BoardShow } from "./board";
import { Icon } from "./icons";
import { useSetting } from "./use-setting";
import { PLAY } from "../words/play";
import { say } from "../words/say";

export interface Shown {
  readonly show: Show | undefined; // that runs, or whose dice still lie there
  readonly board: BoardShow | undefined; // what the board does of it
  readonly turn: readonly LogEntry[]; // all that happened since the last decision at this screen
  readonly units: readonly Unit[]; // of the moment, and those whom it has cost
  close(): void;
}

/** What has happened since the last look, as something to be seen.  What was decided at this
 *  screen begins it anew: ways and retreats stay until the next decision. */
export function useShow(snapshot: Snapshot, allWays: boolean): Shown {
  const speed = useSetting("show");
  const sound = useSetting("sound");
  const { replaying, curtain } = snapshot;
  const latest = replaying ? snapshot.standing.ply : (snapshot.log.at(-1)?.ply ?? 0);
  const seen = useRef({
    ply: latest,
    decided: snapshot.acting !== undefined,
    replaying,
    units: snapshot.board.units,
  });
  const turn = useRef<readonly LogEntry[]>([]);
  const gone = useRef<readonly Unit[]>([]);
  const count = useRef(0);
  const [running, setRunning] = useState<{ id: number; show: Show; begun: number }>();

  // Before it is drawn: nobody is seen at the end of a way that is not gone yet.
  useLayoutEffect(() => {
    const before = seen.current;
    const { units } = snapshot.board;
    seen.current = { ply: latest, decided: snapshot.acting !== undefined, replaying, units };
    if (latest < before.ply || replaying !== before.replaying) turn.current = [];
    // Of a replay only a single step on is a film; whoever leaps wants to be there.
    const leaps = replaying !== before.replaying || (replaying && latest !== before.ply + 1);
    if (curtain !== undefined || leaps || latest <= before.ply) {
      if (leaps) setRunning(undefined);
      return;
    }
    const fresh = withWays(
      snapshot.log.filter((entry) => entry.ply > before.ply && entry.ply <= latest),
      before.units,
      units,
    );
    const begins = before.decided || replaying;
    turn.current = begins ? fresh : [...turn.current, ...fresh];
    const lost = before.units.filter((old) => units.every((unit) => unit.unit !== old.unit));
    gone.current = begins ? lost : [...gone.current, ...lost];
    const show = showOf(fresh, speed);
    if (show === undefined) return;
    if (sound) soundOf(show);
    setRunning((old) => {
      const now = performance.now();
      const elapsed = old === undefined ? 0 : now - old.begun;
      const goesOn =
        old !== undefined && !before.decided && !replaying && elapsed < old.show.time;
      return {
        id: ++count.current,
        show: goesOn ? joined(old.show, show, elapsed) : show,
        begun: goesOn ? old.begun : now,
      };
    });
  }, [latest, replaying, snapshot.acting, curtain, snapshot.board]);
  const { id, show } = running ?? {};
  useEffect(() => {
    if (show === undefined) return undefined;
    const timer = setTimeout(
      () => setRunning(undefined),
      show.time + show.linger - (performance.now() - (running?.begun ?? 0)),
    );
    return () => clearTimeout(timer);
  }, [id]);
  const shows = curtain === undefined;
  return {
    show: shows ? show : undefined,
    board: shows
      ? {
          id: id ?? 0,
          show,
          driven: retreats(turn.current),
          ways: allWays ? waysOf(turn.current) : [],
        }
      : undefined,
    turn: shows ? turn.current : [],
    units: [...snapshot.board.units, ...gone.current],
    close: () => setRunning(undefined),
  };
}

interface DiceShowProps {
  readonly game: string;
  readonly shown: Shown;
}

export function DiceShow({ game, shown }: DiceShowProps): JSX.Element | null {
  const { show, units } = shown;
  if (show === undefined || show.rolls.length === 0) return null;
  return (
    <div class="dice-show" role="group" aria-label={PLAY.dice}>
      <button class="plain icon" aria-label={PLAY.diceAway} onClick={shown.close}>
        <Icon name="close" />
      </button>
      <ul>
        {show.rolls.map((roll, index) => (
          <RollShow key={index} game={game} roll={roll} units={units} />
        ))}
      </ul>
    </div>
  );
}

interface WaysButtonProps {
  readonly shown: Shown;
  readonly on: boolean;
  readonly set: (on: boolean) => void;
}

/** Every way and retreat since the last decision, together. */
export function WaysButton({ shown, on, set }: WaysButtonProps): JSX.Element | null {
  if (waysOf(shown.turn).length === 0) return null;
  return (
    <button
      class="ways-button"
      aria-pressed={on}
      title={PLAY.waysTitle}
      onClick={() => set(!on)}
    >
      <Icon name="ways" /> {PLAY.ways}
    </button>
  );
}

interface RollShowProps {
  readonly game: string;
  readonly roll: ShownRoll;
  readonly units: readonly Unit[];
}

function RollShow({ game, roll, units }: RollShowProps): JSX.Element {
  const { event } = roll;
  const why = whyItCounts(event);
  const dice = event.dice ?? [];
  const after = `${roll.begins + dice.length * roll.step}ms`;
  return (
    <li style={{ "--begins": `${roll.begins}ms`, "--after": after }}>
      <div class="rolled">
        <b>
          {event.check ?? ""} {event.check === undefined ? "" : aimed(units, event)}
        </b>
        {why !== "" && <span class="small"> {why}</span>}
      </div>
      <span class="dice" role="img" aria-label={say(PLAY.diceRead, { dice: dice.join(" ") })}>
        {dice.map((face, index) => (
          <span
            key={index}
            class={event.counts?.[index] === true ? "lands hit" : "lands"}
            title={event.counts?.[index] === true ? why : undefined}
            style={{ "--lands": `${roll.begins + index * roll.step}ms` }}
          >
            <Die face={face} letter={event.faces?.[index]} />
          </span>
        ))}
      </span>
      <span class="came">
        <Cited game={game} text={cameTo(roll)} />
      </span>
    </li>
  );
}

function cameTo({ event }: ShownRoll): string {
  const mods = (event.mods ?? []).reduce((sum, mod) => sum + mod.amount, 0);
  const by = mods === 0 ? "" : `${mods > 0 ? "+" : "\u2212"}${Math.abs(mods)} `;
  if (event.check === undefined) return event.text;
  if (event.result !== undefined && event.counts !== undefined) return event.result;
  if (event.total === undefined) return "";
  const total = `${by}= ${event.total}`;
  return event.result === undefined || event.result === String(event.total)
    ? total
    : `${total}: ${event.result}`;
}
