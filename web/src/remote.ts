// remote.ts - talking to `grognard serve`: calls that may be sent again, and the stream of a game.
//
// A call goes by POST or GET; one that is safe to repeat is repeated until it is answered.  The
// stream is a WebSocket, or server-sent events where something on the way lets no WebSocket
// through; after a break it goes on from the last telling that was heard.
// SPDX-License-Identifier: MIT

import { changed } from "./changes";
import type { Change, Message, State } from "./remote-types";
import { START } from "./words/start";
import { say } from "./words/say";

/** What the server says when it does not do it: a word for programs, a sentence for people. */
export interface Refusal {
  readonly ok: false;
  readonly status: number; // 0: it could not be reached
  readonly error: string;
  readonly text: string;
}

export type Answered<T> = { readonly ok: true; readonly value: T } | Refusal;

export interface CallOptions {
  readonly token?: string | undefined;
  /** The call may be sent again when its answer was lost. */
  readonly again?: boolean;
}

const PATIENCE = { GET: 30000, POST: 180000 }; // milliseconds for which a call is repeated
const FIRST_PAUSE = 300;
const LONGEST_PAUSE = 5000;
const HELLO_WITHIN = 8000; // a socket that says nothing for so long is none
const RESTS_AFTER = 60000; // a watcher's page that nobody sees gives its line to others
const ASK_EVERY = 25000; // a line that is dead without knowing it is found out so
const UNREACHED: Refusal = {
  ok: false,
  status: 0,
  error: "unreached",
  text: START.noServer,
};

/** How far the server's clock is ahead of this device's, in milliseconds, as far as it matters. */
let ahead = 0;

export function serverNow(): number {
  return Date.now() + ahead;
}

export function apiAddress(path: string): URL {
  return new URL(path, document.baseURI);
}

function noteTime(response: Response): void {
  const told = Date.parse(response.headers.get("date") ?? "");
  const difference = told + 500 - Date.now();
  ahead = Number.isNaN(told) || Math.abs(difference) < 2000 ? 0 : difference;
}

