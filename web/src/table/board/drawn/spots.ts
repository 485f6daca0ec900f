/** Routes and cities as places on the drawn board. */

import type { Route } from "../../../lib/types.ts";
import type { Drawing } from "./drawing.ts";
import type { Place } from "./svg.ts";

/** Something on the board. */
export interface Spot {
  kind: "route" | "city";
  id: string;
}

/** What a finger, pointer or key has chosen, and where on the page that is. */
export interface Pointed {
  id: string;
  at: Place;
  touch: boolean;
}

export interface Highlight {
  /** Routes and cities in brass. */
  routes?: readonly string[];
  cities?: readonly string[];
  /** Ways along routes; those built already are drawn in full, the others dotted. */
  ways?: readonly { routes: readonly Route[]; built?: ReadonlySet<string> }[];
}

export function routeSpots(ids: Iterable<string>): Spot[] {
  return [...ids].map((id) => ({ kind: "route", id }));
}

export function citySpots(ids: Iterable<string>): Spot[] {
  return [...ids].map((id) => ({ kind: "city", id }));
}

/** The spot that an element of the drawing belongs to. */
export function spotOf(element: Element): (Spot & { group: SVGGElement }) | null {
  const group = element.closest<SVGGElement>(".route, .city");
  const id = group?.id.replace(/^(route|city)-/, "");
  return group && id ? { kind: group.classList.contains("city") ? "city" : "route", id, group } : null;
}

export function groupOf(drawing: Drawing | null, spot: Spot | null): SVGGElement | undefined {
  if (!drawing || !spot) return undefined;
  return (spot.kind === "route" ? drawing.routes : drawing.cities).get(spot.id)?.group;
}

/** Where it is on the drawing. */
export function centreOf(drawing: Drawing | null, spot: Spot): Place | undefined {
  return spot.kind === "route" ? drawing?.routes.get(spot.id)?.middle : drawing?.cities.get(spot.id);
}

/** Where it is on the page. */
export function placeOnPage(drawing: Drawing | null, spot: Spot): Place | null {
  const at = centreOf(drawing, spot);
  return at && drawing ? drawing.outside(at) : null;
}
