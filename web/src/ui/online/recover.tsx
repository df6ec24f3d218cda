// recover.tsx - the way back in for who has forgotten the password: asking for a mail, and the link
// in it.

import type { JSX } from "preact";
import { useLayoutEffect, useState } from "preact/hooks";
import { call } from "../../remote";
import { go, replaceAddress } from "../../router";
import { refreshMe } from "../../server";
import { Head } from "../head";
import { notify } from "../notices";

export function Recover({ token }: { token: string | undefined }): JSX.Element {
  const [kept, setKept] = useState(token);
  useLayoutEffect(() => {
    document.title = "A new password";
    if (token !== undefined) replaceAddress(["recover"]); // it is nobody else's to see
  }, []);
  return (
    <>
      <Head where="A new password">
        <a href="#/account">Log in</a>
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
      <h2>Forgotten your password?</h2>
      <p class="muted">
        A mail with a link goes to the address of the account, if you have confirmed one. The link
        is good once, for half an hour.
      </p>
      <div class="asked">
        <label for="recover-who">Your name here, or your mail address</label>
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
      <button class="main" type="submit">
        Send the mail
      </button>
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
    notify("The password is changed; other devices must log in again.");
    await refreshMe();
    go(["mine"]);
  };
  return (
    <form class="order flat" onSubmit={(event) => void set(event)}>
      <h2>A new password</h2>
      <div class="asked">
        <label for="recover-password">New password, of at least 8 characters</label>
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
          <button type="button" class="link" onClick={again}>
            Ask for another link
          </button>
        </p>
      )}
      <button class="main" type="submit">
        Set the password
      </button>
    </form>
  );
}
