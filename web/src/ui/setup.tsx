// setup.tsx - setting up a game: scenario, who sits where, options; then play.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Force, Game, Scenario, Side } from "../engine-types";
import { LESSONS } from "../lesson";
import { address, go } from "../router";
import { useServer } from "../server";
import { sideName, useSession } from "../session";
import { themeOf } from "../themes";
import { Face } from "./faces";
import { Head } from "./head";
import type { Numbers } from "./house";
import { HouseFields } from "./house";
import { Icon } from "./icons";
import { notify } from "./notices";
import { FRIEND_SEATS, FriendFields, invite, isOnline, useTerms } from "./online/friend";
import type { Choices } from "./options";
import { Options } from "./options";
import { Picture } from "./picture";
import { SETUP } from "../words/setup";

/** Beside the title where there is room, and on a phone below all that is to be chosen. */
function Links({ game, kind }: { game: string; kind?: string }): JSX.Element {
  const link = (part: string, words: string): JSX.Element => (
    <a class={kind} href={address([part, game])}>
      {words}
    </a>
  );
  return (
    <>
      {LESSONS[game] !== undefined && link("learn", SETUP.lesson)}
      {link("how", SETUP.howTo)}
      {link("rules", SETUP.rules)}
      {link("sheet", SETUP.sheet)}
      {link("make", SETUP.makeOwn)}
      {link("lab", SETUP.lab)}
    </>
  );
}

function MoreLinks({ game }: { game: string }): JSX.Element {
  return (
    <nav class="phone-only more-links" aria-label={SETUP.aboutGame}>
      <Links game={game} />
    </nav>
  );
}

interface SetupProps {
  readonly game: Game;
  readonly friend: boolean;
  readonly against: string | undefined; // a computer player
}

export function Setup({ game, friend, against }: SetupProps): JSX.Element {
  const session = useSession();
  const { me } = useServer();
  const [terms, setTerms] = useTerms(session.seats.name());
  const [busy, setBusy] = useState(false);
  const theme = themeOf(game);
  const known = game.scenarios.some((scenario) => scenario.name === theme.first);
  const [scenario, setScenario] = useState(known ? theme.first : (game.scenarios[0]?.name ?? ""));
  const [seats, setSeats] = useState({
    blue: "me",
    red: friend ? "link" : computer(session.engine.players.map((p) => p.name), against),
  });
  const [options, setOptions] = useState<Choices>({});
  const [house, setHouse] = useState<Numbers>({});
  const [seed, setSeed] = useState("");
  const chosen = game.scenarios.find((one) => one.name === scenario);

  const begin = (event: Event): void => {
    event.preventDefault();
    if (seed !== "" && !/^\d{1,19}$/.test(seed)) {
      notify(SETUP.seedDigits);
      return;
    }
    if (isOnline(seats)) {
      const name = terms.name.trim() === "" ? (me.name ?? "guest") : terms.name.trim();
      setBusy(true);
      void invite(
        session,
        { game: game.id, scenario, options: { ...options, ...house }, seats },
        { ...terms, name },
      ).then((trouble) => {
        setBusy(false);
        if (trouble !== undefined) notify(trouble);
      });
      return;
    }
    const begun = session.begin({
      game: game.id,
      scenario,
      options: { ...options, ...house },
      seats,
      ...(seed !== "" && { seed: BigInt(seed) }),
    });
    if (begun.ok) go(["game", begun.id]);
    else notify(begun.error);
  };

  return (
    <>
      <Head where={game.title}>
        <Links game={game.id} kind="wide-only" />
      </Head>
      <main class="sheet-page">
        <form class="setup" onSubmit={begin}>
          <fieldset>
            <legend>{SETUP.chooseBattle}</legend>
            <div class="scenarios">
              {game.scenarios.map((one) => (
                <ScenarioCard
                  key={one.name}
                  game={game}
                  scenario={one}
                  checked={one.name === scenario}
                  choose={() => setScenario(one.name)}
                />
              ))}
            </div>
          </fieldset>
          <div class="order">
            {chosen !== undefined && (
              <About
                scenario={chosen}
                vary={(variant) => {
                  setOptions({ ...options, ...choicesOf(game, variant, true) });
                  setHouse({ ...house, ...choicesOf(game, variant, false) });
                }}
              />
            )}
            <fieldset>
              <legend>{SETUP.whoPlays}</legend>
              <SeatChoice
                side="blue"
                seat={seats.blue}
                choose={(blue) => setSeats({ ...seats, blue })}
                people={peopleCount(seats)}
              />
              <SeatChoice
                side="red"
                seat={seats.red}
                choose={(red) => setSeats({ ...seats, red })}
                people={peopleCount(seats)}
              />
            </fieldset>
            {isOnline(seats) && <FriendFields seats={seats} terms={terms} change={setTerms} />}
            <button class="main" type="submit" disabled={busy}>
              {isOnline(seats) ? (
                <>
                  <Icon name="people" /> {busy ? SETUP.settingUp : SETUP.invite}
                </>
              ) : (
                <>
                  <Icon name="play" /> {SETUP.play}
                </>
              )}
            </button>
            <Options
              game={game}
              values={options}
              change={setOptions}
              seed={seed}
              changeSeed={setSeed}
            />
            <HouseFields game={game} values={house} change={setHouse} />
            <MoreLinks game={game.id} />
          </div>
        </form>
      </main>
    </>
  );
}

