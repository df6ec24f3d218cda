// screen.tsx - the editor of battles: a table to draw on, what can be put there, and its text.
//
// The text is the battle.  Each change is judged by the core at once: what can stand is drawn, what
// cannot is marked where it is, with the sentence that the program has for it.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Board, EngineApi, Game, Side } from "../engine-types";
import { SLOT_VIEW } from "../engine-types";
import { chooseFile, copy, download } from "../files";
import { LINK_LIMIT, pack } from "../game-link";
import { address } from "../router";
import { useSession } from "../session";
import { Head } from "../ui/head";
import { Icon } from "../ui/icons";
import { notify } from "../ui/notices";
import { MakerBoard } from "./board";
import { sentence, ThingForm } from "./form";
import { BattleForm, Palette, TextPane } from "./panel";
import type { Spot } from "./pencil";
import { grainOf, rounded } from "./pencil";
import { PlayDialog } from "./play";
import { keepBattle } from "./store";
import type { Changed, Pattern, Sketchbook, Statement } from "./text";
import {
  addLine,
  fill,
  gestureOf,
  moveToNamed,
  paint,
  placeText,
  removeStatement,
  shiftStatement,
  sketchbookOf,
  squareName,
  squarePlace,
  squaresIn,
  takenNames,
  titleOf,
  turnTo,
  UNREAD,
} from "./text";
import { MAKER } from "../words/maker";
import { say } from "../words/say";

const STEPS_MAX = 200; // that can be taken back

interface History {
  readonly past: readonly string[];
  readonly now: Changed;
  readonly future: readonly string[];
}

interface Chosen {
  readonly word: string;
  readonly nth: number; // of the statements that begin so
}

interface MakerProps {
  readonly game: Game;
  readonly id: string;
  readonly text: string;
}

export function Maker({ game, id, text }: MakerProps): JSX.Element {
  const { engine } = useSession();
  const rows = useMemo(() => engine.rows(game.id), [engine, game.id]);
  const { history, change, back, again } = useHistory(text);
  const [preview, setPreview] = useState<Changed>();
  const [chosen, setChosen] = useState<Chosen>();
  const [side, setSide] = useState<Side>("blue");
  const [inHand, setInHand] = useState<Pattern>();
  const [playing, setPlaying] = useState(false);
  const shown = preview ?? history.now;
  const { book, board } = useJudged(engine, game.id, shown);
  const selected = chosen === undefined ? undefined : find(book, chosen);
  const aside = useRef<HTMLElement>(null);
  useLayoutEffect(() => aside.current?.scrollTo({ top: 0 }), [chosen]);

  useKept(id, game.id, titleOf(book), history.now.text);

  const commit = (changed: Changed, keep = false): void => {
    setPreview(undefined);
    change(changed);
    if (!keep) return;
    const made = sketchbookOf(changed.text, engine.outline(game.id, changed.text, changed.at));
    const statement = made.statements.find(
      ({ from, to }) => from <= changed.at && changed.at < to,
    );
    if (statement !== undefined) setChosen(chosenOf(made, statement));
  };
  const choose = (statement: Statement | undefined): void => {
    setInHand(undefined);
    setChosen(statement === undefined ? undefined : chosenOf(book, statement));
  };
  const names = board.units.map(({ name }) => name);
  const put = (pattern: Pattern, spots: readonly Spot[]): void =>
    commit(addLine(book.text, lineOf(pattern, spots, { book, board, side, names })), true);
  const take = (pattern: Pattern | undefined, byKeys: boolean): void => {
    if (pattern !== undefined && byKeys) put(pattern, middleOf(board, pattern));
    else setInHand(pattern);
  };
  const tidy = (): void => commit({ text: tidied(engine, book), at: 0 });
  const key = (event: KeyboardEvent): void =>
    keyed(event, {
      book,
      board,
      rows,
      selected,
      commit: (changed) => commit(changed),
      choose,
      back,
      again,
      drop: () => (inHand === undefined ? setChosen(undefined) : setInHand(undefined)),
    });

  return (
    <div class="maker" data-faults={book.faults.length} data-steps={history.past.length}>
      <MakerHead
        game={game}
        book={book}
        undo={history.past.length > 0 ? back : undefined}
        redo={history.future.length > 0 ? again : undefined}
        load={(fresh) => commit({ text: fresh, at: 0 })}
        play={() => setPlaying(true)}
      />
      <div class="maker-field">
        <main class="maker-stage">
          <MakerBoard
            board={board}
            book={book}
            rows={rows}
            selected={selected}
            gesture={inHand === undefined ? undefined : gestureOf(inHand)}
            words={wordsOf(book, board, selected)}
            select={choose}
            preview={setPreview}
            commit={(changed) => commit(changed, true)}
            put={(spots) => inHand !== undefined && put(inHand, spots)}
            paintAt={(place) =>
              inHand !== undefined && commit(painted(book, rows, inHand, place))
            }
            press={key}
          />
          <Status book={book} inHand={inHand} choose={choose} />
        </main>
        <aside class="maker-side" aria-label={MAKER.making} ref={aside}>
          {selected !== undefined && (
            <ThingForm
              book={book}
              rows={rows}
              statement={selected}
              units={board.units}
              commit={(changed) => commit(changed)}
              close={() => setChosen(undefined)}
            />
          )}
          <Panes
            game={game}
            rows={rows}
            book={book}
            selected={selected}
            commit={commit}
            tidy={tidy}
            palette={
              <Palette
                rows={rows}
                side={side}
                setSide={setSide}
                inHand={inHand}
                take={take}
                points={pointsOf(book, board)}
              />
            }
          />
          <Things book={book} board={board} chosen={selected} choose={choose} />
        </aside>
      </div>
      {playing && <PlayDialog book={book} close={() => setPlaying(false)} />}
    </div>
  );
}

