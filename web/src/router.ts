/*
 * router.ts - addresses of the page.
 *
 * Everything is behind the "#", so the folder works from any static host, from any path, and from
 * `grognard serve`, with no rewriting of addresses.  An address is a list of words; a question
 * mark begins named values, as in #/game/local?ply=12.
 */
// SPDX-License-Identifier: MIT
import { useLayoutEffect, useState } from "preact/hooks";

export interface Route {
  readonly words: readonly string[];
  readonly values: ReadonlyMap<string, string>;
}

export function parseRoute(hash: string): Route {
  const [path = "", query = ""] = hash.replace(/^#\/?/, "").split("?", 2);
  const words = path
    .split("/")
    .filter((word) => word !== "")
    .map(decode);
  return { words, values: new Map(new URLSearchParams(query)) };
}

/** The value of this name, if it is a number. */
export function numberIn(route: Route, name: string): number | undefined {
  const number = Number.parseInt(route.values.get(name) ?? "", 10);
  return Number.isNaN(number) ? undefined : number;
}

export function address(words: readonly string[], values: Record<string, string> = {}): string {
  const query = new URLSearchParams(values).toString();
  return "#/" + words.map(encodeURIComponent).join("/") + (query === "" ? "" : "?" + query);
}

export function go(words: readonly string[], values: Record<string, string> = {}): void {
  location.hash = address(words, values);
}

/* Changes the address without a new step in the browser"s history. */
export function replaceAddress(
  words: readonly string[],
  values: Record<string, string> = {},
): void {
  const to = address(words, values);
  if (location.hash !== to) history.replaceState(null, "", to); // it costs some milliseconds
}

/* `grognard serve` sends whoever comes to one of its addresses (/game/k3f9q2dw/blue#TOKEN) to
 * /?at=/game/k3f9q2dw/blue#TOKEN: here it becomes one of ours. */
export function adoptAddress(): void {
  const at = new URLSearchParams(location.search).get("at");
  if (at === null) return;
  history.replaceState(null, "", location.pathname + ownAddress(at, location.hash.slice(1)));
}

export function ownAddress(path: string, behind: string): string {
  const [first, id, side] = path.split("/").filter((word) => word !== "");
  if (first === "join" && id !== undefined) return address(["join", id]);
  if (first === "recover") return address(["recover"], behind === "" ? {} : { token: behind });
  if (first !== "game" || id === undefined) return address(first === "next" ? ["mine"] : []);
  if (side === "replay") return address(["at", id], { ply: /^\d+$/.test(behind) ? behind : "0" });
  if (side !== "blue" && side !== "red") return address(["at", id]);
  return address(["at", id, side], behind === "" ? {} : { token: behind });
}

export function useRoute(): Route {
  const [route, setRoute] = useState(() => parseRoute(location.hash));
  useLayoutEffect(() => {
    const changed = (): void => setRoute(parseRoute(location.hash));
    addEventListener("hashchange", changed);
    return () => removeEventListener("hashchange", changed);
  }, []);
  return route;
}

/* An address typed by hand may hold a broken escape; it then stands for itself. */
function decode(word: string): string {
  try {
    return decodeURIComponent(word);
  } catch {
    return word;
  }
}
