// play.tsx - the game screen: board and panel, keyboard, curtain, coach.
// SPDX-License-Identifier: MIT

import type { JSX, RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PlayedGame, Snapshot } from "../game";
import { spokenEntry } from "../log-text";
import type { ChatLine } from "../remote-types";
import { address } from "../router";
import { seatName, sideName, useSession } from "../session";
import type { BoardHandle } from "./board";
import { Battle } from "./battle";
import { BoardView } from "./board";
import { WayPoint, ZoomButtons } from "./board-buttons";
import { After } from "./after";
import { Coach } from "./coach";
import { Command } from "./command";
import { DiceShow, useShow, WaysButton } from "./dice-show";
import { WhatHappened } from "./events";
import { Film, filmKey } from "./film";
import { GroupCard } from "./group";
import { Head } from "./head";
import { HintPanel } from "./hint";
import { HouseNote } from "./house";
import { Icon } from "./icons";
import { Keys } from "./keys";
import { Log } from "./log";
import { useAlerts } from "./online/alerts";
import { Patience } from "./online/patience";
import { CorrectedRules } from "./corrected";
import { OnlineStrip } from "./online/strip";
import { Talk, useUnread } from "./online/talk";
import { JustDone, Orders, Peek, ProposalCard } from "./orders";
import { AtMoment } from "./play-on";
import { Replay } from "./replay";
import { RulesTab } from "./rules-tab";
import { Tools } from "./tools";
import { Winning } from "./winning";
import { describe, Units } from "./units";
import { useAddress } from "./use-address";
import { useSetting } from "./use-setting";
import type { Play } from "./use-play";
import { unitAt, usePlay } from "./use-play";
import { PLAY } from "../words/play";
import { say } from "../words/say";
import { capital } from "../choice";

type Tab = "orders" | "log" | "units" | "rules" | "talk";
const SIGNS = 720; // the width of the picture of the signs, in its own units

type Sheet = "low" | "half" | "high";

interface PlayScreenProps {
  readonly game: PlayedGame;
  readonly ply: number | undefined; // the address names a moment
  readonly lesson?: number | undefined; // the step of the lesson at which it goes on
}

