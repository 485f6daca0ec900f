/** The secret links of this browser's games: kept here, and never left in the address bar. */
import type { Answer } from "../server/api.ts";
import type { Created, GameInfo } from "../types.ts";

export interface OwnSeat {
  seat: number;
  name: string;
  token: string;
}

/** What this browser holds of a game. The server has confirmed all of it. */
export interface Keys {
  /** One seat; several around one device, or where the links of several were opened. */
  seats: OwnSeat[];
  /** Which of several is played here. */
  chosen?: number;
  host?: string;
  watch?: string;
  invite?: string;
  hotSeat?: boolean;
  board?: string;
  /** When this browser last opened the game, in milliseconds. */
  opened: number;
}

type LinkKind = "seat" | "watch" | "join" | "host";
type Secrets = Partial<Record<LinkKind, string>>;

const KEPT = "carrozza.seats";
/** The link that was opened last, until the server has confirmed it. */
const LINK = "carrozza.link";
const MOST = 60;
const ROLES = { seat: "seat", watch: "watch", join: "invite", host: "host" } as const;
const KINDS = Object.keys(ROLES) as LinkKind[];
/** The server's answers to a secret that opens nothing, now or later. */
const REFUSALS = [401, 403, 404];
/** Where the browser keeps nothing, the tokens live as long as the page. */
let remembered: Record<string, Keys> = {};
let link: { game: string; secrets: Secrets } | null = storedLink();

/** Takes the secrets out of `/g/ID#seat=…`, `#watch=…`, `#join=…` or `#host=…`, and cleans the address. */
export function takeFromAddress(): void {
  const game = /^\/g\/([^/]+)\/?$/.exec(location.pathname)?.[1];
  const inAddress = new URLSearchParams(location.hash.slice(1));
  const secrets: Secrets = {};
  for (const kind of KINDS) {
    const secret = inAddress.get(kind);
    if (secret) secrets[kind] = secret;
  }
  if (!game || Object.keys(secrets).length === 0) return;
  keepLink({ game, secrets });
  history.replaceState(null, "", location.pathname + location.search);
}

/** Asks the server about each secret of the link to this game that was opened, and keeps those that it confirms beside
 * what is kept already. Whoever is out of reach is asked again the next time. Says whether one was refused. */
export async function confirmLink(game: string, ask: (token: string) => Promise<Answer<GameInfo>>): Promise<boolean> {
  let refused = false;
  for (const kind of KINDS) {
    const secret = link?.game === game ? link.secrets[kind] : undefined;
    if (!secret) continue;
    const answer = await ask(secret);
    if (!answer.ok && !REFUSALS.includes(answer.status)) continue;
    if (answer.ok && answer.value.token?.role === ROLES[kind]) keep(game, withSecret(keysOf(game), kind, secret, answer.value));
    else refused = true;
    doneWith(game, kind, secret);
  }
  return refused;
}

function withSecret(keys: Keys, kind: LinkKind, token: string, info: GameInfo): Keys {
  if (kind === "seat") return withSeat(keys, ownSeatIn(info, token)!);
  return { ...keys, [ROLES[kind]]: token };
}

/** The seat that the server says a token opens. */
export function ownSeatIn(info: GameInfo, token: string): OwnSeat | null {
  const seat = info.token?.seat ?? null;
  return seat === null ? null : { seat, name: info.seats[seat]?.name ?? "", token };
}

/** What this browser holds of a game. */
export function keysOf(game: string): Keys {
  return kept()[game] ?? { seats: [], opened: 0 };
}

/** The seat that is played here. */
export function ownSeat(keys: Keys): OwnSeat | undefined {
  return keys.seats.find(({ seat }) => seat === keys.chosen) ?? keys.seats[0];
}

/** What to look at the game with: the seat that is played here, or else the watchers' link. */
export function viewToken(keys: Keys): string | null {
  return ownSeat(keys)?.token ?? keys.watch ?? null;
}

/** With another seat beside those there are; it is played from now on. */
export function withSeat(keys: Keys, own: OwnSeat): Keys {
  const others = keys.seats.filter(({ seat, token }) => seat !== own.seat && token !== own.token);
  return { ...keys, seats: [...others, own].sort((a, b) => a.seat - b.seat), chosen: own.seat };
}

/** Without a token of a seat or a watcher that opens nothing any more. */
export function withoutToken(keys: Keys, token: string): Keys {
  const { watch, ...rest } = keys;
  const seats = keys.seats.filter((own) => own.token !== token);
  return watch && watch !== token ? { ...rest, seats, watch } : { ...rest, seats };
}

export function keep(game: string, keys: Keys): void {
  save({ ...kept(), [game]: { ...keys, opened: Date.now() } });
}

/** Keeps what the server gave the one who set the table up, or came to a rematch. */
export function keepCreated(created: Created, board: string, hotSeat: boolean): void {
  const given = created.seats.flatMap(({ seat, name, token }) => (token ? [{ seat, name: name ?? "", token }] : []));
  const { chosen: _, ...keys } = given.reduce(withSeat, keysOf(created.game));
  keys.board = board;
  if (hotSeat && keys.seats.length > 1) keys.hotSeat = true;
  if (created.host) keys.host = created.host;
  if (created.invite) keys.invite = created.invite;
  if (created.watch) keys.watch = created.watch;
  keep(created.game, keys);
}

export function forget(game: string): void {
  const { [game]: _, ...others } = kept();
  save(others);
}

/** Games of this browser, the last one opened first. */
export function ownGames(all: Record<string, Keys> = kept()): { game: string; keys: Keys }[] {
  return Object.entries(all)
    .map(([game, keys]) => ({ game, keys }))
    .sort((a, b) => b.keys.opened - a.keys.opened);
}

/** A link that carries a token to another device or person. */
export function secretLink(game: string, kind: "seat" | "watch" | "join", token: string): string {
  return `${location.origin}/g/${game}#${kind}=${token}`;
}

/** Read anew every time: other windows of this browser keep their games at the same place. */
function kept(): Record<string, Keys> {
  try {
    return (JSON.parse(localStorage.getItem(KEPT) ?? "null") as Record<string, Keys> | null) ?? remembered;
  } catch {
    return remembered;
  }
}

function save(all: Record<string, Keys>): void {
  // Games with a seat are the last to be given up.
  const games = ownGames(all).sort((a, b) => Number(b.keys.seats.length > 0) - Number(a.keys.seats.length > 0));
  remembered = Object.fromEntries(games.slice(0, MOST).map(({ game, keys }) => [game, keys]));
  try {
    localStorage.setItem(KEPT, JSON.stringify(remembered));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function keepLink(opened: typeof link): void {
  link = opened;
  try {
    if (opened) sessionStorage.setItem(LINK, JSON.stringify(opened));
    else sessionStorage.removeItem(LINK);
  } catch {
    // It lives as long as the page.
  }
}

function storedLink(): typeof link {
  try {
    return JSON.parse(sessionStorage.getItem(LINK) ?? "null") as typeof link;
  } catch {
    return null;
  }
}

function doneWith(game: string, kind: LinkKind, secret: string): void {
  if (link?.game !== game || link.secrets[kind] !== secret) return;
  const { [kind]: _, ...secrets } = link.secrets;
  keepLink(Object.keys(secrets).length > 0 ? { game, secrets } : null);
}
