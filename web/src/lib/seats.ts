/** The secret links of this browser's games: kept here, and never left in the address bar. */
import type { Created } from "./types.ts";

export interface OwnSeat {
  seat: number;
  name: string;
  token: string;
}

export interface Keys {
  /** One seat, or several around one device. */
  seats: OwnSeat[];
  host?: string;
  watch?: string;
  invite?: string;
  hotSeat?: boolean;
  board?: string;
  /** When this browser last opened the game, in milliseconds. */
  opened: number;
}

const KEPT = "carrozza.seats";
const MOST = 60;
/** Where the browser keeps nothing, the tokens live as long as the page. */
let kept: Record<string, Keys> = load();

/** Takes a token out of `/g/ID#seat=…`, `#watch=…` or `#join=…`, keeps it, and cleans the address. */
export function takeFromAddress(): void {
  const game = /^\/g\/([^/]+)\/?$/.exec(location.pathname)?.[1];
  const secrets = new URLSearchParams(location.hash.slice(1));
  const [seat, watch, join, host] = ["seat", "watch", "join", "host"].map((name) => secrets.get(name));
  if (!game || !(seat || watch || join || host)) return;
  const keys = keysOf(game);
  if (seat && !keys.seats.some(({ token }) => token === seat)) keys.seats = [{ seat: -1, name: "", token: seat }];
  if (watch) keys.watch = watch;
  if (join) keys.invite = join;
  if (host) keys.host = host;
  keep(game, keys);
  history.replaceState(null, "", location.pathname + location.search);
}

/** What this browser holds of a game. */
export function keysOf(game: string): Keys {
  return kept[game] ?? { seats: [], opened: 0 };
}

export function keep(game: string, keys: Keys): void {
  kept[game] = { ...keys, opened: Date.now() };
  save();
}

/** Keeps what the server gave the one who set the table up. */
export function keepCreated(created: Created, board: string, hotSeat: boolean): void {
  const seats = created.seats.flatMap(({ seat, name, token }) => (token ? [{ seat, name: name ?? "", token }] : []));
  const keys: Keys = { seats, hotSeat: hotSeat && seats.length > 1, board, opened: 0 };
  if (created.host) keys.host = created.host;
  if (created.invite) keys.invite = created.invite;
  if (created.watch) keys.watch = created.watch;
  keep(created.game, keys);
}

export function forget(game: string): void {
  delete kept[game];
  save();
}

/** Games of this browser, the last one opened first. */
export function ownGames(): { game: string; keys: Keys }[] {
  return Object.entries(kept)
    .map(([game, keys]) => ({ game, keys }))
    .sort((a, b) => b.keys.opened - a.keys.opened);
}

/** A link that carries a token to another device or person. */
export function secretLink(game: string, kind: "seat" | "watch" | "join", token: string): string {
  return `${location.origin}/g/${game}#${kind}=${token}`;
}

function load(): Record<string, Keys> {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? "{}") as Record<string, Keys> | null) ?? {};
  } catch {
    return {};
  }
}

function save(): void {
  kept = Object.fromEntries(
    ownGames()
      .slice(0, MOST)
      .map(({ game, keys }) => [game, keys]),
  );
  try {
    localStorage.setItem(KEPT, JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
