/** A game as it goes on: the newest view, pushed by the server, through every break of the line. */
import { untrack } from "svelte";
import { gameInfo, view as askView } from "./api.ts";
import { noteKept, noteReached, returns } from "./server-reach.svelte.ts";
import { settings } from "../browser/settings.svelte.ts";
import { HeldView } from "./view-changes.ts";
import type { GameInfo, LiveMessage, Refusal, SeatInfo, GameEvent, View } from "../types.ts";

/** `connecting` at first; `live` while views come by themselves; `slow` where only plain requests get through;
 * `offline` while nothing does; `refused` when the server says no, for good. */
export type Status = "connecting" | "live" | "slow" | "offline" | "refused";

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 10_000;
/** A server that has said nothing for so long, not even a ping, is taken for lost. */
const SILENCE_MS = 45_000;
const OPENING_MS = 8_000;
/** So many sockets that never opened, and we ask by plain HTTP instead. */
const TRIES_BEFORE_PLAIN = 3;
const PLAIN_ROUNDS = 8;
const STREAM_SILENCE_MS = 5_000;
/** The server's close codes for an answer that no new try would change: 4000 and the HTTP status. */
const FINAL_CODES = new Set([1008, 4400, 4401, 4403, 4404, 4410, 4422]);

export class GameConnection {
  view = $state.raw<View | null>(null);
  /** Every move so far as this seat may know it, oldest first. */
  events = $state.raw<GameEvent[]>([]);
  seats = $state.raw<SeatInfo[]>([]);
  /** While the table still waits for people. */
  waiting = $state.raw<GameInfo | null>(null);
  status = $state<Status>("connecting");
  refusal = $state.raw<Refusal | null>(null);

  readonly game: string;
  readonly token: string | null;
  #listeners = new Set<(message: LiveMessage) => void>();
  #awaited: { number: number; resolve: () => void }[] = [];
  #held = new HeldView();
  #socket: WebSocket | null = null;
  #stream: AbortController | null = null;
  #language = settings.language;
  #number = 0;
  #failures = 0;
  #neverOpened = 0;
  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #silence: ReturnType<typeof setTimeout> | undefined;
  #cleanUp: () => void;

  constructor(game: string, token: string | null) {
    this.game = game;
    this.token = token;
    const wake = () => this.#wake();
    const sleep = () => this.#lost();
    const look = () => document.visibilityState === "visible" && this.#wake();
    addEventListener("online", wake);
    addEventListener("offline", sleep);
    document.addEventListener("visibilitychange", look);
    const unroot = $effect.root(() => {
      $effect(() => {
        if (settings.language !== this.#language) this.#retell();
      });
      $effect(() => {
        if (returns() > 0) untrack(wake);
      });
    });
    this.#cleanUp = () => {
      removeEventListener("online", wake);
      removeEventListener("offline", sleep);
      document.removeEventListener("visibilitychange", look);
      unroot();
    };
    this.#connect();
  }

