// theme-early.ts - before the first paint: light or dark, so that no page flashes white; and every
// screen but the first cannot be shown without the core, so that it is asked for at once.

import { showTheme } from "./settings";

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
