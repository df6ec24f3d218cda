// after.tsx - after the battle: who was lucky and who played well, where it turned, who is left; a
// rematch, and the battle as film, strip or report.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { LookedBack, Review, ReviewSide, ReviewUnit, TurningPoint } from "../advice-types";
import { sentence } from "../choice";
import type { EngineApi, Side } from "../engine-types";
import { SLOT_PREVIEW } from "../engine-types";
import { download, downloadBlob } from "../files";
import { animatedFilm, filmStrip } from "../film";
import type { PlayedGame, Snapshot } from "../game";
import { recordUntil } from "../record-text";
import { go } from "../router";
import { sideName, useSession } from "../session";
import { percent } from "./hint";
import { Icon } from "./icons";
import { notify } from "./notices";
import { fileName } from "./tools";
import { Waiting } from "./waiting";
import { AFTER } from "../words/after";
import { say } from "../words/say";
import { START } from "../words/start";
import { summaryOf, sumOf } from "../review";

const JUDGE = "line";

/** The last review, so that stepping through the game does not lose it. */
let kept: { readonly id: string; readonly plies: number; readonly found: LookedBack } | undefined;

function keptOf(game: PlayedGame, snapshot: Snapshot): LookedBack | undefined {
  return kept?.id === game.id && kept.plies === snapshot.plies ? kept.found : undefined;
}

export async function recordOf(game: PlayedGame): Promise<string> {
  const record = game.online === undefined ? game.record() : await game.online.whole();
  if (record === undefined) throw new Error(AFTER.noRecord);
  return record;
}

function complain(error: unknown): void {
  notify(error instanceof Error ? error.message : String(error));
}

interface AfterProps {
  readonly game: PlayedGame;
  readonly snapshot: Snapshot;
}

export function After({ game, snapshot }: AfterProps): JSX.Element | null {
  const { thinker } = useSession();
  const [found, setFound] = useState(() => keptOf(game, snapshot));
  const [waiting, setWaiting] = useState<{ done: number; all: number }>();
  const here = useRef(true);
  const section = useRef<HTMLElement>(null);
  const asked = useRef(false); // just now: what was found is brought into sight
  useEffect(() => {
    const [told, frame] = [section.current, section.current?.closest(".scroll") ?? null];
    if (asked.current && told !== null && frame !== null)
      frame.scrollTop += told.getBoundingClientRect().top - frame.getBoundingClientRect().top;
    asked.current = false;
  }, [found]);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      thinker.stopAdvice();
    };
  }, [game]);
  if (!snapshot.standing.turn.over && found === undefined) return null;
  const look = async (): Promise<void> => {
    setWaiting({ done: 0, all: 0 });
    try {
      const record = await recordOf(game);
      const looked = await thinker.review(record, JUDGE, (done, all) => {
        if (here.current) setWaiting({ done, all });
      });
      kept = { id: game.id, plies: snapshot.plies, found: looked };
      asked.current = true;
      if (here.current) setFound(looked);
    } catch (error) {
      if (here.current && !(error instanceof Error && error.message === "stopped"))
        complain(error);
    }
    if (here.current) setWaiting(undefined);
  };
  return (
    <section ref={section} class="after" aria-label={AFTER.after}>
      {waiting !== undefined ? (
        <Waiting words={AFTER.lookingBack} {...waiting} cancel={() => thinker.stopAdvice()} />
      ) : found === undefined ? (
        <button class="main" onClick={() => void look()}>
          <Icon name="eye" /> {AFTER.lookBack}
        </button>
      ) : (
        <Told game={game} snapshot={snapshot} found={found} />
      )}
      {snapshot.standing.turn.over && <Again game={game} snapshot={snapshot} />}
    </section>
  );
}

// ---- What was found. ----

interface ToldProps extends AfterProps {
  readonly found: LookedBack;
}

