// start.tsx - how a battle of one's own begins: empty, by chance, from a scenario, from an address,
// or where it was left.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { EngineApi, Game } from "../engine-types";
import { SLOT_VIEW } from "../engine-types";
import { chooseFile } from "../files";
import { unpack } from "../game-link";
import type { Route } from "../router";
import { address, go } from "../router";
import { useSession } from "../session";
import { NOTHING_LASTS, shelf } from "../shelf";
import { inOrder, themeOf } from "../themes";
import { Head } from "../ui/head";
import { Icon } from "../ui/icons";
import { notify } from "../ui/notices";
import { Picture } from "../ui/picture";
import { randomBattle } from "./random";
import { Maker } from "./screen";
import type { Made } from "./store";
import { forgetBattle, freshBattleId, keepBattle, madeBattles } from "./store";
import { emptyText } from "./text";
import { MAKER } from "../words/maker";
import { say } from "../words/say";

export function MakerStart({ route }: { route: Route }): JSX.Element {
  const { engine } = useSession();
  const [word, name = "", id = ""] = route.words;
  if (word === "made") return <FromAddress packed={name} />;
  const game = engine.games.find((one) => one.id === name);
  if (game === undefined) return <Choose game={undefined} />;
  const kept = madeBattles().find((one) => one.id === id && one.game === name);
  if (kept === undefined) return <Choose game={game} />;
  return <Maker key={id} game={game} id={id} text={kept.text} />;
}

/** The game whose position a text is. */
export function gameOf(engine: EngineApi, text: string): Game | undefined {
  const name = /^\s*position\s+(\w+)/m.exec(text)?.[1];
  return engine.games.find(({ id }) => id === name);
}

function begin(game: Game, text: string, title: string): void {
  const id = freshBattleId();
  if (!keepBattle({ id, game: game.id, title, text }))
    notify(MAKER.noRoom);
  else if (!shelf.lasts) notify(NOTHING_LASTS);
  go(["make", game.id, id]);
}

function FromAddress({ packed }: { packed: string }): JSX.Element {
  const { engine } = useSession();
  useEffect(() => {
    void unpack(packed).then((text) => {
      const game = text === undefined ? undefined : gameOf(engine, text);
      if (text !== undefined && game !== undefined) {
        const id = freshBattleId();
        keepBattle({ id, game: game.id, title: "", text });
        location.replace(address(["make", game.id, id]));
      } else {
        notify(MAKER.damaged);
        location.replace(address(["make"]));
      }
    });
  }, [packed]);
  return (
    <p class="loading" role="status">{MAKER.unfolding}</p>
  );
}

function Choose({ game }: { game: Game | undefined }): JSX.Element {
  const { engine } = useSession();
  const [kept, setKept] = useState(madeBattles);
  const shown = kept.filter((one) => game === undefined || one.game === game.id);
  const load = async (file: File): Promise<void> => {
    const text = (await file.text()).replaceAll("\r", "");
    const found = gameOf(engine, text);
    if (found === undefined)
      notify(MAKER.noPosition);
    else begin(found, text, file.name);
  };
  useEffect(() => void (document.title = MAKER.ownBattle), []);
  return (
    <>
      <Head where={MAKER.ownBattle}>
        <button
          class="plain"
          onClick={() => chooseFile(".pos,.grog,.txt", (file) => void load(file))}
        >
          <Icon name="open" /> {MAKER.loadFile}
        </button>
      </Head>
      <main class="sheet-page make-start">
        {shown.length > 0 && (
          <MadeList
            battles={shown}
            forget={(id) => {
              forgetBattle(id);
              setKept(madeBattles());
            }}
          />
        )}
        {game === undefined ? <Games /> : <Beginnings game={game} />}
      </main>
    </>
  );
}

function MadeList({
  battles,
  forget,
}: {
  readonly battles: readonly Made[];
  readonly forget: (id: string) => void;
}): JSX.Element {
  const { engine } = useSession();
  return (
    <section aria-labelledby="made">
      <h2 id="made">{MAKER.yourBattles}</h2>
      <ul class="saved">
        {battles.map((one) => (
          <li key={one.id}>
            <Picture engine={engine} game={one.game} record={one.text} crop />
            <div class="grow">
              <a href={address(["make", one.game, one.id])}>
                {one.title === "" ? MAKER.untitled : one.title}
              </a>
              <div>{one.game}</div>
            </div>
            <button
              class="plain icon"
              aria-label={say(MAKER.forget, { title: one.title })}
              onClick={() => forget(one.id)}
            >
              <Icon name="trash" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Games(): JSX.Element {
  const { engine } = useSession();
  return (
    <>
      <h2>{MAKER.makeOf}</h2>
      <ul class="make-games">
        {inOrder(engine.games).map((game) => (
          <li key={game.id}>
            <a class="button" href={address(["make", game.id])}>
              {game.title}
            </a>
            <p class="small muted">{themeOf(game).tags.join(", ")}</p>
          </li>
        ))}
      </ul>
    </>
  );
}

function Beginnings({ game }: { game: Game }): JSX.Element {
  const { engine } = useSession();
  const empty = (): void =>
    begin(game, emptyText(game.id, engine.rows(game.id), MAKER.myBattle), MAKER.myBattle);
  const chance = (): void =>
    begin(
      game,
      randomBattle(engine, game.id, 1 + Math.floor(Math.random() * 9999)),
      MAKER.chanceBattle,
    );
  const copyOf = (name: string, title: string): void => {
    const text = scenarioText(engine, game, name, title);
    if (text !== undefined) begin(game, text, title);
  };
  return (
    <>
      <h2>{say(MAKER.beginWith, { game: game.title })}</h2>
      <div class="row">
        <button class="main" onClick={empty}>
          <Icon name="plus" /> {MAKER.emptyTable}
        </button>
        <button onClick={chance}>
          <Icon name="dice" /> {MAKER.byChance}
        </button>
      </div>
      <h2>{MAKER.orWith}</h2>
      <div class="scenarios">
        {game.scenarios.map((scenario) => (
          <button
            key={scenario.name}
            class="scenario"
            onClick={() => copyOf(scenario.name, scenario.title)}
          >
            <Picture engine={engine} game={game.id} scenario={scenario.name} />
            <span class="body">
              <b>{scenario.title}</b>
              <span>{scenario.size}</span>
            </span>
          </button>
        ))}
      </div>
    </>
  );
}

/** A scenario as the text it is set up from, with its names. */
function scenarioText(
  engine: EngineApi,
  game: Game,
  name: string,
  title: string,
): string | undefined {
  const opened = engine.open(SLOT_VIEW, {
    game: game.id,
    scenario: name,
    seed: 1n,
    seats: { blue: "me", red: "me" },
  });
  if (!opened.ok) {
    notify(opened.error);
    return undefined;
  }
  const [head = "", ...lines] = engine.position(SLOT_VIEW, "all").split("\n");
  const names = new Map(
    Array.from(engine.names(game.id, name).matchAll(/^#name (\S+) (.*)$/gm), (found) => [
      found[1] ?? "",
      found[2] ?? "",
    ]),
  );
  const called = lines.map((line) => {
    const code = line.split(" ")[0] ?? "";
    const its = names.get(code);
    if (its === undefined) return line;
    names.delete(code);
    return `${line} # ${its}`;
  });
  const rest = engine
    .names(game.id, name)
    .split("\n")
    .filter((line) => {
      const code = /^#name (\S+) /.exec(line)?.[1];
      return line !== "" && (code === undefined || names.has(code));
    });
  return [`${head} # ${title}`, ...rest, ...called].join("\n");
}
