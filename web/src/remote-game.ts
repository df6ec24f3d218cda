// remote-game.ts - a game on a server, as the game screen sees any game.
//
// The server judges and tells; this browser reads the position it was told into its own engine,
// which draws the board and answers every question about it.  The log is made of the tellings.
// SPDX-License-Identifier: MIT

import type { EngineRoom } from "./engine-game";
import { EngineGame } from "./engine-game";
import type { Failure, LogEntry, Offer, Side, Slot, Standing, Turn, Viewer } from "./engine-types";
import { otherSide, SLOT_GAME } from "./engine-types";
import type { PlayedGame, Snapshot } from "./game";
import { KeptViews } from "./kept-views";
import type { Answered, Contact, Refusal } from "./remote";
import { call, callText, Line, parseLines } from "./remote";
import { RemoteReplay } from "./remote-replay";
import type { ChatLine, Here, Message, State, Telling, ToldEntry } from "./remote-types";
import { followedIn, Unseen } from "./unseen";
import { ONLINE } from "./words/online";
import { say } from "./words/say";

export interface RemoteSeat {
  readonly id: string;
  readonly side?: Side | undefined; // as the address says it
  readonly token?: string | undefined; // missing: a watcher, or who plays by his account
}

interface Surroundings extends EngineRoom {
  readonly complain: (text: string) => void;
}

export type Deed = "resign" | "draw" | "takeback" | "rematch" | "object";
export type Answering = "offer" | "accept" | "decline";

const TOLD_WITHIN = 3000; // milliseconds until what was done is asked for

export class RemoteGame extends EngineGame implements PlayedGame {
  readonly online = this;
  readonly id: string;
  readonly rules: string;
  contact: Contact = "connecting";
  here: Here = { blue: false, red: false, watchers: 0 };
  chat: readonly ChatLine[] = [];
  chatRead = false; // what was said before we came is here
  trouble: Refusal | undefined; // why nothing more will be heard
  busy: Refusal | undefined; // why nothing is heard just now
  private line: Line | undefined;
  private readonly listeners = new Set<() => void>();
  private shown: Snapshot | undefined;
  private count = 0;
  private heard = 0; // the ply of the last telling
  private log: readonly LogEntry[] = [];
  private seen = 0; // entries that were there when this side decided last
  private fresh = true; // nothing was told yet
  private readonly unseen: Unseen;
  sending = false; // a decision is on its way
  private tookBack = false; // since the last state
  private replay: RemoteReplay | undefined;
  private readonly views: KeptViews;
  private secretive = false; // sides choose in secret in this game
  private asking = 0; // numbers the replays that are being fetched: only the last counts
  private closed = false;

  /** The first state tells who looks. */
  constructor(
    readonly seat: RemoteSeat,
    public state: State,
    private readonly around: Surroundings,
  ) {
    const people: readonly Side[] = state.you === "blue" || state.you === "red" ? [state.you] : [];
    super(around, people);
    this.id = state.id;
    this.rules = state.game;
    const viewer = people[0] ?? "watcher";
    this.views = new KeptViews(this.id, viewer);
    this.unseen = new Unseen(() => performance.now(), followedIn(this.id, viewer));
    if (state.here !== undefined) this.here = state.here;
    this.readPosition();
  }

  static async open(seat: RemoteSeat, around: Surroundings): Promise<Answered<RemoteGame>> {
    const path = statePath(seat.id, seat.token === undefined ? seat.side : undefined);
    const state = await call<State>("GET", path, undefined, { token: seat.token });
    return state.ok ? { ok: true, value: new RemoteGame(seat, state.value, around) } : state;
  }

  get mine(): Side | undefined {
    return this.people[0];
  }

  get place(): { words: readonly string[] } {
    return { words: this.mine === undefined ? ["at", this.id] : ["at", this.id, this.mine] };
  }

  start(): void {
    this.line = new Line({
      id: this.id,
      token: this.seat.token,
      side: this.mine,
      heard: () => this.heard,
      told: (message) => this.hear(message),
      contact: (contact) => {
        this.contact = contact;
        if (contact === "open") this.busy = undefined;
        this.changed(true);
      },
      waits: (why) => {
        this.busy = why;
        this.changed(true);
      },
      refused: (why) => {
        this.trouble = why;
        this.changed(true);
      },
    });
    void this.readChat();
    globalThis.document?.addEventListener("visibilitychange", this.tellUnseen);
  }

  close(): void {
    this.closed = true;
    globalThis.document?.removeEventListener("visibilitychange", this.tellUnseen);
    this.listeners.clear();
    this.endFilm();
    this.pacing.close();
    this.line?.close();
  }

  subscribe(changed: () => void): () => void {
    this.listeners.add(changed);
    return () => void this.listeners.delete(changed);
  }

