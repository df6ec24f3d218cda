// left-over.tsx - who could still do something, when an order of the whole side is about to end it.

import type { JSX } from "preact";
import { nameIn } from "./card";
import type { Play } from "./use-play";

const NAMED = 8; // units that are named one by one

/** The order ends something while units could still act. */
function throwsAway(play: Play, action: string | undefined): boolean {
  const offer = play.snapshot.offers.find((one) => one.action === action);
  return (
    offer !== undefined &&
    offer.who === undefined &&
    offer.ends.length === 0 &&
    play.able.length > 0
  );
}

/** A typed order that throws something away is proposed first, as by its button; typed again it is
 *  done. */
export function asksFirst(play: Play, action: string): boolean {
  if (!throwsAway(play, action) || play.proposal?.action === action) return false;
  play.propose(action);
  return true;
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