const TABS = [
  ["things", MAKER.putDown],
  ["battle", MAKER.battleTab],
  ["text", MAKER.textTab],
] as const;

interface PanesProps {
  readonly game: Game;
  readonly rows: ReturnType<EngineApi["rows"]>;
  readonly book: Sketchbook;
  readonly selected: Statement | undefined;
  readonly commit: (changed: Changed) => void;
  readonly tidy: () => void;
  readonly palette: JSX.Element;
}

function Panes({ game, rows, book, selected, commit, tidy, palette }: PanesProps): JSX.Element {
  const [tab, setTab] = useState<(typeof TABS)[number][0]>("things");
  return (
    <>
      <div class="maker-tabs" role="tablist" aria-label={MAKER.whatToChange}>
        {TABS.map(([name, words]) => (
          <button
            key={name}
            role="tab"
            id={`maker-tab-${name}`}
            aria-selected={tab === name}
            aria-controls="maker-pane"
            onClick={() => setTab(name)}
          >
            {words}
          </button>
        ))}
      </div>
      <div id="maker-pane" role="tabpanel" aria-labelledby={`maker-tab-${tab}`}>
        {tab === "things" && palette}
        {tab === "battle" && <BattleForm game={game} rows={rows} book={book} commit={commit} />}
        {tab === "text" && (
          <TextPane book={book} selected={selected} commit={commit} tidy={tidy} />
        )}
      </div>
    </>
  );
}

/** Every step is kept in this browser. */
function useKept(id: string, game: string, title: string, text: string): void {
  // At once: who leaves the editor in the same moment loses nothing.
  useLayoutEffect(() => {
    keepBattle({ id, game, title, text });
    document.title = say(MAKER.editorOf, { title });
  }, [text]);
}

// ---- Taking back. ----

interface Steps {
  readonly history: History;
  readonly change: (changed: Changed) => void;
  readonly back: () => void;
  readonly again: () => void;
}

function useHistory(text: string): Steps {
  const [history, setHistory] = useState<History>({
    past: [],
    now: { text, at: 0 },
    future: [],
  });
  const change = (changed: Changed): void =>
    setHistory((was) =>
      changed.text === was.now.text
        ? was
        : { past: [...was.past.slice(-STEPS_MAX), was.now.text], now: changed, future: [] },
    );
  const back = (): void =>
    setHistory(({ past, now, future }) => {
      const last = past.at(-1);
      if (last === undefined) return { past, now, future };
      return {
        past: past.slice(0, -1),
        now: { text: last, at: 0 },
        future: [now.text, ...future],
      };
    });
  const again = (): void =>
    setHistory(({ past, now, future: [next, ...future] }) =>
      next === undefined
        ? { past, now, future }
        : { past: [...past, now.text], now: { text: next, at: 0 }, future },
    );
  return { history, change, back, again };
}

// ---- Judging. ----

