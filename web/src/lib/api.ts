/** The server's HTTP interface, typed. What goes wrong is a value, never an exception. */
import { noteReached } from "./server-reach.svelte.ts";
import { settings } from "./settings.svelte.ts";
import type {
  BoardSummary,
  City,
  Created,
  GameInfo,
  NewGame,
  Refusal,
  Replay,
  Route,
  SeatInfo,
  Ticket,
  View,
} from "./types.ts";
import { t } from "./words.ts";

/** `status` is the HTTP status; 0 where the server could not be reached at all. */
export type Answer<T> = { ok: true; value: T } | { ok: false; status: number; refusal: Refusal };

export interface BoardFacts extends BoardSummary {
  layout: { width: number; height: number; cities: unknown; spaces: unknown };
  [fact: string]: unknown;
}
/** What the table reads of a board; the server's facts hold more. */
export interface Board {
  cities: City[];
  routes: Route[];
  tickets: Ticket[];
}
export interface Level {
  id: string;
  title: string;
  about: string;
}
export interface Rules {
  board: string;
  title: string;
  sections: { title: string; rules: { id: string; text: string }[] }[];
  about: string[];
  /** The board in numbers, and what its players may know. */
  facts?: { name: string; value: string }[];
  known?: string[];
}
export interface Why {
  legal: boolean;
  payments: string[];
  rule: string | null;
  message: string | null;
}
export interface Played {
  number: number;
  view: View;
}

interface Request {
  method?: "GET" | "POST" | "PUT";
  token?: string | null;
  body?: unknown;
  query?: Record<string, string | null | undefined>;
  signal?: AbortSignal;
}

const PATIENCE_MS = 15_000;

export const boards = (): Promise<Answer<{ boards: BoardSummary[] }>> => ask("/api/boards");
export const board = (id: string): Promise<Answer<BoardFacts & Board>> => ask(path`/api/boards/${id}`);
export const bots = (): Promise<Answer<{ levels: Level[]; bots: string[] }>> => ask("/api/bots");
export const rules = (board: string): Promise<Answer<Rules>> => ask(path`/api/rules/${board}`);

export const createGame = (game: NewGame): Promise<Answer<Created>> => ask("/api/games", { method: "POST", body: game });
export const openGames = (): Promise<Answer<{ games: GameInfo[] }>> => ask("/api/games");
export const gameInfo = (game: string, token: string | null = null): Promise<Answer<GameInfo>> => ask(path`/api/games/${game}`, { token });
export const join = (game: string, name: string, invite: string | null, seat: number | null = null): Promise<Answer<{ seat: number; token: string }>> =>
  ask(path`/api/games/${game}/join`, { method: "POST", body: { name, invite, seat } });
export const leave = (game: string, token: string): Promise<Answer<unknown>> => ask(path`/api/games/${game}/leave`, { method: "POST", token, body: {} });
/** The host fills a seat with a bot, gives it back to its person, or opens it to others. */
export const setSeat = (
  game: string,
  host: string,
  seat: number,
  change: { kind: "bot"; bot: string } | { kind: "person" } | { kind: "open" },
): Promise<Answer<{ seats?: SeatInfo[] }>> => ask(path`/api/games/${game}/seats/${seat}`, { method: "PUT", token: host, body: change });

export const view = (game: string, token: string | null): Promise<Answer<View>> => ask(path`/api/games/${game}/view`, { token });
/** `id` makes it safe to send the same move again: nothing is played twice. */
export const play = (game: string, token: string, move: string, number: number, id = moveId()): Promise<Answer<Played>> =>
  askAgain(path`/api/games/${game}/moves`, { method: "POST", token, body: { move, number, id }, query: { view: "true" } });
export const undo = (game: string, token: string, number: number, id = moveId()): Promise<Answer<Played>> =>
  askAgain(path`/api/games/${game}/undo`, { method: "POST", token, body: { number, id }, query: { view: "true" } });
export const why = (game: string, token: string, route: string): Promise<Answer<Why>> => ask(path`/api/games/${game}/why/${route}`, { token });
export const rematch = (game: string, token: string): Promise<Answer<Created>> => ask(path`/api/games/${game}/rematch`, { method: "POST", token, body: {} });

export const record = (game: string, token: string | null): Promise<Answer<string>> => ask(path`/api/games/${game}/record`, { token });
export const replay = (game: string, token: string | null, seat: string): Promise<Answer<Replay>> => ask(path`/api/games/${game}/replay`, { token, query: { seat } });
export const replayRecord = (text: string, seat: string): Promise<Answer<Replay>> =>
  ask("/api/replays", { method: "POST", body: text, query: { seat } });

/** The address of a board's picture, for an `<img>` or `lib/drawing.ts`. */
export function drawingUrl(board: string, theme: "light" | "dark" | "auto", prefix = ""): string {
  const query = new URLSearchParams({ theme, language: settings.language });
  if (prefix) query.set("prefix", prefix);
  return `${path`/api/boards/${board}/drawing.svg`}?${query}`;
}

export function moveId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Asks, and where no answer came asks twice more: only for what may safely be sent again. */
async function askAgain<T>(path: string, request: Request): Promise<Answer<T>> {
  let answer = await ask<T>(path, request);
  for (const pause of [400, 1500]) {
    if (answer.ok || (answer.status !== 0 && answer.status < 500)) break;
    await new Promise((resolve) => setTimeout(resolve, pause));
    answer = await ask<T>(path, request);
  }
  return answer;
}

export async function ask<T>(path: string, request: Request = {}): Promise<Answer<T>> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(withQuery(path, request.query), {
      method: request.method ?? "GET",
      headers: headers(request),
      body: request.body === undefined ? null : typeof request.body === "string" ? request.body : JSON.stringify(request.body),
      signal: request.signal ?? AbortSignal.timeout(PATIENCE_MS),
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    text = await response.text();
  } catch {
    if (!request.signal?.aborted) noteReached(false);
    return { ok: false, status: 0, refusal: { error: "unreachable", message: t("page.shell.unreachable") } };
  }
  noteReached(true);
  if (response.ok) return { ok: true, value: (isJson(response) ? JSON.parse(text) : text) as T };
  return { ok: false, status: response.status, refusal: refusalIn(response, text) };
}

function headers({ token, body }: Request): Headers {
  const headers = new Headers({ "Accept-Language": settings.language });
  if (token) headers.set("Authorization", `Bearer ${token}`);
  if (body !== undefined) headers.set("Content-Type", typeof body === "string" ? "text/plain; charset=utf-8" : "application/json");
  return headers;
}

function withQuery(path: string, query: Request["query"]): string {
  const given = Object.entries(query ?? {}).filter((entry): entry is [string, string] => entry[1] != null);
  const search = new URLSearchParams([...given, ["language", settings.language]]);
  return `${path}?${search}`;
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

function path(parts: TemplateStringsArray, ...names: (string | number)[]): string {
  return parts.reduce((whole, part, index) => whole + encodeURIComponent(names[index - 1] ?? "") + part);
}
