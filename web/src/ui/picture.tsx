// picture.tsx - the core's picture of a scenario or a kept game, small, for choosing.

import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { EngineApi } from "../engine-types";
import { SLOT_PREVIEW } from "../engine-types";

const PREVIEW_SEED = 1815n; // whose ground and armies stand for those that dice will bring

interface PictureProps {
  readonly engine: EngineApi;
  readonly game: string;
  readonly scenario?: string;
  readonly record?: string;
  readonly crop?: boolean; // fills its frame, whatever is lost at the edges
}

export function Picture({ engine, game, scenario, record, crop }: PictureProps): JSX.Element {
  const svg = useMemo(() => pictureOf(engine, game, scenario, record), [engine, game, scenario, record]);
  const shown = crop === true ? svg.replace("<svg ", '<svg preserveAspectRatio="xMidYMid slice" ') : svg;
  return <div class="pic" aria-hidden="true" dangerouslySetInnerHTML={{ __html: shown }} />;
}

export function pictureOf(engine: EngineApi, game: string, scenario?: string, record?: string): string {
  const opened = record !== undefined
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
