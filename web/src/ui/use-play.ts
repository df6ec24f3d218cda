// use-play.ts - what the hand is doing on the game screen: selecting, aiming, dragging, deciding.
//
// A unit is selected, an action is proposed, a proposal is confirmed.  Everything about legality,
// reach and odds is asked of the game; here is only which question to ask when.

import type { RefObject } from "preact";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Hit } from "../choice";
import { ableUnits, meant, nextUnit, offersOf, sameSquare, sentence } from "../choice";
import type { Aim, End, Odds, Offer, Place, Verdict } from "../engine-types";
import type { PlayedGame, Snapshot } from "../game";
import type { BoardHandle, Hand, Pivot } from "./board";
import { notify } from "./notices";

export interface Proposal {
  readonly action: string;
  readonly words: string; // the same for people
  readonly verdict?: Verdict; // so it may not be done
  readonly others: readonly Offer[]; // what the same click could mean as well
  readonly begun?: string; // the same action before its last way-point
}

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
  readonly cursor: Place | undefined;
  readonly pivot: Pivot | undefined; // what the handle on the board turns
  readonly goesOn: boolean; // the proposal can have one way-point more
  readonly adding: boolean; // the next click is that way-point
  readonly hand: Hand;
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

interface Drag {
  readonly unit: string;
  readonly hit: Hit;
  readonly facing: number | undefined;
  readonly offer: string | undefined; // on a board: the offered action that ends there
}

const TURN = 150; // tenths of a degree for one key or one click of the wheel
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

