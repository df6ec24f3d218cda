// hint.tsx - what a computer player would do here, and why: asked for, waited for, stopped, tried.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useLayoutEffect, useRef, useState } from "preact/hooks";
import type { Hint, HintLine } from "../advice-types";
import { sentence } from "../choice";
import type { PlayedGame } from "../game";
import { useSession } from "../session";
import { Icon } from "./icons";
import { Waiting } from "./waiting";
import type { Play } from "./use-play";
import { AFTER } from "../words/after";
import { say } from "../words/say";
import { signed } from "../review";

const ADVISER = "grenadier";

type State =
  | { readonly kind: "idle" }
  | { readonly kind: "asking"; readonly done: number; readonly all: number }
  | { readonly kind: "told"; readonly hint: Hint }
  | { readonly kind: "failed"; readonly error: string };

export function HintPanel({ game, play }: { game: PlayedGame; play: Play }): JSX.Element | null {
  const { thinker } = useSession();
  const { snapshot } = play;
  const [state, setState] = useState<State>({ kind: "idle" });
  const asked = useRef(0); // an answer to an older question is nobody's any more
  const moment = `${snapshot.standing.plies} ${snapshot.acting ?? ""} ${snapshot.replaying}`;
  // At once: later it would stop what is asked of the new moment.
  useLayoutEffect(() => {
    asked.current++;
    setState({ kind: "idle" });
    return () => thinker.stopAdvice();
  }, [moment]);
  if (snapshot.acting === undefined || snapshot.replaying) return null;
  const ask = async (): Promise<void> => {
    const number = ++asked.current;
    const tell = (next: State): void => {
      if (asked.current === number) setState(next);
    };
    tell({ kind: "asking", done: 0, all: 0 });
    try {
      const { position, side } = game.view();
      const hint = await thinker.hint(position, side, ADVISER, "", (done, all) =>
        tell({ kind: "asking", done, all }),
      );
      tell({ kind: "told", hint });
    } catch (error) {
      tell({ kind: "failed", error: error instanceof Error ? error.message : String(error) });
    }
  };
  const cancel = (): void => {
    asked.current++;
    thinker.stopAdvice();
    setState({ kind: "idle" });
  };
  if (state.kind === "asking")
    return <Waiting words={AFTER.thinking} done={state.done} all={state.all} cancel={cancel} />;
  if (state.kind === "told") return <Lines hint={state.hint} play={play} close={cancel} />;
  return (
    <div class="hint-ask">
      <button onClick={() => void ask()}>
        <Icon name="help" /> {AFTER.hint}
      </button>
      {state.kind === "failed" && <p class="small">{sentence(state.error)}</p>}
    </div>
  );
}

interface LinesProps {
  readonly hint: Hint;
  readonly play: Play;
  readonly close: () => void;
}

function Lines({ hint, play, close }: LinesProps): JSX.Element {
  return (
    <section class="hints" aria-label={AFTER.hint} aria-live="polite">
      <div class="row">
        <h3 class="grow">{say(AFTER.would, { player: hint.title })}</h3>
        <button class="plain icon" aria-label={AFTER.hintAway} onClick={close}>
          <Icon name="close" />
        </button>
      </div>
      {hint.only === true && <p>{say(AFTER.onlyOne, { order: sentence(hint.words ?? "") })}</p>}
      <ol>
        {(hint.best ?? []).map((line, i) => (
          <Line key={line.action} line={line} first={i === 0} play={play} />
        ))}
      </ol>
    </section>
  );
}

function Line({ line, first, play }: { line: HintLine; first: boolean; play: Play }): JSX.Element {
  const told = { chance: Math.round(line.chance), error: Math.ceil(line.error), why: line.why };
  return (
    <li>
      <button
        class="plain"
        onClick={() => play.propose(line.action)}
        onMouseEnter={() => play.look(line.action)}
        onMouseLeave={() => play.look(undefined)}
      >
        <b>{sentence(line.words)}</b>
      </button>
      <div class="small">
        {first || Math.round(line.worse) <= 0
          ? say(AFTER.line, told)
          : say(AFTER.lineWorse, { ...told, worse: percent(-line.worse) })}
      </div>
    </li>
  );
}

/** "+12 %", in whole points. */
export function percent(value: number): string {
  return `${signed(Math.round(value) + 0)} %`;
}
