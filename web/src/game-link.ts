// game-link.ts - a whole game in an address: its record, pressed and written in letters that an
// address may hold.  Works in every browser that has the page, with no server in between.
// SPDX-License-Identifier: MIT

import { address } from "./router";

/** Longer addresses are cut by mail and chat programs: such a game is sent as a file. */
export const LINK_LIMIT = 8000;

/** The address of a moment of this game; undefined: the game is too long for one. */
export async function gameLink(record: string, ply: number): Promise<string | undefined> {
  const page = location.origin + location.pathname;
  const link = page + address(["shared", await pack(record)], { ply: String(ply) });
  return link.length <= LINK_LIMIT ? link : undefined;
}

export async function pack(text: string): Promise<string> {
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  const letters = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

/** undefined: these letters hold no text, or were cut. */
export async function unpack(packed: string): Promise<string | undefined> {
  try {
    const letters = atob(packed.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const text = await through(bytes, new DecompressionStream("deflate-raw"));
    return new TextDecoder("utf-8", { fatal: true }).decode(text);
  } catch {
    return undefined;
  }
}

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  press: GenericTransformStream,
): Promise<Uint8Array> {
  const stream = new Blob([bytes]).stream().pipeThrough(press);
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