export function PlayScreen({ game, ply, lesson }: PlayScreenProps): JSX.Element {
  const { engine } = useSession();
  const board = useRef<BoardHandle>(null);
  const command = useRef<HTMLInputElement>(null);
  const [step, setStep] = useState(lesson);
  const play = usePlay(game, board, useSetting("ask") || step !== undefined);
  const { snapshot } = play;
  const [tab, setTab] = useState<Tab>(
    game.online !== undefined && game.people.length === 0 ? "log" : "orders",
  );
  const [sheet, setSheet] = useState<Sheet>("half");
  const [keys, setKeys] = useState(false);
  const [typing, setTyping] = useState(false); // on a phone the command box is out of the way
  const rules = engine.games.find((one) => one.id === game.rules);
  const unread = useUnread(game.online, tab === "talk");
  const type = (): void => {
    setTyping(!typing);
    setSheet(sheet === "low" ? "half" : sheet);
  };

  const panel = usePanel(game, play, tab);

  useEffect(() => {
    if (ply !== undefined) game.look(ply);
  }, [game, ply]);
  useAddress(game, snapshot, step);
  useKeptFocus();
  usePanelTop(tab, snapshot);
  useKeyboard(game, play, board, command, setTab, () => setKeys(true));
  useAlerts(game, snapshot, `${snapshot.standing.title}, ${rules?.title ?? ""}`, unread);

  return (
    <div
      class={step !== undefined ? "play lesson" : "play"}
      data-number={snapshot.number}
      data-ply={snapshot.standing.ply}
      data-plies={snapshot.plies}
      data-acting={snapshot.acting}
      data-over={String(snapshot.standing.turn.over)}
    >
      <SkipLink board={board} />
      <PlayHead game={game} where={snapshot.standing.title} showKeys={() => setKeys(true)} />
      <div class="field">
        <Stage game={game} play={play} board={board} />
        <aside
          class="side"
          data-sheet={sheet}
          data-typing={typing}
          data-deciding={play.proposal !== undefined || play.group.plan !== undefined}
          aria-label={PLAY.ordersAndLog}
        >
          <button
            class="grip"
            aria-label={sheet === "high" ? PLAY.smaller : PLAY.larger}
            onClick={() => setSheet(sheet === "low" ? "half" : sheet === "half" ? "high" : "low")}
          >
            <i />
          </button>
          <TurnBanner game={game} snapshot={snapshot} />
          <Winning
            game={game.rules}
            board={snapshot.board}
            until={snapshot.standing.turn.until}
          />
          <HouseNote house={snapshot.standing.house} />
          {snapshot.standing.played_by !== undefined && (
            <div class="proposal" role="note">
              <CorrectedRules
                words={snapshot.standing.played_by.text}
                corrections={snapshot.standing.played_by.corrections}
              />
            </div>
          )}
          {game.online !== undefined && <OnlineStrip game={game.online} />}
          {step !== undefined && (
            <Coach play={play} rules={game.rules} at={step} setAt={setStep} />
          )}
          <PanelTabs
            online={game.online !== undefined}
            unread={unread.length}
            tab={tab}
            choose={setTab}
          />
          <div
            class="scroll"
            role="tabpanel"
            id="panel"
            aria-labelledby={`tab-${tab}`}
            tabIndex={0}
          >
            {panel}
          </div>
          <GroupCard play={play} game={game.rules} />
          <ProposalCard play={play} game={game} />
          <JustDone play={play} />
          {(snapshot.acting !== undefined || game.online?.sending === true) && (
            <Command
              offers={snapshot.offers}
              input={command}
              look={play.look}
              act={play.act}
              how={snapshot.standing.turn.orders}
            />
          )}
          {snapshot.replaying && snapshot.film === undefined ? (
            <Replay game={game} snapshot={snapshot} />
          ) : (
            <Tools game={game} play={play} type={type} />
          )}
        </aside>
      </div>
      <LastWords snapshot={snapshot} said={unread.at(-1)} />
      {keys && <Keys close={() => setKeys(false)} />}
    </div>
  );
}

/** For those who come by keyboard. */
function SkipLink({ board }: { board: RefObject<BoardHandle | null> }): JSX.Element {
  return (
    <a
      class="skip"
      href="#board"
      onClick={(event) => {
        event.preventDefault();
        board.current?.focus();
      }}
    >
      {PLAY.toBoard}
    </a>
  );
}

interface PlayHeadProps {
  readonly game: PlayedGame;
  readonly where: string;
  readonly showKeys: () => void;
}

function PlayHead({ game, where, showKeys }: PlayHeadProps): JSX.Element {
  return (
    <Head where={where}>
      {game.online !== undefined && (
        <a class="wide-only" href="#/mine">{PLAY.myGames}</a>
      )}
      <a class="wide-only" href={address(["how", game.rules])} target="_blank" rel="noopener">
        {PLAY.howTo}
      </a>
      <a class="wide-only" href={address(["sheet", game.rules])} target="_blank" rel="noopener">
        {PLAY.sheet}
      </a>
      <button
        class="plain icon"
        aria-label={PLAY.keys}
        title={PLAY.keysTitle}
        onClick={showKeys}
      >
        <Icon name="keyboard" />
      </button>
    </Head>
  );
}

interface StageProps {
  readonly game: PlayedGame;
  readonly play: Play;
  readonly board: RefObject<BoardHandle | null>;
}