function Told({ game, snapshot, found }: ToldProps): JSX.Element {
  const { review } = found;
  return (
    <>
      <Curve game={game} snapshot={snapshot} found={found} />
      <p>
        <b>{summaryOf(review)}</b>
      </p>
      <Figures review={review} />
      <h3>{AFTER.turningPoints}</h3>
      {review.turning.length === 0 && <p>{AFTER.noTurning}</p>}
      <ol class="turning">
        {review.turning.map((point) => (
          <Turning key={point.ply} game={game} point={point} />
        ))}
      </ol>
      <h3>{AFTER.left}</h3>
      {(["blue", "red"] as const).map((side) => (
        <Troops key={side} side={side} units={review.units} />
      ))}
      <p class="small muted">{review.judge}</p>
      <button
        onClick={() => download(`${fileName(game)}.html`, "text/html;charset=utf-8", found.report)}
      >
        <Icon name="save" /> {AFTER.report}
      </button>
    </>
  );
}

/** A click on the curve goes to that moment. */
function Curve({ game, snapshot, found }: ToldProps): JSX.Element {
  const box = useRef<HTMLDivElement>(null);
  const { ply } = snapshot.standing;
  useEffect(() => {
    const svg = box.current?.querySelector("svg");
    if (svg === undefined || svg === null) return;
    svg.querySelector(".now")?.remove();
    const plies = Math.max(1, found.review.plies);
    const x = Number(svg.dataset["left"]) + (Number(svg.dataset["wide"]) * ply) / plies;
    const line = document.createElementNS("http://www.w3.org/2000/svg", "line");
    for (const [name, value] of Object.entries({ x1: x, x2: x, y1: 8, y2: 350 }))
      line.setAttribute(name, String(value));
    line.setAttribute("class", "now");
    line.setAttribute("stroke", "currentColor");
    line.setAttribute("stroke-dasharray", "4 4");
    svg.append(line);
  }, [ply, found]);
  const press = (event: MouseEvent): void => {
    const svg = box.current?.querySelector("svg");
    if (svg === undefined || svg === null) return;
    const { left, width } = svg.getBoundingClientRect();
    const at = ((event.clientX - left) / width) * svg.viewBox.baseVal.width;
    const part = (at - Number(svg.dataset["left"])) / Number(svg.dataset["wide"]);
    game.look(Math.round(Math.max(0, Math.min(1, part)) * found.review.plies));
  };
  return (
    <div
      ref={box}
      class="curve-box"
      onClick={press}
      dangerouslySetInnerHTML={{ __html: found.curve }}
    />
  );
}

function Figures({ review }: { review: Review }): JSX.Element {
  const { blue, red, nobody } = review.sides;
  const sum = sumOf(review);
  const parts = (one: ReviewSide, sign: 1 | -1): string =>
    say(AFTER.luckParts, {
      own: percent(one.luck),
      error: Math.ceil(one.luck_error),
      game: percent(sign * nobody.luck),
    });
  const mistakes = ({ loss, mistakes: count, looked }: ReviewSide): string =>
    say(AFTER.mistakesOf, { loss: percent(-loss), count, looked });
  return (
    <table class="figures">
      <thead>
        <tr>
          <td />
          <th scope="col">{AFTER.blue}</th>
          <th scope="col">{AFTER.red}</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">{AFTER.atStart}</th>
          <td>{sum.start} %</td>
          <td>{100 - sum.start} %</td>
        </tr>
        <tr>
          <th scope="row">{AFTER.luck}</th>
          <td title={parts(blue, 1)}>{percent(sum.luck)}</td>
          <td title={parts(red, -1)}>{percent(-sum.luck)}</td>
        </tr>
        <tr>
          <th scope="row">{AFTER.play}</th>
          <td>{percent(sum.play)}</td>
          <td>{percent(-sum.play)}</td>
        </tr>
        <tr>
          <th scope="row">{AFTER.atEnd}</th>
          <td>{sum.end} %</td>
          <td>{100 - sum.end} %</td>
        </tr>
        <tr>
          <th scope="row">{AFTER.mistakes}</th>
          <td>{mistakes(blue)}</td>
          <td>{mistakes(red)}</td>
        </tr>
      </tbody>
    </table>
  );
}

