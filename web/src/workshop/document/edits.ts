/** Every change of a board's document: pure functions from a document to the next one. */

import {
  type BoardDocument,
  type City,
  colorsOf,
  freeId,
  GRAY,
  joins,
  lanes,
  type LatLon,
  LONGEST_ROUTE,
  MOST_LANES,
  type Route,
  type RuleValue,
  type Ticket,
} from "./document.ts";

/** A hundredth of a degree is a kilometre; finer places are noise. */
const FINEST = 1e4;

export function setTitle(document: BoardDocument, title: string): BoardDocument {
  return { ...document, title };
}

export function setNotes(document: BoardDocument, text: string): BoardDocument {
  const notes = text.split("\n").map((line) => line.trim()).filter(Boolean);
  return without({ ...document, notes }, notes.length === 0 ? ["notes"] : []);
}

export function addCity(document: BoardDocument, name: string, [lat, lon]: LatLon): BoardDocument {
  const city = { id: freeId(name, document.cities.map(({ id }) => id)), name, ...place(lat, lon) };
  return { ...document, cities: [...document.cities, city] };
}

export function moveCity(document: BoardDocument, id: string, [lat, lon]: LatLon): BoardDocument {
  return changeCity(document, id, place(lat, lon));
}

/** Its id follows the name as long as it was made of the name before. */
export function renameCity(document: BoardDocument, id: string, name: string): BoardDocument {
  const city = document.cities.find((each) => each.id === id);
  if (!city) return document;
  const others = document.cities.flatMap((each) => (each === city ? [] : [each.id]));
  const follows = freeId(city.name, others) === id;
  const renamed = changeCity(document, id, { name });
  return follows ? reidentify(renamed, id, freeId(name, others)) : renamed;
}

export function setAttraction(document: BoardDocument, id: string, attraction: boolean): BoardDocument {
  return { ...document, cities: document.cities.map((city) => (city.id === id ? without({ ...city, attraction }, attraction ? [] : ["attraction"]) : city)) };
}

/** Its routes and tickets go with it. */
export function removeCity(document: BoardDocument, id: string): BoardDocument {
  const stays = ({ a, b }: { a: string; b: string }) => a !== id && b !== id;
  return {
    ...document,
    cities: document.cities.filter((city) => city.id !== id),
    routes: document.routes.filter(stays),
    tickets: document.tickets.filter(stays),
  };
}

/** A new route, or one more lane where the two cities have some already, of the same length and another colour. */
export function addRoute(document: BoardDocument, a: string, b: string, length: number): BoardDocument {
  const found = lanes(document, a, b);
  if (a === b || found.length >= MOST_LANES) return document;
  const beside = found.map((index) => document.routes[index]!);
  const route: Route = { a, b, length: beside[0]?.length ?? bounded(length, 1, LONGEST_ROUTE), color: freeColor(document, beside) };
  return { ...document, routes: [...document.routes, route] };
}

/** All lanes between two cities have one length; the locomotives of a ferry are no more than its spaces. */
export function setLength(document: BoardDocument, index: number, length: number): BoardDocument {
  const route = document.routes[index];
  if (!route) return document;
  const spaces = bounded(length, 1, LONGEST_ROUTE);
  const shortened = (each: Route): Route => ({ ...each, length: spaces, ...(each.ferry ? { ferry: Math.min(each.ferry, spaces) } : {}) });
  return { ...document, routes: document.routes.map((each) => (joins(each, route.a, route.b) ? shortened(each) : each)) };
}

export function setColor(document: BoardDocument, index: number, color: string): BoardDocument {
  return changeRoute(document, index, { color });
}

/** So many lanes between the cities of this route: the last ones go, new ones are of colours not used beside them. */
export function setLanes(document: BoardDocument, index: number, number: number): BoardDocument {
  const route = document.routes[index];
  if (!route) return document;
  const wanted = bounded(number, 1, MOST_LANES);
  let changed = document;
  while (lanes(changed, route.a, route.b).length < wanted) changed = addRoute(changed, route.a, route.b, route.length);
  const surplus = lanes(changed, route.a, route.b).filter((each) => each !== index).slice(wanted - 1);
  return { ...changed, routes: changed.routes.filter((_, each) => !surplus.includes(each)) };
}

/** How many cards a tunnel turns; 0 for no tunnel. A tunnel is no ferry. */
export function setTunnel(document: BoardDocument, index: number, tunnel: number): BoardDocument {
  return changeRoute(document, index, { tunnel: bounded(tunnel, 0, 3), ...(tunnel > 0 ? { ferry: 0 } : {}) });
}

/** How many spaces of a ferry take a locomotive; 0 for no ferry. */
export function setFerry(document: BoardDocument, index: number, ferry: number): BoardDocument {
  const most = document.routes[index]?.length ?? LONGEST_ROUTE;
  return changeRoute(document, index, { ferry: bounded(ferry, 0, most), ...(ferry > 0 ? { tunnel: 0 } : {}) });
}

export function setRouteEnd(document: BoardDocument, index: number, end: "a" | "b", city: string): BoardDocument {
  return changeRoute(document, index, { [end]: city });
}

export function removeRoute(document: BoardDocument, index: number): BoardDocument {
  return { ...document, routes: document.routes.filter((_, each) => each !== index) };
}

