// main.tsx - where the page begins: shows the start screen with its pictures, then loads the core
// and the other screens, and shows the one of the address.
// SPDX-License-Identifier: MIT

import { render } from "preact";
import { firstLook } from "./first-look";
import { keepSettings } from "./kept-settings";
import { adoptAddress, parseRoute } from "./router";
import { themeOf } from "./themes";
import { App } from "./ui/app";
import { fetchPosters, OWN } from "./ui/picture";
import { showUnable } from "./unable";

async function begin(root: HTMLElement): Promise<void> {
  try {
    await show(root);
  } catch (error) {
    render(null, root);
    showUnable(root, error);
  }
}

async function show(root: HTMLElement): Promise<void> {
  const looks = new CSSStyleSheet();
  document.adoptedStyleSheets.push(looks);
  const first = firstLook();
  if (first !== undefined) {
    looks.replaceSync(first.looks);
    root.replaceChildren();
    render(<App whole={undefined} />, root);
    if (parseRoute(location.hash).words.length === 0)
      fetchPosters([...first.games.filter((game) => themeOf(game).minor !== true), { id: OWN }]);
  }
  // Asked for after the pictures, which would wait for it on a slow line: it is twenty times as
  // much as they are.
  const asked = fetch(new URL("grognard.wasm", document.baseURI), { priority: "low" });
  const [core, later] = await Promise.all([asked, import("./whole")]);
  const whole = await later.whole(core);
  const own = whole.session.engine.stylesheet();
  if (own !== first?.looks) looks.replaceSync(own);
  if (first === undefined) root.replaceChildren();
  render(<App whole={whole} />, root);
}

if ("serviceWorker" in navigator && isSecureContext) {
  // Without it the page works as well, only not without a network.
  void navigator.serviceWorker.register("offline.js").catch(() => undefined);
}
adoptAddress();
keepSettings();
const root = document.getElementById("app");
if (root !== null) void begin(root);