/** The board with all that lies on it. */
function Stage({ game, play, board }: StageProps): JSX.Element {
  const { snapshot } = play;
  const words = useMemo(() => boardWords(snapshot), [snapshot.board]);
  const [ways, setWays] = useState(false);
  const shown = useShow(snapshot, ways);
  return (
    <main class="table">
      <BoardView
        handle={board}
        board={snapshot.board}
        show={shown.board}
        over={snapshot.standing.turn.over && !snapshot.replaying}
        around={play.around}
        overlay={play.overlay}
        plan={play.proposal?.afar === true ? play.proposal.action : undefined}
        chosen={play.selected}
        group={play.group.units}
        boxing={play.group.boxing}
        able={play.able}
        targets={play.targets}
        cursor={play.cursor}
        pivot={play.pivot}
        words={words}
        hand={play.hand}
      />
      <ZoomButtons board={board} play={play} turn={() => game.turnTable()} />
      <WayPoint play={play} />
      <Peek play={play} game={game.rules} />
      {play.saying !== undefined && (
        <div class={play.saying.refused ? "said refused" : "said"}>{play.saying.text}</div>
      )}
      <CursorWords play={play} />
      {play.proposal === undefined && <DiceShow game={game.rules} shown={shown} />}
      {play.selected === undefined && play.proposal === undefined && shown.show === undefined && (
        <Battle game={game} snapshot={snapshot} />
      )}
      <Film game={game} snapshot={snapshot} />
      <WaysButton shown={shown} on={ways} set={setWays} />
      {snapshot.curtain !== undefined && <Curtain game={game} snapshot={snapshot} />}
    </main>
  );
}

/** A new decision, or the end, begins at the top of the panel; the log has a place of its own. */
function usePanelTop(tab: Tab, snapshot: Snapshot): void {
  useLayoutEffect(() => {
    if (tab !== "log") document.getElementById("panel")?.scrollTo(0, 0);
  }, [tab === "orders", snapshot.acting, snapshot.standing.turn.over]);
}

/** What the panel shows. */
function usePanel(game: PlayedGame, play: Play, tab: Tab): JSX.Element {
  const { snapshot } = play;
  const signs = useMemo(
    () => (tab === "units" ? game.signs(SIGNS) : ""),
    [snapshot.board, tab === "units"],
  );
  // While a unit is dragged nothing in the panel changes, and nothing of it is drawn anew.
  return useMemo(
    () =>
      snapshot.curtain !== undefined ? (
        <p class="hint">{PLAY.curtainDown}</p>
      ) : tab === "orders" ? (
        <>
          {game.online === undefined && <HintPanel game={game} play={play} />}
          <Orders play={play} game={game} />
          <AtMoment game={game} snapshot={snapshot} />
          <After key={game.id} game={game} snapshot={snapshot} />
          {snapshot.standing.turn.over && !snapshot.replaying && (
            <WhatHappened game={game.rules} entries={snapshot.last} />
          )}
          {game.online !== undefined && <Patience game={game.online} snapshot={snapshot} />}
        </>
      ) : tab === "rules" ? (
        <RulesTab game={game.rules} snapshot={snapshot} />
      ) : tab === "talk" && game.online !== undefined ? (
        <Talk game={game.online} />
      ) : tab === "log" ? (
        <Log
          game={game.rules}
          log={snapshot.log}
          ply={snapshot.standing.ply}
          replaying={snapshot.replaying}
          house={snapshot.standing.house}
          ending={endingOf(game)}
          look={(to) => game.look(to)}
        />
      ) : (
        <Units
          units={snapshot.board.units}
          selected={play.selected}
          able={play.able}
          select={play.select}
          signs={signs}
        />
      ),
    [
      tab,
      snapshot,
      play.selected,
      play.proposal,
      play.hovered,
      play.odds,
      play.able,
      play.group.marches,
      play.group.busy,
      play.plan.steps,
      play.plan.planning,
      play.plan.shown,
    ],
  );
}

/** Resigned, agreed or out of time: what no entry of the log tells. */
function endingOf(game: PlayedGame): string | undefined {
  const result = game.online?.state.result;
  return result === undefined || result.how === "rules" ? undefined : result.text;
}

