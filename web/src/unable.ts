// unable.ts - what stands in place of the page where it cannot begin: what it needs, and the way to
// the rules, which need nothing.
//
// It is shown where main.js itself may be missing, so it is made without what main.js brings.
// SPDX-License-Identifier: MIT

const WASM =
  "The rules of the games are a program in WebAssembly, and this browser runs none here: a " +
  "setting, an extension or a strict mode of protection may forbid it. Allow it for this page, " +
  "or open the page in another browser.";
const PART =
  "A part of the page did not arrive, or this browser is too old to read it. With the connection " +
  "back it is there again.";

/** Why it is: where WebAssembly is there and forbidden, to compile it fails. */
function wordsFor(error: unknown): string {
  const refused =
    typeof WebAssembly === "undefined" || error instanceof WebAssembly.CompileError;
  return refused ? WASM : PART;
}

export function showUnable(root: Element, error: unknown): void {
  console.warn(error); // whoever looks for the cause finds the browser's own words there
  const main = document.createElement("main");
  main.className = "loading";
  const title = document.createElement("h1");
  title.textContent = "The page could not begin";
  const why = document.createElement("p");
  why.textContent = wordsFor(error);
  const ways = document.createElement("p");
  ways.append(link(location.href, "Try again"), " or ", link("books.html", "read the rules"), ".");
  main.append(title, why, ways);
  root.replaceChildren(main);
}

function link(to: string, words: string): HTMLElement {
  const made = document.createElement("a");
  made.href = to;
  made.textContent = words;
  if (to === location.href)
    made.onclick = (event) => {
      event.preventDefault(); // an address behind "#" alone would load nothing
      location.reload();
    };
  return made;
}
