/** A board's document, as a board file has it: an immutable value. What a map maker's file holds beyond this is kept as it is. */

export interface City {
  readonly id: string;
  readonly name: string;
  readonly lat: number;
  readonly lon: number;
  readonly attraction?: boolean;
}

export interface Route {
  readonly id?: string;
  readonly a: string;
  readonly b: string;
  readonly length: number;
  readonly color: string;
  readonly tunnel?: number;
  readonly ferry?: number;
}

export interface Ticket {
  readonly id?: string;
  readonly a: string;
  readonly b: string;
  readonly points: number;
  readonly long?: boolean;
}

export type RuleValue = number | boolean | string | readonly (string | number)[];
export type Rules = Readonly<Record<string, RuleValue>>;
/** A latitude and a longitude. */
export type LatLon = readonly [lat: number, lon: number];

export interface Drawing {
  readonly coast?: readonly (readonly LatLon[])[];
  readonly [hint: string]: unknown;
}

export interface BoardDocument {
  readonly id: string;
  readonly title: string;
  readonly notes?: readonly string[];
  readonly cities: readonly City[];
  readonly routes: readonly Route[];
  readonly tickets: readonly Ticket[];
  readonly rules?: Rules;
  readonly variants?: Readonly<Record<string, { readonly city?: string; readonly points?: number }>>;
  readonly drawing?: Drawing;
  readonly [other: string]: unknown;
}

/** The colours of cards, as the rules of the USA board have them. */
export const USUAL_COLORS = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white"] as const;
export const GRAY = "gray";
export const LONGEST_ROUTE = 8;
export const MOST_LANES = 3;

export function emptyDocument(title: string): BoardDocument {
  return { id: slug(title) || "board", title, cities: [], routes: [], tickets: [] };
}

/** An id made of any text, as the board files' own are. */
export function slug(text: string): string {
  const plain = text.normalize("NFKD").replace(/[^\x20-\x7e]/g, "").toLowerCase().replaceAll("'", "");
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}

/** The text as an id that none of these has. */
export function freeId(text: string, taken: Iterable<string>, otherwise = "city"): string {
  const known = new Set(taken);
  const wanted = slug(text) || otherwise;
  if (!known.has(wanted)) return wanted;
  for (let number = 2; ; number += 1) if (!known.has(`${wanted}-${number}`)) return `${wanted}-${number}`;
}

export function colorsOf(document: BoardDocument): readonly string[] {
  const colors = document.rules?.["colors"];
  return Array.isArray(colors) ? (colors as string[]) : USUAL_COLORS;
}

export function cityOf(document: BoardDocument, id: string): City | undefined {
  return document.cities.find((city) => city.id === id);
}

export function cityName(document: BoardDocument, id: string): string {
  return cityOf(document, id)?.name || id;
}

/** A route or ticket as people read it. */
export function endsName(document: BoardDocument, { a, b }: { a: string; b: string }): string {
  return `${cityName(document, a)}–${cityName(document, b)}`;
}

export function joins(entry: { a: string; b: string }, one: string, other: string): boolean {
  return (entry.a === one && entry.b === other) || (entry.a === other && entry.b === one);
}

/** The places, among all routes, of those between the same two cities, the first one first. */
export function lanes(document: BoardDocument, one: string, other: string): number[] {
  return document.routes.flatMap((route, index) => (joins(route, one, other) ? [index] : []));
}

/** The document in a value that came from outside; null where it is none. The server checks it in full. */
export function readDocument(value: unknown): BoardDocument | null {
  if (!isTable(value)) return null;
  const { id, title, cities = [], routes = [], tickets = [] } = value;
  if (typeof title !== "string" || !isList(cities, isCity) || !isList(routes, isRoute) || !isList(tickets, isTicket)) return null;
  const named = typeof id === "string" ? id : slug(title) || "board";
  return { ...value, id: named, title, cities, routes, tickets } as BoardDocument;
}

function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isList<T>(value: unknown, is: (each: Record<string, unknown>) => boolean): value is T[] {
  return Array.isArray(value) && value.every((each) => isTable(each) && is(each));
}

function isCity({ id, name, lat, lon }: Record<string, unknown>): boolean {
  return typeof id === "string" && typeof name === "string" && Number.isFinite(lat) && Number.isFinite(lon);
}

function isRoute({ a, b, length, color }: Record<string, unknown>): boolean {
  return typeof a === "string" && typeof b === "string" && Number.isInteger(length) && typeof color === "string";
}

function isTicket({ a, b, points }: Record<string, unknown>): boolean {
  return typeof a === "string" && typeof b === "string" && Number.isInteger(points);
}
