// lab.tsx - the laboratory of the page: a small batch of games in the worker, what it says, and the
// reports of `grognard lab report`.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Finished, Game } from "../engine-types";
import { chooseFile } from "../files";
import type { Batch, Share, Summary } from "../lab";
import { commandOf, readReport, sumUp } from "../lab";
import { address } from "../router";
import { useSession } from "../session";
import { ClauseLink } from "./clause";
import { Head } from "./head";
import { notify } from "./notices";
import { LAB } from "../words/lab";
import { put, say } from "../words/say";

const SIZES = [20, 50, 100, 200];
const REPORT_MAX = 64 * 1024 * 1024;

export function Lab({ game }: { game: Game }): JSX.Element {
  const { thinker } = useSession();
  const [batch, setBatch] = useState<Batch>({
    scenario: game.scenarios[0]?.name ?? "",
    player: "greedy",
    games: 50,
    seed: "1",
  });
  const [rows, setRows] = useState<readonly Finished[]>([]);
  const [played, setPlayed] = useState<Batch>();
  const [busy, setBusy] = useState(false);
  const [report, setReport] = useState<string>();
  useEffect(() => {
    document.title = say(LAB.labOf, { game: game.title });
    return () => thinker.stopLab();
  }, [game]);

  const start = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!/^\d{1,19}$/.test(batch.seed)) {
      notify(LAB.seedDigits);
      return;
    }
    const found: Finished[] = [];
    setBusy(true);
    setPlayed(batch);
    setRows([]);
    try {
      for (let number = 0; number < batch.games; number++) {
        const { scenario, player, seed: run } = batch;
        const asked = { game: game.id, scenario, player, options: {}, run, number };
        found.push(await thinker.playOne(asked));
        setRows([...found]);
      }
    } catch (trouble) {
      if (found.length === 0 && trouble instanceof Error) notify(`${trouble.message}.`);
    }
    setBusy(false);
  };

  return (
    <>
      <Head where={say(LAB.labOf, { game: game.title })}>
        <a class="wide-only" href={address(["new", game.id])}>{LAB.play}</a>
      </Head>
      <main class="sheet-page lab">
        <h1>{LAB.heading}</h1>
        <p>{put(LAB.intro, { code: (words) => <code>{words}</code> })}</p>
        <LabForm
          game={game}
          batch={batch}
          change={(part) => setBatch({ ...batch, ...part })}
          busy={busy}
          start={(event) => void start(event)}
          show={setReport}
        />
        {busy && played !== undefined && (
          <progress
            class="thinking"
            max={played.games}
            value={rows.length}
            aria-label={LAB.played}
          />
        )}
        {played !== undefined && rows.length > 0 && (
          <Results game={game} batch={played} summary={sumUp(rows)} busy={busy} />
        )}
        {report !== undefined && <Report text={report} />}
      </main>
    </>
  );
}

interface LabFormProps {
  readonly game: Game;
  readonly batch: Batch;
  readonly change: (part: Partial<Batch>) => void;
  readonly busy: boolean;
  readonly start: (event: Event) => void;
  readonly show: (report: string) => void;
}

