// account.tsx - the account: making one, logging in and out, the password, and the end of it.

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

export function Account(): JSX.Element {
  const { found, accounts, me } = useServer();
  useEffect(() => {
    document.title = "Account";
    if (found === true) void refreshMe(); // the session may have ended on another device
  }, []);
  return (
    <>
      <Head where={me.name ?? "Account"}>
        <a href="#/mine">My games</a>
      </Head>
      <main class="sheet-page narrow">
        {found === undefined ? (
          <p role="status">Asking the server ...</p>
        ) : !accounts ? (
          <p>This server keeps no accounts. Games are played by their links.</p>
        ) : me.name === null ? (
          <Enter me={me} />
        ) : (
          <Known me={me} />
        )}
      </main>
    </>
  );
}

const NO_COOKIE =
  "The server has let you in, but this browser kept no cookie for this page, and without it " +
  "nobody stays logged in. Allow cookies for this page, or play without an account: a game's " +
  "link opens your seat, so keep it.";

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
        <h2>{fresh ? "Make an account" : "Log in"}</h2>
        <p class="muted">
          An account finds your games on every device and tells you when it is your turn. Nobody
          needs one to play.
        </p>
      </div>
      <div class="asked">
        <label for="account-name">Name</label>
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
        <label for="account-password">Password{fresh ? ", of at least 8 characters" : ""}</label>
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
        {fresh ? "Make the account" : "Log in"}
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
          {fresh ? "I have an account: log in" : "New here? Make an account"}
        </button>
        {!fresh && me.can?.mail === true && (
          <>
            {" "}
            <a href="#/recover">Forgotten your password?</a>
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
      all ? "Logged out everywhere." : "Logged out.",
    );
    if (left && listed.ok) for (const { id } of listed.value.games) session.seats.forget(id);
    await refreshMe();
  };
  return (
    <>
      <section class="order flat" aria-label="Notifications">
        <NotifySettingsForm me={me} />
      </section>
      <section class="order flat" aria-label="Password">
        <Password />
      </section>
      <section class="order flat" aria-label="Where you are logged in">
        <Sessions />
      </section>
      <section class="order flat" aria-label="Your data">
        <h2>Your data</h2>
        <p>
          <a href="api/me/export" download>
            Save all that the server has of you
          </a>{" "}
          as a zip: settings, notes, what you have said, and the records of your games.
        </p>
      </section>
      <section class="order flat" aria-label="Leaving">
        <h2>Leaving</h2>
        <div class="row">
          <button onClick={() => void leave(false)}>Log out</button>
          <button onClick={() => void leave(true)}>
            Log out on every device{me.sessions === undefined ? "" : ` (${me.sessions})`}
          </button>
          <button class="danger" onClick={() => setLeaving(true)}>
            Delete the account
          </button>
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
      "The password is changed; other devices must log in again.",
    );
    if (!well) return;
    setOld("");
    setFresh("");
    await refreshMe();
  };
  return (
    <form class="terms" onSubmit={(event) => void change(event)}>
      <h2>Password</h2>
      <div class="asked">
        <label for="password-old">Present password</label>
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
        <label for="password-new">New password</label>
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
        <button type="submit">Change the password</button>
      </div>
    </form>
  );
}

function Delete({ close }: { close: () => void }): JSX.Element {
  const [password, setPassword] = useState("");
  const remove = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!told(await call("POST", "api/me/delete", { password }), "The account is deleted."))
      return;
    close();
    await refreshMe();
  };
  return (
    <Dialog title="Delete the account?" close={close}>
      <form class="terms" onSubmit={(event) => void remove(event)}>
        <p>
          Your name, password, addresses, notes and chat are deleted. The games stay, with the names
          that were shown in them, and go on by the links to their seats: keep those of the games
          that you still play. <a href="#/mine">My games</a> has them, where this browser sat down.
        </p>
        <div class="asked">
          <label for="password-delete">Password</label>
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
          <button class="danger" type="submit">
            Delete it
          </button>
          <button type="button" onClick={close}>
            Keep it
          </button>
        </div>
      </form>
    </Dialog>
  );
}
