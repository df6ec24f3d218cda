// choice.ts - which of the offered actions a click, a word or a key means.
//
// Nothing here knows a rule: offers say which unit acts, where bodies would stand and at whom they
// aim, and that is all a hand needs.
// SPDX-License-Identifier: MIT

import type { BoardMap, Offer, Place } from "./engine-types";

/** What lies under a pointer: a unit, and the place, as a point and as the picture names it. */
export interface Hit {
  readonly unit?: string;
  readonly place?: string;
  readonly at: Place;
}

/** Is this the place where something would stand? */
export type SamePlace = (end: Place, hit: Hit) => boolean;

export function concerns(offer: Offer, unit: string): boolean {
  return offer.who === unit || offer.ends.some((end) => end.unit === unit);
}

export function offersOf(offers: readonly Offer[], unit: string): Offer[] {
  return offers.filter((offer) => concerns(offer, unit));
}

/** Units that can do something now, in the order in which they are first offered. */
export function ableUnits(offers: readonly Offer[]): string[] {
  const units = offers.flatMap((offer) =>
    offer.who !== undefined ? [offer.who] : offer.ends.map((end) => end.unit),
  );
  return [...new Set(units)];
}

/** Whom its offers are aimed at. */
export function targetsOf(offers: readonly Offer[], unit: string): string[] {
  const mine = offersOf(offers, unit);
  const aims = mine.flatMap((offer) =>
    offer.whom !== undefined && offer.targets.length === 0 ? [offer.whom] : offer.targets,
  );
  return [...new Set(aims)];
}

export function nextUnit(
  offers: readonly Offer[],
  selected: string | undefined,
  step: 1 | -1,
): string | undefined {
  const able = ableUnits(offers);
  if (able.length === 0) return undefined;
  const at = selected === undefined ? -1 : able.indexOf(selected);
  if (at < 0) return step === 1 ? able[0] : able.at(-1);
  return able[(at + step + able.length) % able.length];
}

/**
 * What a click there means for the selected unit: actions aimed at the unit that was hit, or else
 * those that end at the place.  Fewest bodies and shortest notation first: the plainest way.
 */
export function meant(
  offers: readonly Offer[],
  selected: string,
  hit: Hit,
  same: SamePlace,
): Offer[] {
  const mine = offersOf(offers, selected);
  const unit = hit.unit;
  if (unit !== undefined && unit !== selected) {
    const aimed = mine.filter((offer) => offer.targets.includes(unit) || offer.whom === unit);
    if (aimed.length > 0) return plainestFirst(aimed);
  }
  const there = mine.filter((offer) =>
    offer.ends.some((end) => isOf(end.unit, offer, selected) && same(end, hit)),
  );
  return plainestFirst(there);
}

/** Of an action that moves several bodies any end counts; else only that of the unit itself. */
function isOf(unit: string, offer: Offer, selected: string): boolean {
  return unit === selected || offer.who === undefined;
}

function plainestFirst(offers: Offer[]): Offer[] {
  return offers.sort((a, b) => a.ends.length - b.ends.length || a.action.length - b.action.length);
}

// ---- Words. ----

/** The offer in words, with its unit before them unless that is the one in hand. */
export function spoken(
  offer: Offer,
  selected: string | undefined,
  nameOf: (unit: string) => string = (unit) => unit,
): string {
  return offer.who === undefined || offer.who === selected
    ? offer.words
    : `${nameOf(offer.who)}: ${offer.words}`;
}

export function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A capital and a full stop, but names of units keep their letters. */
export function sentence(words: string): string {
  return `${titled(words)}.`;
}

function titled(words: string): string {
  return /^[a-z]+(?![a-z0-9]*[A-Z0-9])/.test(words)
    ? capital(words)
    : words;
}

export interface Group {
  readonly heading: string; // "" for what stands alone
  readonly offers: readonly Offer[];
}

/** Offers that begin with the same word, in the order in which the words first come; those that no
 *  other begins like come together at the end. */
export function grouped(offers: readonly Offer[]): Group[] {
  const groups = new Map<string, Offer[]>();
  for (const offer of offers) {
    const word = /^[^\s,;:]+/.exec(offer.words)?.[0] ?? "";
    const group = groups.get(word);
    if (group === undefined) groups.set(word, [offer]);
    else group.push(offer);
  }
  const many = Array.from(groups, ([word, list]) => ({
    heading: titled(word),
    offers: list,
  })).filter((group) => group.offers.length > 1);
  const single = [...groups.values()].filter((list) => list.length === 1).flat();
  return single.length === 0 ? many : [...many, { heading: "", offers: single }];
}

/** Does it hold every one of these words, in notation or said? */
export function holds(offer: Offer, typed: string): boolean {
  const text = `${offer.action} ${offer.words}`.toLowerCase();
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** Offers whose notation begins as typed come first, then those that hold every typed word. */
export function completions(offers: readonly Offer[], typed: string, limit: number): Offer[] {
  const text = typed.trim().toLowerCase();
  if (text === "") return offers.slice(0, limit);
  const begins = (offer: Offer): boolean => offer.action.toLowerCase().startsWith(text);
  return [
    ...offers.filter(begins),
    ...offers.filter((offer) => !begins(offer) && holds(offer, text)),
  ].slice(0, limit);
}

// ---- Between ticks and the picture. ----

export function toPicture(map: BoardMap, place: Place): Place {
  return {
    x: map.x + (place.x * map.units) / map.ticks,
    y: map.y - (place.y * map.units) / map.ticks,
  };
}

export function toTicks(map: BoardMap, point: Place): Place {
  return {
    x: Math.round(((point.x - map.x) * map.ticks) / map.units),
    y: Math.round(((map.y - point.y) * map.ticks) / map.units),
  };
}

/** On a board of squares: the same square. */
export function sameSquare(map: BoardMap, a: Place, b: Place): boolean {
  return (
    Math.floor(a.x / map.cell) === Math.floor(b.x / map.cell) &&
    Math.floor(a.y / map.cell) === Math.floor(b.y / map.cell)
  );
}
