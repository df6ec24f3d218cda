// play-on.tsx - at any moment of a game: play on from there, and ask why it was done.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { sentence } from "../choice";
import type { EngineApi, Side } from "../engine-types";
import { SLOT_PREVIEW } from "../engine-types";
import type { PlayedGame, Snapshot } from "../game";
import { recordUntil } from "../record-text";
import { go } from "../router";
import { useSession } from "../session";
import { recordOf } from "./after";
import { Icon } from "./icons";
import { notify } from "./notices";
import { Waiting } from "./waiting";
import { AFTER } from "../words/after";
import { put } from "../words/say";
import { START } from "../words/start";

const ADVISER = "grenadier";
const SECRET = AFTER.keptReasons;

interface MomentProps {
  readonly game: PlayedGame;
  readonly snapshot: Snapshot;
}

/** What can be done at the shown moment of a replay. */
export function AtMoment({ game, snapshot }: MomentProps): JSX.Element | null {
  const { ply } = snapshot.standing;
  if (!snapshot.replaying || snapshot.film !== undefined) return null;
  return (
    <section class="at-moment" aria-label={AFTER.thisMoment}>
      <Why key={ply} game={game} snapshot={snapshot} ply={ply} />
      <PlayOn game={game} snapshot={snapshot} />
    </section>
  );
}

/** Is everything of the game open to who looks? */
function isOpen(game: PlayedGame, snapshot: Snapshot): boolean {
  if (game.online !== undefined) return game.online.state.status !== "playing";
  return snapshot.viewer === "all" || !snapshot.standing.hides;
}

function PlayOn({ game, snapshot }: MomentProps): JSX.Element | null {
  const session = useSession();
  const [against, setAgainst] = useState("line");
  if (!isOpen(game, snapshot) || snapshot.standing.turn.over) return null;
  const begin = async (me: Side | "both"): Promise<void> => {
    try {
      const seats = {
        blue: me === "red" ? against : "me",
        red: me === "blue" ? against : "me",
      };
      const record = await recordOf(game);
      const begun = session.beginFrom(
        recordUntil(record, snapshot.standing.ply, seats),
        START.names.thisMoment,
      );
      if (begun.ok) go(["game", begun.id]);
      else notify(begun.error);
    } catch (error) {
      notify(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <details class="play-on">
      <summary>{AFTER.playOn}</summary>
      <p class="small">{AFTER.playOnNote}</p>
      <label>
        {put(AFTER.against, {
          choice: (
            <select value={against} onChange={(event) => setAgainst(event.currentTarget.value)}>
              {session.engine.players.map((player) => (
                <option key={player.name} value={player.name}>
                  {player.name}
                </option>
              ))}
            </select>
          ),
        })}
      </label>
      <div class="row wrap">
        <button onClick={() => void begin("blue")}>{AFTER.amBlue}</button>
        <button onClick={() => void begin("red")}>{AFTER.amRed}</button>
        <button onClick={() => void begin("both")}>{AFTER.withFriend}</button>
      </div>
    </details>
  );
}

// ---- Why? ----

interface WhyProps extends MomentProps {
  readonly ply: number; // of the action
  readonly words?: string; // of the button
}

/** One sentence of a player who thinks ahead about an action that was taken. */
export function Why({ game, snapshot, ply, words }: WhyProps): JSX.Element | null {
  const { engine, thinker } = useSession();
  const [told, setTold] = useState<string>();
  const [waiting, setWaiting] = useState<{ done: number; all: number }>();
  const here = useRef(true);
  useEffect(() => {
    here.current = true;
    return () => {
      here.current = false;
      thinker.stopAdvice();
    };
  }, []);
  const entry = snapshot.log.find((one) => one.ply === ply);
  if (entry === undefined || entry.side === "nobody" || entry.forced === true) return null;
  const { side, action } = entry;
  if (action === "" || action === "resign") return null;
  const ask = async (): Promise<void> => {
    const open = isOpen(game, snapshot);
    if (!open && side !== snapshot.acting) {
      setTold(SECRET);
      return;
    }
    setWaiting({ done: 0, all: 0 });
    try {
      const view = viewBefore(engine, await recordOf(game), ply, side, open);
      const hint =
        view === undefined
          ? undefined
          : await thinker.hint(view, side, ADVISER, action, (done, all) => {
              if (here.current) setWaiting({ done, all });
            });
      if (here.current)
        setTold(hint === undefined ? SECRET : (hint.why ?? AFTER.nothingElse));
    } catch (error) {
      if (here.current && !(error instanceof Error && error.message === "stopped"))
        notify(error instanceof Error ? error.message : String(error));
    }
    if (here.current) setWaiting(undefined);
  };
  if (waiting !== undefined)
    return <Waiting words={AFTER.thinking} {...waiting} cancel={() => thinker.stopAdvice()} />;
  if (told !== undefined)
    return (
      <p class="why-told" role="status">
        {sentence(told)}
      </p>
    );
  return (
    <button class="why-ask" onClick={() => void ask()}>
      <Icon name="help" /> {words ?? AFTER.whyAsked}
    </button>
  );
}

/** What the side saw before the action; undefined: something was hidden, and the game runs. */
function viewBefore(
  engine: EngineApi,
  record: string,
  ply: number,
  side: Side,
  open: boolean,
): string | undefined {
  const opened = engine.openText(SLOT_PREVIEW, record, START.names.thisGame);
  if (!opened.ok) throw new Error(opened.error);
  const before = engine.goTo(SLOT_PREVIEW, ply - 1);
  if (before.hides && !open) return undefined;
  const { game, scenario } = opened.standing;
  const names = scenario === undefined ? "" : engine.names(game, scenario);
  return engine.position(SLOT_PREVIEW, side) + names;
}
