// head.tsx - the strip at the top of every page, and the switch between day and lamp light.
// SPDX-License-Identifier: MIT

import type { ComponentChildren, JSX } from "preact";
import { choose, isDark } from "../settings";
import { useSetting } from "./use-setting";
import { Icon, Shako } from "./icons";
import { START } from "../words/start";

export function Head({
  where,
  children,
}: {
  where?: string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <header class="head">
      <a class="brand" href="#/" aria-label={START.toStart}>
        <Shako />
        {where === undefined && <span>{START.name}</span>}
      </a>
      {where !== undefined && <h1 class="where grow">{where}</h1>}
      <nav aria-label={START.pageNav}>
        {children}
        <ThemeSwitch />
      </nav>
    </header>
  );
}

export function ThemeSwitch(): JSX.Element {
  useSetting("theme");
  const dark = isDark();
  const words = dark ? START.light : START.dark;
  return (
    <button
      class="plain icon"
      aria-label={words}
      title={words}
      onClick={() => choose("theme", dark ? "light" : "dark")}
    >
      <Icon name={dark ? "sun" : "moon"} />
    </button>
  );
}