function LabForm({ game, batch, change, busy, start, show }: LabFormProps): JSX.Element {
  const { engine, thinker } = useSession();
  return (
    <form class="row" onSubmit={start}>
      <label>
        {put(LAB.battle, { choice: <select
          value={batch.scenario}
          onChange={(event) => change({ scenario: event.currentTarget.value })}
        >
          {game.scenarios.map((one) => (
            <option key={one.name} value={one.name}>
              {one.title}
            </option>
          ))}
        </select> })}
      </label>
      <label>
        {put(LAB.players, { choice: <select
          value={batch.player}
          onChange={(event) => change({ player: event.currentTarget.value })}
        >
          {engine.players.map((one) => (
            <option key={one.name} value={one.name}>
              {one.name}
            </option>
          ))}
        </select> })}
      </label>
      <label>
        {put(LAB.games, { choice: <select
          value={batch.games}
          onChange={(event) => change({ games: Number(event.currentTarget.value) })}
        >
          {SIZES.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select> })}
      </label>
      <label>
        {put(LAB.seed, { choice: <input
          type="text"
          inputMode="numeric"
          size={8}
          value={batch.seed}
          onInput={(event) => change({ seed: event.currentTarget.value })}
        /> })}
      </label>
      {busy ? (
        <button type="button" onClick={() => thinker.stopLab()}>{LAB.stop}</button>
      ) : (
        <button class="main" type="submit">{LAB.run}</button>
      )}
      <button type="button" onClick={() => openReport(show)}>{LAB.openReport}</button>
    </form>
  );
}

function openReport(show: (text: string) => void): void {
  chooseFile(".html,text/html", (file) => {
    if (file.size > REPORT_MAX) notify(LAB.tooLarge);
    else
      void file.text().then((text) => {
        if (readReport(text) === undefined)
          notify(say(LAB.noReport, { file: file.name }));
        else show(text);
      });
  });
}

const percent = (share: number): string => `${(share * 100).toFixed(1)} %`;

interface ResultsProps {
  readonly game: Game;
  readonly batch: Batch;
  readonly summary: Summary;
  readonly busy: boolean;
}

function Results({ game, batch, summary, busy }: ResultsProps): JSX.Element {
  const { wins, ends, games } = summary;
  const partly = busy || games < batch.games;
  return (
    <section aria-label={LAB.results}>
      <h2>
        {partly
          ? say(LAB.gamesOf, { count: games, all: batch.games })
          : say(LAB.gamesDone, { count: games })}
      </h2>
      <table class="lab-table">
        <caption>{LAB.winners}</caption>
        <tbody>
          <WinRow name={LAB.blue} side="blue" share={wins.blue} />
          <WinRow name={LAB.red} side="red" share={wins.red} />
          <WinRow name={LAB.drawn} side="nobody" share={wins.nobody} />
        </tbody>
      </table>
      <p>
        {say(LAB.average, {
          rounds: summary.rounds.toFixed(1),
          decisions: summary.decisions.toFixed(0),
        })}
      </p>
      <Rounds summary={summary} />
      <h3>{LAB.endings}</h3>
      <ul>
        {ends.map(({ clause, count }) => (
          <li key={clause}>
            {say(LAB.ended, { count })}
            {clause === "" ? LAB.noEnd : null}
            <ClauseLink game={game.id} id={clause} />{" "}
            {game.clauses.find((one) => one.id === clause)?.title}
          </li>
        ))}
      </ul>
      {!busy && (
        <p class="small muted">
          {put(LAB.more, { command: <code>{commandOf(game.id, batch)}</code> })}
        </p>
      )}
    </section>
  );
}

function WinRow({
  name,
  side,
  share,
}: {
  name: string;
  side: string;
  share: Share;
}): JSX.Element {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{share.count}</td>
      <td>{percent(share.share)}</td>
      <td class="muted">
        {say(LAB.interval, { low: percent(share.low), high: percent(share.high) })}
      </td>
      <td>
        <svg
          viewBox="0 0 200 16"
          width="200"
          height="16"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <rect class={`bar ${side}`} x="0" y="2" width={share.share * 200} height="12" />
          <path class="range" d={`M${share.low * 200} 8H${share.high * 200}`} />
          <path class="half" d="M100 0V16" />
        </svg>
      </td>
    </tr>
  );
}

/** How many games ended in each round: blue below, then drawn, then red. */
function Rounds({ summary }: { summary: Summary }): JSX.Element {
  const most = Math.max(1, ...summary.ended.map((at) => at.blue + at.red + at.nobody));
  const wide = 560 / Math.max(1, summary.ended.length);
  const words = say(LAB.rounds, {
    first: 1 + summary.ended.findIndex((at) => at.blue + at.red + at.nobody > 0),
    last: summary.ended.length,
  });
  return (
    <svg class="lab-rounds" viewBox="0 0 560 140" role="img" aria-label={words}>
      {summary.ended.map((at, index) => {
        let top = 120;
        return (["blue", "nobody", "red"] as const).map((side) => {
          const high = (at[side] / most) * 110;
          top -= high;
          return (
            <rect
              key={`${index}-${side}`}
              class={`bar ${side}`}
              x={index * wide + 1}
              y={top}
              width={Math.max(1, wide - 2)}
              height={high}
            />
          );
        });
      })}
      <path class="half" d="M0 120H560" />
      <text x="0" y="136">{LAB.round1}</text>
      <text x="560" y="136" text-anchor="end">
        {say(LAB.roundN, { number: summary.ended.length })}
      </text>
    </svg>
  );
}

/** A report in a room of its own, so that its looks and the page's do not mix. */
function Report({ text }: { text: string }): JSX.Element {
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const read = readReport(text);
    if (place.current === null || read === undefined) return;
    const room = place.current.shadowRoot ?? place.current.attachShadow({ mode: "open" });
    const looks = new CSSStyleSheet();
    looks.replaceSync(read.style.replace(/(^|[\s,}])body\b/g, "$1:host"));
    room.adoptedStyleSheets = [looks];
    room.replaceChildren(...read.body.childNodes);
  }, [text]);
  return (
    <section aria-label={LAB.report}>
      <div class="lab-report" ref={place} />
    </section>
  );
}
