// friend.tsx - setting up a game on the server: the part of the set-up screen that comes with a
// friend.
// SPDX-License-Identifier: MIT

import type { JSX } from "preact";
import { useState } from "preact/hooks";
import type { Side } from "../../engine-types";
import { go } from "../../router";
import type { Created, Seated } from "../../remote-types";
import { call } from "../../remote";
import { freshContribution, freshToken } from "../../seats";
import type { Session } from "../../session";
import { ClockField, clockOf, ContributionField, NameField } from "./fields";
import { ONLINE } from "../../words/online";
import { put } from "../../words/say";

/** What a seat may be besides "me" and a computer player. */
export const FRIEND_SEATS: readonly (readonly [string, string])[] = [
  ["link", ONLINE.byLink],
  ["open", ONLINE.whoeverComes],
];

const SIDES: readonly Side[] = ["blue", "red"];

export function isOnline(seats: Record<Side, string>): boolean {
  return SIDES.some((side) => seats[side] === "link" || seats[side] === "open");
}

/** In the list of open games somebody sits, and a seat is free for whoever comes. */
function mayBeListed(seats: Record<Side, string>): boolean {
  return (
    SIDES.some((side) => seats[side] === "open") && SIDES.some((side) => seats[side] === "me")
  );
}

export interface Terms {
  readonly name: string;
  readonly contribution: string;
  readonly clock: string;
  readonly listed: boolean; // anybody may join, and watch
}

export function useTerms(name: string): [Terms, (terms: Terms) => void] {
  return useState<Terms>(() => ({
    name,
    contribution: freshContribution(),
    clock: "none",
    listed: false,
  }));
}

interface FriendFieldsProps {
  readonly seats: Record<Side, string>;
  readonly terms: Terms;
  readonly change: (terms: Terms) => void;
}

export function FriendFields({ seats, terms, change }: FriendFieldsProps): JSX.Element {
  const sits = SIDES.some((side) => seats[side] === "me");
  return (
    <fieldset class="terms">
      <legend>{ONLINE.onServer}</legend>
      <ClockField value={terms.clock} change={(clock) => change({ ...terms, clock })} />
      {sits && <NameField value={terms.name} change={(name) => change({ ...terms, name })} />}
      {sits && (
        <ContributionField
          value={terms.contribution}
          change={(contribution) => change({ ...terms, contribution })}
        />
      )}
      {mayBeListed(seats) && (
        <label class="check">
          {put(ONLINE.listed, { box: <input
            id="listed"
            type="checkbox"
            checked={terms.listed}
            onChange={(event) => change({ ...terms, listed: event.currentTarget.checked })}
          /> })}
        </label>
      )}
      {!sits && (
        <p class="small muted">{ONLINE.nobodySits}</p>
      )}
    </fieldset>
  );
}

interface Wanted {
  readonly game: string;
  readonly scenario: string;
  readonly options: Record<string, number>;
  readonly seats: Record<Side, string>;
}

/** Makes the game, sits down where it says "me", and goes there; a sentence if that fails. */
export async function invite(
  session: Session,
  wanted: Wanted,
  terms: Terms,
): Promise<string | undefined> {
  const { game, scenario, options, seats } = wanted;
  const mine = SIDES.find((side) => seats[side] === "me");
  const kinds = Object.fromEntries(
    SIDES.map((side) => [side, seats[side] === "me" ? "link" : seats[side]]),
  );
  const created = await call<Created>("POST", "api/games", {
    game,
    scenario,
    options,
    seats: kinds,
    clock: clockOf(terms.clock),
    listed: terms.listed && mayBeListed(seats),
  });
  if (!created.ok) return created.text;
  const { id, seats: made } = created.value;
  const invitations = Object.fromEntries(
    SIDES.flatMap((side) => {
      const { invitation } = made[side];
      return side !== mine && seats[side] === "link" && invitation !== undefined
        ? [[side, invitation]]
        : [];
    }),
  );
  const kept = { id, game, scenario, when: Date.now(), invitations };
  if (mine === undefined) {
    session.seats.keep({ ...kept, side: "watcher", token: "" });
    go(["at", id]);
    return undefined;
  }
  const token = freshToken();
  const seated = await call<Seated>(
    "POST",
    `api/games/${id}/sit`,
    { side: mine, name: terms.name, contribution: terms.contribution, token },
    { token: made[mine].invitation, again: true },
  );
  if (!seated.ok) return seated.text;
  session.seats.keepName(terms.name);
  const own = { commitment: created.value.commitment, contribution: terms.contribution };
  const safe = session.seats.keep({ ...kept, side: mine, token, mine: own });
  go(["at", id, mine], safe ? {} : { token });
  return undefined;
}