export function usePlay(game: PlayedGame, board: RefObject<BoardHandle | null>): Play {
  const snapshot = useSnapshot(game);
  const [selected, setSelected] = useState<string>();
  const [proposal, setProposal] = useState<Proposal>();
  const [hovered, setHovered] = useState<string>();
  const [drag, setDrag] = useState<Drag>();
  const [regarded, setRegarded] = useState<string>(); // the unit the pointer rests on
  const [cursor, setCursor] = useState<Place>();
  const [facing, setFacing] = useState<number>();
  const [wanted, setAdding] = useState(false);
  const [ahead, setAhead] = useState<string>(); // the proposal as one way-point more would make it
  const { offers, acting } = snapshot;
  const able = useMemo(() => ableUnits(offers), [offers]);
  const held = useRef<string | undefined>(undefined); // the unit that the cursor stays with
  // what the last tap proposed: the same tap again confirms it
  const tapped = useRef<string | undefined>(undefined);

  // A new position: what was proposed belongs to the old one.
  useEffect(() => {
    setProposal(undefined);
    setHovered(undefined);
    setDrag(undefined);
    setFacing(undefined);
    setAdding(false);
    setAhead(undefined);
    // Dice deserve to be looked at, and a spent unit is put down.
    const rolled = snapshot.last.some((entry) =>
      entry.events.some((event) => event.dice !== undefined),
    );
    setSelected((unit) =>
      unit !== undefined && !rolled && able.includes(unit) ? unit : undefined,
    );
  }, [snapshot.standing.hash, snapshot.standing.ply, acting, snapshot.replaying]);
  useEffect(() => {
    if (held.current !== undefined) setCursor(board.current?.centreOf(held.current));
  }, [snapshot.board.svg]);
  useEffect(() => {
    if (selected !== undefined && !snapshot.board.units.some((unit) => unit.name === selected))
      setSelected(undefined);
  }, [snapshot.board]);

  const live = acting !== undefined && !snapshot.replaying;
  const same = (end: Place, hit: Hit): boolean => {
    const { map } = snapshot.board;
    if (map.cell > 0) return sameSquare(map, end, hit.at);
    if (map.cell < 0) return hit.place !== undefined && board.current?.placeAt(end) === hit.place;
    return false;
  };

  const select = (unit: string | undefined): void => {
    setSelected(unit);
    setProposal(undefined);
    setHovered(undefined);
    setFacing(undefined);
    setAdding(false);
    tapped.current = undefined;
  };
  const propose = (action: string, others: readonly Offer[] = NO_OFFERS): void => {
    setHovered(undefined);
    const judged = game.judge(action);
    if (!judged.ok) {
      notify(judged.error);
      return;
    }
    setProposal(proposalOf(judged, others));
  };
  const act = async (action: string): Promise<boolean> => {
    const failure = await game.act(action);
    if (failure === undefined) {
      setProposal(undefined);
      return true;
    }
    notify(failure.error);
    return false;
  };
  const confirm = (): void => {
    if (proposal === undefined) return;
    if (proposal.verdict !== undefined) notify(proposal.verdict.text);
    else void act(proposal.action);
  };

  /** What a hand means that lets the selected unit go here: the plainest of what is offered (the
   *  others stay at hand), or else what the game itself makes of it. */
  const target = (unit: string, hit: Hit, dropped = false): boolean => {
    const found = meant(offers, unit, hit, same);
    const [plainest] = found;
    if (plainest !== undefined) {
      propose(plainest.action, found.length > 1 ? found : NO_OFFERS);
      return true;
    }
    const aim = game.aim(
      unit,
      hit.unit !== undefined && hit.unit !== unit ? { whom: hit.unit } : hit.at,
      facing,
    );
    if (aim === undefined) return false;
    // On a board a click elsewhere puts the unit down; only a hand that carried it there is told
    // why not.
    if (snapshot.board.map.cell !== 0 && aim.verdict !== undefined && !dropped) return false;
    setProposal(proposalOf(aim));
    return true;
  };

  const table = snapshot.board.map.cell === 0;
  const ghost = useMemo(
    () =>
      table && live && selected !== undefined && proposal !== undefined
        ? endOf(game, proposal.action, selected)
        : undefined,
    [game, table, live, selected, proposal],
  );
  const goesOn = useMemo(
    () =>
      proposal !== undefined &&
      ghost !== undefined &&
      game.goOn(proposal.action, ghost) !== undefined,
    [game, proposal, ghost],
  );
  const adding = wanted && goesOn;
  /** The action with one way-point more, if it can have one. */
  const further = (hit: Hit): Aim | undefined =>
    proposal === undefined || !goesOn ? undefined : game.goOn(proposal.action, hit.at);

  const tap = (hit: Hit, more: boolean): void => {
    const longer = more || adding ? further(hit) : undefined;
    if (longer !== undefined && proposal !== undefined) {
      tapped.current = undefined;
      setAhead(undefined);
      setFacing(undefined);
      setProposal({ ...proposalOf(longer), begun: proposal.action });
      return;
    }
    const place = hit.unit === undefined ? (hit.place ?? near(hit.at)) : "";
    const key = `${selected ?? ""}>${hit.unit ?? ""}@${place}`;
    if (proposal !== undefined && proposal.verdict === undefined && tapped.current === key) {
      confirm();
      return;
    }
    tapped.current = key;
    if (
      live &&
      selected !== undefined &&
      hit.unit !== selected &&
      offersOf(offers, selected).length > 0
    ) {
      if (target(selected, hit)) return;
    }
    if (hit.unit === undefined || hit.unit === selected) {
      select(undefined);
      return;
    }
    select(hit.unit);
  };

  const hand: Hand = {
    takes: (unit) => live && able.includes(unit),
    tap,
    hover: (hit, more) => {
      setRegarded(hit?.unit);
      setAhead(hit === undefined || !(more || adding) ? undefined : further(hit)?.action);
      if (!live || selected === undefined || proposal !== undefined) return;
      const only =
        hit === undefined || hit.unit === selected ? [] : meant(offers, selected, hit, same);
      setHovered(only[0]?.action);
    },
    drag: (unit, hit) => {
      if (unit !== selected) select(unit);
      setProposal(undefined);
      const offer =
        snapshot.board.map.cell === 0 ? undefined : meant(offers, unit, hit, same)[0]?.action;
      setDrag({ unit, hit, facing, offer });
    },
    drop: (unit, hit) => {
      setDrag(undefined);
      tapped.current = undefined;
      if (!target(unit, hit, true)) notify("Nothing can be done there with this unit.");
    },
    cancel: () => setDrag(undefined),
    turn: (step) => turn(step),
    turnTo: (next) => turnTo(next),
  };

  const turn = (step: number): void => {
    const unit = snapshot.board.units.find((one) => one.name === selected);
    const from = facing ?? (unit !== undefined && unit.facing >= 0 ? unit.facing : 0);
    turnTo((((from + step * TURN) % 3600) + 3600) % 3600);
  };

  const turnTo = (next: number): void => {
    const unit = snapshot.board.units.find((one) => one.name === selected);
    setFacing(next);
    setDrag((old) => (old === undefined ? old : { ...old, facing: next }));
    if (drag !== undefined || selected === undefined || unit === undefined || !live) return;
    tapped.current = undefined;
    const place = proposal === undefined ? unit : (endOf(game, proposal.action, selected) ?? unit);
    const begun = proposal?.begun;
    const aim =
      begun === undefined
        ? game.aim(selected, { x: place.x, y: place.y }, next)
        : game.goOn(begun, place, next);
    if (aim === undefined) return;
    setProposal({ ...proposalOf(aim), ...(begun !== undefined && { begun }) });
  };

  const cancel = (): void => {
    if (proposal !== undefined || hovered !== undefined) {
      setProposal(undefined);
      setHovered(undefined);
      setFacing(undefined);
      setAhead(undefined);
    } else if (drag !== undefined) setDrag(undefined);
    else select(undefined);
    tapped.current = undefined;
  };

  const next = (step: 1 | -1): void => {
    const unit = nextUnit(offers, selected, step);
    if (unit === undefined) return;
    select(unit);
    const at = board.current?.centreOf(unit);
    if (at === undefined) return;
    held.current = unit;
    setCursor(at);
    board.current?.reveal(at);
  };

  const moveCursor = (dx: number, dy: number): void => {
    const { map } = snapshot.board;
    const step = map.cell > 0 ? map.cell : map.cell < 0 ? (map.high.x - map.low.x) / 12 : 1000;
    const from = cursor ?? { x: (map.low.x + map.high.x) / 2, y: (map.low.y + map.high.y) / 2 };
    const way = map.units < 0 ? -step : step; // seen from the north, up is south
    const to = {
      x: clamp(from.x + dx * way, map.low.x, map.high.x - 1),
      y: clamp(from.y + dy * way, map.low.y, map.high.y - 1),
    };
    held.current = undefined;
    setCursor(to);
    board.current?.reveal(to);
  };

  const press = (): void => {
    if (proposal !== undefined) {
      confirm();
      return;
    }
    if (cursor === undefined) return;
    const unit = unitAt(snapshot, cursor);
    const place = board.current?.placeAt(cursor);
    tap(
      { at: cursor, ...(unit !== undefined && { unit }), ...(place !== undefined && { place }) },
      false,
    );
  };

  const seen = drag === undefined ? (proposal?.action ?? hovered) : undefined;
  const drawn = proposal === undefined ? seen : (ahead ?? seen);
  const pivot = useMemo(
    () =>
      table && live && drag === undefined ? pivotOf(snapshot, selected, ghost, able) : undefined,
    [snapshot, selected, ghost, able, table, live, drag],
  );
  const odds = useOdds(game, live ? seen : undefined, snapshot.number);
  const around = useReach(game, snapshot, drag?.unit ?? selected);
  const measured =
    snapshot.board.map.cell === 0 && regarded !== selected && proposal === undefined
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
    overlay: shown.svg,
    able: live ? able : NOBODY,
    cursor:
      cursor !== undefined && unitAt(snapshot, cursor) === selected && selected !== undefined
        ? undefined
        : cursor,
    pivot,
    goesOn,
    adding,
    setAdding,
    hand,
    select,
    propose,
    look: setHovered,
    confirm,
    act,
    cancel,
    next,
    moveCursor,
    press,
    turn,
  };
}

const NOBODY: readonly string[] = [];
const NO_OFFERS: readonly Offer[] = [];

function proposalOf(
  judged: { action: string; words: string; verdict?: Verdict },
  others: readonly Offer[] = NO_OFFERS,
): Proposal {
  return {
    action: judged.action,
    words: judged.words,
    others,
    ...(judged.verdict !== undefined && { verdict: judged.verdict }),
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

/** Two taps within half an inch of each other mean the same place. */
function near(place: Place): string {
  return `${Math.round(place.x / 500)},${Math.round(place.y / 500)}`;
}

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

/** Odds take longer than a frame: they come when the hand rests. */
function useOdds(game: PlayedGame, action: string | undefined, number: number): Odds | undefined {
  const [odds, setOdds] = useState<{ action: string; odds: Odds }>();
  useEffect(() => {
    if (action === undefined) return undefined;
    let gone = false;
    const timer = setTimeout(() => {
      void game.odds(action).then((found) => {
        if (!gone && found !== undefined)
          setOdds(found.ok ? { action, odds: found.odds } : undefined);
      });
    }, ODDS_AFTER);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
  }, [game, action, number]);
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
