// trouble.tsx - a game that cannot be shown, and where to go from there.

import type { JSX } from "preact";
import type { Refusal } from "../../remote";
import { Head } from "../head";

const HEADINGS: Readonly<Record<string, string>> = {
  unknown: "No such game",
  token: "This link does not fit",
  spent: "The seat is taken",
  unreached: "No connection",
  "old-rules": "From an older time",
  session: "This seat is an account's",
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
        <h1>{HEADINGS[why.error] ?? "Lost in the smoke"}</h1>
        <p>{why.text}</p>
        <div class="row">
          {again !== undefined && (
            <button class="main" onClick={again}>
              Try again
            </button>
          )}
          {why.error === "session" && (
            <a class="button main" href="#/account">
              Log in
            </a>
          )}
          {watch !== undefined && (
            <a class="button main" href={`#/at/${watch}`}>
              Watch the game
            </a>
          )}
          <a class="button" href="#/mine">
            My games
          </a>
          <a class="button" href="#/">
            To the start
          </a>
        </div>
      </main>
    </>
  );
}
