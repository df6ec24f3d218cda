// use-play.ts - the hand on the game screen: the state machine of hand.ts with a game and a picture
// under it, and what is drawn of its state: overlays, odds, reach, words beside the hand.
// SPDX-License-Identifier: MIT

import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Hit } from "../choice";
import { ableUnits, sameSquare, sentence, targetsOf } from "../choice";
import { isSampled, numberOn } from "../clash";
import { dangerDrawing } from "../danger";
import type { Aim, End, Odds, Offer, Place, Question } from "../engine-types";
import type { PlayedGame, Snapshot } from "../game";
import type { Drag, HandEvent, HandState, HandTable, Proposal } from "../hand";
import { asksFirst, EMPTY_HAND, goesOn, step } from "../hand";
import type { BoardHandle, Hand, Pivot } from "./board";
import { notify } from "./notices";
import type { GroupHand } from "./use-group";
import { useGroup } from "./use-group";
import type { PlanHand } from "./use-plan";
import { usePlan } from "./use-plan";

export interface Saying {
  readonly text: string;
  readonly refused: boolean;
}

export interface Play {
  readonly snapshot: Snapshot;
  readonly selected: string | undefined;
  readonly proposal: Proposal | undefined;
  readonly hovered: string | undefined; // an action that is only looked at
  readonly odds: Odds | undefined; // of the proposal, or of what is looked at
  readonly saying: Saying | undefined; // words beside the hand
  readonly around: string;
  readonly overlay: string;
  readonly able: readonly string[];
  readonly targets: readonly string[]; // whom the unit in hand could be sent against
  readonly cursor: Place | undefined;
  readonly pivot: Pivot | undefined; // what the handle on the board turns
  readonly goesOn: boolean; // the proposal can have one way-point more
  readonly adding: boolean; // the next click is that way-point
  readonly hand: Hand;
  readonly group: GroupHand; // several units at once
  readonly plan: PlanHand; // what a computer player proposes
  readonly danger: boolean; // what enemies could do is shown
  setDanger(danger: boolean): void;
  setAdding(adding: boolean): void;
  select(unit: string | undefined): void;
  propose(action: string, others?: readonly Offer[]): void;
  look(action: string | undefined): void;
  confirm(): void;
  act(action: string): Promise<boolean>;
  cancel(): void;
  next(step: 1 | -1): void;
  moveCursor(dx: number, dy: number): void;
  press(): void; // chooses what is under the cursor
  turn(step: number): void;
}

const ODDS_AFTER = 60; // milliseconds a hand must rest before odds are worked out

export function useSnapshot(game: PlayedGame): Snapshot {
  const [snapshot, setSnapshot] = useState(() => game.snapshot());
  useEffect(() => {
    const changed = (): void => setSnapshot(game.snapshot());
    changed();
    return game.subscribe(changed);
  }, [game]);
  return snapshot;
}

/** The state machine with this game and this picture under it, and what it tells to do, done. */
function useHand(
  game: PlayedGame,
  snapshot: Snapshot,
  board: RefObject<BoardHandle | null>,
  able: readonly string[],
  asks: boolean,
): { readonly state: HandState; readonly table: HandTable; send(event: HandEvent): void } {
  const [state, setState] = useState<HandState>(EMPTY_HAND);
  const now = useRef(state); // several events may come before the next drawing
  const table = useMemo(
    () => tableOf(game, snapshot, board, able, asks),
    [game, snapshot, able, asks],
  );
  const send = (event: HandEvent): void => {
    const after = step(now.current, event, table);
    now.current = after.state;
    setState(after.state);
    for (const effect of after.effects) {
      if (effect.kind === "notify") notify(effect.text);
      else if (effect.kind === "reveal") board.current?.reveal(effect.place);
      else void act(game, effect.action, () => send({ kind: "done" }));
    }
  };
  return { state, table, send };
}

async function act(game: PlayedGame, action: string, done: () => void): Promise<boolean> {
  const failure = await game.act(action);
  if (failure !== undefined) notify(failure.error);
  else done();
  return failure === undefined;
}

