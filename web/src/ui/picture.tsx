// picture.tsx - the core's picture of a scenario or a kept game, small, for choosing.

import type { JSX } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { EngineApi } from "../engine-types";
import { SLOT_PREVIEW } from "../engine-types";

const PREVIEW_SEED = 1815n; // whose ground and armies stand for those that dice will bring

/** The game in the middle of a battle, as the page's build drew it; else as it is set up. */
export function Poster({
  engine,
  game,
  scenario,
}: Omit<PictureProps, "record" | "crop">): JSX.Element {
  const [svg, setSvg] = useState<string>();
  useEffect(() => {
    let here = true;
    void fetchPoster(game).then((found) => here && setSvg(found ?? ""));
    return () => void (here = false);
  }, [game]);
  if (svg === undefined) return <div class="pic" aria-hidden="true" />;
  if (svg !== "") return <Drawing svg={svg} crop />;
  return <Picture engine={engine} game={game} {...(scenario !== undefined && { scenario })} crop />;
}

const posters = new Map<string, Promise<string | undefined>>();

function fetchPoster(game: string): Promise<string | undefined> {
  const known = posters.get(game);
  if (known !== undefined) return known;
  const asked = fetch(`posters/${game}.svg`)
    .then((answer) => (answer.ok ? answer.text() : undefined))
    .then((text) => (text?.startsWith("<svg") === true ? text : undefined))
    .catch(() => undefined);
  posters.set(game, asked);
  return asked;
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
      ? engine.openText(SLOT_PREVIEW, record, "a kept game")
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
