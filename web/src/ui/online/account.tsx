// account.tsx - the account: making one, logging in and out, the password, and the end of it.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { Answered } from "../../remote";
import { call } from "../../remote";
import type { ListedGame, Me } from "../../remote-types";
import { go } from "../../router";
import { refreshMe, useServer } from "../../server";
import { useSession } from "../../session";
import { Dialog } from "../dialog";
import { Head } from "../head";
import { notify } from "../notices";
import { NotifySettingsForm } from "./notify";
import { Sessions } from "./sessions";
import { ACCOUNT } from "../../words/account";
import { put, say } from "../../words/say";

export function Account(): JSX.Element {
  const { found, accounts, me } = useServer();
  useEffect(() => {
    document.title = ACCOUNT.title;
    if (found === true) void refreshMe(); // the session may have ended on another device
  }, []);
  return (
    <>
      <Head where={me.name ?? ACCOUNT.title}>
        <a href="#/mine">{ACCOUNT.myGames}</a>
      </Head>
      <main class="sheet-page narrow">
        {found === undefined ? (
          <p role="status">{ACCOUNT.asking}</p>
        ) : !accounts ? (
          <p>{ACCOUNT.noAccounts}</p>
        ) : me.name === null ? (
          <Enter me={me} />
        ) : (
          <Known me={me} />
        )}
      </main>
    </>
  );
}

const NO_COOKIE = ACCOUNT.noCookie;

/** One form serves both: who has no account yet makes one with the same two fields. */
function Enter({ me }: { me: Me }): JSX.Element {
  const [fresh, setFresh] = useState(false);
  const [name, setName] = useState("");
  const [password, setPassword] = useState("");
  const [trouble, setTrouble] = useState("");
  const [busy, setBusy] = useState(false);
  const enter = async (event: Event): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    const answer = await call("POST", fresh ? "api/accounts" : "api/login", {
      name: name.trim(),
      password,
    });
    const now = answer.ok ? await refreshMe() : undefined;
    setBusy(false);
    setTrouble(!answer.ok ? answer.text : now?.name === null ? NO_COOKIE : "");
    if (answer.ok && now?.name !== null) go(["mine"]);
  };
  return (
    <form class="order flat" onSubmit={(event) => void enter(event)}>
      <div>
        <h2>{fresh ? ACCOUNT.make : ACCOUNT.logIn}</h2>
        <p class="muted">{ACCOUNT.intro}</p>
      </div>
      <div class="asked">
        <label for="account-name">{ACCOUNT.name}</label>
        <input
          id="account-name"
          type="text"
          autoComplete="username"
          required
          minLength={2}
          maxLength={31}
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </div>
      <div class="asked">
        <label for="account-password">{fresh ? ACCOUNT.passwordFresh : ACCOUNT.password}</label>
        <input
          id="account-password"
          type="password"
          autoComplete={fresh ? "new-password" : "current-password"}
          required
          minLength={fresh ? 8 : 1}
          maxLength={128}
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      {trouble !== "" && (
        <p class="why" role="alert">
          {trouble}
        </p>
      )}
      <button class="main" type="submit" disabled={busy}>
        {fresh ? ACCOUNT.makeIt : ACCOUNT.logIn}
      </button>
      <p>
        <button
          type="button"
          class="link"
          onClick={() => {
            setFresh(!fresh);
            setTrouble("");
          }}
        >
          {fresh ? ACCOUNT.haveOne : ACCOUNT.newHere}
        </button>
        {!fresh && me.can?.mail === true && (
          <>
            {" "}
            <a href="#/recover">{ACCOUNT.forgotten}</a>
          </>
        )}
      </p>
    </form>
  );
}