function tableOf(
  game: PlayedGame,
  snapshot: Snapshot,
  board: RefObject<BoardHandle | null>,
  able: readonly string[],
  asks: boolean,
): HandTable {
  const { map, units } = snapshot.board;
  const placeAt = (place: Place): string | undefined => board.current?.placeAt(place);
  return {
    offers: snapshot.offers,
    able,
    live: snapshot.acting !== undefined && !snapshot.replaying,
    map,
    units,
    judge: (action) => game.judge(action),
    aim: (who, at, facing) => game.aim(who, at, facing),
    goOn: (begun, at, facing) => game.goOn(begun, at, facing),
    undoable: (action) => !asks && isUndoable(game, action),
    why: (unit, hit) => whyNot(game, snapshot, unit, hit),
    endOf: (action, unit) => endOf(game, action, unit),
    same: (end, hit) => {
      if (map.cell > 0) return sameSquare(map, end, hit.at);
      return map.cell < 0 && hit.place !== undefined && placeAt(end) === hit.place;
    },
    placeAt,
    centreOf: (unit) => board.current?.centreOf(unit),
    unitAt: (place) => unitAt(snapshot, place),
  };
}

type Board = RefObject<BoardHandle | null>;

/** With `asks` every order is proposed first, also what can be taken back: in a lesson. */
export function usePlay(game: PlayedGame, board: Board, asks: boolean): Play {
  const snapshot = useSnapshot(game);
  const { offers, acting } = snapshot;
  const able = useMemo(() => ableUnits(offers), [offers]);
  const { state, table, send } = useHand(game, snapshot, board, able, asks);
  const { selected, proposal, hovered, drag, regarded, cursor, ahead } = state;
  const { live } = table;

  // At once: later it would put down what a quick hand has taken up meanwhile.
  useLayoutEffect(() => {
    const rolled = snapshot.last.some((entry) =>
      entry.events.some((event) => event.dice !== undefined),
    );
    send({ kind: "position", rolled });
  }, [snapshot.standing.hash, snapshot.standing.ply, acting, snapshot.replaying]);
  useLayoutEffect(() => send({ kind: "redrawn" }), [snapshot.board]);

  const measuring = snapshot.board.map.cell === 0;
  const ghost = useMemo(
    () =>
      measuring && live && selected !== undefined && proposal !== undefined
        ? endOf(game, proposal.action, selected)
        : undefined,
    [game, measuring, live, selected, proposal],
  );
  const targets = useMemo(
    () => (live && selected !== undefined ? targetsOf(offers, selected) : NOBODY),
    [offers, selected, live],
  );
  const mayGoOn = useMemo(() => goesOn(state, table), [table, selected, proposal]);
  const group = useGroup(game, snapshot, asks, () => send({ kind: "select", unit: undefined }));
  const plan = useProposals(game, snapshot, group, send);
  const grouped = group.units.length > 0;
  const select = (unit: string | undefined): void => {
    if (grouped) group.take(NOBODY);
    send({ kind: "select", unit });
  };
  const hand = handOf(snapshot, state, table, group, send);

  const seen = drag === undefined ? (proposal?.action ?? hovered) : undefined;
  const drawn = proposal === undefined ? seen : (ahead ?? seen);
  const pivot = useMemo(
    () =>
      measuring && live && drag === undefined
        ? pivotOf(snapshot, selected, ghost, able)
        : undefined,
    [snapshot, selected, ghost, able, measuring, live, drag],
  );
  const odds = useOdds(
    game,
    live ? seen : undefined,
    snapshot.number,
    proposal !== undefined,
  );
  const [danger, setDanger] = useState(false);
  const shade = useDanger(game, snapshot, danger && live ? selected : undefined);
  const around = useReach(game, snapshot, drag?.unit ?? selected) + shade;
  const measured =
    measuring && regarded !== selected && proposal === undefined
      ? regarded
      : undefined;
  const shown = useMemo(
    () => overlayOf(game, snapshot, drawn, drag, live, selected, measured),
    [game, snapshot, drawn, drag, live, selected, measured],
  );

  const saying =
    shown.saying ??
    (proposal?.verdict === undefined ? undefined : { text: proposal.verdict.text, refused: true });

  return {
    snapshot,
    selected,
    proposal,
    hovered,
    odds,
    saying,
    around,
    overlay: planned(group, drawn === undefined, plan) + shown.svg + numberOn(shown.svg, odds),
    able: live ? able : NOBODY,
    targets,
    cursor:
      cursor !== undefined && unitAt(snapshot, cursor) === selected && selected !== undefined
        ? undefined
        : cursor,
    pivot,
    goesOn: mayGoOn,
    adding: state.adding && mayGoOn,
    setAdding: (adding) => send({ kind: "adding", adding }),
    hand,
    group,
    plan,
    danger,
    setDanger,
    select,
    propose: (action, others = NO_OFFERS) => send({ kind: "propose", action, others }),
    look: (action) => send({ kind: "look", action }),
    confirm: () => (group.plan === undefined ? send({ kind: "confirm" }) : group.confirm()),
    act: (action) => {
      if (!live || !asksFirst(state, action, table))
        return act(game, action, () => send({ kind: "done" }));
      send({ kind: "propose", action, others: NO_OFFERS });
      return Promise.resolve(true);
    },
    cancel: () => group.cancel() || send({ kind: "cancel" }),
    next: (by) => {
      if (grouped) group.take(NOBODY);
      if (!plan.next(by)) send({ kind: "next", step: by });
    },
    moveCursor: (dx, dy) => send({ kind: "moveCursor", dx, dy }),
    press: () => {
      if (group.plan !== undefined) group.confirm();
      else if (grouped && cursor !== undefined) group.go(cursor);
      else send({ kind: "press" });
    },
    turn: (by) => send({ kind: "turn", step: by }),
  };
}

