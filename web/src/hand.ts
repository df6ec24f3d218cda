// hand.ts - what a hand does at the table, as a state machine: selecting, proposing, way-points,
// dragging, turning, confirming, by mouse, touch and keyboard.
//
// A unit is selected, an action is proposed, a proposal is confirmed.  Everything about legality,
// reach and odds is asked of the table; here is only which question to ask when.  Nothing here
// draws, waits or remembers outside its state: the screen (ui/use-play.ts) does what it is told.
// SPDX-License-Identifier: MIT

import type { Hit } from "./choice";
import { meant, nextUnit, offersOf } from "./choice";
import type { Aim, BoardMap, End, Judged, Offer, Place, Verdict } from "./engine-types";
import { PLAY } from "./words/play";

/** Why it may not be done, and what has to be decided instead. */
export function whyNot({ text, due }: Verdict): string {
  return due === undefined ? text : `${text} ${due}`;
}

export interface Proposal {
  readonly action: string;
  readonly words: string; // the same for people
  readonly verdict?: Verdict; // so it may not be done
  readonly others: readonly Offer[]; // what the same click could mean as well
  readonly begun?: string; // the same action before its last way-point
  readonly at?: Place; // where the hand put the unit down
  readonly afar?: true; // not by a hand on the board, which may show another part of it
}

export interface Drag {
  readonly unit: string;
  readonly hit: Hit;
  readonly facing: number | undefined;
  readonly offer: string | undefined; // on a board: the offered action that ends there
}

export interface HandState {
  readonly selected?: string;
  readonly proposal?: Proposal;
  readonly hovered?: string; // an action that is only looked at
  readonly drag?: Drag;
  readonly regarded?: string; // the unit the pointer rests on
  readonly cursor?: Place; // of the keyboard
  readonly held?: string; // the unit that the cursor stays with
  readonly facing?: number; // that was asked for, in tenths of a degree
  readonly adding: boolean; // the next tap is meant as a way-point
  readonly ahead?: string; // the proposal as one way-point more would make it
  readonly acted?: true; // what the last tap meant was done at once
  readonly tapped?: string; // what the last tap proposed: the same tap again confirms it
}

export const EMPTY_HAND: HandState = { adding: false };

export type HandEvent =
  | { readonly kind: "position"; readonly rolled: boolean } // another position than before
  | { readonly kind: "redrawn" } // the same position, drawn anew
  | { readonly kind: "select"; readonly unit: string | undefined }
  | { readonly kind: "propose"; readonly action: string; readonly others: readonly Offer[] }
  // what somebody else proposes: it is shown, and nothing is done
  | { readonly kind: "suggest"; readonly unit: string | undefined; readonly action: string }
  | { readonly kind: "look"; readonly action: string | undefined }
  | { readonly kind: "adding"; readonly adding: boolean }
  // `quick`: the second of a double click, which confirms nothing
  | { readonly kind: "tap"; readonly hit: Hit; readonly more: boolean; readonly quick?: boolean }
  | { readonly kind: "hover"; readonly hit: Hit | undefined; readonly more: boolean }
  | { readonly kind: "drag"; readonly unit: string; readonly hit: Hit }
  | { readonly kind: "drop"; readonly unit: string; readonly hit: Hit }
  | { readonly kind: "letGo" } // the drag was broken off
  | { readonly kind: "turn"; readonly step: number }
  | { readonly kind: "turnTo"; readonly facing: number }
  | { readonly kind: "confirm" }
  | { readonly kind: "done" } // what was confirmed has happened
  | { readonly kind: "cancel" }
  | { readonly kind: "next"; readonly step: 1 | -1 }
  | { readonly kind: "moveCursor"; readonly dx: number; readonly dy: number }
  | { readonly kind: "press" }; // chooses what is under the cursor

/** What the screen has to do after a step. */
export type Effect =
  | { readonly kind: "notify"; readonly text: string }
  | { readonly kind: "act"; readonly action: string }
  | { readonly kind: "reveal"; readonly place: Place };

