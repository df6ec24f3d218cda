// left-over.tsx - who could still do something, when an order of the whole side is about to end it.

import type { JSX } from "preact";
import { nameIn } from "./card";
import type { Play } from "./use-play";

const NAMED = 8; // units that are named one by one

export function LeftOver({ play }: { play: Play }): JSX.Element | null {
  const { proposal, snapshot, able } = play;
  const offer = snapshot.offers.find((one) => one.action === proposal?.action);
  const ends = offer !== undefined && offer.who === undefined && offer.ends.length === 0;
  if (!ends || able.length === 0) return null;
  const names = able.slice(0, NAMED).map((unit) => nameIn(snapshot.board, unit));
  const more = able.length - names.length;
  return (
    <p class="left-over" role="note">
      <b>Still to act:</b> {names.join(", ")}
      {more > 0 && ` and ${more} more`}.
    </p>
  );
}