interface PanelTabsProps {
  readonly online: boolean;
  readonly unread: number; // words of the other side
  readonly tab: Tab;
  readonly choose: (tab: Tab) => void;
}

function PanelTabs({ online, unread, tab, choose }: PanelTabsProps): JSX.Element {
  return (
    <div class="tabs" role="tablist" aria-label={PLAY.panel}>
      <TabButton name="orders" words={PLAY.orders} tab={tab} choose={choose} />
      <TabButton name="log" words={PLAY.log} tab={tab} choose={choose} />
      <TabButton name="units" words={PLAY.units} tab={tab} choose={choose} />
      <TabButton name="rules" words={PLAY.rules} tab={tab} choose={choose} />
      {online && (
        <TabButton
          name="talk"
          words={unread > 0 ? say(PLAY.talkNew, { count: unread }) : PLAY.talk}
          tab={tab}
          choose={choose}
        />
      )}
    </div>
  );
}

interface TabButtonProps {
  readonly name: Tab;
  readonly words: string;
  readonly tab: Tab;
  readonly choose: (tab: Tab) => void;
}

function TabButton({ name, words, tab, choose }: TabButtonProps): JSX.Element {
  return (
    <button
      role="tab"
      id={`tab-${name}`}
      aria-selected={tab === name}
      aria-controls="panel"
      onClick={() => choose(name)}
    >
      {words}
    </button>
  );
}

function TurnBanner({ game, snapshot }: { game: PlayedGame; snapshot: Snapshot }): JSX.Element {
  const { turn, seats } = snapshot.standing;
  const { thinking } = snapshot;
  const side =
    thinking?.side ??
    snapshot.acting ??
    (turn.deciding.length === 1 ? turn.deciding[0] : undefined);
  const people = game.people.length;
  const who = turn.over
    ? PLAY.over
    : thinking !== undefined
      ? say(PLAY.sideThinks, { side: sideName(thinking.side) })
      : snapshot.replaying
        ? snapshot.film === undefined
          ? PLAY.lookingBack
          : PLAY.happened
        : snapshot.acting !== undefined
          ? people === 2
            ? say(PLAY.toDecide, { side: sideName(snapshot.acting) })
            : PLAY.yourDecision
          : side !== undefined
            ? `${sideName(side)} (${game.online?.nameOf(side) ?? seatName(seats[side], people)})`
            : turn.deciding.length === 2
              ? PLAY.bothDecide
              : PLAY.rolling;
  return (
    <div class={`turn ${turn.over ? "" : (side ?? "")}`} role="status">
      <h2>{who}</h2>
      <p>{statusWords(snapshot)}</p>
      {turn.until !== undefined && snapshot.acting !== undefined && (
        <p class="until small">{turn.until}</p>
      )}
      {thinking !== undefined && <ThinkingBar done={thinking.done} all={thinking.all} />}
      {thinking !== undefined && game.moveNow !== undefined && (
        <button class="move-now" onClick={() => game.moveNow?.()}>{PLAY.moveNow}</button>
      )}
    </div>
  );
}

/** Round and phase stand before it, where the game's own words do not begin with them. */
function statusWords(snapshot: Snapshot): string {
  const { turn } = snapshot.standing;
  const { status } = snapshot.board;
  if (/^(Round|Turn|Set-up|Over)/i.test(status)) return capital(status);
  const phase = turn.over ? "" : say(PLAY.roundPhase, { round: turn.round, phase: turn.phase });
  return `${phase}${status}`;
}

/** How far the computer is; that is not known at once. */
function ThinkingBar({ done, all }: { done: number; all: number }): JSX.Element {
  if (all === 0) return <progress class="thinking" aria-label={PLAY.thinking} />;
  return (
    <progress
      class="thinking"
      aria-label={PLAY.thinking}
      title={say(PLAY.partOfTime, { percent: Math.round((100 * done) / all) })}
      max={all}
      value={done}
    />
  );
}

