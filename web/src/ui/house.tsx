// house.tsx - house rules: which numbers of a game are others, at set-up and on the game screen.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Game, House, RuleNumber } from "../engine-types";
import { chooseFile } from "../files";
import { useSession } from "../session";
import { ClauseLink } from "./clause";
import { Icon } from "./icons";
import { notify } from "./notices";
import { OPTIONS } from "../words/options";
import { put, say } from "../words/say";

export type Numbers = Readonly<Record<string, number>>;

/** "musket_range 18, not 12": one line for each number that differs. */
export function houseLines(house: House): readonly string[] {
  return house.numbers.map((one) => say(OPTIONS.houseLine, {
    id: one.id,
    value: one.value,
    standard: one.standard,
    text: one.text,
  }));
}

/** The numbers that hold all the words, in their id, text or clause. */
export function foundNumbers(all: readonly RuleNumber[], wanted: string): readonly RuleNumber[] {
  const words = wanted.toLowerCase().split(/\s+/);
  return all.filter((one) => {
    const text = `${one.id} ${one.text} ${one.clause}`.toLowerCase();
    return words.every((word) => text.includes(word));
  });
}

interface HouseFieldsProps {
  readonly game: Game;
  readonly values: Numbers;
  readonly change: (values: Numbers) => void;
}

export function HouseFields({ game, values, change }: HouseFieldsProps): JSX.Element | null {
  const { engine } = useSession();
  const [wanted, setWanted] = useState("");
  if (game.numbers.length === 0) return null;
  const count = Object.keys(values).length;
  const set = (one: RuleNumber, value: number | undefined): void => {
    const { [one.id]: _, ...rest } = values;
    change(
      value === undefined || Number.isNaN(value) || value === one.standard
        ? rest
        : { ...rest, [one.id]: value },
    );
  };
  const load = async (file: File): Promise<void> => {
    const read = engine.readTables(game.id, file.name, await file.text());
    if (!read.ok) {
      notify(read.error);
      return;
    }
    const numbers = read.house?.numbers ?? [];
    change(Object.fromEntries(numbers.map((one) => [one.id, one.value])));
    notify(numbers.length === 0 ? OPTIONS.standardRules : OPTIONS.houseLoaded);
  };
  return (
    <details class="options house">
      <summary>
        {count === 0
          ? OPTIONS.house
          : put(OPTIONS.houseChanged, {
              count,
              changed: (words) => <span class="changed">{words}</span>,
            })}
      </summary>
      <div class="row">
        <label class="small" for="house-search">{OPTIONS.find}</label>
        <input
          id="house-search"
          type="search"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <span class="grow" />
        <button
          class="plain"
          type="button"
          onClick={() => chooseFile(".txt,.tables,.def", (file) => void load(file))}
        >
          <Icon name="open" /> {OPTIONS.loadFile}
        </button>
        {count > 0 && (
          <button class="plain" type="button" onClick={() => change({})}>
            {OPTIONS.standard}
          </button>
        )}
      </div>
      {foundNumbers(game.numbers, wanted).map((one) => (
        <div class="choice" key={one.id}>
          <span>
            <label for={`number-${one.id}`}>
              {one.text}
              {one.unit !== "" && `, ${one.unit}`}
            </label>{" "}
            <ClauseLink game={game.id} id={one.clause} />
          </span>
          <input
            id={`number-${one.id}`}
            type="number"
            min={one.low}
            max={one.high}
            placeholder={String(one.standard)}
            value={values[one.id] ?? ""}
            onInput={(event) => set(one, event.currentTarget.valueAsNumber)}
          />
        </div>
      ))}
    </details>
  );
}

/** On the game screen: that there are any, and which. */
export function HouseNote({ house }: { house: House | undefined }): JSX.Element | null {
  if (house === undefined) return null;
  return (
    <details class="house-note small">
      <summary>{say(OPTIONS.houseCount, { count: house.numbers.length })}</summary>
      <ul>
        {houseLines(house).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}