  snapshot(): Snapshot {
    return (this.shown ??= this.lookAround());
  }

  nameOf(side: Side): string {
    const seat = this.state.seats[side];
    if (side === this.mine) return "you";
    return seat.computer ? say(ONLINE.computer, {
      kind: seat.kind,
    }) : (seat.name ?? ONLINE.nobodyYet);
  }

  // ---- Deciding. ----

  async act(action: string): Promise<Failure | undefined> {
    const side = this.snapshot().acting;
    if (side === undefined) return { ok: false, error: ONLINE.notYours };
    const before = this.log.length;
    this.sending = true;
    this.changed();
    const answer = await call<{ ply: number }>(
      "POST",
      this.path("action"),
      { ply: this.heard, action, side },
      { token: this.seat.token, again: true },
    );
    if (answer.ok) {
      this.seen = before;
      this.unseen.decided(before);
      await this.caughtUp(answer.value.ply);
    } else if (answer.error === "stale") {
      await this.readAnew();
    }
    this.sending = false;
    this.changed();
    return answer.ok ? undefined : { ok: false, error: answer.text };
  }

  /** Takes back at once what may be taken back at once; otherwise the other side is asked. */
  undo(): boolean {
    if (this.state.takeback !== true || this.state.status !== "playing") return false;
    void this.takeBack();
    return true;
  }

  private async takeBack(): Promise<boolean> {
    const answer = await call<{ ply: number }>(
      "POST",
      this.path("takeback"),
      { ply: this.heard, side: this.mine },
      { token: this.seat.token, again: true },
    );
    if (answer.ok) await this.caughtUp(answer.value.ply);
    else this.around.complain(answer.text);
    return answer.ok;
  }

  /** Every step back is one of its own on the server, as far as nobody has to be asked. */
  restartTurn(): boolean {
    if (!this.takesBackFreely()) return false;
    void this.takeAllBack();
    return true;
  }

  private async takeAllBack(): Promise<void> {
    while (!this.closed && this.takesBackFreely()) if (!(await this.takeBack())) return;
  }

  /** Whoever still decides takes back without asking; so does who plays a computer. */
  private takesBackFreely(): boolean {
    const { mine, state } = this;
    if (mine === undefined || state.takeback !== true || state.status !== "playing") return false;
    return state.turn?.deciding.includes(mine) === true || state.seats[otherSide(mine)].computer;
  }

  async propose(deed: Deed, answering: Answering = "offer"): Promise<boolean> {
    const answer = await call<{ ply?: number }>(
      "POST",
      this.path(deed),
      { answer: answering, side: this.mine },
      { token: this.seat.token, again: true },
    );
    if (!answer.ok) this.around.complain(answer.text);
    return answer.ok;
  }

  // ---- Words. ----

  async say(text: string, name: string): Promise<boolean> {
    const answer = await call(
      "POST",
      this.path("chat"),
      { text, name, ...(this.mine !== undefined && { side: this.mine }) },
      { token: this.seat.token },
    );
    if (!answer.ok) this.around.complain(answer.text);
    return answer.ok;
  }

  async note(): Promise<string | undefined> {
    const answer = await call<{ text: string }>("GET", this.asked("note"), undefined, {
      token: this.seat.token,
    });
    return answer.ok ? answer.value.text : undefined;
  }

  async keepNote(text: string): Promise<boolean> {
    const answer = await call(
      "POST",
      this.path("note"),
      { text, side: this.mine },
      { token: this.seat.token, again: true },
    );
    if (!answer.ok) this.around.complain(answer.text);
    return answer.ok;
  }

  private async readChat(): Promise<void> {
    const answer = await callText("GET", this.asked("chat"), undefined, {
      token: this.seat.token,
    });
    if (!answer.ok || this.closed) return;
    this.chat = parseLines<ChatLine>(answer.value);
    this.chatRead = true;
    this.changed(true);
  }

  // ---- Looking back. ----

  protected async lookAt(ply: number | undefined): Promise<void> {
    const number = ++this.asking;
    if (ply === undefined) {
      this.replay = undefined;
      this.changed();
      return;
    }
    if (this.replay !== undefined) {
      this.goTo(ply);
      return;
    }
    const record = await this.whole();
    if (number === this.asking && record !== undefined) this.beginReplay(record, ply);
  }

  private beginReplay(record: string, entry: number): void {
    const { engine, complain } = this.around;
    const viewer = this.state.status === "over" ? "all" : (this.mine ?? "watcher");
    const opened = RemoteReplay.of(engine, record, viewer, this.log, this.views);
    if (!opened.ok) {
      complain(opened.error);
      return;
    }
    this.replay = opened.replay;
    this.goTo(opened.replay.plyOf(Math.min(entry, this.log.length)));
  }

  private goTo(ply: number): void {
    this.replay?.goTo(ply);
    this.changed();
  }

