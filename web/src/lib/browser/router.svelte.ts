/** Which screen the address names. Secrets stand only after `#`, and `seats.ts` takes them out at once. */

export type Place =
  | { screen: "landing" | "new" | "friends" | "open" | "replay" | "guide" | "score" | "boards" | "lost" }
  | { screen: "game"; game: string }
  | { screen: "board"; board: string }
  | { screen: "rules" | "workshop"; board: string | null };

interface Address {
  place: Place;
  query: URLSearchParams;
  /** What follows `#`, such as a rule's id. */
  anchor: string;
}

const here = $state<{ address: Address }>({ address: read(location) });

addEventListener("popstate", refresh);
addEventListener("hashchange", refresh);

/** Where we are. Reactive. */
export function address(): Address {
  return here.address;
}

/** Goes to a path of this page; `replace` leaves no step to go back to. */
export function go(path: string, { replace = false } = {}): void {
  const before = location.pathname;
  history[replace ? "replaceState" : "pushState"](null, "", path);
  refresh();
  if (!replace && location.pathname !== before) scrollTo(0, 0);
}

/** Changes what follows `?` in place, as a replay does at every step. */
export function setQuery(changes: Record<string, string | null>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  }
  go(url.pathname + url.search + url.hash, { replace: true });
}

/** Follows links within the page without loading it anew. */
export function followLinks(click: MouseEvent): void {
  const plain = click.button === 0 && !(click.ctrlKey || click.metaKey || click.shiftKey || click.altKey);
  const link = (click.target as Element | null)?.closest?.("a");
  if (!plain || click.defaultPrevented || !link || link.target || link.hasAttribute("download")) return;
  const url = new URL(link.href, location.href);
  if (url.origin !== location.origin || url.pathname.startsWith("/api/")) return;
  if (url.pathname === location.pathname && url.search === location.search && url.hash) return;
  click.preventDefault();
  go(url.pathname + url.search + url.hash);
}

function refresh(): void {
  here.address = read(location);
}

function read({ pathname, search, hash }: Location): Address {
  return { place: placeOf(pathname), query: new URLSearchParams(search), anchor: decodeURIComponent(hash.slice(1)) };
}

function placeOf(pathname: string): Place {
  const [first = "", second = "", ...rest] = pathname.split("/").filter(Boolean).map(decodeURIComponent);
  if (rest.length === 0) {
    if (first === "") return { screen: "landing" };
    if (first === "g" && second) return { screen: "game", game: second };
    if (first === "b") return second ? { screen: "board", board: second } : { screen: "boards" };
    if (first === "rules" || first === "workshop") return { screen: first, board: second || null };
    if (!second && (first === "new" || first === "friends" || first === "open" || first === "replay" || first === "guide" || first === "score")) return { screen: first };
  }
  return { screen: "lost" };
}
