// left-over.tsx - who could still do something, when an order of the whole side is about to end it.

import type { JSX } from "preact";
import { nameIn } from "./card";
import type { Play } from "./use-play";

const NAMED = 8; // units that are named one by one

/** The order ends something while units could still act: a single word, "end" or "ready". */
function throwsAway(play: Play, action: string | undefined): boolean {
  const offer = play.snapshot.offers.find((one) => one.action === action);
  return (
    offer !== undefined &&
    offer.who === undefined &&
    !offer.action.includes(" ") &&
    offer.ends.length === 0 &&
    play.able.length > 0
  );
}

export function LeftOver({ play }: { play: Play }): JSX.Element | null {
  const { proposal, snapshot, able } = play;
  if (!throwsAway(play, proposal?.action)) return null;
  const names = able.slice(0, NAMED).map((unit) => nameIn(snapshot.board, unit));
  const more = able.length - names.length;
  return (
    <p class="left-over" role="note">
      <b>Still to act:</b> {names.join(", ")}
      {more > 0 && ` and ${more} more`}.
    </p>
  );
}
