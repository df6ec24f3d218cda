// units.tsx - every body of troops as a table: for those who cannot see the board, and for
// reserves.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { Side, Unit } from "../engine-types";
import { sideName } from "../session";
import { PLAY } from "../words/play";
import { say } from "../words/say";

interface UnitsProps {
  readonly units: readonly Unit[];
  readonly selected: string | undefined;
  readonly able: readonly string[];
  readonly select: (unit: string) => void;
  readonly signs: string; // the meaning of the signs, as a picture
}

const SIDES: readonly (Side | undefined)[] = ["blue", "red", undefined];

export function Units({ units, selected, able, select, signs }: UnitsProps): JSX.Element {
  return (
    <>
      {SIDES.map((side) => {
        const mine = units.filter((unit) => unit.side === side);
        if (mine.length === 0) return null;
        return (
          <table class="units" key={side ?? "nobody"}>
            <caption class="sr">
              {side === undefined ? PLAY.others : say(PLAY.unitsOf, { side: sideName(side) })}
            </caption>
            <thead>
              <tr>
                <th scope="col">{side === undefined ? PLAY.others : sideName(side)}</th>
                <th scope="col">{PLAY.kind}</th>
                <th scope="col">{PLAY.place}</th>
                <th scope="col">{PLAY.state}</th>
              </tr>
            </thead>
            <tbody>
              {mine.map((unit) => (
                <tr key={unit.name} class={unit.name === selected ? "on" : ""}>
                  <td>
                    <button aria-pressed={unit.name === selected} onClick={() => select(unit.name)}>
                      {unit.called ?? unit.name}
                      {unit.called !== undefined && <small> {unit.name}</small>}
                    </button>
                  </td>
                  <td>{unit.words}</td>
                  <td>{unit.reserve === true ? PLAY.inReserve : unit.place}</td>
                  <td>{stateOf(unit, able.includes(unit.name))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        );
      })}
      <details class="signs" open>
        <summary>{PLAY.signs}</summary>
        <div dangerouslySetInnerHTML={{ __html: signs }} />
      </details>
    </>
  );
}

export function stateOf(unit: Unit, able: boolean): string {
  const words = [
    unit.strength > 0 ? say(PLAY.strength, { number: unit.strength }) : "",
    unit.orders === undefined ? "" : `${unit.orders} ${unit.orders === 1 ? "order" : "orders"}`,
    unit.form !== undefined && unit.form !== "none" ? unit.form : "",
    unit.markers > 0 ? `${unit.marker} ${unit.markers}` : "",
    ...unit.flags.filter((flag) => flag !== "command" && flag !== "chosen"),
    able ? PLAY.canAct : "",
  ];
  return words.filter((word) => word !== "").join(", ");
}

/** Where it stands, where places have names: on a measured table they are only numbers. */
export function placeOf(unit: Unit): string {
  if (unit.reserve === true) return PLAY.inReserve;
  return unit.place === "" || /^-?\d/.test(unit.place) ? "" : say(PLAY.at, { place: unit.place });
}

/** One line for a unit, for the panel and for screen readers. */
export function describe(unit: Unit, able: boolean): string {
  const state = stateOf(unit, able);
  const words = [unit.called ?? "", unit.words, placeOf(unit), state];
  return words.filter((word) => word !== "").join("; ");
}