function Curtain({ game, snapshot }: { game: PlayedGame; snapshot: Snapshot }): JSX.Element {
  const side = snapshot.curtain ?? "blue";
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => button.current?.focus(), [side]);
  return (
    <div class="curtain" role="alertdialog" aria-label={say(PLAY.handOver, { side })}>
      <div>
        <h2>{say(PLAY.handOver, { side })}</h2>
        <p>{say(PLAY.handOverNote, { side })}</p>
        <button ref={button} class="main" onClick={() => game.lift()}>
          <Icon name="eye" /> {say(PLAY.iAm, { side })}
        </button>
      </div>
    </div>
  );
}

const SPOKEN = 6; // entries that are said at once; the log has the others

/** What happened last and what was said last, for those who listen: it never takes the focus. */
function LastWords({
  snapshot,
  said,
}: {
  snapshot: Snapshot;
  said: ChatLine | undefined;
}): JSX.Element {
  const told = useRef(snapshot.log.length);
  const [words, setWords] = useState("");
  useLayoutEffect(() => {
    const fresh = snapshot.log.slice(told.current);
    told.current = snapshot.log.length;
    if (fresh.length > 0) setWords(fresh.slice(-SPOKEN).map(spokenEntry).join(" "));
  }, [snapshot.log]);
  return (
    <>
      <div class="sr" aria-live="polite" id="last-words">
        {words}
      </div>
      <div class="sr" aria-live="polite" id="last-said">
        {said === undefined ? "" : say(PLAY.says, { name: said.name, text: said.text })}
      </div>
    </>
  );
}

/** What had the focus may be gone when the game goes on: then the panel has it, so that the next
 *  Tab goes on from there. */
function useKeptFocus(): void {
  const last = useRef<Element | undefined>(undefined);
  useEffect(() => {
    const seen = (event: FocusEvent): void => {
      if (event.target instanceof Element) last.current = event.target;
    };
    document.addEventListener("focusin", seen);
    return () => document.removeEventListener("focusin", seen);
  }, []);
  useLayoutEffect(() => {
    if (document.activeElement !== document.body || last.current?.isConnected !== false) return;
    document.getElementById("panel")?.focus({ preventScroll: true });
  });
}

/** What lies under the cursor, said aloud. */
function CursorWords({ play }: { play: Play }): JSX.Element {
  const { cursor, snapshot } = play;
  const name = cursor === undefined ? undefined : unitAt(snapshot, cursor);
  const unit = snapshot.board.units.find((one) => one.name === name);
  const words =
    cursor === undefined
      ? ""
      : unit === undefined
        ? PLAY.nobodyHere
        : `${unit.name}, ${unit.side ?? ""}, ${describe(unit, play.able.includes(unit.name))}`;
  return (
    <div class="sr" aria-live="polite">
      {words}
    </div>
  );
}

function boardWords(snapshot: Snapshot): string {
  const { board } = snapshot;
  const units = board.units.map(
    (unit) => `${unit.name}, ${unit.side ?? "nobody's"}: ${describe(unit, false)}`,
  );
  return [board.title, board.status, ...units].join("\n");
}

