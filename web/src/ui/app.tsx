// app.tsx - the start screen or another one, and files dropped anywhere on the page.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Route } from "../router";
import { useRoute } from "../router";
import type { Session } from "../session";
import { SessionProvider } from "../session";
import { Notices } from "./notices";
import { openFile, Start } from "./start";
import { START } from "../words/start";

/** What comes after the first look: the core on a table of its own, and all other screens. */
export interface Whole {
  readonly session: Session;
  readonly Screen: (props: { session: Session; route: Route }) => JSX.Element;
}

/** `whole` is missing until the core is here: the start screen is shown without it. */
export function App({ whole }: { whole: Whole | undefined }): JSX.Element {
  const session = whole?.session;
  const route = useRoute();
  const starts = useStart(route);
  const dropping = useDrop(session);
  return (
    <SessionProvider value={session}>
      {starts ? (
        <Start />
      ) : whole === undefined ? (
        <p class="loading" role="status">{START.opening}</p>
      ) : (
        <whole.Screen session={whole.session} route={route} />
      )}
      {dropping && <div class="drop">{START.letGo}</div>}
      <Notices />
    </SessionProvider>
  );
}

/** Is this the address of the start screen? */
function useStart({ words: [word] }: Route): boolean {
  const start = word === undefined;
  useEffect(() => {
    if (!start) return;
    document.title = "grognard";
    scrollTo(0, 0);
  }, [start]);
  return start;
}

/** A .grog file may be dropped on any screen. */
function useDrop(session: Session | undefined): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const hasFile = (event: DragEvent): boolean =>
      event.dataTransfer?.types.includes("Files") === true;
    const hover = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent): void => {
      if (!hasFile(event)) return;
      event.preventDefault();
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file !== undefined && session !== undefined) void openFile(session, file);
    };
    addEventListener("dragover", hover);
    addEventListener("dragleave", leave);
    addEventListener("drop", drop);
    return () => {
      removeEventListener("dragover", hover);
      removeEventListener("dragleave", leave);
      removeEventListener("drop", drop);
    };
  }, [session]);
  return over;
}