  /** Hears every message as it comes, to animate what changed. Returns how to stop. */
  listen(listener: (message: LiveMessage) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Settles once the view of that number, or a later one, has come: a move is answered with its number alone. */
  reached(number: number): Promise<void> {
    if (this.#closed || (this.view?.number ?? 0) >= number) return Promise.resolve();
    return new Promise((resolve) => this.#awaited.push({ number, resolve }));
  }

  close(): void {
    this.#closed = true;
    this.#settle(Infinity);
    this.#cleanUp();
    this.#hangUp();
  }

  #connect(): void {
    this.#hangUp();
    if (this.#closed) return;
    if (this.#neverOpened >= TRIES_BEFORE_PLAIN) return void this.#plain();
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    let socket: WebSocket;
    try {
      socket = new WebSocket(`${scheme}://${location.host}/api/games/${encodeURIComponent(this.game)}/live`);
    } catch {
      this.#neverOpened += 1;
      return this.#again();
    }
    this.#socket = socket;
    let opened = false;
    this.#watchSilence(OPENING_MS);
    socket.onopen = () => {
      opened = true;
      this.#neverOpened = 0;
      this.#held.forget();
      socket.send(JSON.stringify({ token: this.token, since: this.#number, language: this.#language, changes: true }));
      this.#watchSilence(SILENCE_MS);
    };
    socket.onmessage = ({ data }) => {
      this.#watchSilence(SILENCE_MS);
      this.#hear(String(data));
    };
    socket.onclose = ({ code }) => {
      if (this.#socket !== socket) return;
      if (!opened) this.#neverOpened += 1;
      if (FINAL_CODES.has(code)) this.#refuse();
      else this.#again();
    };
  }

  #hear(text: string): void {
    let message: LiveMessage | null;
    try {
      message = this.#held.complete(JSON.parse(text) as LiveMessage);
    } catch {
      return;
    }
    if (!message) return;
    this.#failures = 0;
    if (this.status !== "slow" || this.#socket) this.status = "live";
    if (message.type === "view") this.#see(message.view, message.moves);
    else if (message.type === "seats") this.seats = message.seats;
    else if (message.type === "waiting") {
      this.waiting = message.info;
      this.seats = message.info.seats;
    } else if (message.type === "keeping") noteKept(message.kept);
    else if (message.type === "error") this.refusal = { error: message.error, message: message.message };
    else return;
    for (const listener of this.#listeners) listener(message);
  }

  #see(view: View, moves: GameEvent[]): void {
    const known = new Set(this.events.map(({ number }) => number));
    this.events = [...this.events, ...moves.filter(({ number }) => !known.has(number))].sort((a, b) => a.number - b.number);
    this.#number = view.number;
    this.waiting = null;
    if (this.view && view.number < this.view.number) return;
    this.view = view;
    this.#settle(view.number);
  }

  #settle(number: number): void {
    const isReached = (one: { number: number }) => one.number <= number;
    this.#awaited.filter(isReached).forEach(({ resolve }) => resolve());
    this.#awaited = this.#awaited.filter((one) => !isReached(one));
  }

  /** A new language: every event comes again from the start. */
  #retell(): void {
    this.#language = settings.language;
    this.#number = 0;
    this.events = [];
    this.#connect();
  }

  /** The line is back, or the page is looked at again. */
  #wake(): void {
    if (this.#closed || this.status === "refused") return;
    if (this.#socket?.readyState === WebSocket.OPEN && this.status === "live") return;
    this.#failures = 0;
    this.#connect();
  }

  /** `shell/Offline.svelte` tells people about it, on every screen in the same words. */
  #lost(): void {
    if (this.status === "refused") return;
    this.status = "offline";
    noteReached(false);
  }

  #refuse(): void {
    this.status = "refused";
    this.#hangUp();
  }

  #again(): void {
    this.#hangUp();
    if (this.#closed) return;
    this.#failures += 1;
    // The first break is mended before anybody need hear of it.
    if (this.#failures > 1 || !navigator.onLine) this.#lost();
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** (this.#failures - 1), LONGEST_PAUSE_MS);
    this.#timer = setTimeout(() => this.#connect(), pause * (0.75 + Math.random() / 2));
  }

  #hangUp(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    const socket = this.#socket;
    this.#socket = null;
    if (socket) {
      socket.onopen = socket.onmessage = socket.onclose = null;
      socket.close();
    }
    this.#stream?.abort();
    this.#stream = null;
  }

  #watchSilence(patience: number): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => {
      if (this.#socket?.readyState !== WebSocket.OPEN) this.#neverOpened += 1;
      this.#again();
    }, patience);
  }

  /** Where sockets do not get through: the view by request, then the stream of lines as far as it carries. */
  async #plain(): Promise<void> {
    const stream = (this.#stream = new AbortController());
    for (let round = 0; round < PLAIN_ROUNDS && !stream.signal.aborted; round += 1) {
      const answer = await askView(this.game, this.token);
      if (stream.signal.aborted) return;
      if (answer.ok) {
        this.#failures = 0;
        this.status = "slow";
        this.#hear(JSON.stringify({ type: "view", number: answer.value.number, view: answer.value, moves: [] }));
        this.#number = this.events.at(-1)?.number ?? 0;
        await this.#readStream(stream.signal);
      } else if (answer.status === 0 || answer.status >= 500) {
        break;
      } else if (!(await this.#askWhetherWaiting())) {
        this.refusal = answer.refusal;
        return this.#refuse();
      }
      await new Promise((resolve) => setTimeout(resolve, 1500));
    }
    if (stream.signal.aborted) return;
    this.#neverOpened = TRIES_BEFORE_PLAIN - 1;
    this.#again();
  }

  async #askWhetherWaiting(): Promise<boolean> {
    const answer = await gameInfo(this.game, this.token);
    if (!answer.ok || answer.value.state !== "waiting") return false;
    this.status = "slow";
    this.#hear(JSON.stringify({ type: "waiting", info: answer.value }));
    return true;
  }

  async #readStream(signal: AbortSignal): Promise<void> {
    const stream = new AbortController();
    const stop = () => stream.abort();
    signal.addEventListener("abort", stop);
    let patience = setTimeout(stop, STREAM_SILENCE_MS);
    try {
      const query = new URLSearchParams({ since: String(this.#number), language: this.#language });
      const response = await fetch(`/api/games/${encodeURIComponent(this.game)}/events?${query}`, {
        headers: this.token ? { Authorization: `Bearer ${this.token}` } : {},
        credentials: "omit",
        signal: stream.signal,
      });
      const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
      for (let rest = ""; response.ok && reader; ) {
        const { done, value } = await reader.read();
        if (done) break;
        clearTimeout(patience);
        patience = setTimeout(stop, SILENCE_MS);
        const lines = (rest + value).split("\n");
        rest = lines.pop() ?? "";
        for (const line of lines) if (line.trim()) this.#hearLine(line);
      }
    } catch {
      // Cut off: the next round asks again.
    } finally {
      clearTimeout(patience);
      signal.removeEventListener("abort", stop);
    }
  }

  #hearLine(line: string): void {
    const found = JSON.parse(line) as { type?: "keeping"; number?: number; view?: View; moves?: GameEvent[] };
    if (found.view) this.#hear(JSON.stringify({ type: "view", moves: [], ...found }));
    else if (found.type === "keeping") this.#hear(line);
  }
}