/** What the core says of the text; while nothing of it can be drawn, the picture before. */
function useJudged(
  engine: EngineApi,
  game: string,
  { text, at }: Changed,
): { book: Sketchbook; board: Board } {
  const last = useRef<Board | undefined>(undefined);
  return useMemo(() => {
    const book = sketchbookOf(text, engine.outline(game, text, at));
    const opened = book.stands
      ? engine.openText(SLOT_VIEW, book.accepted, "the battle")
      : undefined;
    if (opened?.ok === true) last.current = engine.board(SLOT_VIEW, "all");
    last.current ??= emptyBoard(engine, game);
    return { book, board: last.current };
  }, [engine, game, text, at]);
}

function emptyBoard(engine: EngineApi, game: string): Board {
  const version = engine.rows(game).version;
  const opened = engine.openText(SLOT_VIEW, `position ${game} ${version}\n`, MAKER.emptyBoard);
  if (!opened.ok) throw new Error(opened.error);
  return engine.board(SLOT_VIEW, "all");
}

/** The same battle as the game writes it; names stay. */
function tidied(engine: EngineApi, book: Sketchbook): string {
  const opened = engine.openText(SLOT_VIEW, book.accepted, "the battle");
  if (!opened.ok) return book.text;
  const title = titleOf(book);
  const position = engine
    .position(SLOT_VIEW, "all")
    .replace(/\n/, title === "" ? "\n" : ` # ${title}\n`);
  const names = Array.from(book.text.matchAll(/^\s*#(name|coat) .*$/gm), (found) =>
    found[0].trim(),
  );
  const called = new Map(
    book.statements.map(({ word, to }) => [word, commentAfter(book.text, to)] as const),
  );
  const lines = position.split("\n").map((line) => {
    const name = called.get(line.split(" ")[0] ?? "");
    return name === undefined || name === "" || line.includes("#") ? line : `${line} # ${name}`;
  });
  return [...lines.slice(0, 1), ...names, ...lines.slice(1)].join("\n");
}

function commentAfter(text: string, at: number): string {
  return /^[ \t]*#[ \t]*([^\n]*)/.exec(text.slice(at))?.[1]?.trim() ?? "";
}

// ---- Choosing. ----

function chosenOf(book: Sketchbook, statement: Statement): Chosen {
  const alike = book.statements.filter(({ word }) => word === statement.word);
  return { word: statement.word, nth: alike.findIndex(({ from }) => from === statement.from) };
}

function find(book: Sketchbook, { word, nth }: Chosen): Statement | undefined {
  return book.statements.filter((one) => one.word === word)[nth];
}

function painted(
  book: Sketchbook,
  rows: ReturnType<EngineApi["rows"]>,
  pattern: Pattern,
  place: string,
): Changed {
  const words = rows.patterns
    .filter((one) => gestureOf(one) === "paint")
    .map(({ text }) => text.split(" ")[0] ?? "");
  return paint(book, words, pattern.text.split(" ")[0] ?? "", place);
}

interface Around {
  readonly book: Sketchbook;
  readonly board: Board;
  readonly side: Side;
  readonly names: readonly string[];
}

function lineOf(pattern: Pattern, spots: readonly Spot[], around: Around): string {
  const { book, board, side, names } = around;
  const [first, second] = spots;
  const at = first === undefined ? "" : (first.place ?? placeText(rounded(board, first.at)));
  const border = [first?.place ?? "", second?.place ?? ""].sort().join("|");
  return fill(pattern, {
    side,
    taken: takenNames(book, names),
    at,
    border,
    corners: spots.map((spot) => rounded(board, spot.at)),
  });
}

/** Where a thing goes that is put down without a pointer. */
function middleOf(board: Board, pattern: Pattern): Spot[] {
  const { low, high, cell } = board.map;
  const at = { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 };
  const place =
    cell > 0
      ? squareName(Math.floor(at.x / cell), Math.floor(at.y / cell))
      : cell < 0
        ? "b2"
        : undefined;
  const gesture = gestureOf(pattern);
  const wide = Math.min(high.x - low.x, high.y - low.y) / 10;
  const spot = (x: number, y: number, named = place): Spot => ({
    at: { x: at.x + x * wide, y: at.y + y * wide },
    place: named,
  });
  if (gesture === "area") return [spot(-1, -1), spot(1, -1), spot(1, 1), spot(-1, 1)];
  if (gesture === "way") return [spot(-1, 0), spot(1, 0)];
  if (gesture === "border") return [spot(0, 0, "b1"), spot(0, 1, "b2")];
  return [spot(0, 0)];
}

function pointsOf(book: Sketchbook, board: Board): Record<Side, number> | undefined {
  if (Object.keys(book.worth).length === 0) return undefined;
  const points = { blue: 0, red: 0 };
  for (const { name, side } of board.units)
    if (side !== undefined) points[side] += book.worth[name] ?? 0;
  return points;
}

function wordsOf(book: Sketchbook, board: Board, selected: Statement | undefined): string {
  const count = (side: Side): number => board.units.filter((one) => one.side === side).length;
  const unit = board.units.find(({ name }) => name === selected?.word);
  const about =
    unit !== undefined
      ? say(MAKER.chosenUnit, {
        name: unit.called ?? unit.name,
        kind: unit.words,
        place: unit.place,
      })
      : selected !== undefined
        ? say(MAKER.chosenText, { text: book.text.slice(selected.from, selected.to) })
        : "";
  return say(MAKER.onTable, { blue: count("blue"), red: count("red"), about });
}

// ---- Keys. ----

interface Keyed {
  readonly book: Sketchbook;
  readonly board: Board;
  readonly rows: ReturnType<EngineApi["rows"]>;
  readonly selected: Statement | undefined;
  readonly commit: (changed: Changed) => void;
  readonly choose: (statement: Statement | undefined) => void;
  readonly back: () => void;
  readonly again: () => void;
  readonly drop: () => void;
}

const ARROWS: Readonly<Record<string, { x: number; y: number }>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: 1 },
  ArrowDown: { x: 0, y: -1 },
};

