// form.tsx - what is chosen, as a form: one field for each row that the core declares.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../ui/icons";
import type { Changed, Field, LineRow, Rows, Sketchbook, Statement } from "./text";
import {
  cornersIn,
  nameOf,
  removeCorner,
  removeStatement,
  setBit,
  setField,
  setName,
  setStatement,
  valueOf,
} from "./text";
import { MAKER } from "../words/maker";
import { say } from "../words/say";

interface FormProps {
  readonly book: Sketchbook;
  readonly rows: Rows;
  readonly statement: Statement;
  readonly units: readonly { name: string; called?: string }[];
  readonly commit: (changed: Changed) => void;
  readonly close: () => void;
}

export function ThingForm({
  book,
  rows,
  statement,
  units,
  commit,
  close,
}: FormProps): JSX.Element {
  const row = rows.lines[statement.row];
  const points = book.worth[statement.word];
  const [all, setAll] = useState(false);
  const fields = (row?.fields ?? [])
    .map((field, index) => ({ field, index }))
    .filter(({ field }) => field.name !== "name");
  const said = fields.filter(
    ({ field, index }) =>
      field.kind === "word" ||
      field.kind === "place" ||
      field.name === "facing" ||
      statement.parts.some((part) => part.field === index),
  );
  const shown = all ? fields : said;
  const fault = book.faults.find(({ from }) => from === statement.from);
  return (
    <section class="thing" aria-label={say(MAKER.about, { word: statement.word })}>
      <div class="top">
        <h2>{statement.word}</h2>
        {points !== undefined && <span class="points">{say(MAKER.points, { points })}</span>}
        <span class="grow" />
        <button class="plain" onClick={() => commit(removeStatement(book.text, statement))}>
          <Icon name="trash" /> {MAKER.remove}
        </button>
        <button class="plain icon" aria-label={MAKER.done} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {fault !== undefined && (
        <p class="fault-words" role="alert">
          {sentence(fault.text)}
        </p>
      )}
      <label class="pair">
        <span>{MAKER.name}</span>
        <input
          type="text"
          value={nameOf(book, rows, statement)}
          onChange={(event) =>
            commit(setName(book, rows, statement, event.currentTarget.value))
          }
        />
      </label>
      {row !== undefined &&
        shown.map(({ field, index }) => (
          <FieldRow
            key={index}
            book={book}
            row={row}
            field={field}
            index={index}
            statement={statement}
            units={units}
            commit={commit}
          />
        ))}
      {(row === undefined || row.own) && (
        <OwnLine book={book} statement={statement} commit={commit} />
      )}
      {fields.length > said.length && (
        <button class="link" onClick={() => setAll(!all)}>
          {all
            ? MAKER.onlySaid
            : say(MAKER.moreToSay, { count: fields.length - said.length })}
        </button>
      )}
    </section>
  );
}

export function sentence(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1) + (/[.!?]$/.test(words) ? "" : ".");
}

interface FieldRowProps {
  readonly book: Sketchbook;
  readonly row: LineRow;
  readonly field: Field;
  readonly index: number;
  readonly statement: Statement;
  readonly units: readonly { name: string; called?: string }[];
  readonly commit: (changed: Changed) => void;
}

export function FieldRow(props: FieldRowProps): JSX.Element | null {
  const { book, row, field, index, statement, units, commit } = props;
  const part = statement.parts.find((one) => one.field === index);
  const value = part === undefined ? "" : valueOf(book, row, part);
  const set = (fresh: string): void =>
    commit(
      setField(book, statement, row, index, fresh.trim() === "" ? undefined : fresh.trim()),
    );
  const name = field.name === "" ? (field.lead ?? "") : field.name.replaceAll("_", " ");
  if (field.kind === "bits")
    return (
      <fieldset class="bits">
        <legend>{name}</legend>
        {(field.words ?? []).map((word) => (
          <label key={word}>
            <input
              type="checkbox"
              checked={statement.parts.some(
                (one) => one.field === index && book.text.slice(one.from, one.to) === word,
              )}
              onChange={(event) =>
                commit(setBit(book, statement, index, word, event.currentTarget.checked))
              }
            />
            {word.replaceAll("_", " ")}
          </label>
        ))}
      </fieldset>
    );
  if (field.kind === "flag")
    return (
      <label class="pair">
        <span>{name}</span>
        <input
          type="checkbox"
          checked={part !== undefined}
          onChange={(event) =>
            commit(
              setField(
                book,
                statement,
                row,
                index,
                event.currentTarget.checked ? "x" : undefined,
              ),
            )
          }
        />
      </label>
    );
  const words = choices(field, units);
  return (
    <label class="pair">
      <span>{name}</span>
      {words === undefined && field.kind === "number" && (
        <input
          type="number"
          min={field.low ?? 0}
          max={field.high ?? 0}
          value={value}
          placeholder={MAKER.usual}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
      {words === undefined && field.kind !== "number" && (
        <input
          type="text"
          value={value}
          placeholder={MAKER.usual}
          onChange={(event) => set(event.currentTarget.value)}
        />
      )}
      {words !== undefined && (
        <select value={value} onChange={(event) => set(event.currentTarget.value)}>
          <option value="">{MAKER.usual}</option>
          {words.map((word) => (
            <option key={word} value={word}>
              {word.replaceAll("_", " ")}
            </option>
          ))}
        </select>
      )}
    </label>
  );
}

function choices(
  field: Field,
  units: readonly { name: string; called?: string }[],
): readonly string[] | undefined {
  if (field.kind === "word") return field.words;
  if (field.kind === "unit") return units.map(({ name }) => name);
  if (field.kind === "side")
    return field.nobody === true ? ["blue", "red", "nobody"] : ["blue", "red"];
  return undefined;
}

/** A line that no row describes: its words, and its corners one by one. */
function OwnLine({
  book,
  statement,
  commit,
}: {
  readonly book: Sketchbook;
  readonly statement: Statement;
  readonly commit: (changed: Changed) => void;
}): JSX.Element {
  const line = book.text.slice(statement.from, statement.to);
  const corners = cornersIn(book.text, statement.from, statement.to);
  return (
    <>
      <label class="pair wide">
        <span>{MAKER.asWritten}</span>
        <input
          type="text"
          class="mono"
          value={line}
          onChange={(event) =>
            commit(setStatement(book.text, statement, event.currentTarget.value))
          }
        />
      </label>
      {corners.length > 2 && (
        <ul class="corners" aria-label={MAKER.corners}>
          {corners.map((corner, index) => (
            <li key={corner.from}>
              {book.text.slice(corner.from, corner.to)}
              <button
                class="plain icon"
                aria-label={say(MAKER.removeCorner, { number: index + 1 })}
                onClick={() => commit(removeCorner(book.text, corner))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