/** Nothing where the two cities are one, or have a ticket already. */
export function addTicket(document: BoardDocument, a: string, b: string, points: number): BoardDocument {
  if (a === b || document.tickets.some((ticket) => joins(ticket, a, b))) return document;
  return { ...document, tickets: [...document.tickets, { a, b, points: bounded(points, 1, 99) }] };
}

export function setTicket(document: BoardDocument, index: number, change: Partial<Ticket>): BoardDocument {
  const changed = (ticket: Ticket): Ticket => {
    const next = withOwnId(ticket, { ...ticket, ...change });
    return without(next, next.long ? [] : ["long"]);
  };
  return { ...document, tickets: document.tickets.map((ticket, each) => (each === index ? changed(ticket) : ticket)) };
}

export function removeTicket(document: BoardDocument, index: number): BoardDocument {
  return { ...document, tickets: document.tickets.filter((_, each) => each !== index) };
}

/** A value equal to the usual one is left out, so that a board file says only what is special about it. */
export function setRule(document: BoardDocument, key: string, value: RuleValue, usual: RuleValue): BoardDocument {
  const same = JSON.stringify(value) === JSON.stringify(usual);
  const rules = without({ ...document.rules, [key]: value }, same ? [key] : []);
  return without({ ...document, rules }, Object.keys(rules).length === 0 ? ["rules"] : []);
}

export function setCoast(document: BoardDocument, coast: readonly (readonly LatLon[])[]): BoardDocument {
  const drawing = without({ ...document.drawing, coast }, coast.length === 0 ? ["coast"] : []);
  return without({ ...document, drawing }, Object.keys(drawing).length === 0 ? ["drawing"] : []);
}

function changeCity(document: BoardDocument, id: string, change: Partial<City>): BoardDocument {
  return { ...document, cities: document.cities.map((city) => (city.id === id ? { ...city, ...change } : city)) };
}

function changeRoute(document: BoardDocument, index: number, change: Partial<Route>): BoardDocument {
  const changed = (route: Route): Route => {
    const next = withOwnId(route, { ...route, ...change });
    return without(next, [...(next.tunnel ? [] : ["tunnel"]), ...(next.ferry ? [] : ["ferry"])]);
  };
  return { ...document, routes: document.routes.map((route, each) => (each === index ? changed(route) : route)) };
}

/** An id that was given by hand names the cities and colour of before: with others it would mislead. */
function withOwnId<T extends { id?: string; a: string; b: string; color?: string }>(before: T, after: T): T {
  const same = before.a === after.a && before.b === after.b && before.color === after.color;
  return same ? after : without(after, ["id"]);
}

/** A city by another id, wherever it is named. */
function reidentify(document: BoardDocument, before: string, after: string): BoardDocument {
  if (before === after) return document;
  const named = (id: string) => (id === before ? after : id);
  const ends = <T extends { id?: string; a: string; b: string }>(entry: T): T =>
    entry.a === before || entry.b === before ? without({ ...entry, a: named(entry.a), b: named(entry.b) }, ["id"]) : entry;
  return {
    ...document,
    cities: document.cities.map((city) => (city.id === before ? { ...city, id: after } : city)),
    routes: document.routes.map(ends),
    tickets: document.tickets.map(ends),
    ...(document.variants ? { variants: withCity(document.variants, named) } : {}),
    ...(document.drawing ? { drawing: withHints(document.drawing, named) } : {}),
  };
}

function withCity(variants: NonNullable<BoardDocument["variants"]>, named: (id: string) => string): NonNullable<BoardDocument["variants"]> {
  return Object.fromEntries(Object.entries(variants).map(([name, set]) => [name, set.city ? { ...set, city: named(set.city) } : set]));
}

function withHints(drawing: NonNullable<BoardDocument["drawing"]>, named: (id: string) => string): NonNullable<BoardDocument["drawing"]> {
  const renamed = Object.entries(drawing).map(([key, hints]) => {
    if ((key !== "cities" && key !== "labels") || typeof hints !== "object" || hints === null) return [key, hints];
    return [key, Object.fromEntries(Object.entries(hints).map(([id, hint]) => [named(id), hint]))];
  });
  return Object.fromEntries(renamed) as NonNullable<BoardDocument["drawing"]>;
}

/** Gray for the first, and beside others the colour of the cards that routes use least. */
function freeColor(document: BoardDocument, beside: readonly Route[]): string {
  if (beside.length === 0) return GRAY;
  const colors = colorsOf(document).filter((color) => !beside.some((route) => route.color === color));
  const spaces = (color: string) => document.routes.reduce((sum, route) => sum + (route.color === color ? route.length : 0), 0);
  return [...colors].sort((one, other) => spaces(one) - spaces(other))[0] ?? GRAY;
}

function place(lat: number, lon: number): { lat: number; lon: number } {
  return { lat: rounded(bounded(lat, -85, 85)), lon: rounded(wrapped(lon)) };
}

function wrapped(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180;
}

function rounded(degrees: number): number {
  return Math.round(degrees * FINEST) / FINEST;
}

function bounded(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}

function without<T extends object>(value: T, keys: readonly string[]): T {
  if (keys.length === 0) return value;
  return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key))) as T;
}
