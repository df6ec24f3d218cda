// notify.tsx - how a player hears that it is his turn: mail, webhook, a digest, a reminder.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useEffect, useLayoutEffect, useState } from "preact/hooks";
import { call } from "../../remote";
import type { Me, NotifySettings } from "../../remote-types";
import { refreshMe } from "../../server";
import { notify } from "../notices";
import { ACCOUNT } from "../../words/account";
import { put, say } from "../../words/say";

const STANDARD: NotifySettings = {
  mail: false,
  digest: false,
  digest_hour: null,
  remind: 12,
  webhook: null,
};
const REMINDERS = [0, 2, 6, 12, 24, 48, 72];
const MORNING = 7; // the hour of a digest, by this device's clock, until another is chosen
const LOOKS = [1500, 4000, 8000, 13000, 20000]; // milliseconds: a try takes ten seconds at most

/** The address may be confirmed in another tab, and a message fail meanwhile. */
function useFreshMe(): void {
  useEffect(() => {
    const look = (): void => {
      if (document.visibilityState === "visible") void refreshMe();
    };
    document.addEventListener("visibilitychange", look);
    addEventListener("focus", look);
    return () => {
      document.removeEventListener("visibilitychange", look);
      removeEventListener("focus", look);
    };
  }, []);
}

export function NotifySettingsForm({ me }: { me: Me }): JSX.Element {
  useFreshMe();
  const kept = me.notify ?? STANDARD;
  const can = me.can ?? { mail: true, webhook: true };
  const set = async (change: Partial<NotifySettings>, words: string): Promise<void> => {
    const answer = await call("POST", "api/me/notify", change, { again: true });
    notify(answer.ok ? words : answer.text);
    await refreshMe();
  };
  return (
    <>
      <div>
        <h2>{ACCOUNT.whenTurn}</h2>
        <p class="muted">{ACCOUNT.whenTurnNote}</p>
      </div>
      {me.trouble !== undefined && me.trouble !== null && (
        <p class="why" role="status">
          {say(ACCOUNT.failed, {
            channel: me.trouble.channel,
            error: me.trouble.text,
            time: new Date(me.trouble.at * 1000).toLocaleString(),
          })}
        </p>
      )}
      {!can.mail && !can.webhook && (
        <p>{put(ACCOUNT.noMessages, { games: (words) => <a href="#/mine">{words}</a> })}</p>
      )}
      {can.mail && <Mail me={me} kept={kept} set={set} />}
      {can.webhook && <Webhook kept={kept} set={set} />}
      <div class="asked" hidden={!can.mail && !can.webhook}>
        <label for="remind">{ACCOUNT.remind}</label>
        <select
          id="remind"
          value={kept.remind}
          onChange={(event) =>
            void set({ remind: Number(event.currentTarget.value) }, ACCOUNT.saved)
          }
        >
          {REMINDERS.map((ahead) => (
            <option key={ahead} value={ahead}>
              {ahead === 0 ? "never" : say(ACCOUNT.hoursBefore, { count: ahead })}
            </option>
          ))}
        </select>
      </div>
    </>
  );
}

interface PartProps {
  readonly kept: NotifySettings;
  readonly set: (change: Partial<NotifySettings>, words: string) => Promise<void>;
}

async function test(channel: "mail" | "webhook"): Promise<void> {
  const answer = await call("POST", "api/me/notify/test", { channel });
  notify(answer.ok ? ACCOUNT.sent : answer.text);
  if (answer.ok) for (const time of LOOKS) setTimeout(() => void refreshMe(), time);
}

/** The hours of a day as this device's clock shows them, each with its hour by UTC. */
function hours(): { readonly utc: number; readonly local: string }[] {
  const at = new Date();
  return Array.from({ length: 24 }, (_, hour) => {
    at.setHours(hour, 0, 0, 0);
    const shown = new Date(at);
    shown.setUTCMinutes(0); // where zones have half hours
    return {
      utc: shown.getUTCHours(),
      local: shown.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" }),
    };
  });
}

function Digest({ kept, set }: PartProps): JSX.Element {
  const all = hours();
  const hour = kept.digest_hour ?? all[MORNING]?.utc ?? 0;
  return (
    <>
      <label class="check">
        {put(ACCOUNT.digest, { box: <input
          type="checkbox"
          checked={kept.digest}
          disabled={!kept.mail}
          onChange={(event) =>
            void set({ digest: event.currentTarget.checked, digest_hour: hour }, ACCOUNT.saved)
          }
        /> })}
      </label>
      {kept.digest && kept.mail && (
        <div class="asked">
          <label for="digest-hour">{ACCOUNT.digestHour}</label>
          <select
            id="digest-hour"
            value={hour}
            onChange={(event) =>
              void set({ digest_hour: Number(event.currentTarget.value) }, ACCOUNT.saved)
            }
          >
            {all.map(({ utc, local }) => (
              <option key={utc} value={utc}>
                {local}
              </option>
            ))}
          </select>
        </div>
      )}
    </>
  );
}

