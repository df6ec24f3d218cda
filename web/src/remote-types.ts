// remote-types.ts - what a server says: the JSON of docs/http.md, as types.
// SPDX-License-Identifier: MIT

import type { Edit } from "./changes";
import type { House, LogEntry, Side, Turn, Correction } from "./engine-types";

export type Status = "waiting" | "playing" | "over";
export type You = Side | "watcher" | "invited";

export interface Seat {
  readonly kind: string; // "link", "open", or the name of a computer player
  readonly computer: boolean;
  readonly taken: boolean;
  readonly name?: string;
  readonly account?: string;
}

/** A side's clock: what is left while it stands, when its flag falls while it runs. */
export interface SideClock {
  readonly runs: boolean;
  readonly left?: number; // milliseconds
  readonly deadline?: number; // milliseconds since 1970
}

export type ClockKind =
  | { readonly kind: "none" }
  | { readonly kind: "days"; readonly days: number }
  | { readonly kind: "bank"; readonly seconds: number; readonly increment: number };

export type Clock = ClockKind & {
  readonly blue?: SideClock | null;
  readonly red?: SideClock | null;
};

export interface GameResult {
  readonly winner: Side | null;
  readonly how: "rules" | "resigned" | "agreed" | "time" | "objected" | "unrecorded";
  readonly text: string;
}

export interface Here {
  readonly blue: boolean;
  readonly red: boolean;
  readonly watchers: number;
}

/** Where a game stands, for whoever asks. */
export interface State {
  readonly tell: "state";
  readonly id: string;
  readonly game: string;
  readonly version: number;
  readonly scenario: string;
  readonly options: Readonly<Record<string, number>>;
  readonly house?: House; // missing: the standard rules
  readonly status: Status;
  readonly you: You;
  readonly side?: Side; // whose seat an invitation is for
  readonly seats: Readonly<Record<Side, Seat>>;
  readonly ply?: number; // missing while it waits for players, as turn and position are
  readonly turn?: Turn;
  readonly position?: string;
  readonly clock: Clock;
  readonly dice: Promised & {
    readonly contributions?: Readonly<Record<Side, string>>;
    readonly restored?: readonly (Promised & { readonly from?: number })[];
  };
  readonly offered: {
    readonly draw: Side | null;
    readonly takeback: Side | null;
    readonly rematch: Side | null;
  };
  readonly takeback?: boolean; // have you something to take back?
  readonly rules?: Corrected;
  readonly result?: GameResult;
  readonly rematch?: string;
  readonly earlier?: string; // the game of which this is the rematch
  readonly here?: Here; // only when it was asked for
}

/** The game goes on by corrected rules. */
export interface Corrected {
  readonly was: number;
  readonly is: number;
  readonly object: boolean; // may this side object?
  readonly undone?: boolean; // what was played after the position no longer counts
  readonly recorded?: boolean; // it is over, and the position is not the last one
  readonly corrections: readonly Correction[];
}

/** The hash of a secret that dice are drawn with, and in the end the secret. */
interface Promised {
  readonly commitment: string;
  readonly secret?: string;
}

/** What has changed of the state that came before on the same stream. */
export type Change = { readonly tell: "change"; readonly lines?: readonly Edit[] } & Partial<
  Pick<State, "ply" | "turn" | "clock" | "offered" | "takeback">
>;

export interface ChatLine {
  readonly tell: "chat";
  readonly number: number;
  readonly room: "players" | "watchers";
  readonly from: Side | "watcher";
  readonly name: string;
  readonly text: string;
  readonly at: number; // seconds since 1970
}

export type Telling =
  | {
      readonly tell: "play";
      readonly ply: number;
      readonly entries?: readonly ToldEntry[];
      readonly cut?: true;
    }
  | {
      readonly tell: "takeback";
      readonly ply: number;
      readonly side: Side;
      readonly count: number;
    }
  | { readonly tell: "corrected"; readonly ply: number; readonly rules: Corrected }
  | { readonly tell: "end"; readonly ply: number; readonly result: GameResult };

/** An entry as it is told: `ply` counts tellings here. */
export type ToldEntry = LogEntry & { readonly opened?: true };

export type Message =
  | State
  | Telling
  | ChatLine
  | ({ readonly tell: "here" } & Here)
  | { readonly tell: "away"; readonly ms: number }
  | {
      readonly tell: "answer";
      readonly to?: number;
      readonly status: number;
      readonly error?: string;
      readonly text?: string;
    };

/** What creating a game gives. */
export interface Created {
  readonly id: string;
  readonly commitment: string;
  readonly watch: string;
  readonly join?: string | null;
  readonly seats: Readonly<
    Record<
      Side,
      { readonly kind: string; readonly invitation?: string; readonly address?: string }
    >
  >;
}

export interface Seated {
  readonly side: Side;
  readonly token: string;
  readonly address: string;
}

/** One of my games, as the account lists it. */
export interface ListedGame {
  readonly id: string;
  readonly game: string;
  readonly scenario: string;
  readonly house?: boolean; // missing: the standard rules
  readonly side: Side;
  readonly status: Status;
  readonly blue: string | null;
  readonly red: string | null;
  readonly round?: number;
  readonly yours: boolean;
  readonly deadline?: number;
  readonly changed?: number; // seconds since 1970
  readonly result: GameResult | null;
}

/** A game that anybody may join or watch. */
export interface OpenGame {
  readonly id: string;
  readonly game: string;
  readonly scenario: string;
  readonly status: "waiting" | "playing";
  readonly side?: Side; // the seat that is free
  readonly blue: string | null;
  readonly red: string | null;
  readonly clock: ClockKind;
  readonly house?: boolean; // missing: the standard rules
  readonly here: boolean; // a player has it open
}

export interface NotifySettings {
  readonly mail: boolean;
  readonly digest: boolean;
  readonly digest_hour: number | null; // by UTC; null: never said
  readonly remind: number; // hours before the flag falls; 0: never
  readonly webhook: string | null;
}

/** Who is logged in; without a session the name is null and nothing else is there. */
export interface Me {
  readonly name: string | null;
  readonly sessions?: number;
  readonly can?: { readonly mail: boolean; readonly webhook: boolean };
  readonly notify?: NotifySettings;
  readonly page?: Readonly<Record<string, string>>; // what was chosen in the page
  readonly mail?: {
    readonly address: string | null;
    readonly confirmed: boolean;
    readonly new?: string; // takes its place when it is confirmed
  } | null;
  readonly trouble?: {
    readonly channel: string;
    readonly text: string;
    readonly at: number;
  } | null;
}
