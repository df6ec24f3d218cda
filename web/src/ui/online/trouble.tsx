// trouble.tsx - a game that cannot be shown, and where to go from there.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { Refusal } from "../../remote";
import { Head } from "../head";
import { ONLINE } from "../../words/online";

const HEADINGS: Readonly<Record<string, string>> = {
  unknown: ONLINE.noGame,
  token: ONLINE.wrongLink,
  spent: ONLINE.seatTaken,
  unreached: ONLINE.notConnected,
  "old-rules": ONLINE.older,
  session: ONLINE.accountSeat,
};

export function Trouble({
  why,
  watch,
  again,
}: {
  why: Refusal;
  watch?: string;
  again?: () => void;
}): JSX.Element {
  return (
    <>
      <Head />
      <main class="sheet-page narrow">
        <h1>{HEADINGS[why.error] ?? ONLINE.smoke}</h1>
        <p>{why.text}</p>
        <div class="row">
          {again !== undefined && (
            <button class="main" onClick={again}>{ONLINE.tryAgain}</button>
          )}
          {why.error === "session" && (
            <a class="button main" href="#/account">{ONLINE.logIn}</a>
          )}
          {watch !== undefined && (
            <a class="button main" href={`#/at/${watch}`}>{ONLINE.watchGame}</a>
          )}
          <a class="button" href="#/mine">{ONLINE.myGames}</a>
          <a class="button" href="#/">{ONLINE.toStart}</a>
        </div>
      </main>
    </>
  );
}