function headers(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** A call with an answer in JSON. */
export async function call<T>(
  method: "GET" | "POST",
  path: string,
  body?: object,
  options: CallOptions = {},
): Promise<Answered<T>> {
  const text = await callText(method, path, body, options);
  if (!text.ok) return text;
  try {
    return { ok: true, value: JSON.parse(text.value) as T };
  } catch {
    return {
      ok: false,
      status: 200,
      error: "unreadable",
      text: START.noAnswer,
    };
  }
}

export async function callText(
  method: "GET" | "POST",
  path: string,
  body?: object,
  options: CallOptions = {},
): Promise<Answered<string>> {
  const until = Date.now() + PATIENCE[method];
  for (let pause = FIRST_PAUSE; ; pause = Math.min(2 * pause, LONGEST_PAUSE)) {
    const answer = await once(method, path, body, options.token);
    const lost =
      !answer.ok &&
      (answer.status === 0 ||
        answer.status === 502 ||
        answer.status === 503 ||
        answer.status === 429);
    if (!lost || (options.again !== true && method !== "GET") || Date.now() + pause > until)
      return answer;
    await sleep(jittered(pause));
  }
}

async function once(
  method: "GET" | "POST",
  path: string,
  body: object | undefined,
  token: string | undefined,
): Promise<Answered<string>> {
  try {
    const response = await fetch(apiAddress(path), {
      method,
      headers: {
        ...headers(token),
        ...(method === "POST" && { "content-type": "application/json" }),
      },
      ...(method === "POST" && { body: JSON.stringify(body ?? {}) }),
      cache: "no-store",
    });
    noteTime(response);
    const text = await response.text();
    return response.ok ? { ok: true, value: text } : refusal(response.status, text);
  } catch {
    return UNREACHED;
  }
}

function refusal(status: number, text: string): Refusal {
  try {
    const { error, text: words } = JSON.parse(text) as { error?: unknown; text?: unknown };
    if (typeof error === "string" && typeof words === "string")
      return { ok: false, status, error, text: words };
  } catch {
    // A proxy's page, not the server's answer.
  }
  return { ok: false, status, error: "broken", text: say(START.answered, { status }) };
}

/** Pages that lost the same server do not all come back at the same moment. */
function jittered(pause: number): number {
  return pause * (0.7 + 0.6 * Math.random());
}

function sleep(time: number): Promise<void> {
  return new Promise((done) => setTimeout(done, time));
}

/** Lines of JSON, as logs and chats are given. */
export function parseLines<T>(text: string): T[] {
  return text
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}

/** Is the page served by a server that plays?  A static host answers otherwise. */
export async function findServer(): Promise<boolean> {
  if (!location.protocol.startsWith("http")) return false;
  try {
    const response = await fetch(apiAddress("healthz"), { cache: "no-store" });
    const found: unknown = await response.json();
    if (response.status === 404 || typeof found !== "object" || found === null) return false;
    return "ok" in found || "error" in found; // it may have too much to do just now
  } catch {
    return false;
  }
}

export type Contact = "connecting" | "open" | "lost" | "closed";

interface LineHooks {
  readonly id: string;
  readonly token: string | undefined;
  readonly side: string | undefined; // for who plays by his account
  readonly heard: () => number; // the last ply that was told
  readonly told: (message: Message) => void;
  readonly contact: (contact: Contact) => void;
  readonly refused: (why: Refusal) => void; // it will not open, however often it is tried
  readonly waits: (why: Refusal) => void; // not now: it is tried again
}

/** The stream of one game, kept open until close(). */
export class Line {
  private socket: WebSocket | undefined;
  private reader: AbortController | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setInterval> | undefined;
  private pause = FIRST_PAUSE;
  private failures = 0; // sockets in a row that never spoke
  private spoke = false;
  private isOpen = false; // it has told everything
  private state: State | undefined; // the last one of this stream, with what has changed since
  private closed = false;
  private resting = false; // nobody sees it
  private hidden: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly hooks: LineHooks) {
    addEventListener("online", this.now);
    addEventListener("offline", this.lost);
    document.addEventListener("visibilitychange", this.seen);
    this.watch = setInterval(() => void this.ask(), ASK_EVERY);
    this.open();
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.now);
    removeEventListener("offline", this.lost);
    document.removeEventListener("visibilitychange", this.seen);
    clearInterval(this.watch);
    clearTimeout(this.timer);
    clearTimeout(this.hidden);
    this.hangUp();
    this.hooks.contact("closed");
  }

  /** Sockets come and go; where none ever opens, events do the same. */
  private open(): void {
    clearTimeout(this.timer);
    this.hangUp();
    if (this.closed || this.resting) return;
    this.spoke = false;
    this.state = undefined;
    if (this.failures % 3 === 2) void this.readEvents();
    else this.openSocket();
  }

  private openSocket(): void {
    const address = apiAddress(`api/games/${this.hooks.id}/stream`);
    address.protocol = address.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(address);
    this.socket = socket;
    const impatient = setTimeout(() => socket.close(), HELLO_WITHIN);
    socket.onopen = () => {
      const { token, side } = this.hooks;
      socket.send(
        JSON.stringify({
          do: "hello",
          since: this.hooks.heard(),
          changes: true,
          ...(token !== undefined && { token }),
          ...(token === undefined && side !== undefined && { side }),
        }),
      );
    };
    socket.onmessage = (event) => {
      clearTimeout(impatient);
      if (this.socket === socket) this.hear(String(event.data));
    };
    socket.onclose = () => {
      clearTimeout(impatient);
      if (this.socket === socket) this.lost();
    };
  }

  private async readEvents(): Promise<void> {
    const reader = new AbortController();
    this.reader = reader;
    const { token } = this.hooks;
    try {
      const address = apiAddress(
        `api/games/${this.hooks.id}/stream?since=${this.hooks.heard()}${this.meant()}`,
      );
      const response = await fetch(address, {
        headers: { ...headers(token), accept: "text/event-stream" },
        signal: reader.signal,
        cache: "no-store",
      });
      if (!response.ok || response.body === null) {
        this.judge(refusal(response.status, await response.text()));
      } else {
        for await (const data of eventsOf(response.body)) this.hear(data);
      }
    } catch {
      // The network, or close().
    }
    if (this.reader === reader) this.lost();
  }

  /** Who plays by his account, without a token, says which side he means. */
  private meant(): string {
    const { token, side } = this.hooks;
    return token === undefined && side !== undefined ? `&side=${side}` : "";
  }

  private hear(text: string): void {
    const message = this.whole(JSON.parse(text) as Message | Change);
    if (message === undefined) {
      this.now(); // begins anew, with a whole state
      return;
    }
    if (message.tell === "answer") {
      if (message.status >= 400) {
        this.judge({
          ok: false,
          status: message.status,
          error: message.error ?? "",
          text: message.text ?? "",
        });
        if (!this.spoke) this.lost();
      }
      return;
    }
    if (!this.spoke) {
      this.spoke = true;
      this.failures = 0;
      this.pause = FIRST_PAUSE;
    }
    this.hooks.told(message);
    if (message.tell !== "state" || this.isOpen) return;
    this.isOpen = true; // the state comes after all that was missed
    this.hooks.contact("open");
  }

  /** A change becomes the state that it makes; undefined: it does not fit. */
  private whole(message: Message | Change): Message | undefined {
    if (message.tell !== "change" && message.tell !== "state") return message;
    if (message.tell === "state") this.state = message;
    else this.state = this.state === undefined ? undefined : changed(this.state, message);
    return this.state;
  }

  /** Some refusals stay refusals. */
  private judge(why: Refusal): void {
    if (![401, 403, 404, 410].includes(why.status)) {
      this.hooks.waits(why);
      return;
    }
    this.hooks.refused(why);
    this.close();
  }

  private readonly lost = (): void => {
    if (this.closed || this.resting) return;
    if (!this.spoke) this.failures++;
    this.hangUp();
    this.hooks.contact("lost");
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.open(), jittered(this.pause));
    this.pause = Math.min(2 * this.pause, LONGEST_PAUSE);
  };

  private readonly now = (): void => {
    this.pause = FIRST_PAUSE;
    this.open();
  };

  private readonly seen = (): void => {
    clearTimeout(this.hidden);
    if (document.visibilityState !== "visible") {
      if (this.watches) this.hidden = setTimeout(() => this.rest(), RESTS_AFTER);
    } else if (this.resting) {
      this.resting = false;
      this.now();
    } else void this.ask();
  };

  private get watches(): boolean {
    return this.hooks.token === undefined && this.hooks.side === undefined;
  }

  private rest(): void {
    this.resting = true;
    clearTimeout(this.timer);
    this.hangUp();
  }

  /** Is the line alive, and has it told everything? */
  private async ask(): Promise<void> {
    if (this.closed || !this.spoke || document.visibilityState !== "visible") return;
    const { id, token } = this.hooks;
    const before = this.hooks.heard();
    const answer = await once(
      "GET",
      `api/games/${id}/log?since=${before}${this.meant()}`,
      undefined,
      token,
    );
    if (this.closed || !this.spoke) return;
    if (!answer.ok && answer.status === 0) this.lost();
    else if (answer.ok && answer.value !== "" && this.hooks.heard() === before) this.now();
  }

  private hangUp(): void {
    const { socket, reader } = this;
    this.socket = undefined;
    this.reader = undefined;
    this.spoke = this.isOpen = false;
    socket?.close();
    reader?.abort();
  }
}

/** The data of server-sent events. */
async function* eventsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body
    .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
    .getReader();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const blocks = (rest + value.replaceAll("\r", "")).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const block of blocks) {
      const data = block
        .split("\n")
        .filter((line) => line.startsWith("data:"))
        .map((line) => line.slice(5).trimStart());
      if (data.length > 0) yield data.join("\n");
    }
  }
}
