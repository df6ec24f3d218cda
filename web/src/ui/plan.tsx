// plan.tsx - the orders that a computer player proposes for the rest of a step: a list to walk
// through, and one button that accepts all of them.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import type { PlanStep } from "../advice-types";
import { sentence } from "../choice";
import type { PlayedGame } from "../game";
import { unitOf } from "../plan";
import { useSession } from "../session";
import { PLAN } from "../words/plan";
import { say } from "../words/say";
import { nameIn } from "./card";
import { Icon } from "./icons";
import type { Play } from "./use-play";
import { PLANNER } from "./use-plan";
import { Waiting } from "./waiting";

/** Where somebody plays against the program alone: against people it would be advice. */
export function PlanPanel({ game, play }: { game: PlayedGame; play: Play }): JSX.Element | null {
  const { engine } = useSession();
  const { plan, snapshot } = play;
  const player = engine.players.find((one) => one.name === PLANNER)?.title ?? PLANNER;
  if (game.online !== undefined || snapshot.replaying) return null;
  if (plan.planning === "giving")
    return <Waiting words={PLAN.giving} done={0} all={0} cancel={plan.putAway} />;
  if (snapshot.acting === undefined) return null;
  if (plan.planning === "asking")
    return (
      <Waiting words={say(PLAN.planning, { player })} done={0} all={0} cancel={plan.putAway} />
    );
  if (plan.steps === undefined)
    return (
      <p class="plan-ask">
        <button onClick={plan.ask} title={PLAN.askTitle}>
          <Icon name="people" /> {say(PLAN.ask, { player })}
        </button>
      </p>
    );
  const { steps, ending } = plan;
  const rolls = steps.filter((step) => !step.undoable).length;
  return (
    <section class="proposals" aria-label={PLAN.list}>
      <div class="row">
        <h3 class="grow">{say(PLAN.proposes, { player })}</h3>
        <button class="plain icon" aria-label={PLAN.putAway} onClick={plan.putAway}>
          <Icon name="close" />
        </button>
      </div>
      {steps.length > 0 && (
        <button class="main" onClick={plan.acceptAll} title={PLAN.allTitle}>
          <Icon name="check" /> {say(PLAN.all, { count: steps.length })}
          {rolls > 0 && ` ${say(PLAN.rolls, { count: rolls })}`}
        </button>
      )}
      <ol>
        {steps.map((step, index) => (
          <Proposed key={`${step.action} ${index}`} step={step} play={play} />
        ))}
      </ol>
      {ending !== undefined && (
        <p class="ending">
          <button onClick={() => play.propose(ending.action)} title={PLAN.ending}>
            {sentence(ending.words)}
          </button>
        </p>
      )}
      {steps.length > 0 && <p class="small muted">{PLAN.walk}</p>}
    </section>
  );
}

function Proposed({ step, play }: { step: PlanStep; play: Play }): JSX.Element {
  const { plan, snapshot } = play;
  const unit = unitOf(step.action, snapshot.board.units);
  return (
    <li>
      <button
        class="plain"
        aria-pressed={plan.shown === step}
        onClick={() => plan.show(step)}
        onMouseEnter={() => play.proposal === undefined && play.look(step.action)}
        onMouseLeave={() => play.look(undefined)}
      >
        {unit !== undefined && <b>{nameIn(snapshot.board, unit)}: </b>}
        {step.words}
        {!step.undoable && <small> ({PLAN.dice})</small>}
      </button>
      <button
        class="plain icon"
        aria-label={PLAN.skip}
        title={PLAN.skip}
        onClick={() => plan.skip(step)}
      >
        <Icon name="close" />
      </button>
    </li>
  );
}
