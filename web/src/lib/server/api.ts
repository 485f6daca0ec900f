/** The server's HTTP interface, typed. What goes wrong is a value, never an exception. */
import { KEPT } from "../../offline/routing.ts";
import { noteKept, noteReached } from "./server-reach.svelte.ts";
import { settings } from "../browser/settings.svelte.ts";
import type { Answers, Bodies } from "../api-types.ts";
import type { Board, NewGame, Refusal, SeatChange } from "../types.ts";
import { t } from "../words.ts";

/** `status` is the HTTP status; 0 where the server could not be reached at all. */
export type Answer<T> = { ok: true; value: T } | { ok: false; status: number; refusal: Refusal };

/** A method and an address as the server's description has them. */
type Request = keyof Answers;

interface Options<R extends Request> {
  /** What stands in the braces of the address. */
  in?: Record<string, string | number>;
  token?: string | null;
  body?: R extends keyof Bodies ? Bodies[R] : Record<string, never>;
  query?: Record<string, string>;
  patienceMs?: number;
}

const PATIENCE_MS = 15_000;
/** An own board that comes without a layout is laid out when it is first asked for. */
const LAYOUT_MS = 150_000;
/** The first board is checked by a process that has to start. */
const UPLOAD_MS = 60_000;

export const boards = () => ask("GET /api/boards");
export const board = (id: string): Promise<Answer<Board>> => ask("GET /api/boards/{board}", { in: { board: id }, patienceMs: LAYOUT_MS }) as Promise<Answer<Board>>;
export const aboutBoard = (board: string) => ask("GET /api/boards/{board}/summary", { in: { board } });
export const drawing = (board: string, theme: "light" | "dark") => ask("GET /api/boards/{board}/drawing.svg", { in: { board }, query: { theme }, patienceMs: LAYOUT_MS });
/** The text of a bundle. */
export const uploadBoard = (bundle: string) => ask("POST /api/boards", { body: bundle as never, patienceMs: UPLOAD_MS });
/** The address of a board as one file. */
export const bundleUrl = (board: string): string => `/api/boards/${encodeURIComponent(board)}/bundle`;
export const bots = () => ask("GET /api/bots");
export const rules = (board: string) => ask("GET /api/rules/{board}", { in: { board } });

export const createGame = (game: NewGame) => ask("POST /api/games", { body: game as Bodies["POST /api/games"] });
export const openGames = () => ask("GET /api/games");
export const gameInfo = (game: string, token: string | null = null) => ask("GET /api/games/{game}", { in: { game }, token });
/** `before` is the token of the seat in the game before, which a rematch reserves. */
export const join = (game: string, name: string, invite: string | null, seat: number | null = null, before: string | null = null) =>
  ask("POST /api/games/{game}/join", { in: { game }, token: before, body: { name, invite, seat } });
export const leave = (game: string, token: string) => ask("POST /api/games/{game}/leave", { in: { game }, token, body: {} });
/** The host fills a seat with a bot, gives it back to its person or, before the game begins, opens it to others; whoever
 * has a seat may take it back from a bot. */
export const setSeat = (game: string, token: string, seat: number, change: SeatChange) =>
  ask("PUT /api/games/{game}/seats/{seat}", { in: { game, seat }, token, body: change as Bodies["PUT /api/games/{game}/seats/{seat}"] });

export const view = (game: string, token: string | null) => ask("GET /api/games/{game}/view", { in: { game }, token });
/** `id` makes it safe to send the same move again: nothing is played twice. */
export const play = (game: string, token: string, move: string, number: number, id = moveId()) =>
  askAgain("POST /api/games/{game}/moves", { in: { game }, token, body: { move, number, id } });
export const undo = (game: string, token: string, number: number, id = moveId()) =>
  askAgain("POST /api/games/{game}/undo", { in: { game }, token, body: { number, id } });
export const why = (game: string, token: string, route: string) => ask("GET /api/games/{game}/why/{route}", { in: { game, route }, token });
/** A token for those who look on, for whoever has a seat. */
export const watchLink = (game: string, token: string) => ask("POST /api/games/{game}/watch", { in: { game }, token, body: {} });
export const hints = (game: string, token: string) => ask("POST /api/games/{game}/hints", { in: { game }, token, body: {} });
export const rematch = (game: string, token: string) => ask("POST /api/games/{game}/rematch", { in: { game }, token, body: {} });

export const record = (game: string, token: string | null) => ask("GET /api/games/{game}/record", { in: { game }, token });
export const replay = (game: string, token: string | null, seat: string) => ask("GET /api/games/{game}/replay", { in: { game }, token, query: { seat } });
export const replayRecord = (text: string, seat: string) => ask("POST /api/replays", { body: text, query: { seat } });

/** A table of the real game, as the referee reads it: its scores, final or so far. */
export const score = (table: Bodies["POST /api/score"]) => ask("POST /api/score", { body: table });

/** The address that `board` asks. */
export const boardUrl = (board: string): string => addressOf("/api/boards/{board}", { in: { board } });

/** The address of a board's picture, for an `<img>` or `lib/fetch-drawing.ts`. */
export function drawingUrl(board: string, theme: "light" | "dark" | "auto", prefix = ""): string {
  const query = new URLSearchParams({ theme, language: settings.language });
  if (prefix) query.set("prefix", prefix);
  return `/api/boards/${encodeURIComponent(board)}/drawing.svg?${query}`;
}

export function moveId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asks, and where no answer came asks twice more: only for what may safely be sent again. */
async function askAgain<R extends Request>(request: R, options: Options<R>): Promise<Answer<Answers[R]>> {
  let answer = await ask(request, options);
  for (const pause of [400, 1500]) {
    if (answer.ok || (answer.status !== 0 && answer.status < 500)) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    answer = await ask(request, options);
  }
  return answer;
}

export async function ask<R extends Request>(request: R, options: Options<R> = {}): Promise<Answer<Answers[R]>> {
  const [method = "GET", address = ""] = request.split(" ");
  const { body } = options;
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(address, options), {
      method,
      headers: headers(options),
      body: body === undefined ? null : typeof body === "string" ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(options.patienceMs ?? PATIENCE_MS),
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    text = await response.text();
  } catch {
    noteReached(false);
    return { ok: false, status: 0, refusal: { error: "unreachable", message: t("page.shell.unreachable") } };
  }
  noteReached(!response.headers.has(KEPT));
  if (response.ok) return { ok: true, value: (isJson(response) ? JSON.parse(text) : text) as Answers[R] };
  const refusal = refusalIn(response, text);
  if (refusal.reason) noteKept(false);
  return { ok: false, status: response.status, refusal };
}

function headers({ token, body }: Options<Request>): Headers {
  const headers = new Headers({ "Accept-Language": settings.language });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("Content-Type", typeof body === "string" ? "text/plain; charset=utf-8" : "application/json");
  return headers;
}

function addressOf(template: string, options: Options<Request>): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(options.in?.[name] ?? ""));
  return `${path}?${new URLSearchParams({ ...options.query, language: settings.language })}`;
}

function isJson(response: Response): boolean {
  return response.headers.get("Content-Type")?.includes("json") ?? false;
}

function refusalIn(response: Response, text: string): Refusal {
  try {
    const found = JSON.parse(text) as Partial<Refusal>;
    if (typeof found.message === "string") return { ...found, error: found.error ?? "unknown", message: found.message };
  } catch {
    // A proxy's own page: said in our words below.
  }
  const busy = response.status === 429 || response.status >= 500;
  return { error: busy ? "busy" : "unknown", message: t(busy ? "page.shell.busy" : "page.shell.went_wrong") };
}