/** What a hand may ask: the game, and the picture of it. */
export interface HandTable {
  readonly offers: readonly Offer[];
  readonly able: readonly string[]; // the units that can do something now
  readonly live: boolean; // somebody at this screen decides
  readonly map: BoardMap;
  readonly units: readonly (Place & {
    readonly name: string;
    readonly facing: number;
    readonly side?: string;
  })[];
  judge(
    action: string,
  ): ({ readonly ok: true } & Judged) | { readonly ok: false; readonly error: string };
  aim(who: string, at: { whom: string } | Place, facing?: number): Aim | undefined;
  goOn(begun: string, at: Place, facing?: number): Aim | undefined;
  /** It can be taken back, so it is done without asking. */
  undoable(action: string): boolean;
  /** Why the unit can do nothing there, in the game's own words; undefined: there is no saying. */
  why(unit: string, hit: Hit): string | undefined;
  /** Where the unit would stand after the action. */
  endOf(action: string, unit: string): End | undefined;
  same(end: Place, hit: Hit): boolean;
  placeAt(place: Place): string | undefined;
  centreOf(unit: string): Place | undefined;
  unitAt(place: Place): string | undefined;
}

export interface Step {
  readonly state: HandState;
  readonly effects: readonly Effect[];
}

const TURN = 150; // tenths of a degree for one key or one click of the wheel
const NO_OFFERS: readonly Offer[] = [];
const NO_EFFECTS: readonly Effect[] = [];

/** One step: the same state, event and answers give the same result. */
export function step(state: HandState, event: HandEvent, table: HandTable): Step {
  switch (event.kind) {
    case "position":
      return quiet(newPosition(state, event.rolled, table));
    case "redrawn":
      return quiet(redrawn(state, table));
    case "select":
      return quiet(select(state, event.unit));
    case "propose":
      return fromAfar(proposeByName(state, event.action, event.others, table));
    case "suggest":
      return suggest(state, event.unit, event.action, table);
    case "look":
      return quiet(look(state, event.action));
    case "adding":
      return quiet({ ...state, adding: event.adding });
    case "tap":
      return tap(state, event.hit, event.more, event.quick === true, table);
    case "hover":
      return quiet(hover(state, event.hit, event.more, table));
    case "drag":
      return quiet(drag(state, event.unit, event.hit, table));
    case "drop":
      return drop(state, event.unit, event.hit, table);
    case "letGo":
      return quiet(without(state, ["drag"]));
    case "turn":
      return quiet(turnTo(state, turned(state, event.step, table), table));
    case "turnTo":
      return quiet(turnTo(state, event.facing, table));
    case "confirm":
      return confirm(state);
    case "done":
      return quiet(without(state, ["proposal"]));
    case "cancel":
      return quiet(cancel(state));
    case "next":
      return next(state, event.step, table);
    case "moveCursor":
      return moveCursor(state, event.dx, event.dy, table);
    case "press":
      return press(state, table);
  }
}

/** A typed order that ends a step and leaves something undone is proposed first, as it is by its
 *  button; typed a second time it is meant. */
export function asksFirst({ proposal }: HandState, action: string, table: HandTable): boolean {
  const judged = table.judge(action);
  return judged.ok && judged.lapses !== undefined && proposal?.action !== judged.action;
}

/** The proposal can have one way-point more; without one, the next tap can be its first. */
export function goesOn(state: HandState, table: HandTable): boolean {
  const { proposal, selected } = state;
  if (selected === undefined || table.map.cell !== 0 || !table.live) return false;
  if (proposal === undefined) return moves(selected, table);
  const end = table.endOf(proposal.action, selected);
  return end !== undefined && table.goOn(proposal.action, end) !== undefined;
}

/** Is anything offered that puts the unit elsewhere? */
function moves(name: string, { offers, units }: HandTable): boolean {
  const unit = units.find((one) => one.name === name);
  return offersOf(offers, name).some(({ ends }) =>
    ends.some((end) => end.unit === name && (end.x !== unit?.x || end.y !== unit.y)),
  );
}

function quiet(state: HandState): Step {
  return { state, effects: NO_EFFECTS };
}

type Optional = Exclude<keyof HandState, "adding">;

function without(state: HandState, names: readonly Optional[]): HandState {
  const rest: { -readonly [K in keyof HandState]: HandState[K] } = { ...state };
  for (const name of names) delete rest[name];
  return rest;
}

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

// ---- Positions. ----