function Known({ me }: { me: Me }): JSX.Element {
  const [leaving, setLeaving] = useState(false);
  const session = useSession();
  /** What is the account's is not for whoever uses this browser next. */
  const leave = async (all: boolean): Promise<void> => {
    const listed = await call<{ games: ListedGame[] }>("GET", "api/me/games");
    const left = told(
      await call("POST", "api/logout", all ? { all: true } : {}),
      all ? ACCOUNT.outEverywhere : ACCOUNT.out,
    );
    if (left && listed.ok) for (const { id } of listed.value.games) session.seats.forget(id);
    await refreshMe();
  };
  return (
    <>
      <section class="order flat" aria-label={ACCOUNT.notifications}>
        <NotifySettingsForm me={me} />
      </section>
      <section class="order flat" aria-label={ACCOUNT.password}>
        <Password />
      </section>
      <section class="order flat" aria-label={ACCOUNT.where}>
        <Sessions />
      </section>
      <section class="order flat" aria-label={ACCOUNT.data}>
        <h2>{ACCOUNT.data}</h2>
        <p>
          {put(ACCOUNT.export, { file: (words) => <a href="api/me/export" download>{words}</a> })}
        </p>
      </section>
      <section class="order flat" aria-label={ACCOUNT.leaving}>
        <h2>{ACCOUNT.leaving}</h2>
        <div class="row">
          <button onClick={() => void leave(false)}>{ACCOUNT.logOut}</button>
          <button onClick={() => void leave(true)}>
            {me.sessions === undefined
              ? ACCOUNT.outOfAll
              : say(ACCOUNT.outOfAllCount, { count: me.sessions })}
          </button>
          <button class="danger" onClick={() => setLeaving(true)}>{ACCOUNT.remove}</button>
        </div>
      </section>
      {leaving && <Delete close={() => setLeaving(false)} />}
    </>
  );
}

function told(answer: Answered<unknown>, words: string): boolean {
  notify(answer.ok ? words : answer.text);
  return answer.ok;
}

function Password(): JSX.Element {
  const [old, setOld] = useState("");
  const [fresh, setFresh] = useState("");
  const change = async (event: Event): Promise<void> => {
    event.preventDefault();
    const well = told(
      await call("POST", "api/me/password", { password: old, new: fresh }),
      ACCOUNT.changed,
    );
    if (!well) return;
    setOld("");
    setFresh("");
    await refreshMe();
  };
  return (
    <form class="terms" onSubmit={(event) => void change(event)}>
      <h2>{ACCOUNT.password}</h2>
      <div class="asked">
        <label for="password-old">{ACCOUNT.present}</label>
        <input
          id="password-old"
          type="password"
          autoComplete="current-password"
          required
          value={old}
          onInput={(event) => setOld(event.currentTarget.value)}
        />
      </div>
      <div class="asked">
        <label for="password-new">{ACCOUNT.fresh}</label>
        <input
          id="password-new"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={128}
          value={fresh}
          onInput={(event) => setFresh(event.currentTarget.value)}
        />
      </div>
      <div>
        <button type="submit">{ACCOUNT.change}</button>
      </div>
    </form>
  );
}

function Delete({ close }: { close: () => void }): JSX.Element {
  const [password, setPassword] = useState("");
  const remove = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!told(await call("POST", "api/me/delete", { password }), ACCOUNT.removed))
      return;
    close();
    await refreshMe();
  };
  return (
    <Dialog title={ACCOUNT.removeAsked} close={close}>
      <form class="terms" onSubmit={(event) => void remove(event)}>
        <p>{put(ACCOUNT.removeNote, { games: (words) => <a href="#/mine">{words}</a> })}</p>
        <div class="asked">
          <label for="password-delete">{ACCOUNT.password}</label>
          <input
            id="password-delete"
            type="password"
            autoComplete="current-password"
            required
            value={password}
            onInput={(event) => setPassword(event.currentTarget.value)}
          />
        </div>
        <div class="row">
          <button class="danger" type="submit">{ACCOUNT.removeIt}</button>
          <button type="button" onClick={close}>{ACCOUNT.keep}</button>
        </div>
      </form>
    </Dialog>
  );
}
