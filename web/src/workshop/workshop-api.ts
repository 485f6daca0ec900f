/** What the workshop asks of the server. */
import { ask, type Answer } from "../lib/server/api.ts";
import type { Answers } from "../lib/api-types.ts";
import { settings } from "../lib/browser/settings.svelte.ts";
import { t } from "../lib/words.ts";
import type { BoardDocument } from "./document/document.ts";
import type { Bundle } from "./document/bundle.ts";
import type { Window } from "./map/ground.ts";
import type { ServerLayout } from "./start/kept-boards.ts";

export type Checked = Answers["POST /api/workshop/check"];
export type Fault = Checked["faults"][number];
export type Advice = Checked["advice"][number];
export type RuleSwitch = Answers["GET /api/workshop/rules"]["switches"][number];

export const PAPERS = ["a4", "a3", "a2", "a1", "letter", "tabloid", "full"] as const;
export const PARTS = ["board", "tickets", "trains", "backs", "rules"] as const;

type Table = Record<string, unknown>;

export const startingFrom = (board: string) => ask("GET /api/workshop/boards/{board}", { in: { board } });
export const switches = () => ask("GET /api/workshop/rules");
export const check = (document: BoardDocument) => ask("POST /api/workshop/check", { body: { document: document as Table } });
export const suggest = (document: BoardDocument, what: "tickets" | "colors", seed: number) =>
  ask("POST /api/workshop/suggest", { body: { document: document as Table, what, seed } });
export const ground = ({ west, south, east, north }: Window) =>
  ask("GET /api/workshop/ground", { query: { west: `${west}`, south: `${south}`, east: `${east}`, north: `${north}` } });

/** Lays the board out; `tell` hears which share is done, and `signal` gives it up. */
export async function layOut(
  document: BoardDocument,
  layout: ServerLayout | null,
  tell: (share: number) => void,
  signal: AbortSignal,
): Promise<Answer<ServerLayout>> {
  try {
    const response = await post("/api/workshop/layout", { document, layout }, signal);
    if (!response.ok || !response.body) return await refused(response);
    for await (const line of linesOf(response.body)) {
      const { share, layout: laid, message } = JSON.parse(line) as { share?: number; layout?: ServerLayout; message?: string };
      if (share !== undefined) tell(share);
      if (laid) return { ok: true, value: laid };
      if (message) return failed(message);
    }
    return failed(t("page.shell.went_wrong"));
  } catch {
    return failed(signal.aborted ? "" : t("page.shell.unreachable"));
  }
}

export async function draw(document: BoardDocument, layout: ServerLayout, theme: "light" | "dark"): Promise<Answer<string>> {
  return asked("/api/workshop/draw", { document, layout, theme, prefix: "draft-" }, (response) => response.text());
}

export async function print(document: BoardDocument, layout: ServerLayout, paper: string, parts: readonly string[]): Promise<Answer<Blob>> {
  return asked("/api/workshop/print", { document, layout, paper, parts }, (response) => response.blob());
}

/** Puts the board onto the server, where it has a page of its own. */
export function upload(bundle: Bundle): Promise<Answer<{ page: string }>> {
  return asked("/api/boards", bundle as unknown as Table, async (response) => (await response.json()) as { page: string });
}

async function asked<T>(what: string, body: Table, read: (response: Response) => Promise<T>): Promise<Answer<T>> {
  try {
    const response = await post(what, body);
    return response.ok ? { ok: true, value: await read(response) } : await refused(response);
  } catch {
    return failed(t("page.shell.unreachable"));
  }
}

export function post(what: string, body: Table, signal: AbortSignal | null = null): Promise<Response> {
  return fetch(`${what}?language=${settings.language}`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
    signal,
    credentials: "omit",
    referrerPolicy: "no-referrer",
  });
}

export async function refused<T>(response: Response): Promise<Answer<T>> {
  const found = (await response.json().catch(() => ({}))) as { message?: string };
  return failed(found.message ?? t(response.status === 429 || response.status >= 500 ? "page.shell.busy" : "page.shell.went_wrong"), response.status);
}

export function failed<T>(message: string, status = 0): Answer<T> {
  return { ok: false, status, refusal: { error: "failed", message } };
}

export async function* linesOf(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
  let rest = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (rest + part.value).split("\n");
    rest = lines.pop() ?? "";
    yield* lines.filter(Boolean);
  }
}
