// option-words.ts - an option of the rules in people's words: what its values mean, in which unit
// it is told, to which group it belongs.  All of it is read out of the core's own sentence.
// SPDX-License-Identifier: MIT

import type { Option } from "./engine-types";
import { OPTIONS } from "./words/options";

export type OptionGroup = "switches" | "numbers" | "lengths";

export interface OptionWords {
  readonly label: string;
  readonly group: OptionGroup;
  readonly scale: number; // what is shown is the value divided by this
  /** What a value means, where the option has names for its values. */
  readonly values: ReadonlyMap<number, string>;
}

export const GROUP_TITLES: Readonly<Record<OptionGroup, string>> = {
  switches: OPTIONS.whichRules,
  numbers: OPTIONS.howMany,
  lengths: OPTIONS.lengths,
};

const HUNDREDTHS = /,? in hundredths of an inch/;
const NAMED = /(?:^|[ ,:;])(\d+):? ([a-z][^,;:]*)/g;

/** "corps orders: 0 half of the die, 1 the die plus half": the values named in the sentence. */
function named(option: Option): Map<number, string> {
  const found = new Map<number, string>();
  for (const [, number = "", words = ""] of option.text.matchAll(NAMED)) {
    const value = Number(number);
    if (value >= option.low && value <= option.high) found.set(value, words.trim());
  }
  return found;
}

export function optionWords(option: Option): OptionWords {
  const scale = HUNDREDTHS.test(option.text) ? 100 : 1;
  const label = option.text.replace(HUNDREDTHS, "");
  const isSwitch = option.low === 0 && option.high === 1;
  const values = named(option);
  const all = option.high - option.low + 1;
  if (isSwitch && values.size < 2)
    for (const [value, words] of [
      [0, "no"],
      [1, "yes"],
    ] as const)
      if (!values.has(value)) values.set(value, words);
  const group: OptionGroup =
    scale > 1 ? "lengths" : isSwitch || (values.size === all && all <= 4) ? "switches" : "numbers";
  return { label, group, scale, values };
}

/** "2, disorder and shaken markers"; a plain number where it has no name. */
export function valueWords(words: OptionWords, value: number): string {
  const told = words.values.get(value);
  return told ?? String(value / words.scale);
}

/** The options that hold all these words. */
export function foundOptions(options: readonly Option[], wanted: string): readonly Option[] {
  const parts = wanted.toLowerCase().split(/\s+/);
  return options.filter((option) => {
    const text = `${option.name} ${option.text} ${option.clause}`.toLowerCase();
    return parts.every((part) => text.includes(part));
  });
}