function useProposals(
  game: PlayedGame,
  snapshot: Snapshot,
  group: GroupHand,
  send: (event: HandEvent) => void,
): PlanHand {
  const suggest = (unit: string | undefined, action: string | undefined): void => {
    group.take(NOBODY);
    send(action === undefined ? { kind: "select", unit } : { kind: "suggest", unit, action });
  };
  return usePlan(game, snapshot, suggest, group.gave);
}

/** All that several units would do, and what is proposed, while nothing else is looked at. */
function planned(group: GroupHand, idle: boolean, { steps, planning }: PlanHand): string {
  const proposed = idle && planning !== "giving" ? (steps ?? []) : [];
  return (group.plan?.svg ?? "") + proposed.map((one) => one.svg).join("");
}

/** What the board's hand does: with several units in hand, what they do together. */
function handOf(
  snapshot: Snapshot,
  { selected }: HandState,
  { live, able }: HandTable,
  group: GroupHand,
  send: (event: HandEvent) => void,
): Hand {
  const grouped = group.units.length > 0;
  const select = (unit: string | undefined): void => {
    group.take(NOBODY);
    send({ kind: "select", unit });
  };
  return {
    takes: (unit) => live && (able.includes(unit) || group.units.includes(unit)),
    tap: (hit, more, quick, shift) => {
      const own = isOwn(snapshot, hit.unit);
      if (shift && own && hit.unit !== undefined) {
        group.toggle(hit.unit, selected);
      } else if (grouped && !own && !(quick && group.plan !== undefined)) group.go(hit.at);
      else if (grouped && own) select(hit.unit);
      else if (!grouped) send({ kind: "tap", hit, more, quick });
    },
    hover: (hit, more) => grouped || send({ kind: "hover", hit, more }),
    drag: (unit, hit) =>
      group.units.includes(unit) ? group.go(hit.at, unit) : send({ kind: "drag", unit, hit }),
    drop: (unit, hit) =>
      group.units.includes(unit) ? group.go(hit.at, unit) : send({ kind: "drop", unit, hit }),
    box: (units) => group.take(units.filter((unit) => isOwn(snapshot, unit))),
    cancel: () => send({ kind: "letGo" }),
    turn: (by) => send({ kind: "turn", step: by }),
    turnTo: (facing) => send({ kind: "turnTo", facing }),
  };
}

const NOBODY: readonly string[] = [];

