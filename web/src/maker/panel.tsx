// panel.tsx - beside the table of the editor: what can be put on it, the lines of the battle, its
// options and house rules, and the text.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Game, Side } from "../engine-types";
import { HouseFields } from "../ui/house";
import { Options } from "../ui/options";
import { FieldRow } from "./form";
import type { Changed, Pattern, Rows, Sketchbook, Statement } from "./text";
import {
  addLine,
  assign,
  assigned,
  removeStatement,
  setStatement,
  setTitle,
  titleOf,
} from "./text";
import { MAKER } from "../words/maker";
import { put, say } from "../words/say";

// ---- What can be put on the table. ----

interface PaletteProps {
  readonly rows: Rows;
  readonly side: Side;
  readonly setSide: (side: Side) => void;
  readonly inHand: Pattern | undefined;
  /** `byKeys`: there is no pointer to say where. */
  readonly take: (pattern: Pattern | undefined, byKeys: boolean) => void;
  readonly points: Readonly<Record<Side, number>> | undefined;
}

export function Palette(props: PaletteProps): JSX.Element {
  const { rows, side, setSide, inHand, take, points } = props;
  const [wanted, setWanted] = useState("");
  const words = wanted.trim().toLowerCase();
  const shown = rows.patterns.filter(
    ({ group, called }) => group !== "" && called.toLowerCase().includes(words),
  );
  const groups = [...new Set(shown.map(({ group }) => group))];
  return (
    <section aria-label={MAKER.pieces} class="palette">
      <div class="row">
        <div class="sides" role="group" aria-label={MAKER.whose}>
          {(["blue", "red"] as const).map((one) => (
            <button
              key={one}
              class={one}
              aria-pressed={side === one}
              onClick={() => setSide(one)}
            >
              {one}
              {points !== undefined && ` ${points[one]}`}
            </button>
          ))}
        </div>
        <input
          type="search"
          aria-label={MAKER.findPiece}
          placeholder={MAKER.find}
          value={wanted}
          onInput={(event) => setWanted(event.currentTarget.value)}
        />
      </div>
      {points !== undefined && (
        <p class="small muted">{MAKER.pointsNote}</p>
      )}
      {groups.map((group) => (
        <div key={group} class="group">
          <h2>{group}</h2>
          <div class="chips">
            {shown
              .filter((one) => one.group === group)
              .map((pattern) => (
                <button
                  key={pattern.called}
                  aria-pressed={inHand === pattern}
                  onClick={(event) =>
                    take(inHand === pattern ? undefined : pattern, event.detail === 0)
                  }
                >
                  {pattern.called}
                </button>
              ))}
          </div>
        </div>
      ))}
    </section>
  );
}

// ---- The battle as a whole. ----

interface BattleProps {
  readonly game: Game;
  readonly rows: Rows;
  readonly book: Sketchbook;
  readonly commit: (changed: Changed) => void;
}

export function BattleForm({ game, rows, book, commit }: BattleProps): JSX.Element {
  const lines = rows.lines
    .map((row, index) => ({ row, index }))
    .filter(({ row }) => row.word !== "");
  const stated = book.statements.filter(({ row }) => {
    const line = rows.lines[row];
    return line !== undefined && line.word !== "" && !/^(area|line|map)$/.test(line.word);
  });
  const unsaid = lines.filter(
    ({ row, index }) =>
      row.many || row.own || !book.statements.some((one) => one.row === index),
  );
  const add = (word: string): void => {
    const row = rows.lines.find((one) => one.word === word);
    if (row !== undefined) commit(addLine(book.text, firstOf(row.word, rows)));
  };
  return (
    <section aria-label={MAKER.battle} class="battle-form">
      <label class="pair">
        <span>{MAKER.title}</span>
        <input
          type="text"
          value={titleOf(book)}
          onChange={(event) => commit(setTitle(book, event.currentTarget.value))}
        />
      </label>
      {stated.map((statement, index) => (
        <LineForm key={index} rows={rows} book={book} statement={statement} commit={commit} />
      ))}
      <label class="pair">
        <span>{MAKER.addLine}</span>
        <select value="" onChange={(event) => add(event.currentTarget.value)}>
          <option value="">{MAKER.addHint}</option>
          {unsaid.map(({ row }) => (
            <option key={row.word} value={row.word}>
              {row.word}
            </option>
          ))}
        </select>
      </label>
      <Options
        game={game}
        values={assigned(book, "option")}
        change={(values) => commit(assign(book, "option", values))}
      />
      <HouseFields
        game={game}
        values={assigned(book, "number")}
        change={(values) => commit(assign(book, "number", values))}
      />
    </section>
  );
}

