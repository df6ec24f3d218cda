// say.ts - a sentence of a catalogue with its places filled in.
//
// The catalogues beside this file hold every sentence of the page whole, each in one line: with named
// places in braces, with the words of a link in tags, and with a form for each number.  Another
// language is these files once more and no code.
// SPDX-License-Identifier: MIT

import type { ComponentChild } from "preact";

const LANGUAGE = "en";

/** The forms of a sentence by its place `count`. */
interface Plural {
  readonly one: string;
  readonly other: string;
}

export type Sentence = string | Plural;

type Places<S> = S extends `${string}{${infer Name}}${infer Rest}` ? Name | Places<Rest> : never;
type Tags<S> = S extends `${string}</${infer Name}>${infer Rest}` ? Name | Tags<Rest> : never;
type PlacesOf<S> = S extends Plural ? Places<S["other"]> | "count" : Places<S>;
type TagsOf<S> = S extends Plural ? Tags<S["other"]> : Tags<S>;
type Whole<S> = string extends S ? never : S; // its places are known while it compiles
type Values<S> = { readonly [Name in PlacesOf<S>]: string | number };
type Children<S> = {
  readonly [Name in PlacesOf<S> | TagsOf<S>]: Name extends TagsOf<S>
    ? (words: string) => ComponentChild
    : ComponentChild;
};

const plurals = new Intl.PluralRules(LANGUAGE);
const and = new Intl.ListFormat(LANGUAGE, { type: "conjunction" });
const or = new Intl.ListFormat(LANGUAGE, { type: "disjunction" });

function formOf(sentence: Sentence, count: unknown): string {
  if (typeof sentence === "string") return sentence;
  return plurals.select(Number(count)) === "one" ? sentence.one : sentence.other;
}

/** The sentence as text. */
export function say<const S extends Sentence>(sentence: Whole<S>, values: Values<S>): string {
  const found = values as Readonly<Record<string, string | number>>;
  return filled(formOf(sentence, found["count"]), found);
}

function filled(text: string, values: Readonly<Record<string, unknown>>): string {
  return text.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

/** The sentence with elements in it: a place takes any child, a tag makes one around its words. */
export function put<const S extends Sentence>(
  sentence: Whole<S>,
  children: Children<S>,
): ComponentChild[] {
  const found = children as Readonly<Record<string, unknown>>;
  const text = formOf(sentence, found["count"]);
  const parts: ComponentChild[] = [];
  let from = 0;
  for (const match of text.matchAll(/\{(\w+)\}|<(\w+)>(.*?)<\/\2>/g)) {
    const [whole, place, tag, words = ""] = match;
    if (match.index > from) parts.push(text.slice(from, match.index));
    parts.push(
      place === undefined
        ? (found[tag ?? ""] as (words: string) => ComponentChild)(filled(words, found))
        : (found[place] as ComponentChild),
    );
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push(text.slice(from));
  return parts;
}

/** "A, B, and C". */
export function allOf(names: readonly string[]): string {
  return and.format(names);
}

/** "A, B, or C". */
export function anyOf(names: readonly string[]): string {
  return or.format(names);
}
