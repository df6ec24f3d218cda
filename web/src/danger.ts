// danger.ts - what enemies could do to a unit where it may go, as a drawing over the board.
// SPDX-License-Identifier: MIT

import { toPicture } from "./choice";
import type { BoardMap, Danger } from "./engine-types";
import { shortPercent } from "./fight";

const STEP = 2000; // ticks between two places on a measured table: GG_DANGER_STEP
const CHARGED = 30; // percent: so dark is a place where nobody fires but somebody could charge
const FAINTEST = 0.04;
const DARKEST = 0.6;

export function dangerWords(place: Danger, nameOf: (unit: string) => string): string {
  const fire =
    place.shooters === 0
      ? "Nobody can fire at it here"
      : `${shortPercent(place.fire)} that fire does something to it here`;
  const charges = place.chargers === 0 ? "" : `; ${place.chargers} could charge it`;
  const foes = place.foes.length === 0 ? "" : `: ${place.foes.map(nameOf).join(", ")}`;
  return `${fire}${charges}${foes}.`;
}

/** A square, or the whole sector, for every place, the darker the more dangerous, with the chance
 *  written in it. */
export function dangerDrawing(
  map: BoardMap,
  places: readonly Danger[],
  nameOf: (unit: string) => string,
): string {
  const step = map.cell > 0 ? map.cell : STEP;
  const inPicture = (length: number): number => (Math.abs(map.units) * length) / map.ticks;
  return places
    .map((place) => {
      const at = toPicture(map, place);
      const wide = inPicture(place.width ?? step);
      const high = inPicture(place.height ?? step);
      // In a sector under its counters, else in the middle.
      const size = place.height === undefined ? high / 2.6 : high / 6;
      const below = place.height === undefined ? high / 8 : high / 2 - size / 4;
      const danger = Math.max(place.fire, place.chargers > 0 ? CHARGED : 0) / 100;
      const dark = danger === 0 ? FAINTEST : 0.12 + danger * (DARKEST - 0.12);
      const looks = danger === 0 ? "area danger safe" : "area danger";
      const words = escaped(dangerWords(place, nameOf));
      const mark = `${place.fire >= 0.5 ? Math.round(place.fire) : ""}${
        place.chargers > 0 ? "\u2694" : ""
      }`;
      return (
        `<rect class="${looks}" x="${(at.x - wide / 2).toFixed(1)}" ` +
        `y="${(at.y - high / 2).toFixed(1)}" width="${wide.toFixed(1)}" ` +
        `height="${high.toFixed(1)}" fill-opacity="${dark.toFixed(2)}">` +
        `<title>${words}</title></rect>` +
        `<text class="danger-mark" x="${at.x.toFixed(1)}" y="${(at.y + below).toFixed(1)}" ` +
        `font-size="${size.toFixed(1)}">${mark}</text>`
      );
    })
    .join("");
}

/** As it stands in the text of a picture. */
export function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
}
