// hand.test.ts - the hand as a state machine: every kind of event, on a board and on a table.
// SPDX-License-Identifier: MIT

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Aim, BoardMap, End, Offer, Place, Verdict } from "../src/engine-types";
import type { Effect, HandEvent, HandState, HandTable } from "../src/hand";
import { asksFirst, EMPTY_HAND, goesOn, step } from "../src/hand";

const offer = (action: string, more: Partial<Offer> = {}): Offer => ({
  action,
  words: action,
  word: action.split(" ")[0] ?? "",
  ends: [],
  targets: [],
  ...more,
});
const end = (unit: string, x: number, y: number): End => ({ unit, x, y, facing: 0 });
const map = (cell: number, units = 100): BoardMap => ({
  x: 0,
  y: 0,
  units,
  ticks: 1000,
  width: 1000,
  height: 1000,
  low: { x: 0, y: 0 },
  high: { x: 12000, y: 12000 },
  cell,
});
const NO: Verdict = { reason: "TOO_FAR", clause: "SQ-1", text: "That is too far." } as Verdict;
const aim = (action: string, verdict?: Verdict): Aim =>
  ({ action, words: action, legal: verdict === undefined, ...(verdict && { verdict }) }) as Aim;

const OFFERS = [
  offer("act A1 F none", { who: "A1", ends: [end("A1", 4500, 4500)] }),
  offer("act A1 L-R-F none", { who: "A1", ends: [end("A1", 4500, 4500)] }),
  offer("act A1 . shoot", { who: "A1", ends: [end("A1", 4500, 3500)], targets: ["B1"] }),
  offer("act A2 F none", { who: "A2", ends: [end("A2", 6500, 4500)] }),
  offer("end"),
];

/** A board of squares, or a table on which A1 may go anywhere up to y = 9000. */
function tableOf(more: Partial<HandTable> = {}): HandTable {
  return {
    offers: OFFERS,
    able: ["A1", "A2"],
    live: true,
    map: map(1000),
    units: [
      { name: "A1", x: 4500, y: 3500, facing: 900, side: "blue" },
      { name: "A2", x: 6500, y: 3500, facing: 0, side: "blue" },
      { name: "B1", x: 4500, y: 6500, facing: 1800, side: "red" },
    ],
    judge: (action) =>
      action === "nonsense"
        ? { ok: false, error: "No such action." }
        : { ok: true, action, words: action, ...(action === "end" && { lapses: "act (A2)" }) },
    aim: () => undefined,
    undoable: () => false,
    goOn: () => undefined,
    why: () => undefined,
    endOf: () => undefined,
    same: (one, hit) =>
      Math.floor(one.x / 1000) === Math.floor(hit.at.x / 1000) &&
      Math.floor(one.y / 1000) === Math.floor(hit.at.y / 1000),
    placeAt: () => undefined,
    centreOf: (unit) => (unit === "A1" ? { x: 4500, y: 3500 } : undefined),
    unitAt: (place) => (place.x === 4500 && place.y === 3500 ? "A1" : undefined),
    ...more,
  };
}

const measured = (): HandTable =>
  tableOf({
    map: map(0),
    same: () => false,
    aim: (who, at, facing) =>
      "whom" in at
        ? aim(`charge ${who} ${at.whom}`)
        : aim(
            `move ${who} to ${at.x},${at.y}${facing === undefined ? "" : ` facing ${facing}`}`,
            at.y > 9000 ? NO : undefined,
          ),
    goOn: (begun, at, facing) =>
      begun.split("+").length > 2
        ? undefined
        : aim(`${begun}+${at.x},${at.y}${facing === undefined ? "" : `f${facing}`}`),
    endOf: (action) => {
      const last = action.split(/[+ ]/).findLast((word) => /^\d+,\d+/.test(word));
      const [x = 0, y = 0] = (last ?? "").split(/[,f]/).map(Number);
      return last === undefined ? undefined : end("A1", x, y);
    },
  });

function run(table: HandTable, ...events: HandEvent[]): { state: HandState; effects: Effect[] } {
  let state = EMPTY_HAND;
  const effects: Effect[] = [];
  for (const event of events) {
    const after = step(state, event, table);
    state = after.state;
    effects.push(...after.effects);
  }
  return { state, effects };
}

const at = (x: number, y: number, unit?: string): { at: Place; unit?: string } => ({
  at: { x, y },
  ...(unit !== undefined && { unit }),
});
const select = (unit: string | undefined): HandEvent => ({ kind: "select", unit });
const tap = (x: number, y: number, unit?: string, more = false): HandEvent => ({
  kind: "tap",
  hit: at(x, y, unit),
  more,
});

