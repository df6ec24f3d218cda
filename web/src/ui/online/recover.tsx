// recover.tsx - the way back in for who has forgotten the password: asking for a mail, and the link
// in it.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { call } from "../../remote";
import { go, replaceAddress } from "../../router";
import { refreshMe } from "../../server";
import { Head } from "../head";
import { notify } from "../notices";
import { ACCOUNT } from "../../words/account";

export function Recover({ token }: { token: string | undefined }): JSX.Element {
  const [kept, setKept] = useState(token);
  useLayoutEffect(() => {
    document.title = ACCOUNT.newPassword;
    if (token !== undefined) replaceAddress(["recover"]); // it is nobody else's to see
  }, []);
  return (
    <>
      <Head where={ACCOUNT.newPassword}>
        <a href="#/account">{ACCOUNT.logIn}</a>
      </Head>
      <main class="sheet-page narrow">
        {kept === undefined ? <Ask /> : <Set token={kept} again={() => setKept(undefined)} />}
      </main>
    </>
  );
}

function Ask(): JSX.Element {
  const [who, setWho] = useState("");
  const [said, setSaid] = useState("");
  const ask = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await call<{ text: string }>("POST", "api/recover", { who: who.trim() });
    setSaid(answer.ok ? answer.value.text : answer.text);
  };
  return (
    <form class="order flat" onSubmit={(event) => void ask(event)}>
      <h2>{ACCOUNT.forgotten}</h2>
      <p class="muted">{ACCOUNT.forgottenNote}</p>
      <div class="asked">
        <label for="recover-who">{ACCOUNT.nameOrMail}</label>
        <input
          id="recover-who"
          type="text"
          autoComplete="username"
          required
          maxLength={254}
          value={who}
          onInput={(event) => setWho(event.currentTarget.value)}
        />
      </div>
      {said !== "" && <p role="status">{said}</p>}
      <button class="main" type="submit">{ACCOUNT.sendMail}</button>
    </form>
  );
}

function Set({ token, again }: { token: string; again: () => void }): JSX.Element {
  const [password, setPassword] = useState("");
  const [trouble, setTrouble] = useState("");
  const set = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await call("POST", "api/recover/password", { token, password });
    setTrouble(answer.ok ? "" : answer.text);
    if (!answer.ok) return;
    notify(ACCOUNT.changed);
    await refreshMe();
    go(["mine"]);
  };
  return (
    <form class="order flat" onSubmit={(event) => void set(event)}>
      <h2>{ACCOUNT.newPassword}</h2>
      <div class="asked">
        <label for="recover-password">{ACCOUNT.freshLong}</label>
        <input
          id="recover-password"
          type="password"
          autoComplete="new-password"
          required
          minLength={8}
          maxLength={128}
          value={password}
          onInput={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      {trouble !== "" && (
        <p class="why" role="alert">
          {trouble}{" "}
          <button type="button" class="link" onClick={again}>{ACCOUNT.askAgain}</button>
        </p>
      )}
      <button class="main" type="submit">{ACCOUNT.setPassword}</button>
    </form>
  );
}