function isOwn(snapshot: Snapshot, name: string | undefined): boolean {
  const unit = snapshot.board.units.find((one) => one.name === name);
  return unit?.side !== undefined && unit.side === snapshot.acting;
}

const NO_OFFERS: readonly Offer[] = [];

/** The handle is on the ghost if there is one, else on the unit itself, if it has a front. */
function pivotOf(
  snapshot: Snapshot,
  selected: string | undefined,
  ghost: End | undefined,
  able: readonly string[],
): Pivot | undefined {
  if (selected === undefined || !able.includes(selected)) return undefined;
  const body = ghost ?? snapshot.board.units.find((one) => one.name === selected);
  if (body === undefined || body.facing < 0) return undefined;
  return { unit: selected, x: body.x, y: body.y, facing: body.facing };
}

/** What the game says of a place or an enemy that nothing can be done about. */
function whyNot(
  game: PlayedGame,
  snapshot: Snapshot,
  unit: string,
  hit: Hit,
): string | undefined {
  const enemy = snapshot.board.units.find((one) => one.name === hit.unit);
  const asked: readonly Question[] =
    enemy === undefined
      ? [{ kind: "reach", who: unit }]
      : [
          { kind: "measure", who: unit, whom: enemy.name },
          { kind: "sight", who: unit, whom: enemy.name },
        ];
  const answers = asked.flatMap((one) => {
    const told = game.ask(one);
    return told.ok ? [told.answer] : [];
  });
  const words = answers.map((answer) =>
    answer.verdict !== undefined
      ? answer.verdict.text
      : answer.words === "" || answer.clause === undefined || answer.words.endsWith(")")
        ? answer.words
        : `${answer.words} (${answer.clause})`,
  );
  const said = words.filter((word) => word !== "").join(" ");
  return said === "" ? undefined : said;
}

function isUndoable(game: PlayedGame, action: string): boolean {
  const judged = game.judge(action);
  return judged.ok && judged.undoable === true && judged.lapses === undefined;
}

function endOf(game: PlayedGame, action: string, unit: string): End | undefined {
  const drawn = game.sketch(action);
  return drawn.ok ? drawn.sketch.ends.findLast((end) => end.unit === unit) : undefined;
}

export function unitAt(snapshot: Snapshot, place: Place): string | undefined {
  const { map } = snapshot.board;
  const there = snapshot.board.units.filter(
    (unit) =>
      unit.reserve !== true &&
      (map.cell > 0
        ? sameSquare(map, unit, place)
        : Math.hypot(unit.x - place.x, unit.y - place.y) <
          (map.cell === 0 ? 700 : (map.high.x - map.low.x) / 24)),
  );
  return there.sort(
    (a, b) => Math.hypot(a.x - place.x, a.y - place.y) - Math.hypot(b.x - place.x, b.y - place.y),
  )[0]?.name;
}

/** Odds take longer than a frame: they come when the hand rests.  What is proposed is looked at
 *  more closely as soon as the first figures stand there. */
