// theme-early.ts - sets light or dark before the first paint, so that no page flashes white.

import { showTheme } from "./settings";

showTheme();
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", showTheme);