function Turning({ game, point }: { game: PlayedGame; point: TurningPoint }): JSX.Element {
  const { engine } = useSession();
  const [svg, setSvg] = useState("");
  useEffect(() => {
    let here = true;
    void recordOf(game)
      .then((record) => here && setSvg(momentOf(engine, record, point)))
      .catch(() => undefined);
    return () => void (here = false);
  }, [game, point]);
  return (
    <li>
      <b>{sentence(point.words)}</b>
      <p class="small">{point.text}</p>
      <button class="moment-picture" onClick={() => game.look(point.ply - 1)}>
        <span class="sr">{say(AFTER.look, { ply: point.ply })}</span>
        <span aria-hidden="true" dangerouslySetInnerHTML={{ __html: svg }} />
      </button>
    </li>
  );
}

/** The position before it, with the better action drawn in if there is one. */
function momentOf(engine: EngineApi, record: string, point: TurningPoint): string {
  const opened = engine.openText(SLOT_PREVIEW, record, START.names.thisGame);
  if (!opened.ok) return "";
  engine.goTo(SLOT_PREVIEW, point.ply - 1);
  const { svg } = engine.board(SLOT_PREVIEW, "all");
  if (point.better === undefined || point.side === "nobody") return svg;
  const sketch = engine.sketch(SLOT_PREVIEW, point.side, point.better);
  const layer = '<g class="layer overlay">';
  return sketch.ok ? svg.replace(layer, layer + sketch.sketch.svg) : svg;
}

function Troops({ side, units }: { side: Side; units: readonly ReviewUnit[] }): JSX.Element {
  const own = units.filter((unit) => unit.side === side);
  const lost = own.filter((unit) => unit.has === 0);
  const left = own.filter((unit) => unit.has > 0);
  const nameOf = (unit: ReviewUnit): string =>
    unit.has > 0 && unit.has < unit.had && unit.words !== "commander"
      ? say(AFTER.survivors, { unit: unit.called, has: unit.has, had: unit.had })
      : unit.called;
  const named = (some: readonly ReviewUnit[]): string =>
    some.length === 0 ? AFTER.nobody : some.map(nameOf).join("; ");
  return (
    <p class="small">
      <span class={`flag ${side}`} />{" "}
      {say(AFTER.lostAndLeft, { side: sideName(side), lost: named(lost), left: named(left) })}
    </p>
  );
}

// ---- Once more, and for keeping. ----

function Again({ game, snapshot }: AfterProps): JSX.Element {
  const session = useSession();
  const rematch = async (): Promise<void> => {
    try {
      const text = recordUntil(await recordOf(game), 0, snapshot.standing.seats);
      const begun = session.beginFrom(text, START.names.rematch);
      if (begun.ok) go(["game", begun.id]);
      else notify(begun.error);
    } catch (error) {
      complain(error);
    }
  };
  const film = async (): Promise<void> => {
    try {
      const svg = animatedFilm(session.engine, SLOT_PREVIEW, await recordOf(game));
      if (svg !== undefined) download(`${fileName(game)}-film.svg`, "image/svg+xml", svg);
    } catch (error) {
      complain(error);
    }
  };
  const strip = async (): Promise<void> => {
    try {
      const png = await filmStrip(session.engine, SLOT_PREVIEW, await recordOf(game));
      if (png !== undefined) downloadBlob(`${fileName(game)}-strip.png`, png);
    } catch (error) {
      complain(error);
    }
  };
  return (
    <div class="row wrap">
      {game.online === undefined && (
        <button onClick={() => void rematch()}>
          <Icon name="restart" /> {AFTER.rematch}
        </button>
      )}
      <button onClick={() => void film()}>
        <Icon name="film" /> {AFTER.film}
      </button>
      <button onClick={() => void strip()}>
        <Icon name="picture" /> {AFTER.filmStrip}
      </button>
    </div>
  );
}
