/** What the service worker does with a request: pure, so that it can be tested without a worker. */

/** `shell`: the page's document, from the network or else the one kept. `asset`: a file with its content's digest in its
 * name, from the cache or else the network. `board`: a board, its drawing or its rules, from the network or else as it
 * was last seen. Everything else is none of the worker's business. */
export type Handling = "shell" | "asset" | "board" | "untouched";

export interface Asked {
  method: string;
  mode: string;
  url: string;
  headers: { has(name: string): boolean };
}

/** Says that an answer was kept from an earlier time, because the server did not answer now. */
export const KEPT = "x-carrozza-kept";
export const SHELL = "/";

const ASSETS = "/assets/";
const BOARDS = /^\/api\/(boards|boards\/[\w-]+|boards\/[\w-]+\/drawing\.svg|rules\/[\w-]+)$/;
const OF_THE_SERVER = /^\/(api|health|metrics)(\/|$)/;
const A_FILE = /\.\w+$/;

/** Games, views and whatever needs a token never come from a cache, and never go into one. */
export function handlingOf(asked: Asked, origin: string): Handling {
  const { origin: itsOrigin, pathname } = new URL(asked.url);
  if (asked.method !== "GET" || itsOrigin !== origin || asked.headers.has("authorization")) return "untouched";
  if (asked.mode === "navigate") return OF_THE_SERVER.test(pathname) || A_FILE.test(pathname) ? "untouched" : "shell";
  if (pathname.startsWith(ASSETS)) return "asset";
  return BOARDS.test(pathname) ? "board" : "untouched";
}

/** Whether an answer may be kept for a time without a connection. */
export function mayBeKept(answer: { status: number; headers: { get(name: string): string | null } }): boolean {
  return answer.status === 200 && !/no-store|private/.test(answer.headers.get("cache-control") ?? "");
}

/** What a proxy says while the server behind it is away. */
export function isOutage(status: number): boolean {
  return status >= 502 && status <= 504;
}

/** Of the addresses that are kept, the one that comes nearest: the same thing, if need be in another theme or language.
 * The ids in a drawing begin with its prefix, so that one with another prefix is of no use. */
export function nearest(address: string, kept: readonly string[]): string | undefined {
  if (kept.includes(address)) return address;
  const wanted = new URL(address);
  return kept.find((each) => {
    const url = new URL(each);
    return url.pathname === wanted.pathname && url.searchParams.get("prefix") === wanted.searchParams.get("prefix");
  });
}

/** Whether a document names only files that were kept with it: a server that is exchanged meanwhile sends another. */
export function belongsTogether(document: string, files: readonly string[]): boolean {
  const named = document.match(/\/assets\/[\w.-]+/g) ?? [];
  return named.length > 0 && named.every((file) => files.includes(file));
}

/** The caches to delete once this version has taken over. Windows that were opened with the version before go on with
 * its files, so that these stay until the version after. */
export function outdated(caches: readonly string[], page: string, boards: string): string[] {
  const before = caches.filter((name) => name.startsWith("carrozza-page-") && name !== page).at(-1);
  return caches.filter((name) => name.startsWith("carrozza-") && ![page, boards, before].includes(name));
}