test("a tap on a unit selects it, on it again or beside it puts it down", () => {
  assert.equal(run(tableOf(), tap(4500, 3500, "A1")).state.selected, "A1");
  assert.equal(
    run(tableOf(), tap(4500, 3500, "A1"), tap(4500, 3500, "A1")).state.selected,
    undefined,
  );
  assert.equal(run(tableOf(), select("A1"), tap(100, 100)).state.selected, undefined);
});

const settled = { undoable: () => true };

test("what can be taken back is done in one gesture", () => {
  const by = (...events: HandEvent[]): { action?: string; left: boolean } => {
    const { state, effects } = run({ ...measured(), ...settled }, select("A1"), ...events);
    const [only, more] = effects;
    assert.equal(more, undefined);
    return {
      ...(only?.kind === "act" && { action: only.action }),
      left: state.proposal !== undefined,
    };
  };
  assert.deepEqual(by(tap(2000, 5000)), { action: "move A1 to 2000,5000", left: false });
  assert.deepEqual(by({ kind: "drop", unit: "A1", hit: at(2000, 5000) }), {
    action: "move A1 to 2000,5000",
    left: false,
  });
  assert.deepEqual(by({ kind: "propose", action: "act A1 F none", others: [] }), {
    action: "act A1 F none",
    left: false,
  });
  // a way-point more, and what is refused, are only proposed
  assert.deepEqual(by(tap(2000, 5000, undefined, true)), { left: true });
  assert.deepEqual(by(tap(2000, 9500)), { left: true });
});

test("the second click of a double click does nothing after what was done at once", () => {
  const { effects, state } = run(
    { ...measured(), ...settled },
    select("A1"),
    tap(2000, 5000),
    { kind: "tap", hit: at(2000, 5000, "A1"), more: false, quick: true },
  );
  assert.equal(effects.length, 1);
  assert.equal(state.selected, "A1");
});

test("a click that could mean several things asks which, though all can be taken back", () => {
  const { effects, state } = run(tableOf(settled), select("A1"), tap(4200, 4800));
  assert.deepEqual(effects, []);
  const { effects: chosen } = run(tableOf(settled), select("A1"), tap(4200, 4800), {
    kind: "propose",
    action: "act A1 F none",
    others: state.proposal?.others ?? [],
  });
  assert.deepEqual(chosen, [{ kind: "act", action: "act A1 F none" }]);
});

test("a tap where the unit may go proposes the plainest way and keeps the others", () => {
  const { state } = run(tableOf(), select("A1"), tap(4200, 4800));
  assert.equal(state.proposal?.action, "act A1 F none");
  assert.deepEqual(
    state.proposal?.others.map((one) => one.action),
    ["act A1 F none", "act A1 L-R-F none"],
  );
});

test("a tap on an enemy proposes what is aimed at it", () => {
  const { state } = run(tableOf(), select("A1"), tap(4500, 6500, "B1"));
  assert.equal(state.proposal?.action, "act A1 . shoot");
});

test("the same tap again confirms, another one does not", () => {
  const again = run(tableOf(), select("A1"), tap(4200, 4800), tap(4200, 4800));
  assert.deepEqual(again.effects, [{ kind: "act", action: "act A1 F none" }]);
  const other = run(tableOf(), select("A1"), tap(4200, 4800), tap(4500, 6500, "B1"));
  assert.deepEqual(other.effects, []);
  assert.equal(other.state.proposal?.action, "act A1 . shoot");
});

test("a refused proposal is never confirmed: it says why", () => {
  const { effects } = run(measured(), select("A1"), tap(3000, 9500), { kind: "confirm" });
  assert.deepEqual(effects, [{ kind: "notify", text: NO.text }]);
  const twice = run(measured(), select("A1"), tap(3000, 9500), tap(3000, 9500));
  assert.deepEqual(twice.effects, []);
});

test("what a button proposes may lie out of sight, what a hand on the board does not", () => {
  const button = { kind: "propose", action: "act A1 F none", others: [] } as const;
  assert.equal(run(tableOf(), select("A1"), button).state.proposal?.afar, true);
  assert.equal(run(tableOf(), select("A1"), tap(4200, 4800)).state.proposal?.afar, undefined);
  const nothing = { kind: "propose", action: "nonsense", others: [] } as const;
  const { state } = run(tableOf(), select("A1"), tap(4200, 4800), nothing);
  assert.equal(state.proposal?.afar, undefined);
});

