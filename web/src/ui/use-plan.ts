// use-plan.ts - what a computer player proposes for the rest of a step: asked for, looked at order
// by order, accepted or skipped one by one or all at once.
// SPDX-License-Identifier: MIT

import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PhasePlan, PlanStep } from "../advice-types";
import { sentence } from "../choice";
import type { PlayedGame, Snapshot } from "../game";
import { follow, leftOf, unitOf } from "../plan";
import { useSession } from "../session";
import { notify } from "./notices";

export const PLANNER = "grenadier";

export type Planning = "idle" | "asking" | "giving";

export interface PlanHand {
  readonly planning: Planning;
  readonly steps: readonly PlanStep[] | undefined; // that are left; undefined: there is no plan
  readonly ending: PhasePlan["ending"];
  readonly shown: PlanStep | undefined; // of the walk from one to the next
  ask(): void;
  acceptAll(): void;
  accept(step: PlanStep): void;
  show(step: PlanStep): void;
  skip(step: PlanStep): void;
  /** The next one, or the one before; false: there is none. */
  next(by: 1 | -1): boolean;
  putAway(): void;
}

interface Held {
  readonly plan: PhasePlan;
  readonly plies: number; // when it was made
  readonly side: string | undefined;
}

export function usePlan(
  game: PlayedGame,
  snapshot: Snapshot,
  suggest: (unit: string | undefined, action: string | undefined) => void, // or puts all down
  gave: (count: number) => void, // so many orders can be taken back together
): PlanHand {
  const { thinker } = useSession();
  const [held, setHeld] = useState<Held>();
  const [skipped, setSkipped] = useState<ReadonlySet<PlanStep>>(new Set());
  const [planning, setPlanning] = useState<Planning>("idle");
  const [shown, setShown] = useState<PlanStep>();
  const asked = useRef(0);
  const { acting, plies, log, board, replaying } = snapshot;

  const putAway = (): void => {
    asked.current++;
    thinker.stopPlan();
    setHeld(undefined);
    setShown(undefined);
    setSkipped(new Set());
    setPlanning("idle");
  };
  const steps = useMemo(() => {
    if (held === undefined || held.side !== acting || replaying || plies < held.plies)
      return undefined;
    const since = log.filter((entry) => entry.ply > held.plies);
    const left = leftOf(held.plan, since, board.units, skipped);
    const any = left.some((step) => {
      const judged = game.judge(step.action);
      return judged.ok && judged.verdict === undefined;
    });
    return any || held.plies === plies ? left : undefined;
  }, [game, held, skipped, acting, plies, replaying]);

  // A plan is of its step of the turn: whoever has ended that has put it away.
  useLayoutEffect(() => {
    if (held !== undefined && acting !== undefined && !replaying && steps === undefined) putAway();
  }, [held, acting, replaying, steps]);
  useLayoutEffect(() => () => thinker.stopPlan(), [game]);

  const look = async (): Promise<PhasePlan> => {
    const plan = await game.plan(PLANNER);
    const now = game.snapshot();
    setHeld({ plan, plies: now.plies, side: now.acting });
    setSkipped(new Set());
    setShown(undefined);
    return plan;
  };
  const work = async (
    what: Planning,
    does: (going: () => boolean) => Promise<unknown>,
  ): Promise<void> => {
    const number = ++asked.current;
    const going = (): boolean => asked.current === number;
    setPlanning(what);
    try {
      await does(going);
    } catch (error) {
      if (going()) notify(sentence(error instanceof Error ? error.message : String(error)));
    }
    if (going()) setPlanning("idle");
  };
  const show = (step: PlanStep): void => {
    setShown(step);
    suggest(unitOf(step.action, board.units), step.action);
  };

  return {
    planning,
    steps,
    ending: held?.plan.ending,
    shown,
    ask: () => {
      suggest(undefined, undefined);
      void work("asking", look);
    },
    acceptAll: () => {
      const all = steps ?? [];
      void work("giving", async (going) => {
        const done = await follow(game, all, look, going);
        gave(done.undoable);
      });
    },
    accept: (step) =>
      void work("giving", async () => {
        const failure = await game.act(step.action);
        if (failure !== undefined) notify(failure.error);
      }),
    show,
    skip: (step) => setSkipped(new Set([...skipped, step])),
    next: (by) => {
      if (steps === undefined || steps.length === 0) return false;
      const at = shown === undefined ? -1 : steps.indexOf(shown);
      const to = at < 0 && by < 0 ? steps.length - 1 : (at + by + steps.length) % steps.length;
      const step = steps[to];
      if (step !== undefined) show(step);
      return true;
    },
    putAway,
  };
}