function useKeyboard(
  game: PlayedGame,
  play: Play,
  board: RefObject<BoardHandle | null>,
  command: RefObject<HTMLInputElement | null>,
  setTab: (tab: Tab) => void,
  showKeys: () => void,
): void {
  const latest = useRef(play);
  latest.current = play;
  useLayoutEffect(() => {
    const pressed = (event: KeyboardEvent): void => {
      if (isTyping(event) || document.querySelector("dialog[open]") !== null) return;
      if (keyAction(event, game, latest.current, board, command, setTab, showKeys))
        event.preventDefault();
    };
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, [game]);
}

function isTyping(event: KeyboardEvent): boolean {
  const target = event.target;
  return (
    target instanceof HTMLElement &&
    target.matches(
      "input:not([type=range]):not([type=radio]):not([type=checkbox]), select, textarea",
    )
  );
}

/** True: the key was ours. */
function keyAction(
  event: KeyboardEvent,
  game: PlayedGame,
  play: Play,
  board: RefObject<BoardHandle | null>,
  command: RefObject<HTMLInputElement | null>,
  setTab: (tab: Tab) => void,
  showKeys: () => void,
): boolean {
  const { snapshot } = play;
  const ctrl = event.ctrlKey || event.metaKey;
  if (ctrl && event.key.toLowerCase() === "z") {
    play.group.undo();
    return true;
  }
  if (ctrl || event.altKey) return false;
  const onButton =
    event.target instanceof HTMLElement && event.target.matches("button, a, summary, [role=tab]");
  if (snapshot.replaying && backKey(event.key, game, snapshot, onButton)) return true;
  switch (event.key) {
    case "?":
      showKeys();
      return true;
    case "u":
      play.group.undo();
      return true;
    case "g":
      if (play.selected !== undefined || play.group.units[0] !== undefined)
        play.group.brigade(play.selected ?? play.group.units[0] ?? "");
      return true;
    case "d":
      play.setDanger(!play.danger);
      return true;
    case "p":
      if (game.online === undefined && snapshot.acting !== undefined) play.plan.ask();
      return true;
    case "x":
      play.group.setBoxing(!play.group.boxing);
      return true;
    case "U":
      game.restartTurn();
      return true;
    case "r":
      game.look(snapshot.replaying ? undefined : snapshot.plies);
      return true;
    case "n":
      play.next(1);
      return true;
    case "N":
      play.next(-1);
      return true;
    case "/":
    case "c":
      command.current?.focus();
      return true;
    case "+":
    case "=":
      board.current?.zoomBy(1.4);
      return true;
    case "-":
      board.current?.zoomBy(1 / 1.4);
      return true;
    case "0":
      board.current?.fit();
      return true;
    case "f":
      game.turnTable();
      return true;
    case "w":
      play.setAdding(!play.adding);
      return true;
    case "[":
      play.turn(-1);
      return true;
    case "]":
      play.turn(1);
      return true;
    case "o":
      setTab("orders");
      return true;
    case "l":
      setTab("log");
      return true;
    case "t":
      setTab("units");
      return true;
    case "k":
      if (game.online !== undefined) setTab("talk");
      return true;
    case "Escape":
      play.cancel();
      return true;
    case "Home":
      if (snapshot.plies > 0) game.look(0);
      return true;
    case " ":
      if (onButton) return false;
      game.hurry();
      return true;
    case "Enter":
      if (onButton) return false;
      play.press();
      return true;
    case "ArrowUp":
      play.moveCursor(0, 1);
      return true;
    case "ArrowDown":
      play.moveCursor(0, -1);
      return true;
    case "ArrowLeft":
      play.moveCursor(-1, 0);
      return true;
    case "ArrowRight":
      play.moveCursor(1, 0);
      return true;
    default:
      return false;
  }
}

function backKey(key: string, game: PlayedGame, snapshot: Snapshot, onButton: boolean): boolean {
  const { film, plies, standing } = snapshot;
  return film === undefined
    ? replayKey(key, game, standing.ply, plies, onButton)
    : filmKey(key, game, film.paused, onButton);
}

function replayKey(
  key: string,
  game: PlayedGame,
  ply: number,
  plies: number,
  onButton: boolean,
): boolean {
  switch (key) {
    case "ArrowLeft":
      game.look(ply - 1);
      return true;
    case "ArrowRight":
      game.look(Math.min(ply + 1, plies));
      return true;
    case "Home":
      game.look(0);
      return true;
    case "End":
      game.look(plies);
      return true;
    case "Escape":
      game.look(undefined);
      return true;
    case " ":
      if (onButton) return false;
      document
        .querySelector<HTMLButtonElement>(
          ".replay button[aria-label=Play], .replay button[aria-label=Pause]",
        )
        ?.click();
      return true;
    default:
      return false;
  }
}
