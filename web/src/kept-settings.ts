// kept-settings.ts - what was chosen in the page goes with the account: from one browser to the
// next.
//
// This browser's own memory comes first and always works.  Who is logged in has a second one on
// the server: what is chosen is sent there, and what was chosen elsewhere is taken up when the
// server says who is logged in.  What could not be sent waits, and is not overwritten.
// SPDX-License-Identifier: MIT

import { call } from "./remote";
import type { Me } from "./remote-types";
import type { SettingKey } from "./settings";
import { chooseText, chosenText, fits, forget, isKey, onChoice, read, write } from "./settings";

/** What belongs to a person; a first visit and a browser's leave to call are the browser's. */
export const KEPT: readonly SettingKey[] = ["theme", "pace", "show", "sound", "ask", "detail"];

const WHOSE = "grognard.settings-of"; // the account that they go with
const UNSENT = "grognard.settings-unsent";

type Texts = Readonly<Partial<Record<string, string>>>;

/** What is taken up here and what is sent there: the account's choices come first, but for what
 *  was chosen here and has not got there yet. */
export function merged(
  theirs: Texts,
  mine: Texts,
  unsent: readonly string[],
): { taken: Texts; sent: Texts } {
  const taken: Partial<Record<string, string>> = {};
  const sent: Partial<Record<string, string>> = {};
  for (const key of KEPT) {
    const there = theirs[key];
    const here = mine[key];
    const known = there !== undefined && fits(key, there);
    if (known && !(unsent.includes(key) && here !== undefined)) {
      if (there !== here) taken[key] = there;
    } else if (here !== undefined && here !== there) sent[key] = here;
  }
  return { taken, sent };
}

let taking = false; // what the account brings is not sent back to it

/** The server has said who is logged in. */
export function takeUp(me: Me): void {
  if (me.name === null) {
    forget(WHOSE);
    forget(UNSENT);
    return;
  }
  const own = read(WHOSE) === me.name;
  write(WHOSE, me.name);
  const { taken, sent } = merged(me.page ?? {}, textsOf(KEPT), own ? unsentKeys() : []);
  note(Object.keys(sent));
  taking = true;
  for (const [key, text] of Object.entries(taken))
    if (isKey(key) && text !== undefined) chooseText(key, text);
  taking = false;
  send();
}

function unsentKeys(): string[] {
  return (read(UNSENT) ?? "").split(" ").filter((key) => key !== "");
}

let line = Promise.resolve(); // one call after the other: the last choice arrives last

/** What waits is sent as it is by then; what has arrived and is still so waits no longer. */
function send(): void {
  line = line.then(async () => {
    const texts = textsOf(unsentKeys());
    if (Object.keys(texts).length === 0) return;
    const answer = await call("POST", "api/me/page", texts);
    const arrived = (key: string): boolean => isKey(key) && texts[key] === chosenText(key);
    if (answer.ok) note(unsentKeys().filter((key) => !arrived(key)));
  });
}

function note(unsent: readonly string[]): void {
  write(UNSENT, [...new Set(unsent)].join(" "));
}

function textsOf(keys: readonly string[]): Texts {
  return Object.fromEntries(
    keys
      .filter(isKey)
      .map((key) => [key, chosenText(key)] as const)
      .filter(([, text]) => text !== undefined),
  );
}

/** From now on. */
export function keepSettings(): void {
  onChoice((key) => {
    if (taking || !KEPT.includes(key) || read(WHOSE) === null) return;
    note([...unsentKeys(), key]);
    send();
  });
}