  /** What this viewer may have of the record. */
  async whole(): Promise<string | undefined> {
    const answer = await callText("GET", this.asked("record"), undefined, {
      token: this.seat.token,
    });
    if (!answer.ok) this.around.complain(answer.text);
    return answer.ok ? answer.value : undefined;
  }

  lift(): void {
    // Everybody sits before a screen of his own: there is no curtain.
  }

  record(): string {
    return this.around.engine.record(this.slot(), this.viewer());
  }

  protected openRecord(): Promise<string | undefined> {
    const hides = this.around.engine.standing(SLOT_GAME, this.viewer()).hides;
    return hides ? Promise.resolve(undefined) : this.whole();
  }

  protected slot(): Slot {
    return this.replay?.slot ?? SLOT_GAME;
  }

  protected asker(): Side {
    return this.mine ?? "blue";
  }

  private viewer(): Viewer {
    if (this.replay !== undefined && this.state.status === "over") return "all";
    return this.mine ?? "watcher";
  }

  private path(what: string): string {
    return `api/games/${this.id}/${what}`;
  }

  /** A GET says its side in the address, for those who play by their account. */
  private asked(what: string): string {
    return this.path(what) + (this.mine === undefined ? "" : `?side=${this.mine}`);
  }

  // ---- Hearing. ----

  private hear(message: Message): void {
    switch (message.tell) {
      case "state":
        this.hearState(message);
        return;
      case "chat":
        if (this.chat.some((line) => line.number === message.number && line.room === message.room))
          return;
        this.chat = [...this.chat, message];
        this.changed(true);
        return;
      case "here":
        this.here = { blue: message.blue, red: message.red, watchers: message.watchers };
        this.changed(true);
        return;
      case "away":
        this.around.complain(
          say(ONLINE.serverAway, { count: Math.max(1, Math.round(message.ms / 1000)) }),
        );
        return;
      case "play":
      case "takeback":
      case "corrected":
      case "end":
        this.hearTelling(message);
        return;
      case "answer":
        return;
    }
  }

  private hearState(state: State): void {
    const ended = state.status === "over" && this.state.status !== "over";
    this.noteAnswers(state);
    this.state = state;
    this.readPosition();
    this.keepView();
    if (this.fresh) this.seen = this.beforeMyLast();
    this.fresh = false;
    if (ended) void this.readChat(); // now everybody reads both rooms
    this.unseen.show(this.log.length, this.around.pace?.() ?? 0, isLookedAt());
    this.changed();
    this.tellUnseen();
  }

  /** Before this side decides, what it could not follow plays as a film. */
  private readonly tellUnseen = (): void => {
    const { mine } = this;
    const pace = this.around.pace?.() ?? 0;
    if (mine === undefined || this.actingSide() === undefined || !isLookedAt()) return;
    const from = this.unseen.take(this.log, mine);
    if (from !== undefined && pace > 0) void this.watch(from);
  };

  /** Only where sides choose in secret does a record of the running game lack anything. */
  private keepView(): void {
    const { position, turn, status } = this.state;
    this.secretive ||= turn?.secret === true || this.log.some((entry) => "opened" in entry);
    if (this.secretive && position !== undefined && status === "playing")
      this.views.keep(this.log.length, position);
  }

  /** Whoever offered something is told that it was not taken. */
  private noteAnswers(next: State): void {
    const { mine, state } = this;
    if (mine === undefined || next.status !== "playing") return;
    const other = next.seats[otherSide(mine)].name ?? ONLINE.theOtherSide;
    if (state.offered.draw === mine && next.offered.draw === null)
      this.around.complain(say(ONLINE.drawDeclined, { name: other }));
    if (state.offered.takeback === mine && next.offered.takeback === null && !this.tookBack)
      this.around.complain(say(ONLINE.undoDeclined, { name: other }));
    this.tookBack = false;
  }

  /** The state follows; until then the old board stands. */
  private hearTelling(telling: Telling): void {
    if (telling.ply <= this.heard) return;
    if (telling.ply > this.heard + 1) {
      void this.readAnew();
      return;
    }
    this.heard = telling.ply;
    if (telling.tell === "takeback") {
      this.tookBack = true;
      this.log = this.log.slice(0, Math.max(0, this.log.length - telling.count));
      this.seen = Math.min(this.seen, this.log.length);
    } else if (telling.tell === "play") {
      if (this.mine === undefined) this.seen = this.log.length;
      this.log = added(this.log, telling.entries ?? []);
    }
  }

