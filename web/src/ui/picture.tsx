// picture.tsx - the core's picture of a scenario or a kept game, small, for choosing.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { EngineApi } from "../engine-types";
import { SLOT_PREVIEW } from "../engine-types";
import { useComingSession } from "../session";
import { START } from "../words/start";

const PREVIEW_SEED = 1815n; // whose ground and armies stand for those that dice will bring

export const OWN = "own"; // its poster is of a battle made in the editor

/** The game in the middle of a battle, as the page's build drew it; else as it is set up. */
export function Poster({ game, scenario }: { game: string; scenario: string }): JSX.Element {
  const engine = useComingSession()?.engine;
  const [svg, setSvg] = useState(() => known.get(game)); // "": there is none
  useEffect(() => {
    let here = true;
    void fetchPoster(game).then((found) => here && setSvg(found));
    return () => void (here = false);
  }, [game]);
  if (svg !== undefined && svg !== "") return <Drawing svg={svg} crop />;
  if (svg === undefined || engine === undefined) return <div class="pic" aria-hidden="true" />;
  return <Picture engine={engine} game={game} scenario={scenario} crop />;
}

const asked = new Map<string, Promise<string>>();
const known = new Map<string, string>(); // those that have come

/** Asks for them before anybody shows them. */
export function fetchPosters(games: readonly { readonly id: string }[]): void {
  for (const { id } of games) void fetchPoster(id);
}

function fetchPoster(game: string): Promise<string> {
  const before = asked.get(game);
  if (before !== undefined) return before;
  const coming = fetch(`posters/${game}.svg`)
    .then((answer) => (answer.ok ? answer.text() : ""))
    .then((text) => (text.startsWith("<svg") ? text : ""))
    .catch(() => "")
    .then((text) => {
      known.set(game, text);
      return text;
    });
  asked.set(game, coming);
  return coming;
}

interface PictureProps {
  readonly engine: EngineApi;
  readonly game: string;
  readonly scenario?: string;
  readonly record?: string;
  readonly crop?: boolean; // fills its frame, whatever is lost at the edges
}

export function Picture({ engine, game, scenario, record, crop }: PictureProps): JSX.Element {
  const svg = useMemo(
    () => pictureOf(engine, game, scenario, record),
    [engine, game, scenario, record],
  );
  return <Drawing svg={svg} crop={crop === true} />;
}

/** Words beside it say what it shows: those who do not see it miss nothing. */
function Drawing({ svg, crop }: { svg: string; crop: boolean }): JSX.Element {
  const shown = crop ? svg.replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ') : svg;
  return <div class="pic" aria-hidden="true" dangerouslySetInnerHTML={{ __html: shown }} />;
}

export function pictureOf(
  engine: EngineApi,
  game: string,
  scenario?: string,
  record?: string,
): string {
  const opened =
    record !== undefined
      ? engine.openText(SLOT_PREVIEW, record, START.names.keptGame)
      : engine.open(SLOT_PREVIEW, {
          game,
          ...(scenario !== undefined && { scenario }),
          seed: PREVIEW_SEED,
          seats: { blue: "me", red: "me" },
        });
  if (!opened.ok) return "";
  if (record === undefined) engine.run(SLOT_PREVIEW);
  return engine.board(SLOT_PREVIEW, record === undefined ? "all" : "watcher").svg;
}
