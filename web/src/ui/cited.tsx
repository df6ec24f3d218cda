// cited.tsx - a sentence of the engine, in which every clause in brackets can be opened.

import type { JSX } from "preact";
import { useSession } from "../session";
import { ClauseLink } from "./clause";

export function Cited({ game, text }: { game: string; text: string }): JSX.Element {
  const { engine } = useSession();
  const clauses = engine.games.find((one) => one.id === game)?.clauses ?? [];
  const parts = text.split(/\(([A-Z]+-[A-Z0-9.]+)\)/);
  return (
    <>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : clauses.some((clause) => clause.id === part) ? (
          <ClauseLink key={index} game={game} id={part} />
        ) : (
          `(${part})`
        ),
      )}
    </>
  );
}