/** Who was asked for; else one that needs no time to think. */
function computer(players: readonly string[], against: string | undefined): string {
  if (against !== undefined && players.includes(against)) return against;
  return players.find((name) => name === "greedy") ?? players.at(-1) ?? "me";
}

function peopleCount(seats: Record<Side, string>): number {
  return [seats.blue, seats.red].filter((seat) => seat === "me").length;
}

interface ScenarioCardProps {
  readonly game: Game;
  readonly scenario: Scenario;
  readonly checked: boolean;
  readonly choose: () => void;
}

function ScenarioCard({ game, scenario, checked, choose }: ScenarioCardProps): JSX.Element {
  const { engine } = useSession();
  return (
    <label class="scenario">
      <input
        type="radio"
        name="scenario"
        value={scenario.name}
        checked={checked}
        onChange={choose}
      />
      <Picture engine={engine} game={game.id} scenario={scenario.name} />
      <div class="body">
        <b>{scenario.title}</b>
        <span>
          {scenario.size}; {scenario.length}
        </span>
      </div>
    </label>
  );
}

/** Of "limit_winner=2 max_rounds=13" the options, or the numbers of the rules. */
function choicesOf(game: Game, variant: string, options: boolean): Choices {
  const isOption = (name: string): boolean => game.options.some((one) => one.name === name);
  return Object.fromEntries(
    variant
      .split(" ")
      .map((pair) => pair.split("="))
      .map(([name = "", value]) => [name, Number(value)] as const)
      .filter(([name]) => isOption(name) === options),
  );
}

interface AboutProps {
  readonly scenario: Scenario;
  readonly vary: (variant: string) => void;
}

function About({ scenario, vary }: AboutProps): JSX.Element {
  const { words, variant } = scenario.balance ?? {};
  return (
    <div>
      <h2>{scenario.title}</h2>
      <p class="small muted">
        {scenario.size}; {scenario.length}
      </p>
      <p>{scenario.text}</p>
      {words !== undefined && <p class="small balance">{words}</p>}
      {variant !== undefined && (
        <p>
          <button type="button" onClick={() => vary(variant)}>{SETUP.moreEven}</button>
        </p>
      )}
      {scenario.blue.length > 0 && (
        <p class="small">
          <b>{SETUP.blueForce}</b> {forces(scenario.blue)}.<br />
          <b>{SETUP.redForce}</b> {forces(scenario.red)}.
        </p>
      )}
    </div>
  );
}

/** Arms are a mass; commanders and companies are counted. */
const MANY: Readonly<Record<string, string>> = { commander: "commanders", company: "companies" };

function wordsOf({ role, words, count }: Force): string {
  return count === 1 ? words : (MANY[role] ?? words);
}

function forces(side: readonly Force[]): string {
  return side.map((force) => `${force.count} ${wordsOf(force)}`).join(", ");
}

interface SeatChoiceProps {
  readonly side: Side;
  readonly seat: string;
  readonly people: number;
  readonly choose: (seat: string) => void;
}

function SeatChoice({ side, seat, people, choose }: SeatChoiceProps): JSX.Element {
  const { engine } = useSession();
  const { found } = useServer();
  const second = side === "red" && people === 2;
  const sitting = engine.players.find(({ name }) => name === seat);
  return (
    <div class="seat">
      {sitting === undefined ? <span class={`flag ${side}`} /> : <Face player={sitting.name} />}
      <div>
        <label for={`seat-${side}`}>{sideName(side)}</label>
        <select
          id={`seat-${side}`}
          value={seat}
          onChange={(event) => choose(event.currentTarget.value)}
        >
          <option value="me">{second ? SETUP.second : "me"}</option>
          <optgroup label={SETUP.computers}>
            {engine.players.map((player) => (
              <option key={player.name} value={player.name}>
                {player.title}
              </option>
            ))}
          </optgroup>
          {(found === true || seat === "link" || seat === "open") &&
            FRIEND_SEATS.map(([value, words]) => (
              <option key={value} value={value}>
                {words}
              </option>
            ))}
        </select>
        {sitting !== undefined && (
          <p class="small muted seat-words">
            {sitting.name}: {sitting.text}.
          </p>
        )}
      </div>
    </div>
  );
}