/** What was proposed belongs to the old one.  Dice deserve to be looked at, and a spent unit is
 *  put down. */
function newPosition(state: HandState, rolled: boolean, table: HandTable): HandState {
  const { selected } = state;
  const stays = selected !== undefined && !rolled && table.able.includes(selected);
  const rest = without(state, ["proposal", "hovered", "drag", "facing", "ahead"]);
  return { ...(stays ? rest : without(rest, ["selected"])), adding: false };
}

/** The cursor goes with its unit, and who is no longer in the picture is put down. */
function redrawn(state: HandState, table: HandTable): HandState {
  const { selected, held } = state;
  const at = held === undefined ? undefined : table.centreOf(held);
  const moved = at === undefined ? state : { ...state, cursor: at };
  const gone = selected !== undefined && !table.units.some((unit) => unit.name === selected);
  return gone ? without(moved, ["selected"]) : moved;
}

// ---- Selecting and proposing. ----

function select(state: HandState, unit: string | undefined): HandState {
  const shown = without(state, ["proposal", "hovered", "facing", "ahead"]);
  const rest = without(shown, ["selected", "tapped", "acted"]);
  return { ...rest, adding: false, ...(unit !== undefined && { selected: unit }) };
}

function propose(
  state: HandState,
  action: string,
  others: readonly Offer[],
  table: HandTable,
): Step {
  const judged = table.judge(action);
  const bare = without(state, ["hovered"]);
  if (!judged.ok) return { state: bare, effects: [{ kind: "notify", text: judged.error }] };
  return quiet({ ...bare, proposal: proposalOf(judged, others) });
}

/** What is chosen by name is one of its kind: where it can be taken back, it is done. */
function proposeByName(
  state: HandState,
  action: string,
  others: readonly Offer[],
  table: HandTable,
): Step {
  const done = atOnce(propose(state, action, NO_OFFERS, table), table);
  return done.state.proposal === undefined ? done : propose(state, action, others, table);
}

/** What can be taken back is done in one gesture; what throws dice, opens something, ends a step
 *  or could mean something else as well is proposed. */
function atOnce(found: Step, table: HandTable): Step {
  const { proposal } = found.state;
  if (proposal === undefined || proposal.verdict !== undefined || proposal.others.length > 1)
    return found;
  if (!table.live || !table.undoable(proposal.action)) return found;
  const rest = without(found.state, ["proposal", "tapped", "ahead"]);
  const state: HandState = { ...rest, acted: true };
  return { state, effects: [...found.effects, { kind: "act", action: proposal.action }] };
}

/** By a button, a hint or a typed word. */
function fromAfar({ state, effects }: Step): Step {
  const { proposal } = state;
  if (proposal === undefined || effects.length > 0) return { state, effects }; // it was none
  return { state: { ...state, proposal: { ...proposal, afar: true } }, effects };
}

function suggest(
  state: HandState,
  unit: string | undefined,
  action: string,
  table: HandTable,
): Step {
  const shown = fromAfar(propose(select(state, unit), action, NO_OFFERS, table));
  const at = unit === undefined ? undefined : table.centreOf(unit);
  if (at === undefined) return shown;
  return { ...shown, effects: [...shown.effects, { kind: "reveal", place: at }] };
}

function look(state: HandState, action: string | undefined): HandState {
  return { ...without(state, ["hovered"]), ...(action !== undefined && { hovered: action }) };
}

/** What a hand means that lets the selected unit go here: the plainest of what is offered (the
 *  others stay at hand), or else what the game itself makes of it.  Undefined: nothing. */
function target(state: HandState, unit: string, hit: Hit, table: HandTable): Step | undefined {
  const found = meant(table.offers, unit, hit, table.same);
  const [plainest] = found;
  if (plainest !== undefined)
    return propose(state, plainest.action, found.length > 1 ? found : NO_OFFERS, table);
  const onto = hit.unit !== undefined && hit.unit !== unit ? { whom: hit.unit } : hit.at;
  const aim = table.aim(unit, onto, state.facing);
  if (aim === undefined) return undefined;
  const at = "whom" in onto ? {} : { at: onto };
  return quiet({ ...state, proposal: { ...proposalOf(aim), ...at } });
}

