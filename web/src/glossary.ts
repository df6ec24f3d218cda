// glossary.ts - words of the rulebook in a sentence: which they are, and by which clause.
// SPDX-License-Identifier: MIT

import type { Clause, Game, Term } from "./engine-types";

/** A piece of a sentence; with a clause it is a word that has one. */
export interface Piece {
  readonly text: string;
  readonly clause?: string;
}

const found = new WeakMap<readonly Term[], RegExp>();

/** Every word of the glossary, the longest first, alone or with an s, in capitals or not. */
function wordsOf(glossary: readonly Term[]): RegExp {
  const known = found.get(glossary);
  if (known !== undefined) return known;
  const words = glossary
    .map((term) => term.word.replace(/[^\w -]/g, ""))
    .sort((a, b) => b.length - a.length);
  const all = new RegExp(`(^|[^\\w-])(${words.join("|")})(?=s?(?![\\w-]))`, "gi");
  found.set(glossary, all);
  return all;
}

/** The sentence in pieces; a word that comes again is marked the first time. */
export function termsIn(text: string, glossary: readonly Term[]): Piece[] {
  if (glossary.length === 0) return [{ text }];
  const pieces: Piece[] = [];
  const told = new Set<string>();
  let at = 0;
  for (const match of text.matchAll(wordsOf(glossary))) {
    const word = match[2] ?? "";
    const begin = match.index + (match[1] ?? "").length;
    const term = glossary.find((one) => one.word.toLowerCase() === word.toLowerCase());
    const clause = term?.clause;
    if (clause === undefined || told.has(clause)) continue;
    if (isName(term?.word ?? "", word, text.slice(0, begin))) continue;
    told.add(clause);
    if (begin > at) pieces.push({ text: text.slice(at, begin) });
    pieces.push({ text: word, clause });
    at = begin + word.length;
  }
  if (at < text.length) pieces.push({ text: text.slice(at) });
  return pieces;
}

/** Is it a part of a name, such as Beacon Hill?  Then it has a capital that it has not of itself,
 *  and begins no sentence. */
function isName(term: string, word: string, before: string): boolean {
  return /^[A-Z]/.test(word) && !/^[A-Z]/.test(term) && !/(^|[.:;!?]\s+)$/.test(before);
}

/** What the box beside a word says: "Shaken. No advance, no charge ... (LG-R118)". */
export function tipOf(clause: Clause | undefined): string | undefined {
  return clause === undefined
    ? undefined
    : `${clause.title.replace(/[.!]*$/, "")}. ${clause.gist} (${clause.id})`;
}

export function clauseIn(game: Game | undefined, id: string | undefined): Clause | undefined {
  return id === undefined ? undefined : game?.clauses.find((one) => one.id === id);
}
