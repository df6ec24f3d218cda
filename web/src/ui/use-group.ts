// use-group.ts - several units in hand: a box, a brigade, or those clicked with Shift; and the plan
// that the core makes of what they are to do.
// SPDX-License-Identifier: MIT

import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { GroupPlan, GroupWish, Place } from "../engine-types";
import type { PlayedGame, Snapshot } from "../game";
import { giveAll, middleOf, ordersOf, wayBetween } from "../group";
import type { March } from "../marches";
import { goOn, marchOf } from "../marches";
import { notify } from "./notices";
import { GROUP } from "../words/group";
import { say } from "../words/say";

export interface GroupHand {
  readonly units: readonly string[];
  readonly plan: GroupPlan | undefined;
  readonly wish: GroupWish | undefined;
  readonly busy: boolean; // orders are being given
  readonly boxing: boolean; // the next drag makes a box
  setBoxing(boxing: boolean): void;
  take(units: readonly string[]): void;
  toggle(unit: string, also: string | undefined): void;
  /** The brigade of a unit, or all that a commander has; once more: one commander higher. */
  brigade(unit: string): void;
  /** Their middle, or this one of them, goes there. */
  go(to: Place, holding?: string): void;
  wishes(units: readonly string[], wish: GroupWish): void;
  confirm(): void;
  /** False: there was nothing to cancel. */
  cancel(): boolean;
  undo(): void;
  /** So many orders were given together: one undo takes them back. */
  gave(count: number): void;
  readonly marches: readonly March[];
  /** The unit goes there, now as far as it may; after the way it has already. */
  march(unit: string, to: Place): void;
  /** Each of those in hand goes that way, now as far as it may. */
  marchAll(units: readonly string[], by: Place): void;
  /** Everybody on a march goes on. */
  marchOn(): void;
  halt(unit: string): void;
}

const NOBODY: readonly string[] = [];

export function useGroup(
  game: PlayedGame,
  snapshot: Snapshot,
  asks: boolean, // also before what can be taken back
  putDown: () => void, // the single unit in hand
): GroupHand {
  const [units, setUnits] = useState(NOBODY);
  const [planned, setPlanned] = useState<{ wish: GroupWish; plan: GroupPlan }>();
  const [busy, setBusy] = useState(false);
  const [boxing, setBoxing] = useState(false);
  const asked = useRef(0);
  const over = useRef<string | undefined>(undefined); // whose commander's commander is next
  const given = useRef({ plies: -1, count: 0 });
  const live = snapshot.acting !== undefined && !snapshot.replaying;

  // A plan is of the position it was made for; one that is asked for at once is of the new one.
  useLayoutEffect(() => {
    asked.current++;
    setPlanned(undefined);
    if (!live && !busy) setUnits(NOBODY);
  }, [snapshot.standing.hash, snapshot.standing.ply, snapshot.acting]);

  const take = (names: readonly string[]): void => {
    asked.current++;
    setPlanned(undefined);
    const own = snapshot.board.units.filter((unit) => unit.side === snapshot.acting);
    setUnits(names.filter((name) => own.some((unit) => unit.name === name)));
    if (names.length > 0) putDown();
    setBoxing(false);
  };
  const wishes = (names: readonly string[], wish: GroupWish): void => {
    const number = ++asked.current;
    void game.group(names, wish).then((plan) => {
      if (plan === undefined || number !== asked.current) return;
      const all = plan.parts.every((part) => part.does);
      if (!asks && all && plan.undoable === true) void give(ordersOf(plan));
      else setPlanned({ wish, plan });
    });
  };
  const give = async (orders: readonly string[]): Promise<void> => {
    setBusy(true);
    setPlanned(undefined);
    const done = await giveAll(game, orders);
    given.current = { plies: game.snapshot().plies, count: done.undoable };
    if (done.why !== undefined) notify(done.why);
    setBusy(false);
    setUnits(NOBODY);
  };

  return {
    ...useMarches(game, snapshot, busy, setBusy),
    units,
    plan: planned?.plan,
    wish: planned?.wish,
    busy,
    boxing,
    setBoxing,
    take,
    toggle: (unit, also) => {
      over.current = undefined;
      const before = units.length > 0 || also === undefined ? units : [also];
      take(before.includes(unit) ? before.filter((one) => one !== unit) : [...before, unit]);
    },
    brigade: (unit) => {
      const his = game.under((units.length > 0 ? over.current : undefined) ?? unit);
      if (his.commander === undefined) {
        notify(GROUP.noCommander);
        return;
      }
      over.current = his.higher;
      take([...his.units, his.commander]);
    },
    go: (to, holding) => {
      const { map, units: all } = snapshot.board;
      const from =
        holding === undefined ? middleOf(all, units) : all.find((one) => one.name === holding);
      if (from === undefined || !live) return;
      wishes(units, { kind: "go", by: wayBetween(map, from, to), to });
    },
    wishes,
    confirm: () => {
      if (planned !== undefined && !busy) void give(ordersOf(planned.plan));
    },
    cancel: () => {
      const any = planned !== undefined || units.length > 0 || boxing;
      asked.current++;
      if (planned !== undefined) setPlanned(undefined);
      else setUnits(NOBODY);
      setBoxing(false);
      return any;
    },
    gave: (count) => {
      given.current = { plies: game.snapshot().plies, count };
    },
    undo: () => {
      const { plies, count } = given.current;
      const often = snapshot.plies === plies && count > 0 ? count : 1;
      given.current = { plies: -1, count: 0 };
      for (let i = 0; i < often && game.undo(); i++);
    },
  };
}

type Marches = Pick<GroupHand, "marches" | "march" | "marchAll" | "marchOn" | "halt">;

/** Long ways, gone step by step. */
function useMarches(
  game: PlayedGame,
  snapshot: Snapshot,
  busy: boolean,
  setBusy: (busy: boolean) => void,
): Marches {
  const [marches, setMarches] = useState<readonly March[]>([]);
  const walk = async (them: readonly March[]): Promise<void> => {
    setBusy(true);
    const [left, words]: [March[], string[]] = [[], []];
    for (const march of them) {
      const done = await goOn(game, march);
      if (done.march !== undefined) left.push(done.march);
      if (done.why !== undefined) words.push(say(GROUP.stopped, {
        unit: march.unit,
        why: done.why,
      }));
    }
    if (words.length > 0) notify(words.join(" "));
    setMarches((all) => [
      ...all.filter((one) => !them.some((other) => other.unit === one.unit)),
      ...left,
    ]);
    setBusy(false);
  };

  return {
    marches,
    march: (name, to) => {
      const unit = snapshot.board.units.find((one) => one.name === name);
      if (unit === undefined || busy) return;
      const before = marches.find((one) => one.unit === name)?.points ?? [];
      void walk([marchOf(unit, [...before, to])]);
    },
    marchAll: (names, by) => {
      const them = snapshot.board.units.filter((unit) => names.includes(unit.name));
      const ways = them.map((unit) => marchOf(unit, [{ x: unit.x + by.x, y: unit.y + by.y }]));
      if (!busy) void walk(ways);
    },
    marchOn: () => {
      if (!busy) void walk(marches);
    },
    halt: (name) => setMarches((all) => all.filter((one) => one.unit !== name)),
  };
}
