// theme-early.ts - before the first paint: light or dark, so that no page flashes white; every
// screen but the first cannot be shown without the core, so that it is asked for at once; and who
// tells it if the page itself does not come.
// SPDX-License-Identifier: MIT

import { showTheme } from "./settings";
import { showUnable } from "./unable";

// The page's own script is missing: it cannot say so by itself.
addEventListener(
  "error",
  ({ target }) => {
    const root = document.getElementById("app");
    if (target instanceof HTMLScriptElement && root !== null) showUnable(root, target.src);
  },
  true,
);

showTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);

if (!/^#?\/?$/.test(location.hash) || location.search !== "") {
  const core = document.createElement("link");
  core.rel = "preload";
  core.as = "fetch";
  core.type = "application/wasm";
  core.crossOrigin = "anonymous";
  core.fetchPriority = "low";
  core.href = "grognard.wasm";
  document.head.append(core);
}
