// session.ts - the session as the screens know it, and the words for sides and seats.  The session
// itself comes with the core (laid-session.ts): the first screen does without it.

import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Session } from "./laid-session";

export type { Session };

export function sideName(side: string): string {
  return side.charAt(0).toUpperCase() + side.slice(1);
}

/** Who sits there, in words. */
export function seatName(seat: string, people: number): string {
  if (seat !== "me" && seat !== "") return `computer (${seat})`;
  return people === 2 ? "a person here" : "you";
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
