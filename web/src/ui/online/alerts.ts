// alerts.ts - what calls a player back whose tab is hidden: its title, and, if he asked for it, a
// notification of the browser.
// SPDX-License-Identifier: MIT

import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import type { PlayedGame, Snapshot } from "../../game";
import type { ChatLine } from "../../remote-types";
import { choose, setting } from "../../settings";
import { ACCOUNT } from "../../words/account";
import { say } from "../../words/say";

/** "(2) Your turn: Outposts": how many things wait, and the first of them. */
export function titleOf(title: string, yours: boolean, unread: number): string {
  const count = unread + (yours ? 1 : 0);
  return `${count > 0 ? `(${count}) ` : ""}${yours ? ACCOUNT.yourTurn : ""}${title}`;
}

export function canAlert(): boolean {
  return "Notification" in window && Notification.permission !== "denied";
}

/** Asks the browser, which asks the player; false: he does not want it. */
export async function wantAlerts(wanted: boolean): Promise<boolean> {
  const given = wanted && canAlert() && (await Notification.requestPermission()) === "granted";
  choose("alerts", given);
  return given;
}

function alertOf(id: string, title: string, body: string): void {
  if (!setting("alerts") || document.visibilityState === "visible") return;
  if (!canAlert() || Notification.permission !== "granted") return;
  try {
    const shown = new Notification(title, { body, tag: id, icon: "icon.svg" });
    shown.onclick = () => {
      window.focus();
      shown.close();
    };
  } catch {
    // Phones allow this to service workers only; the title tells it all the same.
  }
}

/** Keeps the title, and tells what became new while nobody looked. */
export function useAlerts(
  game: PlayedGame,
  snapshot: Snapshot,
  title: string,
  unread: readonly ChatLine[],
): void {
  const visible = useVisible();
  const { online } = game;
  const yours = online !== undefined && snapshot.acting !== undefined;
  const was = useRef({ yours: false, unread: 0 }); // a game may begin while nobody looks
  useLayoutEffect(() => {
    document.title = titleOf(title, yours, unread.length);
    const before = was.current;
    was.current = { yours, unread: unread.length };
    if (online === undefined) return;
    const words = snapshot.last.flatMap((entry) => entry.events.map((event) => event.text));
    if (yours && !before.yours)
      alertOf(`${game.id} turn`, say(ACCOUNT.yourTurnIn, { title }), words.slice(-2).join("\n"));
    const line = unread.at(-1);
    if (line !== undefined && unread.length > before.unread)
      alertOf(`${game.id} talk`, `${line.name}: ${title}`, line.text);
  }, [title, yours, unread.length, visible]);
}

function useVisible(): boolean {
  const [visible, setVisible] = useState(document.visibilityState === "visible");
  useEffect(() => {
    const changed = (): void => setVisible(document.visibilityState === "visible");
    document.addEventListener("visibilitychange", changed);
    return () => document.removeEventListener("visibilitychange", changed);
  }, []);
  return visible;
}
