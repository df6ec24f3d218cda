// options.tsx - what players may agree on before a game: grouped, searchable, in people's words,
// with what is usual.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Game, Option } from "../engine-types";
import type { OptionGroup, OptionWords } from "../option-words";
import { foundOptions, GROUP_TITLES, optionWords, valueWords } from "../option-words";
import { ClauseLink } from "./clause";
import { OPTIONS } from "../words/options";
import { put, say } from "../words/say";

export type Choices = Record<string, number>;

interface OptionsProps {
  readonly game: Game;
  readonly values: Choices;
  readonly change: (values: Choices) => void;
  readonly seed?: string; // missing: nobody is asked for one
  readonly changeSeed?: (seed: string) => void;
}

const GROUPS: readonly OptionGroup[] = ["switches", "numbers", "lengths"];

export function Options({ game, values, change, seed, changeSeed }: OptionsProps): JSX.Element {
  const [wanted, setWanted] = useState("");
  const set = (option: Option, value: number | undefined): void => {
    const next = { ...values };
    if (value === undefined || Number.isNaN(value)) delete next[option.name];
    else next[option.name] = value;
    change(next);
  };
  const changed = Object.keys(values).length;
  const found = foundOptions(game.options, wanted.trim());
  return (
    <details class="options">
      <summary>
        {changed === 0
          ? OPTIONS.options
          : put(OPTIONS.optionsChanged, {
              count: changed,
              changed: (words) => <span class="changed">{words}</span>,
            })}
      </summary>
      <div class="row">
        <label class="small" for="option-search">{OPTIONS.find}</label>
        <input
          id="option-search"
          type="search"
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        {changed > 0 && (
          <button class="plain" type="button" onClick={() => change({})}>
            {OPTIONS.allUsual}
          </button>
        )}
      </div>
      {GROUPS.map((group) => (
        <OptionTable
          key={group}
          game={game}
          title={GROUP_TITLES[group]}
          options={found.filter((option) => optionWords(option).group === group)}
          values={values}
          set={set}
        />
      ))}
      {found.length === 0 && <p class="muted small">{OPTIONS.noOption}</p>}
      {changeSeed !== undefined && (
        <div class="choice">
          <label for="seed">{OPTIONS.seedNote}</label>
          <input
            id="seed"
            type="text"
            inputMode="numeric"
            size={8}
            placeholder={OPTIONS.freshSeed}
            value={seed ?? ""}
            onInput={(event) => changeSeed(event.currentTarget.value.trim())}
          />
        </div>
      )}
    </details>
  );
}

interface OptionTableProps {
  readonly game: Game;
  readonly title: string;
  readonly options: readonly Option[];
  readonly values: Choices;
  readonly set: (option: Option, value: number | undefined) => void;
}

function OptionTable({
  game,
  title,
  options,
  values,
  set,
}: OptionTableProps): JSX.Element | null {
  if (options.length === 0) return null;
  return (
    <>
      <h3 class="small">{title}</h3>
      {options.map((option) => (
        <div class="choice" key={option.name}>
          <span>
            <label for={`option-${option.name}`}>{optionWords(option).label}</label>{" "}
            <ClauseLink game={game.id} id={option.clause} />
            <small class="muted">
              {say(OPTIONS.usualIs, { value: valueWords(optionWords(option), option.standard) })}
            </small>
          </span>
          <OptionValue
            option={option}
            words={optionWords(option)}
            value={values[option.name]}
            set={(value) => set(option, value)}
          />
        </div>
      ))}
    </>
  );
}

interface OptionValueProps {
  readonly option: Option;
  readonly words: OptionWords;
  readonly value: number | undefined;
  readonly set: (value: number | undefined) => void;
}

/** Unset, the scenario decides: so "as it comes" is a choice of its own. */
function OptionValue({ option, words, value, set }: OptionValueProps): JSX.Element {
  const { scale } = words;
  const steps = (option.high - option.low) / Math.max(1, option.step) + 1;
  if (steps > 12) {
    return (
      <input
        id={`option-${option.name}`}
        type="number"
        min={option.low / scale}
        max={option.high / scale}
        step={option.step / scale}
        placeholder={String(option.standard / scale)}
        value={value === undefined ? "" : value / scale}
        onInput={(event) => set(Math.round(event.currentTarget.valueAsNumber * scale))}
      />
    );
  }
  const all = Array.from(
    { length: steps },
    (_, index) => option.low + index * Math.max(1, option.step),
  );
  return (
    <select
      id={`option-${option.name}`}
      value={value ?? ""}
      onChange={(event) =>
        set(event.currentTarget.value === "" ? undefined : Number(event.currentTarget.value))
      }
    >
      <option value="">{OPTIONS.usual}</option>
      {all.map((one) => (
        <option key={one} value={one}>
          {valueWords(words, one)}
        </option>
      ))}
    </select>
  );
}
