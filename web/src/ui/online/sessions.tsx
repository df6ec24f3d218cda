// sessions.tsx - where an account is logged in, and the end of each of these sessions.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { call } from "../../remote";
import { refreshMe } from "../../server";
import { notify } from "../notices";
import { ACCOUNT } from "../../words/account";
import { say } from "../../words/say";

interface Listed {
  readonly id: string;
  readonly this: boolean;
  readonly browser: string;
  readonly created: number | null; // seconds since 1970
  readonly used: number;
}

function day(seconds: number): string {
  return new Date(seconds * 1000).toLocaleDateString(undefined, { dateStyle: "medium" });
}

export function Sessions(): JSX.Element {
  const [listed, setListed] = useState<readonly Listed[]>();
  const read = async (): Promise<void> => {
    const answer = await call<{ sessions: Listed[] }>("GET", "api/me/sessions");
    setListed(answer.ok ? answer.value.sessions : []);
  };
  useEffect(() => void read(), []);
  const end = async (id: string): Promise<void> => {
    const answer = await call("POST", "api/me/sessions/end", { id });
    notify(answer.ok ? ACCOUNT.sessionEnded : answer.text);
    await read();
    await refreshMe();
  };
  return (
    <>
      <h2>{ACCOUNT.where}</h2>
      {listed === undefined ? (
        <p role="status">{ACCOUNT.asking}</p>
      ) : (
        <ul class="sessions">
          {listed.map((one) => (
            <li key={one.id} class="row">
              <span class="grow">
                {one.browser === "" ? ACCOUNT.browser : one.browser}
                {one.this ? ACCOUNT.thisOne : ""}{" "}
                <small class="muted">
                  {one.created === null
                    ? say(ACCOUNT.used, { used: day(one.used) })
                    : say(ACCOUNT.usedSince, { since: day(one.created), used: day(one.used) })}
                </small>
              </span>
              {!one.this && (
                <button
                  aria-label={say(ACCOUNT.endOf, { browser: one.browser })}
                  onClick={() => void end(one.id)}
                >
                  {ACCOUNT.endIt}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