function keyed(event: KeyboardEvent, made: Keyed): void {
  const { book, board, rows, selected } = made;
  const done = (): void => event.preventDefault();
  const wants = (event.ctrlKey || event.metaKey) && event.key.toLowerCase();
  if (wants === "z") return (done(), event.shiftKey ? made.again() : made.back());
  if (wants === "y") return (done(), made.again());
  if (event.key === "Escape") return made.drop();
  if (event.key === "n" || event.key === "p") {
    const things = thingsOf(book, board);
    const at = things.findIndex(({ from }) => from === selected?.from);
    const step = event.key === "n" ? 1 : -1;
    return made.choose(things.at((at + step) % Math.max(1, things.length)));
  }
  if (selected === undefined) return;
  const row = rows.lines[selected.row];
  const unit = board.units.find(({ name }) => name === selected.word);
  const arrow = ARROWS[event.key];
  if (arrow !== undefined) return (done(), moveBy(made, selected, arrow, event.shiftKey));
  if (event.key === "Delete" || event.key === "Backspace")
    return (done(), made.commit(removeStatement(book.text, selected)));
  if ((event.key === "[" || event.key === "]") && row !== undefined && unit !== undefined) {
    const step = board.map.cell > 0 ? 90 : 15;
    const turned = unit.facing / 10 + (event.key === "]" ? step : -step);
    const changed = turnTo(book, selected, row, turned);
    if (changed !== undefined) made.commit(changed);
  }
}

function moveBy(
  made: Keyed,
  selected: Statement,
  arrow: { x: number; y: number },
  far: boolean,
): void {
  const { book, board, rows } = made;
  const row = rows.lines[selected.row];
  const { cell } = board.map;
  if (cell === 0) {
    const step = grainOf(board) * (far ? 8 : 2);
    made.commit(shiftStatement(book.text, selected, { x: arrow.x * step, y: arrow.y * step }));
    return;
  }
  const first = squaresIn(
    book.text.slice(selected.from + selected.word.length, selected.to),
  )[0];
  if (row === undefined || first === undefined) return;
  const { column, row: line } = squarePlace(first);
  made.commit(moveToNamed(book, selected, row, squareName(column + arrow.x, line + arrow.y)));
}

// ---- What there is. ----

function thingsOf(book: Sketchbook, board: Board): Statement[] {
  return book.statements.filter(
    ({ row, word, from, to }) =>
      (row >= 0 || row === UNREAD) &&
      (board.units.some(({ name }) => name === word) ||
        /\d,\d/.test(book.text.slice(from, to)) ||
        book.faults.some((fault) => fault.from === from)),
  );
}

interface ThingsProps {
  readonly book: Sketchbook;
  readonly board: Board;
  readonly chosen: Statement | undefined;
  readonly choose: (statement: Statement) => void;
}

