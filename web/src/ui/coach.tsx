// coach.tsx - the coach of the guided first game: a card over the board that follows the learner.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useLayoutEffect } from "preact/hooks";
import { LESSON, LESSONS, stepAfter } from "../lesson";
import { choose } from "../settings";
import { Icon } from "./icons";
import type { Play } from "./use-play";
import { PLAY } from "../words/play";
import { say } from "../words/say";

interface CoachProps {
  readonly play: Play;
  readonly rules: string; // of the game
  readonly at: number; // the step
  readonly setAt: (step: number | undefined) => void; // undefined: without the coach from now on
}

export function Coach({ play, rules, at, setAt }: CoachProps): JSX.Element | null {
  const lesson = LESSONS[rules] ?? LESSON;
  const { snapshot } = play;
  const acts = snapshot.log.filter(
    (entry) => entry.side === "blue" && entry.forced !== true,
  ).length;
  const facts = {
    selected: play.selected,
    proposed: play.proposal?.action,
    acts,
    acting: snapshot.acting === "blue",
  };
  useEffect(() => choose("visited", true), []);
  useLayoutEffect(
    () => setAt(stepAfter(at, facts, lesson)),
    [play.selected, play.proposal?.action, acts, snapshot.acting],
  );
  const step = lesson.steps[at];
  if (step === undefined) return null;
  const last = at === lesson.steps.length - 1;
  return (
    <section class="coach" aria-label={PLAY.coach} aria-live="polite">
      <h2>{step.title}</h2>
      <p>{step.text}</p>
      <div class="row">
        <span class="steps" role="img" aria-label={say(PLAY.step, {
          number: at + 1,
          all: lesson.steps.length,
        })}>
          {lesson.steps.map((_, index) => (
            <i key={index} class={index <= at ? "on" : ""} />
          ))}
        </span>
        {last ? (
          <button class="main" onClick={() => setAt(undefined)}>{PLAY.close}</button>
        ) : step.until === undefined ? (
          <button class="main" onClick={() => setAt(at + 1)}>{PLAY.goOn}</button>
        ) : (
          <button class="plain small" onClick={() => setAt(undefined)}>
            <Icon name="close" /> {PLAY.noCoach}
          </button>
        )}
      </div>
    </section>
  );
}
