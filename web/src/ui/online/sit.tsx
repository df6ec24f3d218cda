// sit.tsx - sitting down: by an invitation, or on an open seat.

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
  const { title, rules, scenario } = scenarioOf(session.engine.games, state.game, state.scenario);
  const other = state.seats[otherSide(side)];
  useEffect(() => {
    document.title = `Sit down: ${title}`;
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
            <h2>{other.taken ? `${other.name ?? "Somebody"} awaits you` : "A seat for you"}</h2>
            <p class="muted">
              {rules}: {title}. {scenario?.size}
              {scenario === undefined ? "" : "; "}
              {scenario?.length}. {capital(clockWords(state.clock))}.
            </p>
          </div>
          {sides.length > 1 ? (
            <fieldset>
              <legend>Which side?</legend>
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
              <span class={`flag ${side}`} /> <b>You play {side}.</b>
            </p>
          )}
          <NameField value={name} change={setName} />
          <ContributionField value={contribution} change={setContribution} />
          <details>
            <summary>The server's promise</summary>
            <p class="small">
              The hash of its secret, fixed before you sat down. Keep it if you want to check the
              dice later.
            </p>
            <p class="hash mono">{state.dice.commitment}</p>
          </details>
          <button class="main" type="submit" disabled={busy}>
            <Icon name="check" /> {busy ? "Sitting down ..." : "Sit down"}
          </button>
          <a href={`#/at/${state.id}`}>Only watch</a>
          <Picture engine={session.engine} game={state.game} scenario={state.scenario} />
        </form>
      </main>
    </>
  );
}

function capital(words: string): string {
  return words.charAt(0).toUpperCase() + words.slice(1);
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
      <p class="loading" role="status">
        Looking for the table ...
      </p>
    );
  if ("error" in found) return <Trouble why={found} />;
  const sides = (["blue", "red"] as const).filter(
    (side) => found.seats[side].kind === "open" && !found.seats[side].taken,
  );
  if (sides.length === 0) {
    return (
      <Trouble
        why={{ ok: false, status: 409, error: "spent", text: "No seat is open there any more." }}
        watch={id}
      />
    );
  }
  return <Sit state={found} sides={sides} invitation={undefined} done={() => undefined} />;
}
