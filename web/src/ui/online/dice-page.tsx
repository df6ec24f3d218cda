// dice-page.tsx - how the dice of a server are drawn and proved: docs/dice.md, as a page.

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import { Head } from "../head";
import { fetchPage } from "../reading";

export function DicePage(): JSX.Element {
  const [html, setHtml] = useState<string>();
  useEffect(() => {
    document.title = "Dice that you can check";
    void fetchPage("about/dice.html").then((text) => setHtml(text ?? ""));
  }, []);
  return (
    <>
      <Head where="Dice that you can check">
        <a href="#/">To the start</a>
      </Head>
      <main class="sheet-page narrow">
        {html === undefined ? (
          <p role="status">Opening the book ...</p>
        ) : html === "" ? (
          <p>The page cannot be read just now.</p>
        ) : (
          <article class="prose plain-title" dangerouslySetInnerHTML={{ __html: html }} />
        )}
      </main>
    </>
  );
}
