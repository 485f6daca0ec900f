/** What a pointer on the board means. */

import type { Drawing } from "../drawn/drawing.ts";
import { spotOf, type Spot } from "../drawn/spots.ts";
import { distanceToSpace, type Place, type Turned } from "../drawn/svg.ts";

/** How far from a route or city a pointer may be, in pixels. */
const REACH = { mouse: 5, touch: 24 };
/** What can be chosen is meant from farther away, in millimetres of the drawing. */
const CITY_REACH = 11;
const ROUTE_REACH = 6;
/** A route that can be chosen counts as nearer. */
const PREFERENCE = 0.72;

type Choosable = ReadonlySet<string>;

/** Cities before routes, and what can be chosen before what cannot. */
export function spotMeant(drawing: Drawing, event: MouseEvent, touch: boolean, routes: Choosable, cities: Choosable): Spot | null {
  const at = drawing.inside(event.clientX, event.clientY);
  if (!at) return null;
  const reach = (touch ? REACH.touch : REACH.mouse) / drawing.scale;
  const choice = cities.size > 0 ? nearestCity(drawing.cities, at, Math.max(reach, CITY_REACH), cities) : null;
  if (choice) return { kind: "city", id: choice };
  const direct = spotOf(event.target as Element);
  if (direct && (direct.kind === "city" || !touch)) return { kind: direct.kind, id: direct.id };
  const route = nearestRoute(drawing.routes, at, Math.max(reach, ROUTE_REACH), routes);
  if (route) return { kind: "route", id: route };
  const city = nearestCity(drawing.cities, at, reach);
  return city ? { kind: "city", id: city } : null;
}

/** The route under a finger that lets cards go there; none outside the stage. */
export function routeUnder(drawing: Drawing, stage: Element, x: number, y: number, routes: Choosable): string | null {
  const at = drawing.inside(x, y);
  const box = stage.getBoundingClientRect();
  if (!at || x < box.left || x > box.right || y < box.top || y > box.bottom) return null;
  return nearestRoute(drawing.routes, at, REACH.touch / drawing.scale, routes);
}

/** The route nearest to a point; where several are about as near, one of those preferred. */
export function nearestRoute(
  routes: ReadonlyMap<string, { spaces: readonly Turned[] }>,
  at: Place,
  reach: number,
  preferred: Choosable,
): string | null {
  return nearest(routes, reach, (id, { spaces }) => {
    const away = Math.min(...spaces.map((space) => distanceToSpace(at, space)));
    return preferred.has(id) ? away * PREFERENCE : away;
  });
}

export function nearestCity(cities: ReadonlyMap<string, Place>, at: Place, reach: number, among?: Choosable): string | null {
  return nearest(cities, reach, (id, city) => (among && !among.has(id) ? Infinity : Math.hypot(at.x - city.x, at.y - city.y)));
}

function nearest<T>(all: ReadonlyMap<string, T>, reach: number, distance: (id: string, one: T) => number): string | null {
  let found: string | null = null;
  let least = reach;
  for (const [id, one] of all) {
    const away = distance(id, one);
    if (away < least) [found, least] = [id, away];
  }
  return found;
}
