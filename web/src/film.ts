// film.ts - a game as moving pictures: one animated SVG, or a strip of PNGs.
// SPDX-License-Identifier: MIT

import type { EngineApi, Slot } from "./engine-types";

export interface Frame {
  readonly ply: number;
  readonly round: number;
}

const FRAMES = 48; // of a film
const STRIP = 12; // of a strip
const SECONDS = 1.2; // a frame stands
const COLUMNS = 4;
const WIDE = 480; // of a picture of the strip, in pixels

/** Moments spread over a game, its first and its last among them. */
export function framesOf(plies: number, most: number): number[] {
  const count = Math.min(most, plies + 1);
  if (count < 2) return [0];
  const all = Array.from({ length: count }, (_, i) => Math.round((i * plies) / (count - 1)));
  return [...new Set(all)];
}

/** The pictures of one SVG after each other, for ever: no script in it, so it plays anywhere. */
export function animated(drawn: readonly string[]): string {
  const first = drawn[0] ?? "";
  const box = /viewBox="([^"]+)"/.exec(first)?.[1] ?? "0 0 100 100";
  const all = drawn.length;
  const scenes = drawn.map((picture, i) => {
    const times = [0, i / all, (i + 1) / all].map((time) => time.toFixed(4));
    const shown = i === 0 ? "visible" : "hidden";
    return (
      `<g visibility="${shown}">` +
      `<animate attributeName="visibility" calcMode="discrete" repeatCount="indefinite" ` +
      `dur="${(all * SECONDS).toFixed(1)}s" values="hidden;visible;hidden" ` +
      `keyTimes="${times.join(";")}"/>${picture}</g>`
    );
  });
  const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box}">`;
  return [head, ...scenes, "</svg>", ""].join("\n");
}

/** Lays the record into the slot and draws it after these actions; undefined: it cannot be read. */
export function pictures(
  engine: EngineApi,
  slot: Slot,
  record: string,
  most: number,
): { frames: Frame[]; svgs: string[] } | undefined {
  const opened = engine.openText(slot, record, "this game");
  if (!opened.ok) return undefined;
  const frames: Frame[] = [];
  const svgs = framesOf(opened.standing.plies, most).map((ply) => {
    const standing = engine.goTo(slot, ply);
    frames.push({ ply, round: standing.turn.round });
    return engine.svg(slot, "all");
  });
  return { frames, svgs };
}

export function animatedFilm(engine: EngineApi, slot: Slot, record: string): string | undefined {
  const drawn = pictures(engine, slot, record, FRAMES);
  return drawn === undefined ? undefined : animated(drawn.svgs);
}

/** One PNG with the moments beside and below each other. */
export async function filmStrip(
  engine: EngineApi,
  slot: Slot,
  record: string,
): Promise<Blob | undefined> {
  const drawn = pictures(engine, slot, record, STRIP);
  if (drawn === undefined) return undefined;
  const images = await Promise.all(drawn.svgs.map(loaded));
  const high = Math.max(
    ...images.map((image) => Math.round((WIDE * image.height) / Math.max(1, image.width))),
  );
  const canvas = document.createElement("canvas");
  canvas.width = COLUMNS * WIDE;
  canvas.height = Math.ceil(images.length / COLUMNS) * high;
  const pen = canvas.getContext("2d");
  if (pen === null) return undefined;
  images.forEach((image, i) => {
    const x = (i % COLUMNS) * WIDE;
    const y = Math.floor(i / COLUMNS) * high;
    pen.drawImage(image, x, y, WIDE, (WIDE * image.height) / Math.max(1, image.width));
  });
  return new Promise((done) => canvas.toBlob((blob) => done(blob ?? undefined), "image/png"));
}

function loaded(svg: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    const url = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    image.onload = () => {
      URL.revokeObjectURL(url);
      resolve(image);
    };
    image.onerror = () => reject(new Error("a picture could not be drawn"));
    image.src = url;
  });
}