test("what is not an action is told and proposes nothing", () => {
  const { state, effects } = run(tableOf(), {
    kind: "propose",
    action: "nonsense",
    others: [],
  });
  assert.equal(state.proposal, undefined);
  assert.deepEqual(effects, [{ kind: "notify", text: "No such action." }]);
});

test("nobody at this screen decides: units can be looked at and nothing is proposed", () => {
  const { state } = run(tableOf({ live: false }), select("A1"), tap(4200, 4800));
  assert.equal(state.proposal, undefined);
  assert.equal(state.selected, undefined);
});

test("way-points: a tap with more, or while adding, goes on from the end; three at most", () => {
  const first = run(measured(), select("A1"), tap(3000, 3000));
  assert.equal(goesOn(first.state, measured()), true);
  const second = run(measured(), select("A1"), tap(3000, 3000), tap(4000, 5000, undefined, true));
  assert.equal(second.state.proposal?.action, "move A1 to 3000,3000+4000,5000");
  assert.equal(second.state.proposal?.begun, "move A1 to 3000,3000");
  const adding = run(
    measured(),
    select("A1"),
    tap(3000, 3000),
    { kind: "adding", adding: true },
    { kind: "hover", hit: at(4000, 5000), more: false },
  );
  assert.equal(adding.state.ahead, "move A1 to 3000,3000+4000,5000");
  const full = run(
    measured(),
    select("A1"),
    tap(3000, 3000),
    tap(4000, 5000, undefined, true),
    tap(5000, 6000, undefined, true),
  );
  assert.equal(goesOn(full.state, measured()), false);
});

test("on a board nothing goes on", () => {
  const { state } = run(tableOf(), select("A1"), tap(4200, 4800));
  assert.equal(goesOn(state, tableOf()), false);
});

test("dragging takes the unit, follows the hand, and dropping proposes", () => {
  const drag: HandEvent = { kind: "drag", unit: "A1", hit: at(4200, 4800) };
  const held = run(tableOf(), drag).state;
  assert.equal(held.selected, "A1");
  assert.equal(held.drag?.offer, "act A1 F none");
  const dropped = run(tableOf(), drag, { kind: "drop", unit: "A1", hit: at(4200, 4800) }).state;
  assert.equal(dropped.drag, undefined);
  assert.equal(dropped.proposal?.action, "act A1 F none");
  const nowhere = run(tableOf(), drag, { kind: "drop", unit: "A1", hit: at(100, 100) });
  assert.deepEqual(nowhere.effects, [
    { kind: "notify", text: "This unit can do nothing there." },
  ]);
  const broken = run(tableOf(), drag, { kind: "letGo" }).state;
  assert.equal(broken.drag, undefined);
  assert.equal(broken.proposal, undefined);
});

test("a drop or a tap where it may not go is told why; the same tap again puts it down", () => {
  const refusing = tableOf({ aim: () => aim("act A1 F-F-F none", NO) });
  const dropped = run(refusing, { kind: "drop", unit: "A1", hit: at(100, 100) }).state;
  assert.equal(dropped.proposal?.verdict?.text, NO.text);
  const tapped = run(refusing, select("A1"), tap(100, 100)).state;
  assert.equal(tapped.proposal?.verdict?.text, NO.text);
  assert.equal(tapped.selected, "A1");
  const again = run(refusing, select("A1"), tap(100, 100), tap(100, 100)).state;
  assert.equal(again.selected, undefined);
  // a friend is chosen instead
  assert.equal(run(refusing, select("A1"), tap(6500, 3500, "A2")).state.selected, "A2");
});

test("where a hand can mean nothing the game says why, and the unit stays in hand", () => {
  const telling = tableOf({ offers: OFFERS.slice(0, 2), why: () => "Too far. (SQ-1)" });
  const first = run(telling, select("A1"), tap(4500, 6500, "B1"));
  assert.deepEqual(first.effects, [{ kind: "notify", text: "Too far. (SQ-1)" }]);
  assert.equal(first.state.selected, "A1");
  const again = run(telling, select("A1"), tap(4500, 6500, "B1"), tap(4500, 6500, "B1"));
  assert.equal(again.state.selected, "B1");
});

test("a double click proposes and confirms nothing", () => {
  const quick: HandEvent = { kind: "tap", hit: at(4200, 4800), more: false, quick: true };
  const twice = run(tableOf(), select("A1"), tap(4200, 4800), quick);
  assert.deepEqual(twice.effects, []);
  assert.equal(twice.state.proposal?.action, "act A1 F none");
});

