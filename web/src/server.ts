// server.ts - is there a server behind this page, and who is logged in to it?
//
// Asked once, when the page begins.  A page from a static host finds none, and everything that
// needs one stays out of sight.
// SPDX-License-Identifier: MIT

import { useEffect, useState } from "preact/hooks";
import { takeUp } from "./kept-settings";
import { call, findServer } from "./remote";
import type { Me } from "./remote-types";

export interface Server {
  readonly found: boolean | undefined; // undefined: not known yet
  readonly accounts: boolean; // this server keeps accounts
  readonly me: Me;
}

const NOBODY: Me = { name: null };
let server: Server = { found: undefined, accounts: false, me: NOBODY };
let asked = false;
let questions = 0; // who is logged in: how often that was asked,
let answered = 0; // and which of them was answered last
const listeners = new Set<() => void>();

function change(to: Server): void {
  server = to;
  for (const listener of [...listeners]) listener();
}

async function ask(): Promise<void> {
  const found = await findServer();
  change({ ...server, found });
  if (found) await refreshMe();
}

/** Asks again who is logged in: after logging in or out, and after settings have changed.  An
 *  answer that was overtaken by a newer one tells nothing. */
export async function refreshMe(): Promise<Me | undefined> {
  const number = ++questions;
  const answer = await call<Me>("GET", "api/me");
  if (number < answered) return server.me;
  answered = number;
  if (answer.ok) takeUp(answer.value);
  change({ ...server, accounts: answer.ok, me: answer.ok ? answer.value : NOBODY });
  return answer.ok ? answer.value : undefined;
}

export function useServer(): Server {
  const [shown, setShown] = useState(server);
  useEffect(() => {
    const listener = (): void => setShown(server);
    listeners.add(listener);
    if (!asked) {
      asked = true;
      void ask();
    }
    listener();
    return () => void listeners.delete(listener);
  }, []);
  return shown;
}