function Things({ book, board, chosen, choose }: ThingsProps): JSX.Element {
  const things = thingsOf(book, board);
  return (
    <details class="things">
      <summary>{say(MAKER.things, { count: things.length })}</summary>
      <ul>
        {things.map((statement) => {
          const unit = board.units.find(({ name }) => name === statement.word);
          const line = book.text.slice(statement.from, statement.to);
          const bad = book.faults.some(({ from }) => from === statement.from);
          return (
            <li key={statement.from}>
              <button
                class={bad ? "plain bad" : "plain"}
                aria-pressed={chosen?.from === statement.from}
                onClick={() => choose(statement)}
              >
                {unit === undefined
                  ? line.slice(0, 40)
                  : `${unit.name} ${unit.called ?? ""} ${unit.words}`}
              </button>
            </li>
          );
        })}
      </ul>
    </details>
  );
}

const HOW: Readonly<Record<string, string>> = {
  point: MAKER.toolUnit,
  area: MAKER.toolArea,
  way: MAKER.toolLine,
  paint: MAKER.toolSquares,
  border: MAKER.toolBorder,
  none: "",
};

function Status({
  book,
  inHand,
  choose,
}: {
  readonly book: Sketchbook;
  readonly inHand: Pattern | undefined;
  readonly choose: (statement: Statement) => void;
}): JSX.Element {
  return (
    <div class="maker-status" role="status">
      {inHand !== undefined && (
        <p>
          <b>{inHand.called}</b>: {HOW[gestureOf(inHand)]}
        </p>
      )}
      {book.faults.length === 0 && inHand === undefined && <p class="good">{MAKER.canStand}</p>}
      {book.faults.map((fault, index) => {
        const statement = book.statements.find(({ from }) => from === fault.from);
        const line = fault.from === undefined ? "" : book.text.slice(fault.from, fault.to);
        return (
          <p key={index} class="fault-words">
            {fault.line === undefined
              ? sentence(fault.text)
              : say(MAKER.lineFault, { number: fault.line, fault: sentence(fault.text) })}{" "}
            {statement === undefined ? (
              <code>{line}</code>
            ) : (
              <button class="link" onClick={() => choose(statement)}>
                {statement.word}
              </button>
            )}
          </p>
        );
      })}
    </div>
  );
}

// ---- The head. ----

interface MakerHeadProps {
  readonly game: Game;
  readonly book: Sketchbook;
  readonly undo: (() => void) | undefined;
  readonly redo: (() => void) | undefined;
  readonly load: (text: string) => void;
  readonly play: () => void;
}

function MakerHead({ game, book, undo, redo, load, play }: MakerHeadProps): JSX.Element {
  const title = titleOf(book);
  const share = async (): Promise<void> => {
    const page = location.origin + location.pathname;
    const link = page + address(["made", await pack(book.text)]);
    if (link.length > LINK_LIMIT)
      notify(MAKER.tooLarge);
    else if (await copy(link)) notify(MAKER.addressCopied);
    else notify(link);
  };
  const read = async (file: File): Promise<void> =>
    load((await file.text()).replaceAll("\r", ""));
  return (
    <Head where={title === "" ? say(MAKER.battleOf, { game: game.title }) : title}>
      <button
        class="plain icon"
        aria-label={MAKER.takeBack}
        disabled={undo === undefined}
        onClick={undo}
      >
        <Icon name="undo" />
      </button>
      <button
        class="plain icon redo"
        aria-label={MAKER.doAgain}
        disabled={redo === undefined}
        onClick={redo}
      >
        <Icon name="undo" />
      </button>
      <button
        class="plain icon"
        aria-label={MAKER.loadFile}
        title={MAKER.loadFile}
        onClick={() => chooseFile(".pos,.grog,.txt", (file) => void read(file))}
      >
        <Icon name="open" />
      </button>
      <button
        class="plain icon"
        aria-label={MAKER.saveFile}
        title={MAKER.saveFile}
        onClick={() =>
          download(`${slug(title === "" ? game.id : title)}.pos`, "text/plain", book.text)
        }
      >
        <Icon name="save" />
      </button>
      <button
        class="plain icon"
        aria-label={MAKER.copyAddress}
        title={MAKER.copyAddress}
        onClick={() => void share()}
      >
        <Icon name="share" />
      </button>
      <button class="main" onClick={play}>
        <Icon name="play" /> {MAKER.playIt}
      </button>
    </Head>
  );
}

function slug(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