test("turning: from the unit's facing, of a proposal at its end, of a drag in the hand", () => {
  const bare = run(measured(), select("A1"), { kind: "turn", step: 1 }).state;
  assert.equal(bare.facing, 1050);
  assert.equal(bare.proposal?.action, "move A1 to 4500,3500 facing 1050");
  const moved = run(measured(), select("A1"), tap(3000, 3000), {
    kind: "turnTo",
    facing: 2700,
  }).state;
  assert.equal(moved.proposal?.action, "move A1 to 3000,3000 facing 2700");
  const way = run(
    measured(),
    select("A1"),
    tap(3000, 3000),
    tap(4000, 5000, undefined, true),
    { kind: "turnTo", facing: 300 },
  ).state;
  assert.equal(way.proposal?.action, "move A1 to 3000,3000+4000,5000f300");
  assert.equal(way.proposal?.begun, "move A1 to 3000,3000");
  const dragged = run(
    measured(),
    { kind: "drag", unit: "A1", hit: at(4200, 4800) },
    { kind: "turn", step: -7 },
  ).state;
  assert.equal(dragged.drag?.facing, 3450);
});

test("an order of another kind than a hand means keeps its kind when it is turned", () => {
  const detach = "detach A1 0 to 5000,5000";
  const offered = offer(detach, { who: "A1", ends: [end("A1", 5000, 5000)] });
  const table: HandTable = {
    ...measured(),
    offers: [offered],
    goOn: (begun, place, facing) =>
      begun.startsWith("detach")
        ? aim(`detach A1 0 to ${place.x},${place.y} facing ${facing ?? 0}`)
        : undefined,
  };
  const chosen = run(table, select("A1"), { kind: "propose", action: detach, others: [] });
  assert.equal(goesOn(chosen.state, table), true);
  const turnedSo = run(
    table,
    select("A1"),
    { kind: "propose", action: detach, others: [] },
    { kind: "turnTo", facing: 450 },
  ).state;
  assert.equal(turnedSo.proposal?.action, "detach A1 0 to 5000,5000 facing 450");
  const put = run(
    table,
    select("A1"),
    { kind: "propose", action: detach, others: [] },
    tap(6000, 5000, undefined, true),
  ).state;
  assert.equal(put.proposal?.action, "detach A1 0 to 6000,5000 facing 0");
  // a form has no way on: turned, it is the move that the hand means
  const formed = run(
    table,
    select("A1"),
    { kind: "propose", action: "form A1 line", others: [] },
    { kind: "turnTo", facing: 450 },
  ).state;
  assert.equal(formed.proposal?.action, "move A1 to 4500,3500 facing 450");
});

test("hovering shows what a tap would mean, and not while something is proposed", () => {
  const over: HandEvent = { kind: "hover", hit: at(4200, 4800), more: false };
  assert.equal(run(tableOf(), select("A1"), over).state.hovered, "act A1 F none");
  assert.equal(
    run(tableOf(), select("A1"), over, { kind: "hover", hit: undefined, more: false }).state
      .hovered,
    undefined,
  );
  const proposed = run(tableOf(), select("A1"), tap(4500, 6500, "B1"), over).state;
  assert.equal(proposed.hovered, undefined);
  assert.equal(
    run(tableOf(), { kind: "hover", hit: at(1, 1, "B1"), more: false }).state.regarded,
    "B1",
  );
});

test("looking at an action in the list, and away from it", () => {
  const seen = run(tableOf(), { kind: "look", action: "end" }).state;
  assert.equal(seen.hovered, "end");
  assert.equal(step(seen, { kind: "look", action: undefined }, tableOf()).state.hovered, undefined);
});

test("cancel goes back one thing at a time: proposal, drag, selection", () => {
  const cancel: HandEvent = { kind: "cancel" };
  const once = run(tableOf(), select("A1"), tap(4200, 4800), cancel).state;
  assert.equal(once.proposal, undefined);
  assert.equal(once.selected, "A1");
  assert.equal(step(once, cancel, tableOf()).state.selected, undefined);
  const drag: HandEvent = { kind: "drag", unit: "A1", hit: at(4200, 4800) };
  const held = run(tableOf(), drag, cancel).state;
  assert.equal(held.drag, undefined);
  assert.equal(held.selected, "A1");
  // after a cancel the same tap proposes again and does not confirm
  const again = run(tableOf(), select("A1"), tap(4200, 4800), cancel, tap(4200, 4800));
  assert.deepEqual(again.effects, []);
  assert.equal(again.state.proposal?.action, "act A1 F none");
});