/** The shortest line of its kind that says something. */
function firstOf(word: string, rows: Rows): string {
  const row = rows.lines.find((one) => one.word === word);
  const words = (row?.fields ?? []).map((field) => {
    const lead = field.lead === undefined ? "" : `${field.lead} `;
    if (field.kind === "number") return `${lead}${Math.max(field.low ?? 0, 1)}`;
    if (field.kind === "decimal")
      return `${lead}${Math.ceil((field.low ?? 0) / 10 ** (field.decimals ?? 0))}`;
    if (field.kind === "side") return `${lead}blue`;
    if (field.kind === "word") return `${lead}${field.words?.[0] ?? ""}`;
    if (field.kind === "place") return `${lead}10,10`;
    return "";
  });
  const name = row?.names?.[0] ?? "";
  return [word, name, ...words].filter((one) => one.trim() !== "").join(" ");
}

function LineForm({
  rows,
  book,
  statement,
  commit,
}: {
  readonly rows: Rows;
  readonly book: Sketchbook;
  readonly statement: Statement;
  readonly commit: (changed: Changed) => void;
}): JSX.Element | null {
  const row = rows.lines[statement.row];
  if (row === undefined) return null;
  const line = book.text.slice(statement.from, statement.to);
  return (
    <fieldset class="line-form">
      <legend>
        {line
          .split(" ")
          .slice(0, row.names === undefined && !row.many ? 1 : 2)
          .join(" ")}
        <button
          class="plain icon"
          aria-label={say(MAKER.removeLine, { line })}
          onClick={() => commit(removeStatement(book.text, statement))}
        >
          {MAKER.times}
        </button>
      </legend>
      {row.fields.length === 0 || row.own ? (
        <input
          type="text"
          class="mono"
          aria-label={say(MAKER.lineNamed, { word: statement.word })}
          value={line}
          onChange={(event) =>
            commit(setStatement(book.text, statement, event.currentTarget.value))
          }
        />
      ) : (
        row.fields.map((field, index) => (
          <FieldRow
            key={index}
            book={book}
            row={row}
            field={field}
            index={index}
            statement={statement}
            units={[]}
            commit={commit}
          />
        ))
      )}
    </fieldset>
  );
}

// ---- The text. ----

interface TextPaneProps {
  readonly book: Sketchbook;
  readonly selected: Statement | undefined;
  readonly commit: (changed: Changed) => void;
  readonly tidy: () => void;
}

/** Both ways: what is drawn is written here, and what is written here is drawn. */
export function TextPane({ book, selected, commit, tidy }: TextPaneProps): JSX.Element {
  return (
    <section aria-label={MAKER.text} class="text-pane">
      <p class="small muted">{MAKER.textNote}</p>
      <textarea
        class="mono"
        aria-label={MAKER.textLabel}
        spellcheck={false}
        value={book.text}
        rows={18}
        wrap="off"
        onInput={(event) =>
          commit({ text: event.currentTarget.value, at: event.currentTarget.selectionStart })
        }
      />
      {selected !== undefined && (
        <p class="small">
          {put(MAKER.chosenLine, {
            line: <code>{book.text.slice(selected.from, selected.to).split("\n")[0]}</code>,
          })}
        </p>
      )}
      <button onClick={tidy}>{MAKER.tidy}</button>
    </section>
  );
}
