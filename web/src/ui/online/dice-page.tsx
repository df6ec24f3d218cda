// dice-page.tsx - how the dice of a server are drawn and proved: docs/dice.md, as a page.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Head } from "../head";
import { fetchPage } from "../reading";
import { ONLINE } from "../../words/online";

export function DicePage(): JSX.Element {
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    document.title = ONLINE.checkDice;
    void fetchPage("about/dice.html").then((text) => setHtml(text ?? ""));
  }, []);
  return (
    <>
      <Head where={ONLINE.checkDice}>
        <a href="#/">{ONLINE.toStart}</a>
      </Head>
      <main class="sheet-page narrow">
        {html === undefined ? (
          <p role="status">{ONLINE.openingBook}</p>
        ) : html === "" ? (
          <p>{ONLINE.noPage}</p>
        ) : (
          <article class="prose plain-title" dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </main>
    </>
  );
}