/** The action with one way-point more, if it can have one. */
function further(state: HandState, hit: Hit, table: HandTable): Aim | undefined {
  return state.proposal === undefined || !goesOn(state, table)
    ? undefined
    : table.goOn(state.proposal.action, hit.at);
}

function confirm(state: HandState): Step {
  const { proposal } = state;
  if (proposal === undefined) return quiet(state);
  if (proposal.verdict !== undefined)
    return { state, effects: [{ kind: "notify", text: whyNot(proposal.verdict) }] };
  return { state, effects: [{ kind: "act", action: proposal.action }] };
}

function cancel(state: HandState): HandState {
  if (state.proposal !== undefined || state.hovered !== undefined)
    return without(state, ["proposal", "hovered", "facing", "ahead", "tapped"]);
  if (state.drag !== undefined) return without(state, ["drag", "tapped"]);
  return select(state, undefined);
}

// ---- Mouse and touch. ----

/** Two taps within half an inch of each other mean the same place. */
function near(place: Place): string {
  return `${Math.round(place.x / 500)},${Math.round(place.y / 500)}`;
}

function keyOf(state: HandState, hit: Hit): string {
  const place = hit.unit === undefined ? (hit.place ?? near(hit.at)) : "";
  return `${state.selected ?? ""}>${hit.unit ?? ""}@${place}`;
}

function sideOf(table: HandTable, name: string | undefined): string | undefined {
  return table.units.find((unit) => unit.name === name)?.side;
}

function tap(
  state: HandState,
  hit: Hit,
  more: boolean,
  quick: boolean,
  table: HandTable,
): Step {
  if (state.acted === true)
    return quick ? quiet(state) : tap(without(state, ["acted"]), hit, more, quick, table);
  const { proposal, selected } = state;
  const longer = more || state.adding ? further(state, hit, table) : undefined;
  if (longer !== undefined && proposal !== undefined) {
    const rest = without(state, ["tapped", "ahead", "facing"]);
    return quiet({ ...rest, proposal: { ...proposalOf(longer), begun: proposal.action } });
  }
  const key = keyOf(state, hit);
  const again = state.tapped === key;
  if (again && quick) return quiet(state);
  if (proposal !== undefined && proposal.verdict === undefined && again) return confirm(state);
  const aims =
    table.live &&
    selected !== undefined &&
    hit.unit !== selected &&
    offersOf(table.offers, selected).length > 0;
  const refused = again && proposal?.verdict !== undefined;
  const meantHere = aims && !refused ? aimed(state, selected, hit, key, table) : undefined;
  if (meantHere === undefined)
    return quiet(select(state, hit.unit === selected ? undefined : hit.unit));
  return more || state.adding ? meantHere : atOnce(meantHere, table);
}

/** What the selected unit could do there, or why not: told once, and the unit stays in hand.  The
 *  same tap again, and one on a friend, means what lies there. */
function aimed(
  state: HandState,
  selected: string,
  hit: Hit,
  key: string,
  table: HandTable,
): Step | undefined {
  const side = sideOf(table, selected);
  const friend = side !== undefined && sideOf(table, hit.unit) === side;
  const found = target({ ...state, tapped: key }, selected, hit, table);
  if (friend && found?.state.proposal?.verdict !== undefined) return undefined;
  if (found !== undefined || friend) return found;
  const why = state.tapped === key ? undefined : table.why(selected, hit);
  if (why === undefined) return undefined;
  const kept = { ...without(state, ["proposal"]), tapped: key };
  return { state: kept, effects: [{ kind: "notify", text: why }] };
}

function hover(
  state: HandState,
  hit: Hit | undefined,
  more: boolean,
  table: HandTable,
): HandState {
  const { selected, proposal } = state;
  const ahead =
    hit === undefined || !(more || state.adding) ? undefined : further(state, hit, table)?.action;
  const rest = without(state, ["regarded", "ahead"]);
  const over: HandState = {
    ...rest,
    ...(hit?.unit !== undefined && { regarded: hit.unit }),
    ...(ahead !== undefined && { ahead }),
  };
  if (!table.live || selected === undefined || proposal !== undefined) return over;
  const [only] =
    hit === undefined || hit.unit === selected
      ? []
      : meant(table.offers, selected, hit, table.same);
  return { ...without(over, ["hovered"]), ...(only !== undefined && { hovered: only.action }) };
}