  /** Everything from the beginning: after a gap, and where the stream is too slow. */
  private async readAnew(): Promise<void> {
    const told = await callText(
      "GET",
      this.asked("log") + (this.mine === undefined ? "?" : "&") + "since=0",
      undefined,
      { token: this.seat.token },
    );
    const state = await call<State>("GET", statePath(this.id, this.mine), undefined, {
      token: this.seat.token,
    });
    if (!told.ok || !state.ok || this.closed) return;
    this.heard = 0;
    this.log = [];
    for (const telling of parseLines<Telling>(told.value)) this.hearTelling(telling);
    this.hearState(state.value);
  }

  /** Waits for what was done to be told. */
  private async caughtUp(ply: number): Promise<void> {
    if ((this.state.ply ?? 0) >= ply && this.heard >= ply) return;
    const told = await new Promise<boolean>((done) => {
      const finish = (well: boolean): void => {
        clearTimeout(timer);
        leave();
        done(well);
      };
      const timer = setTimeout(() => finish(false), TOLD_WITHIN);
      const leave = this.subscribe(() => {
        if ((this.state.ply ?? 0) >= ply && this.heard >= ply) finish(true);
      });
    });
    if (!told && !this.closed) await this.readAnew();
  }

  private readPosition(): void {
    if (this.state.position === undefined) return;
    const opened = this.around.engine.openText(
      SLOT_GAME,
      this.state.position + this.around.engine.names(this.rules, this.state.scenario),
      "the server's position",
    );
    if (!opened.ok)
      this.around.complain(
        say(ONLINE.unreadable, { error: opened.error }),
      );
  }

  /** Where the log stood when this side decided last: what came since is worth telling who
   *  comes back. */
  private beforeMyLast(): number {
    const last = this.log.findLastIndex(
      (entry) => entry.side === this.mine && entry.forced !== true,
    );
    return last >= 0 ? last : this.mine === undefined ? this.log.length : 0;
  }

  // ---- Showing. ----

  private lookAround(): Snapshot {
    const { engine } = this.around;
    const viewer = this.viewer();
    const { replay } = this;
    const standing = engine.standing(this.slot(), viewer);
    const acting = this.actingSide();
    const offers: Offer[] = acting === undefined ? [] : engine.offers(SLOT_GAME, acting);
    const entries = this.log.length;
    return {
      number: ++this.count,
      standing: this.dressed(standing),
      viewer,
      board: engine.board(this.slot(), viewer),
      log: replay?.log ?? this.log,
      ...(acting !== undefined && { acting }),
      offers,
      ...(this.watching && replay !== undefined && { film: { paused: this.pacing.paused } }),
      replaying: replay !== undefined,
      plies: replay?.plies ?? entries,
      canUndo:
        replay === undefined &&
        this.state.status === "playing" &&
        this.state.takeback === true &&
        this.state.offered.takeback !== this.mine,
      last: this.log.filter((entry) => entry.ply > this.seen),
    };
  }

  /** The engine knows the position only; the server knows the rest. */
  private dressed(standing: Standing): Standing {
    const { scenario, seats } = this.state;
    const title = this.around.engine.games
      .find((game) => game.id === this.rules)
      ?.scenarios.find((one) => one.name === scenario)?.title;
    const { replay } = this;
    const entries = this.log.length;
    return {
      ...standing,
      scenario,
      ...(title !== undefined && { title }),
      seats: { blue: seats.blue.name ?? "", red: seats.red.name ?? "" },
      ply: replay?.ply ?? entries,
      plies: replay?.plies ?? entries,
      turn: replay === undefined ? this.turn(standing.turn) : standing.turn,
    };
  }

  private turn(known: Turn): Turn {
    const { status, turn = known, result } = this.state;
    if (status !== "over") return turn;
    const { clause, ...rest } = turn;
    return {
      ...rest,
      ...(clause !== undefined && result?.how === "rules" && { clause }),
      deciding: [],
      over: true,
      winner: result?.winner ?? null,
    };
  }

  private actingSide(): Side | undefined {
    const { mine } = this;
    if (
      mine === undefined ||
      this.sending ||
      this.replay !== undefined ||
      this.state.status !== "playing"
    )
      return undefined;
    return this.state.turn?.deciding.includes(mine) === true ? mine : undefined;
  }

  /** `aside`: the position is the old one; only who is there, or what was said, is new. */
  protected changed(aside = false): void {
    if (this.closed) return;
    this.shown = aside && this.shown !== undefined ? { ...this.shown } : undefined;
    for (const listener of [...this.listeners]) listener();
  }
}

function isLookedAt(): boolean {
  return globalThis.document?.visibilityState !== "hidden";
}

function statePath(id: string, side: Side | undefined): string {
  return `api/games/${id}${side === undefined ? "" : `?side=${side}`}`;
}

/** Entries get numbers of their own: a telling may hold several. */
function added(log: readonly LogEntry[], entries: readonly ToldEntry[]): readonly LogEntry[] {
  return [...log, ...entries.map((entry, index) => ({ ...entry, ply: log.length + index + 1 }))];
}
