/** A table of people who play with the real game: what lies on it. Every change gives a new table. */

import type { Board, Route } from "../../lib/types.ts";
import type { Facts } from "../../table/facts.ts";

/** The colours of the trains, by the seat that has them in a game. */
export const COLOURS = ["blue", "red", "green", "yellow", "black", "white"] as const;

export interface RealPlayer {
  name: string;
  /** A place in `COLOURS`; no two players have the same. */
  colour: number;
  routes: string[];
  tickets: string[];
  stations: string[];
  /** The start city first. */
  markers: string[];
  /** Where the score track stands, on boards whose points do not follow from the routes (W4). */
  points: number | null;
  /** How often this player caught Alvin. */
  catches: number;
}

export interface RealTable {
  id: string;
  board: string;
  variants: string[];
  players: RealPlayer[];
  /** Where Alvin stands; null where nobody has said so. */
  alvinCity: string | null;
  /** Who holds Alvin, as a place among the players. */
  alvinHolder: number | null;
  /** When it was last changed, in milliseconds. */
  changed: number;
  /** The totals by player, once it has been counted and not changed since. */
  totals: number[] | null;
}

/** What a player has several of. */
export type Held = "routes" | "tickets" | "stations" | "markers";

export function newTable(id: string, board: string, variants: string[], players: { name: string; colour: number }[]): RealTable {
  const made = players.map(({ name, colour }) => ({
    name,
    colour,
    routes: [],
    tickets: [],
    stations: [],
    markers: [],
    points: null,
    catches: 0,
  }));
  return { id, board, variants, players: made, alvinCity: null, alvinHolder: null, changed: 0, totals: null };
}

export function withPlayer(table: RealTable, player: number, changes: Partial<RealPlayer>): RealTable {
  return { ...table, players: table.players.map((each, at) => (at === player ? { ...each, ...changes } : each)) };
}

/** Who has it, as a place among the players; -1 for nobody. */
export function holderOf(table: RealTable, what: Held, id: string): number {
  return table.players.findIndex((player) => player[what].includes(id));
}

/** Gives it to a player, whoever had it before. */
export function given(table: RealTable, player: number, what: Held, id: string): RealTable {
  const without = taken(table, what, id);
  return withPlayer(without, player, { [what]: [...(without.players[player]?.[what] ?? []), id] });
}

/** Takes it from whoever has it. */
export function taken(table: RealTable, what: Held, id: string): RealTable {
  const holder = holderOf(table, what, id);
  if (holder < 0) return table;
  return withPlayer(table, holder, { [what]: table.players[holder]![what].filter((each) => each !== id) });
}

export function trainsLeft(board: Board, facts: Facts, player: RealPlayer): number {
  return board.rules.trains - player.routes.reduce((sum, id) => sum + (facts.route.get(id)?.length ?? 0), 0);
}

/** What a tap on a route means for the player whose colour is chosen. */
export type Tap =
  | { kind: "take"; route: Route }
  | { kind: "free"; route: Route }
  /** One of several that a finger cannot tell apart. */
  | { kind: "which"; routes: Route[] }
  | { kind: "owned"; route: Route; owner: number };

/** A pointer or a key means the very route; a finger means any of those beside it. */
export function tapMeans(table: RealTable, player: number, tapped: Route, facts: Facts, precise: boolean): Tap {
  const beside = precise ? [tapped] : [tapped, ...facts.beside(tapped).filter((route) => route !== tapped)];
  const owner = (route: Route) => holderOf(table, "routes", route.id);
  const own = beside.find((route) => owner(route) === player);
  if (own) return { kind: "free", route: own };
  const free = beside.filter((route) => owner(route) < 0);
  const [first] = free;
  if (!first) return { kind: "owned", route: tapped, owner: owner(tapped) };
  const alike = free.every((route) => route.color === first.color);
  return alike ? { kind: "take", route: first } : { kind: "which", routes: inOrder(free, facts.beside(tapped)) };
}

function inOrder(routes: Route[], order: Route[]): Route[] {
  return order.filter((route) => routes.includes(route));
}

/** What is asked about a board, in the order it is best told. */
export const STEPS = ["routes", "stations", "markers", "alvin", "points", "tickets"] as const;
export type Step = (typeof STEPS)[number];

export function stepsOf(board: Board, variants: readonly string[]): Step[] {
  const asked: Record<Step, boolean> = {
    routes: true,
    stations: board.rules.stations > 0,
    markers: board.rules.markers > 0,
    alvin: variants.includes("alvin"),
    points: board.rules.markers > 0,
    tickets: true,
  };
  return STEPS.filter((step) => asked[step]);
}

/** Who still has to say where the score track stands. */
export function withoutPoints(table: RealTable, steps: readonly Step[]): string[] {
  return steps.includes("points") ? table.players.filter(({ points }) => points === null).map(({ name }) => name) : [];
}

/** Less whatever this board does not have: nobody could see it or take it away. */
export function fitted(table: RealTable, facts: Facts): RealTable {
  const tickets = new Set(facts.board.tickets.map(({ id }) => id));
  const isCity = (id: string) => facts.city.has(id);
  const players = table.players.map((player) => ({
    ...player,
    routes: player.routes.filter((id) => facts.route.has(id)),
    tickets: player.tickets.filter((id) => tickets.has(id)),
    stations: player.stations.filter(isCity),
    markers: player.markers.filter(isCity),
  }));
  return { ...table, players, alvinCity: table.alvinCity !== null && isCity(table.alvinCity) ? table.alvinCity : null };
}

/** A table that came from elsewhere, less whatever it says that is no table; null where nothing is left. */
export function readTable(found: unknown, id: string): RealTable | null {
  if (!isObject(found) || typeof found["board"] !== "string" || !Array.isArray(found["players"])) return null;
  const players = found["players"].filter(isObject).slice(0, COLOURS.length).map(readPlayer);
  const colours = new Set(players.map(({ colour }) => colour));
  const names = new Set(players.map(({ name }) => name));
  if (players.length < 2 || colours.size < players.length || names.size < players.length || names.has("")) return null;
  const holder = wholeNumber(found["alvinHolder"]);
  return {
    id,
    board: found["board"],
    variants: texts(found["variants"]),
    players,
    alvinCity: typeof found["alvinCity"] === "string" ? found["alvinCity"] : null,
    alvinHolder: holder !== null && players[holder] ? holder : null,
    changed: wholeNumber(found["changed"]) ?? 0,
    totals: Array.isArray(found["totals"]) ? found["totals"].map(Number) : null,
  };
}

function readPlayer(found: Record<string, unknown>, at: number): RealPlayer {
  const colour = wholeNumber(found["colour"]) ?? at;
  return {
    name: typeof found["name"] === "string" ? found["name"].trim() : "",
    colour: colour >= 0 && colour < COLOURS.length ? colour : at,
    routes: texts(found["routes"]),
    tickets: texts(found["tickets"]),
    stations: texts(found["stations"]),
    markers: texts(found["markers"]),
    points: wholeNumber(found["points"]),
    catches: wholeNumber(found["catches"]) ?? 0,
  };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}

function wholeNumber(value: unknown): number | null {
  return Number.isSafeInteger(value) ? (value as number) : null;
}
