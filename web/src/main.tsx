// main.tsx - where the page begins: shows the start screen, loads the core, then shows the screen
// of the address.

import { render } from "preact";
import { loadEngine, freshSeed } from "./engine";
import { firstLook } from "./first-look";
import { keepSettings } from "./kept-settings";
import { adoptAddress } from "./router";
import { SavedGames } from "./saved";
import { KeptSeats } from "./seats";
import { Session } from "./session";
import { WorkerThinker } from "./thinker";
import { App } from "./ui/app";
import { notify } from "./ui/notices";
import { beginTips } from "./ui/tip";

async function begin(root: HTMLElement): Promise<void> {
  const loading = loadEngine();
  const looks = new CSSStyleSheet();
  document.adoptedStyleSheets.push(looks);
  const first = firstLook();
  if (first !== undefined) {
    looks.replaceSync(first.looks);
    root.replaceChildren();
    render(<App session={undefined} />, root);
  }
  try {
    const engine = await loading;
    looks.replaceSync(engine.stylesheet());
    const session = new Session(
      engine,
      new WorkerThinker(),
      new SavedGames(localStorage),
      new KeptSeats(localStorage),
      freshSeed,
      notify,
    );
    if (first === undefined) root.replaceChildren();
    render(<App session={session} />, root);
    beginTips();
  } catch (error) {
    const words = document.createElement("p");
    words.className = "loading";
    const why = error instanceof Error ? error.message : String(error);
    words.textContent = `The page could not begin: ${why}`;
    render(null, root);
    root.replaceChildren(words);
  }
}

if ("serviceWorker" in navigator && isSecureContext) {
  // Without it the page works as well, only not without a network.
  void navigator.serviceWorker.register("offline.js").catch(() => undefined);
}
adoptAddress();
keepSettings();
const root = document.getElementById("app");
if (root !== null) void begin(root);
