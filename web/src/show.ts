// show.ts - what is shown of something that happened, and when: units go their ways, dice land one
// by one, losses are struck off, and who was driven back goes last.
//
// Only times are made here; what happened comes from the core.
// SPDX-License-Identifier: MIT

import type { GameEvent, LogEntry, Loss, Unit, Way } from "./engine-types";

export type ShowSpeed = "off" | "quick" | "slow";

interface Tempo {
  readonly glide: number; // milliseconds of a way
  readonly die: number; // from one die to the next
  readonly result: number; // to read a roll
  readonly linger: number; // until the dice are put away
}

const TEMPOS: Readonly<Record<Exclude<ShowSpeed, "off">, Tempo>> = {
  quick: { glide: 380, die: 90, result: 320, linger: 3200 },
  slow: { glide: 1000, die: 280, result: 1100, linger: 8000 },
};
const LONGEST_ROLL = 10; // dice that land one by one; more of them land faster
const ROLLS_SHOWN = 6; // of one action: the last ones

export interface ShownRoll {
  readonly event: GameEvent;
  readonly begins: number; // milliseconds
  readonly step: number; // from die to die
  readonly ends: number;
}

export interface Glide extends Way {
  readonly begins: number;
  readonly time: number;
}

export interface Show {
  readonly glides: readonly Glide[];
  readonly rolls: readonly ShownRoll[];
  readonly losses: readonly (Loss & { readonly begins: number })[];
  readonly time: number; // of all of it
  readonly linger: number;
}

/** Was this unit moved by what the dice came to? */
export function isDriven(entry: LogEntry, unit: string): boolean {
  const rolled = entry.events.findIndex((event) => event.dice !== undefined);
  if (rolled < 0) return false;
  const moved = entry.events.findLastIndex(
    (event) => event.event === "move" && event.who === unit,
  );
  const first = entry.events.findIndex((event) => event.event === "move" && event.who === unit);
  return moved > rolled && (first > rolled || first < 0);
}

/** The ways on which units were driven back. */
export function retreats(entries: readonly LogEntry[]): Way[] {
  return entries.flatMap((entry) =>
    (entry.ways ?? []).filter((way) => isDriven(entry, way.unit)),
  );
}

export function waysOf(entries: readonly LogEntry[]): Way[] {
  return entries.flatMap((entry) => entry.ways ?? []);
}

/** What two pictures tell of what happened between them, where the log does not tell it: who stands
 *  elsewhere went there, and who has less strength lost it. */
export function withWays(
  entries: readonly LogEntry[],
  before: readonly Unit[],
  after: readonly Unit[],
): readonly LogEntry[] {
  const last = entries.at(-1);
  if (last === undefined || entries.some((entry) => entry.ways !== undefined)) return entries;
  const pairs = before.flatMap((old) => {
    const now = after.find((unit) => unit.unit === old.unit);
    return old.reserve === true || now === undefined || now.reserve === true ? [] : [{ old, now }];
  });
  const ways = pairs
    .filter(({ old, now }) => old.x !== now.x || old.y !== now.y)
    .map(({ old, now }) => ({
      unit: now.name,
      points: [
        { x: old.x, y: old.y },
        { x: now.x, y: now.y },
      ],
    }));
  const losses = pairs
    .filter(({ old, now }) => now.strength < old.strength)
    .map(({ old, now }) => ({
      unit: now.name,
      had: old.strength,
      left: now.strength,
      at: { x: now.x, y: now.y },
    }));
  return [...entries.slice(0, -1), { ...last, ways, losses }];
}

/** The rolls of an action: those by a table, or if there is none, all. */
function dicesOf(entry: LogEntry): GameEvent[] {
  const thrown = entry.events.filter((event) => event.dice !== undefined);
  const fights = thrown.filter((event) => event.check !== undefined);
  return fights.length > 0 ? fights : thrown;
}

/** How what just happened is shown; undefined: there is nothing to see, or it is not wanted. */
export function showOf(entries: readonly LogEntry[], speed: ShowSpeed): Show | undefined {
  if (speed === "off") return undefined;
  const tempo = TEMPOS[speed];
  let now = 0;
  const glides: Glide[] = [];
  const rolls: ShownRoll[] = [];
  const losses: (Loss & { begins: number })[] = [];
  for (const entry of entries) {
    const ways = entry.ways ?? [];
    const put = (list: readonly Way[]): void => {
      for (const way of list) glides.push({ ...way, begins: now, time: tempo.glide });
      if (list.length > 0) now += tempo.glide;
    };
    put(ways.filter((way) => !isDriven(entry, way.unit)));
    const thrown = dicesOf(entry);
    for (const event of thrown.slice(-ROLLS_SHOWN)) {
      const dice = event.dice?.length ?? 0;
      const step = dice > LONGEST_ROLL ? (tempo.die * LONGEST_ROLL) / dice : tempo.die;
      const ends = now + dice * step + tempo.result;
      rolls.push({ event, begins: now, step, ends });
      now = ends;
    }
    for (const loss of entry.losses ?? []) losses.push({ ...loss, begins: now });
    put(ways.filter((way) => isDriven(entry, way.unit)));
  }
  if (glides.length + rolls.length + losses.length === 0) return undefined;
  return { glides, rolls: rolls.slice(-ROLLS_SHOWN), losses, time: now, linger: tempo.linger };
}

/** What has begun goes on, and something new comes after it: `elapsed` milliseconds ago it began.
 *  The times of the new part count from now, as its elements are new; rolls that lie there keep
 *  theirs. */
export function joined(old: Show, fresh: Show, elapsed: number): Show {
  const wait = Math.max(0, old.time - elapsed);
  const later = <T extends { readonly begins: number }>(one: T): T => ({
    ...one,
    begins: one.begins + wait,
  });
  const going = old.glides
    .filter((way) => way.begins + way.time > elapsed)
    .map((way) => ({ ...way, begins: way.begins - elapsed }));
  const rolls = [
    ...old.rolls,
    ...fresh.rolls.map((roll) => ({ ...later(roll), ends: roll.ends + wait })),
  ];
  const fights = rolls.filter((roll) => roll.event.check !== undefined);
  return {
    glides: [...going, ...fresh.glides.map(later)],
    rolls: (fights.length > 0 ? fights : rolls).slice(-2 * ROLLS_SHOWN),
    losses: [...old.losses, ...fresh.losses.map(later)],
    time: elapsed + wait + fresh.time,
    linger: fresh.linger,
  };
}