function useOdds(
  game: PlayedGame,
  action: string | undefined,
  number: number,
  proposed: boolean,
): Odds | undefined {
  const [odds, setOdds] = useState<{ action: string; odds: Odds }>();
  useEffect(() => {
    if (action === undefined) return undefined;
    let gone = false;
    const timer = setTimeout(() => {
      const take = (found: Awaited<ReturnType<PlayedGame["odds"]>>): void => {
        if (gone || found === undefined) return;
        setOdds(found.ok ? { action, odds: found.odds } : undefined);
      };
      void game.odds(action).then((found) => {
        take(found);
        const sampled = found?.ok === true && isSampled(found.odds);
        if (proposed && sampled && !gone) void game.odds(action, true).then(take);
      });
    }, ODDS_AFTER);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [game, action, number, proposed]);
  return odds?.action === action ? odds?.odds : undefined;
}

interface Shown {
  readonly svg: string;
  readonly saying?: Saying;
}

/** Where a unit may go and what lies in its arcs: found once for a position, and shown when it is
 *  known, because on a crowded table that takes longer than a frame. */
function useReach(game: PlayedGame, snapshot: Snapshot, unit: string | undefined): string {
  const [found, setFound] = useState<{ number: number; unit: string; svg: string }>();
  useEffect(() => {
    if (unit === undefined || (found?.number === snapshot.number && found.unit === unit))
      return undefined;
    let gone = false;
    void game.reach(unit).then((svg) => {
      if (!gone && svg !== undefined) setFound({ number: snapshot.number, unit, svg });
    });
    return () => {
      gone = true;
    };
  }, [game, snapshot.number, unit]);
  return found !== undefined && found.unit === unit && found.number === snapshot.number
    ? found.svg
    : "";
}

/** The same for danger, where it is wanted. */
function useDanger(game: PlayedGame, snapshot: Snapshot, unit: string | undefined): string {
  const [found, setFound] = useState<{ number: number; unit: string; svg: string }>();
  useEffect(() => {
    if (unit === undefined) return undefined;
    let gone = false;
    void game.danger(unit).then((places) => {
      const { board, number } = snapshot;
      const nameOf = (name: string): string =>
        board.units.find((one) => one.name === name)?.called ?? name;
      if (!gone && places !== undefined)
        setFound({ number, unit, svg: dangerDrawing(board.map, places, nameOf) });
    });
    return () => {
      gone = true;
    };
  }, [game, snapshot.number, unit]);
  return found !== undefined && found.unit === unit && found.number === snapshot.number
    ? found.svg
    : "";
}

function overlayOf(
  game: PlayedGame,
  snapshot: Snapshot,
  seen: string | undefined,
  drag: Drag | undefined,
  live: boolean,
  selected: string | undefined,
  measured: string | undefined,
): Shown {
  if (drag !== undefined) return dragOverlay(game, snapshot, drag);
  const drawn = seen === undefined || !live ? undefined : game.sketch(seen);
  const svg = drawn?.ok === true ? drawn.sketch.svg : "";
  if (selected === undefined || measured === undefined) return { svg };
  const told = [
    game.ask({ kind: "measure", who: selected, whom: measured }),
    game.ask({ kind: "sight", who: selected, whom: measured }),
  ];
  const answers = told.flatMap((one) => (one.ok ? [one.answer] : []));
  const text = answers
    .map((answer) => answer.words)
    .filter((words) => words !== "")
    .join(" ");
  return {
    svg: svg + answers.map((answer) => answer.svg).join(""),
    ...(text !== "" && { saying: { text, refused: false } }),
  };
}

function dragOverlay(game: PlayedGame, snapshot: Snapshot, drag: Drag): Shown {
  const onto =
    drag.hit.unit !== undefined && drag.hit.unit !== drag.unit ? drag.hit.unit : undefined;
  const table = snapshot.board.map.cell === 0;
  const offer = table ? undefined : snapshot.offers.find((one) => one.action === drag.offer);
  const aim: Aim | undefined =
    offer !== undefined
      ? { action: offer.action, words: offer.words, legal: true }
      : game.aim(drag.unit, onto === undefined ? drag.hit.at : { whom: onto }, drag.facing);
  const to = onto === undefined ? { to: drag.hit.at } : { whom: onto };
  const ruler = table ? game.ask({ kind: "measure", who: drag.unit, ...to }) : undefined;
  const sight =
    table && onto !== undefined
      ? game.ask({ kind: "sight", who: drag.unit, whom: onto })
      : undefined;
  const drawn = aim === undefined ? undefined : game.sketch(aim.action);
  const svg =
    (drawn?.ok === true ? drawn.sketch.svg : "") +
    (ruler?.ok === true ? ruler.answer.svg : "") +
    (sight?.ok === true ? sight.answer.svg : "");
  const words = [
    aim === undefined ? undefined : (aim.verdict?.text ?? sentence(aim.words)),
    ruler?.ok === true ? ruler.answer.words : undefined,
    sight?.ok === true ? sight.answer.words : undefined,
  ].filter((text) => text !== undefined && text !== "");
  return {
    svg,
    ...(words.length > 0 && {
      saying: { text: words.join(" "), refused: aim?.verdict !== undefined },
    }),
  };
}