/** What the address in force is, and what it is to be. */
function mailWords(known: string, confirmed: boolean, pending: string): string {
  if (known === "") return ACCOUNT.mail;
  if (!confirmed) return ACCOUNT.mailOpen;
  return pending === ""
    ? ACCOUNT.mailConfirmed
    : say(ACCOUNT.mailChanging, { address: pending });
}

function Mail({ me, kept, set }: PartProps & { me: Me }): JSX.Element {
  const known = me.mail?.address ?? "";
  const confirmed = known !== "" && me.mail?.confirmed === true;
  const pending = me.mail?.new ?? "";
  const [address, setAddress] = useState(known);
  const [password, setPassword] = useState("");
  // At once: later it would wipe out what is typed already.
  useLayoutEffect(() => setAddress(known), [known]);
  const wanted = address.trim();
  const stays = wanted === known && ((confirmed && pending === "") || known === "");
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const answer = await call("POST", "api/me/mail", {
      address: wanted === "" ? null : wanted,
      password,
    });
    if (answer.ok) {
      setPassword("");
      setAddress(known); // what is in force; what comes instead is told beside it
    }
    notify(
      !answer.ok
        ? answer.text
        : wanted === ""
          ? ACCOUNT.addressGone
          : wanted === known && confirmed
            ? ACCOUNT.addressStays
            : ACCOUNT.confirmMail,
    );
    await refreshMe();
  };
  return (
    <>
      <form class="asked" onSubmit={(event) => void send(event)}>
        <label for="mail">{mailWords(known, confirmed, pending)}</label>
        <div class="with-button">
          <input
            id="mail"
            type="email"
            autoComplete="email"
            maxLength={254}
            value={address}
            onInput={(event) => setAddress(event.currentTarget.value)}
          />
          <button type="submit" disabled={stays}>
            {wanted === "" && known !== ""
              ? ACCOUNT.forget
              : wanted !== known || known === ""
                ? ACCOUNT.confirm
                : confirmed
                  ? ACCOUNT.keepThis
                  : ACCOUNT.sendAgain}
          </button>
        </div>
        {!stays && (
          <>
            <label for="mail-password">{ACCOUNT.passwordFor}</label>
            <input
              id="mail-password"
              type="password"
              autoComplete="current-password"
              required
              maxLength={128}
              value={password}
              onInput={(event) => setPassword(event.currentTarget.value)}
            />
          </>
        )}
      </form>
      {confirmed && (
        <>
          <label class="check">
            {put(ACCOUNT.mails, { box: <input
              type="checkbox"
              checked={kept.mail}
              onChange={(event) => void set({ mail: event.currentTarget.checked }, ACCOUNT.saved)}
            /> })}
          </label>
          <Digest kept={kept} set={set} />
          <div>
            <button type="button" onClick={() => void test("mail")}>{ACCOUNT.testMail}</button>
          </div>
        </>
      )}
    </>
  );
}

function Webhook({ kept, set }: PartProps): JSX.Element {
  const [address, setAddress] = useState(kept.webhook ?? "");
  useLayoutEffect(() => setAddress(kept.webhook ?? ""), [kept.webhook]);
  const keep = (event: Event): void => {
    event.preventDefault();
    const wanted = address.trim();
    void set(
      { webhook: wanted === "" ? null : wanted },
      wanted === "" ? ACCOUNT.webhookGone : ACCOUNT.webhookKept,
    );
  };
  return (
    <form class="asked" onSubmit={keep}>
      <label for="webhook">{ACCOUNT.webhook}</label>
      <div class="with-button">
        <input
          id="webhook"
          type="url"
          autoComplete="off"
          placeholder="https://"
          maxLength={500}
          value={address}
          onInput={(event) => setAddress(event.currentTarget.value)}
        />
        <button type="submit" disabled={address.trim() === (kept.webhook ?? "")}>
          {address.trim() === "" && kept.webhook !== null ? ACCOUNT.forget : ACCOUNT.save}
        </button>
        {kept.webhook !== null && (
          <button type="button" onClick={() => void test("webhook")}>{ACCOUNT.test}</button>
        )}
      </div>
    </form>
  );
}
