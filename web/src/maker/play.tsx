// play.tsx - a battle that was made is played at once: who sits where, and off.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { EngineApi, Result, Side } from "../engine-types";
import { SLOT_VIEW } from "../engine-types";
import { recordUntil } from "../record-text";
import { go } from "../router";
import { useServer } from "../server";
import { useSession } from "../session";
import { Dialog } from "../ui/dialog";
import { Icon } from "../ui/icons";
import { notify } from "../ui/notices";
import { sentence } from "./form";
import type { Sketchbook } from "./text";
import { MAKER } from "../words/maker";
import { say } from "../words/say";

/** The position as the beginning of a game between these two. */
export function recordFor(
  engine: EngineApi,
  position: string,
  seats: Record<Side, string>,
): Result<{ record: string }> {
  const opened = engine.openText(SLOT_VIEW, position, MAKER.theBattle);
  if (!opened.ok) return opened;
  return { ok: true, record: recordUntil(engine.record(SLOT_VIEW, "all"), 0, seats) };
}

export function PlayDialog({
  book,
  close,
}: {
  readonly book: Sketchbook;
  readonly close: () => void;
}): JSX.Element {
  const session = useSession();
  const { found } = useServer();
  const [seats, setSeats] = useState<Record<Side, string>>({ blue: "me", red: "line" });
  const begin = (): void => {
    const made = recordFor(session.engine, book.accepted, seats);
    const begun = made.ok ? session.beginFrom(made.record, MAKER.thisBattle) : made;
    if (begun.ok) go(["game", begun.id]);
    else notify(begun.error);
  };
  return (
    <Dialog title={MAKER.playIt} close={close}>
      {book.faults.length > 0 && (
        <p class="fault-words">
          {say(MAKER.leftOut, { faults: book.faults.map(({ text }) => sentence(text)).join(" ") })}
        </p>
      )}
      {(["blue", "red"] as const).map((side) => (
        <label key={side} class="pair">
          <span>{side}</span>
          <select
            value={seats[side]}
            onChange={(event) => setSeats({ ...seats, [side]: event.currentTarget.value })}
          >
            <option value="me">{MAKER.personHere}</option>
            {session.engine.players.map(({ name }) => (
              <option key={name} value={name}>{say(MAKER.computer, { name })}</option>
            ))}
          </select>
        </label>
      ))}
      {found === true && (
        <p class="small muted">{MAKER.farAway}</p>
      )}
      <button class="main" disabled={!book.stands} onClick={begin}>
        <Icon name="play" /> {MAKER.begin}
      </button>
    </Dialog>
  );
}