function drag(state: HandState, unit: string, hit: Hit, table: HandTable): HandState {
  const taken = unit === state.selected ? state : select(state, unit);
  const offer =
    table.map.cell === 0 ? undefined : meant(table.offers, unit, hit, table.same)[0]?.action;
  return {
    ...without(taken, ["proposal"]),
    drag: { unit, hit, facing: taken.facing, offer },
  };
}

function drop(state: HandState, unit: string, hit: Hit, table: HandTable): Step {
  const free = without(state, ["drag", "tapped"]);
  const found = target(free, unit, hit, table);
  if (found !== undefined) return atOnce(found, table);
  const text = table.why(unit, hit) ?? PLAY.nothingThere;
  return { state: free, effects: [{ kind: "notify", text }] };
}

// ---- Turning. ----

function turned(state: HandState, by: number, table: HandTable): number {
  const unit = table.units.find((one) => one.name === state.selected);
  const from = state.facing ?? (unit !== undefined && unit.facing >= 0 ? unit.facing : 0);
  return (((from + by * TURN) % 3600) + 3600) % 3600;
}

/** The same place with another facing.  Where a hand would mean another kind of order there, the
 *  proposed one is turned, if it can be: a base that leaves its Brigade is no march. */
function aimKeeping(
  proposed: string | undefined,
  unit: string,
  place: Place,
  facing: number,
  table: HandTable,
): Aim | undefined {
  const aim = table.aim(unit, { x: place.x, y: place.y }, facing);
  const word = (action: string): string => action.split(" ", 1)[0] ?? "";
  if (proposed === undefined || (aim !== undefined && word(aim.action) === word(proposed)))
    return aim;
  return table.goOn(proposed, place, facing) ?? aim;
}

function turnTo(state: HandState, facing: number, table: HandTable): HandState {
  const { selected, proposal } = state;
  const unit = table.units.find((one) => one.name === selected);
  if (state.drag !== undefined)
    return { ...state, facing, drag: { ...state.drag, facing } };
  if (selected === undefined || unit === undefined || !table.live) return { ...state, facing };
  const place = (proposal && table.endOf(proposal.action, selected)) ?? unit;
  const begun = proposal?.begun;
  const aim =
    begun === undefined
      ? aimKeeping(proposal?.action, selected, place, facing, table)
      : table.goOn(begun, place, facing);
  const rest = { ...without(state, ["tapped"]), facing };
  if (aim === undefined) return rest;
  return { ...rest, proposal: { ...proposalOf(aim), ...(begun !== undefined && { begun }) } };
}

// ---- The keyboard. ----

function next(state: HandState, by: 1 | -1, table: HandTable): Step {
  const unit = nextUnit(table.offers, state.selected, by);
  if (unit === undefined) return quiet(state);
  const chosen = select(state, unit);
  const at = table.centreOf(unit);
  if (at === undefined) return quiet(chosen);
  return {
    state: { ...chosen, held: unit, cursor: at },
    effects: [{ kind: "reveal", place: at }],
  };
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value));
}

function moveCursor(state: HandState, dx: number, dy: number, table: HandTable): Step {
  const { low, high, cell, units } = table.map;
  const far = cell > 0 ? cell : cell < 0 ? (high.x - low.x) / 12 : 1000;
  const from = state.cursor ?? { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 };
  const way = units < 0 ? -far : far; // seen from the north, up is south
  const cursor = {
    x: clamp(from.x + dx * way, low.x, high.x - 1),
    y: clamp(from.y + dy * way, low.y, high.y - 1),
  };
  return {
    state: { ...without(state, ["held"]), cursor },
    effects: [{ kind: "reveal", place: cursor }],
  };
}

function press(state: HandState, table: HandTable): Step {
  if (state.proposal !== undefined) return confirm(state);
  const { cursor } = state;
  if (cursor === undefined) return quiet(state);
  const unit = table.unitAt(cursor);
  const place = table.placeAt(cursor);
  const hit = {
    at: cursor,
    ...(unit !== undefined && { unit }),
    ...(place !== undefined && { place }),
  };
  return tap(state, hit, false, false, table);
}
