// rules-tab.tsx - the rules beside the board: the clause of what is being decided, those of what
// happened last, and every other one by its words; the book is a new page away.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Clause } from "../engine-types";
import type { Snapshot } from "../game";
import { address } from "../router";
import { useSession } from "../session";
import { Cited } from "./cited";
import { BOOK } from "../words/book";
import { say } from "../words/say";

const FOUND = 60; // clauses that are listed at once

interface RulesTabProps {
  readonly game: string;
  readonly snapshot: Snapshot;
}

export function RulesTab({ game, snapshot }: RulesTabProps): JSX.Element {
  const { engine } = useSession();
  const [wanted, setWanted] = useState("");
  const clauses = engine.games.find((one) => one.id === game)?.clauses ?? [];
  const text = wanted.trim().toLowerCase();
  const now = [
    snapshot.standing.turn.clause,
    ...snapshot.last.flatMap((entry) => entry.events.map((event) => event.clause)),
  ];
  const cited = clauses.filter((clause) => now.includes(clause.id));
  const found = text === "" ? clauses : clauses.filter((clause) => holds(clause, text));
  return (
    <>
      <div class="row">
        <label class="sr" for="rules-search">{BOOK.findLabel}</label>
        <input
          id="rules-search"
          type="search"
          placeholder={say(BOOK.find, { count: clauses.length })}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
        <a href={address(["rules", game])} target="_blank" rel="noopener">{BOOK.book}</a>
      </div>
      {text === "" && cited.length > 0 && <List game={game} title={BOOK.now} clauses={cited} />}
      <List game={game} title={BOOK.all} clauses={found.slice(0, FOUND)} />
      {found.length > FOUND && (
        <p class="hint">{say(BOOK.more, { count: found.length - FOUND })}</p>
      )}
    </>
  );
}

function holds(clause: Clause, text: string): boolean {
  const all = `${clause.id} ${clause.title} ${clause.gist}`.toLowerCase();
  return text.split(/\s+/).every((word) => all.includes(word));
}

interface ListProps {
  readonly game: string;
  readonly title: string;
  readonly clauses: readonly Clause[];
}

function List({ game, title, clauses }: ListProps): JSX.Element {
  return (
    <section class="group" aria-label={title}>
      <h3>{title}</h3>
      <dl class="clauses">
        {clauses.map((clause) => (
          <div key={clause.id}>
            <dt>
              <a href={address(["rules", game, clause.id])} target="_blank" rel="noopener">
                {clause.id}
              </a>{" "}
              {clause.title}
            </dt>
            <dd>
              <Cited game={game} text={clause.gist} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