test("a new position drops what was proposed; dice, or a spent unit, put the unit down", () => {
  const here = [select("A1"), tap(4200, 4800)];
  const kept = run(tableOf(), ...here, { kind: "position", rolled: false }).state;
  assert.equal(kept.proposal, undefined);
  assert.equal(kept.selected, "A1");
  assert.equal(
    run(tableOf(), ...here, { kind: "position", rolled: true }).state.selected,
    undefined,
  );
  const spent = run(tableOf(), ...here).state;
  const after = step(spent, { kind: "position", rolled: false }, tableOf({ able: ["A2"] }));
  assert.equal(after.state.selected, undefined);
});

test("what was confirmed and done is no longer proposed", () => {
  const { state } = run(tableOf(), select("A1"), tap(4200, 4800), { kind: "done" });
  assert.equal(state.proposal, undefined);
});

test("a unit that left the picture is put down, the cursor goes with its unit", () => {
  const lost = step({ adding: false, selected: "A9" }, { kind: "redrawn" }, tableOf()).state;
  assert.equal(lost.selected, undefined);
  const held = step({ adding: false, held: "A1" }, { kind: "redrawn" }, tableOf()).state;
  assert.deepEqual(held.cursor, { x: 4500, y: 3500 });
});

test("keys: next and back go round the units and show them", () => {
  const { state, effects } = run(tableOf(), { kind: "next", step: 1 });
  assert.equal(state.selected, "A1");
  assert.deepEqual(state.cursor, { x: 4500, y: 3500 });
  assert.deepEqual(effects, [{ kind: "reveal", place: { x: 4500, y: 3500 } }]);
  assert.equal(run(tableOf(), { kind: "next", step: -1 }).state.selected, "A2");
  assert.deepEqual(run(tableOf({ offers: [] }), { kind: "next", step: 1 }).state, EMPTY_HAND);
});

test("keys: the cursor goes by squares, stays on the board, and is turned with the table", () => {
  const up: HandEvent = { kind: "moveCursor", dx: 0, dy: 1 };
  assert.deepEqual(run(tableOf(), up).state.cursor, { x: 6000, y: 7000 });
  const far = run(tableOf(), ...Array.from({ length: 20 }, () => up)).state;
  assert.deepEqual(far.cursor, { x: 6000, y: 11999 });
  const north = run(tableOf({ map: map(1000, -100) }), up).state;
  assert.deepEqual(north.cursor, { x: 6000, y: 5000 });
});

test("keys: press selects under the cursor, then proposes, then confirms", () => {
  const press: HandEvent = { kind: "press" };
  assert.deepEqual(run(tableOf(), press).state, EMPTY_HAND); // no cursor yet
  const cursor = { kind: "moveCursor", dx: 0, dy: 0 } as const;
  let state: HandState = { adding: false, cursor: { x: 4500, y: 3500 } };
  state = step(state, press, tableOf()).state;
  assert.equal(state.selected, "A1");
  state = step({ ...state, cursor: { x: 4500, y: 4500 } }, press, tableOf()).state;
  assert.equal(state.proposal?.action, "act A1 F none");
  assert.deepEqual(step(state, press, tableOf()).effects, [
    { kind: "act", action: "act A1 F none" },
  ]);
  assert.equal(step(state, cursor, tableOf()).state.held, undefined);
});

test("typed: what leaves something undone is asked once, by the proposal of its button", () => {
  const table = tableOf();
  assert.equal(asksFirst(EMPTY_HAND, "end", table), true);
  assert.equal(asksFirst(EMPTY_HAND, "act A1 F none", table), false); // ends nothing
  assert.equal(asksFirst(EMPTY_HAND, "nonsense", table), false); // the game says what is wrong
  const { state } = run(table, { kind: "propose", action: "end", others: [] });
  assert.equal(asksFirst(state, "end", table), false);
  const other = run(table, { kind: "propose", action: "act A1 F none", others: [] });
  assert.equal(asksFirst(other.state, "end", table), true);
});

test("a step changes nothing that it was given", () => {
  const before: HandState = Object.freeze({ adding: false, selected: "A1" });
  step(before, tap(4200, 4800), tableOf());
  assert.deepEqual(before, { adding: false, selected: "A1" });
});
