/** The figures of a playtest's report as texts, and which routes stand out in it. */
import type { KeyFigures, PlaytestReport, RouteFigures, TableFigures, TicketFigures } from "../../lib/api-types.ts";
import { settings } from "../../lib/browser/settings.svelte.ts";
import type { BoardDocument } from "../document/document.ts";
import { endsName } from "../document/document.ts";

/** A route that is claimed less often is drawn dashed. */
const RARE = 0.1;
/** So many of the worst bottlenecks have a ring. */
const RINGED = 3;
const RANKED = 6;
const NONE = "–";

export type Row = readonly [name: string, ...figures: string[]];

export interface NamedRoute extends RouteFigures {
  name: string;
}

export function decimal(value: number | null, digits = 1): string {
  if (value === null) return NONE;
  const format = new Intl.NumberFormat(settings.language, { minimumFractionDigits: digits, maximumFractionDigits: digits, signDisplay: "negative" });
  return format.format(value).replace("-", "−");
}

export function percent(share: number | null): string {
  return share === null ? NONE : `${decimal(100 * share, 0 < share && share < 0.02 ? 1 : 0)}%`;
}

export function signed(value: number | null): string {
  return value !== null && Math.round(10 * value) > 0 ? `+${decimal(value)}` : decimal(value);
}

function bounds(interval: readonly [number, number] | null, digits = 1): string {
  return interval ? ` (${decimal(interval[0], digits)} … ${decimal(interval[1], digits)})` : "";
}

/** The routes in the order of the document, as the report has them too. */
export function namedRoutes({ routes }: PlaytestReport, document: BoardDocument): NamedRoute[] {
  return routes.map((route, index) => ({ ...route, name: endsName(document, document.routes[index]!) }));
}

export function isRare({ either }: RouteFigures): boolean {
  return either < RARE;
}

/** The routes whose claim cuts most plans, the worst first. */
export function bottlenecks(routes: readonly NamedRoute[], most = RANKED): NamedRoute[] {
  return routes.filter(({ cuts }) => cuts > 0).toSorted((one, other) => other.cuts - one.cuts).slice(0, most);
}

export function ringed(routes: readonly NamedRoute[]): Set<string> {
  return new Set(bottlenecks(routes, RINGED).map(({ id }) => id));
}

/** The least used ways between two cities; of parallel routes one stands for all. */
export function rarest(routes: readonly NamedRoute[]): NamedRoute[] {
  const first = new Map(routes.toReversed().map((route) => [route.name, route]));
  return [...first.values()].toSorted((one, other) => one.either - other.either).slice(0, RANKED);
}

export function routeRow({ name, either, moment, cuts }: NamedRoute): Row {
  return [name, percent(either), percent(moment), decimal(cuts, 2)];
}

/** Those that win most against their value first. */
export function ticketRows({ tickets }: PlaytestReport, document: BoardDocument): Row[] {
  const named = tickets.map((ticket, index) => ({ ticket, name: endsName(document, document.tickets[index]!) }));
  return named.toSorted((one, other) => (other.ticket.gain ?? -99) - (one.ticket.gain ?? -99)).map(({ ticket, name }) => ticketRow(name, ticket));
}

function ticketRow(name: string, ticket: TicketFigures): Row {
  return [
    name,
    decimal(ticket.points, 0),
    decimal(ticket.fair) + bounds(ticket.fair_interval),
    signed(ticket.gain) + bounds(ticket.gain_interval),
    signed(ticket.margin),
    signed(ticket.usual),
    percent(ticket.kept),
    percent(ticket.made),
    decimal(ticket.drawn, 0),
  ];
}

export function tableRow({ players, seats, score, margin, turns, minutes, passed, endless }: TableFigures): Row {
  const wins = seats.map((seat) => percent(seat.wins)).join(" · ");
  return [decimal(players, 0), wins, decimal(score), decimal(margin), decimal(turns, 0), decimal(minutes, 0), `${decimal(passed, 0)} / ${decimal(endless, 0)}`];
}

export function keyRow(name: string, figures: KeyFigures): Row {
  return [
    name,
    figures.minutes.map((each) => decimal(each, 0)).join("–"),
    decimal(figures.score, 0),
    decimal(figures.margin, 0),
    `+${percent(figures.seat_advantage)}`,
    percent(figures.tickets_share),
    percent(figures.routes_share),
    percent(figures.path_share),
    percent(figures.made),
    decimal(figures.unfairness),
    percent(figures.used_least),
    decimal(figures.cuts_most, 2),
  ];
}

/** The heads of the same columns, as keys of `playtest.report`. */
export const KEY_COLUMNS = ["minutes", "score", "winner_ahead", "seat_advantage", "tickets_share", "routes_share", "path_share", "made", "unfairness", "used_least", "cuts_most"] as const;
