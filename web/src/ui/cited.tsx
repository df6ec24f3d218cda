// cited.tsx - a sentence of the engine, in which every clause in brackets can be opened, and every
// word of the rulebook says what it means.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { Game } from "../engine-types";
import { clauseIn, termsIn, tipOf } from "../glossary";
import { useSession } from "../session";
import { ClauseLink } from "./clause";

export function Cited({ game, text }: { game: string; text: string }): JSX.Element {
  const { engine } = useSession();
  const rules = engine.games.find((one) => one.id === game);
  const parts = text.split(/\(([A-Z]+-[A-Z0-9.]+)\)/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          <Terms key={index} rules={rules} text={part} />
        ) : clauseIn(rules, part) !== undefined ? (
          <ClauseLink key={index} game={game} id={part} />
        ) : (
          `(${part})`
        ),
      )}
    </>
  );
}

function Terms({ rules, text }: { rules: Game | undefined; text: string }): JSX.Element {
  return (
    <>
      {termsIn(text, rules?.glossary ?? []).map((piece, index) =>
        piece.clause === undefined ? (
          piece.text
        ) : (
          <span key={index} class="term" data-tip={tipOf(clauseIn(rules, piece.clause))}>
            {piece.text}
          </span>
        ),
      )}
    </>
  );
}
