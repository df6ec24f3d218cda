// head.tsx - the strip at the top of every page, and the switch between day and lamp light.

import type { ComponentChildren, JSX } from "preact";
import { choose, isDark } from "../settings";
import { useSetting } from "./use-setting";
import { Icon, Shako } from "./icons";

export function Head({
  where,
  children,
}: {
  where?: string;
  children?: ComponentChildren;
}): JSX.Element {
  return (
    <header class="head">
      <a class="brand" href="#/" aria-label="grognard: to the start">
        <Shako />
        {where === undefined && <span>grognard</span>}
      </a>
      {where !== undefined && <h1 class="where grow">{where}</h1>}
      <nav aria-label="Page">
        {children}
        <ThemeSwitch />
      </nav>
    </header>
  );
}

export function ThemeSwitch(): JSX.Element {
  useSetting("theme");
  const dark = isDark();
  const words = dark ? "Light colours" : "Dark colours";
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
