// sit.tsx - sitting down: by an invitation, or on an open seat.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Side } from "../../engine-types";
import { otherSide } from "../../engine-types";
import type { Refusal } from "../../remote";
import { call } from "../../remote";
import type { Seated, State } from "../../remote-types";
import { go } from "../../router";
import { freshContribution, freshToken } from "../../seats";
import { useServer } from "../../server";
import { sideName, useSession } from "../../session";
import { Head } from "../head";
import { Icon } from "../icons";
import { notify } from "../notices";
import { Picture } from "../picture";
import { ContributionField, NameField } from "./fields";
import { Trouble } from "./trouble";
import { clockWords, scenarioOf } from "./words";
import { ONLINE } from "../../words/online";
import { say } from "../../words/say";
import { capital } from "../../choice";

interface SitProps {
  readonly state: State;
  readonly sides: readonly Side[]; // that may be taken
  readonly invitation: string | undefined;
  readonly done: () => void;
}

export function Sit({ state, sides, invitation, done }: SitProps): JSX.Element {
  const session = useSession();
  const { me } = useServer();
  const [side, setSide] = useState(sides[0] ?? "blue");
  const [name, setName] = useState(session.seats.name());
  const [contribution, setContribution] = useState(freshContribution);
  const [busy, setBusy] = useState(false);
  const [late, setLate] = useState<Refusal>(); // somebody was quicker
  const token = useRef(freshToken());
  const clock = capital(clockWords(state.clock));
  const { title, rules, scenario } = scenarioOf(session.engine.games, state.game, state.scenario);
  const other = state.seats[otherSide(side)];
  useEffect(() => {
    document.title = say(ONLINE.sitAt, { title });
    setName((typed) => (typed === "" ? (me.name ?? "") : typed));
  }, [title, me.name]);

  const sit = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const seated = await call<Seated>(
      "POST",
      `api/games/${state.id}/sit`,
      { side, name: name.trim(), contribution, token: token.current },
      { token: invitation, again: true },
    );
    setBusy(false);
    if (!seated.ok) {
      if (invitation === undefined && seated.error === "spent") setLate(seated);
      else notify(seated.text);
      return;
    }
    session.seats.keepName(name.trim());
    const safe = session.seats.keep({
      id: state.id,
      side,
      token: token.current,
      game: state.game,
      scenario: state.scenario,
      when: Date.now(),
      mine: { commitment: state.dice.commitment, contribution },
    });
    go(["at", state.id, side], safe ? {} : { token: token.current });
    done();
  };

  if (late !== undefined) return <Trouble why={late} watch={state.id} />;
  return (
    <>
      <Head where={title} />
      <main class="sheet-page narrow">
        <form class="order flat" onSubmit={(event) => void sit(event)}>
          <div>
            <h2>{headingOf(other)}</h2>
            <p class="muted">
              {scenario === undefined
                ? say(ONLINE.aboutSeat, { rules, title, clock })
                : say(ONLINE.aboutSeatOf, {
                  rules,
                  title,
                  clock,
                  size: scenario.size,
                  length: scenario.length,
                })}
            </p>
          </div>
          {sides.length > 1 ? (
            <fieldset>
              <legend>{ONLINE.whichSide}</legend>
              <div class="row">
                {sides.map((one) => (
                  <label key={one} class="pick">
                    <input
                      type="radio"
                      name="side"
                      checked={one === side}
                      onChange={() => setSide(one)}
                    />{" "}
                    <span class={`flag ${one}`} /> {sideName(one)}
                  </label>
                ))}
              </div>
            </fieldset>
          ) : (
            <p class="row">
              <span class={`flag ${side}`} /> <b>{say(ONLINE.youPlay, { side })}</b>
            </p>
          )}
          <NameField value={name} change={setName} />
          <ContributionField value={contribution} change={setContribution} />
          <details>
            <summary>{ONLINE.promiseTitle}</summary>
            <p class="small">{ONLINE.promiseNote}</p>
            <p class="hash mono">{state.dice.commitment}</p>
          </details>
          <button class="main" type="submit" disabled={busy}>
            <Icon name="check" /> {busy ? ONLINE.sitting : ONLINE.sitDown}
          </button>
          <a href={`#/at/${state.id}`}>{ONLINE.onlyWatch}</a>
          <Picture engine={session.engine} game={state.game} scenario={state.scenario} />
        </form>
      </main>
    </>
  );
}

function headingOf(other: State["seats"][Side]): string {
  if (!other.taken) return ONLINE.seatForYou;
  return other.name === undefined ? ONLINE.somebody : say(ONLINE.awaitsYou, { name: other.name });
}

/** /join/ID: a seat for whoever comes first. */
export function Join({ id }: { id: string }): JSX.Element {
  const [found, setFound] = useState<State | Refusal>();
  useEffect(() => {
    void call<State>("GET", `api/games/${id}`).then((answer) =>
      setFound(answer.ok ? answer.value : answer),
    );
  }, [id]);
  if (found === undefined)
    return (
      <p class="loading" role="status">{ONLINE.looking}</p>
    );
  if ("error" in found) return <Trouble why={found} />;
  const sides = (["blue", "red"] as const).filter(
    (side) => found.seats[side].kind === "open" && !found.seats[side].taken,
  );
  if (sides.length === 0) {
    return (
      <Trouble
        why={{ ok: false, status: 409, error: "spent", text: ONLINE.noSeat }}
        watch={id}
      />
    );
  }
  return <Sit state={found} sides={sides} invitation={undefined} done={() => undefined} />;
}
