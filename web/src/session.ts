// session.ts - the session as the screens know it, and the words for sides and seats.  The session
// itself comes with the core (laid-session.ts): the first screen does without it.
// SPDX-License-Identifier: MIT

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Session } from "./laid-session";
import { START } from "./words/start";
import { say } from "./words/say";
import type { Actor } from "./engine-types";

export type { Session };

/** At the beginning of a sentence. */
export function sideName(side: Actor): string {
  return START.sides[side];
}

/** Within one. */
export function sideWord(side: Actor): string {
  return START.side[side];
}

/** Who sits there, in words. */
export function seatName(seat: string, people: number): string {
  if (seat !== "me" && seat !== "") return say(START.computer, { name: seat });
  return people === 2 ? START.personHere : START.you;
}

const SessionContext = createContext<Session | undefined>(undefined);
export const SessionProvider = SessionContext.Provider;

/** Undefined until the core is here. */
export function useComingSession(): Session | undefined {
  return useContext(SessionContext);
}

export function useSession(): Session {
  const session = useComingSession();
  if (session === undefined) throw new Error("no session");
  return session;
}
