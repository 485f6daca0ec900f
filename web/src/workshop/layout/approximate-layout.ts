/**
 * A layout within a frame, for a board that is being edited; the server's is better and takes seconds.
 *
 *     approximateLayout(map, cities, present?): Laid
 *
 * `map` has the cities (id, name) and routes (id, a, b, length) of the document, `cities` the place of every city in
 * millimetres. `present` is the layout at hand, the server's or one of ours: routes and names whose cities stay where
 * they are stay too, the others keep their bends where they can. What comes back has the shape of the server's `Layout`,
 * without its size and furniture. Nothing that is given is changed.
 */

import type { Layout } from "../../lib/api-types.ts";
import { type RouteGroup, groupsOf, type RouteToLay } from "./parallel-routes.ts";
import { type CityToName, placedNames } from "./approximate-names.ts";
import { bendOf, bow, neededBend, type Place, spotsOf, type Way, wayAlong } from "./route-ways.ts";

export interface MapToLay {
  cities: readonly CityToName[];
  routes: readonly RouteToLay[];
}

export type Laid = Pick<Layout, "cities" | "labels" | "spaces">;

/** Steps from the least bend that gives a route its length, tried to keep clear of what is in the way. */
const FURTHER_BENDS = [0, 0.07, -0.07, 0.15, -0.15, 0.26, -0.26];
const MOST_BEND = 0.7;
const ROUNDS = 2;

const CITY_CLEARANCE = 13;
const ROUTE_CLEARANCE = 12;
/** How far aside of a bow things may be in its way: a clearance, and half the width of a triple. */
const STRIP = 30;
/** Routes that share a city may come together so near to it. */
const AT_CITY = 30;

const SHORT_COST = 3;
const BEND_COST = 900;
const CHANGE_COST = 300;

export function approximateLayout(map: MapToLay, cities: Layout["cities"], present?: Laid): Laid {
  const places = new Map(map.cities.map(({ id }) => [id, placeOf(cities[id])]));
  const groups = groupsOf(map.routes).filter(({ a, b }) => places.has(a) && places.has(b));
  const ways = groups.map((group) => keptWay(group, places, present));
  const loose = groups.flatMap((_, index) => (ways[index] === undefined ? [index] : []));
  for (let round = 0; round < ROUNDS; round++) {
    for (const index of loose) ways[index] = bestWay(index, groups, ways, places, present);
  }
  const laid = ways.filter((way) => way !== undefined);
  return {
    cities: Object.fromEntries([...places].map(([id, place]) => [id, [place.x, place.y]])),
    labels: placedNames(map.cities, places, laid.flatMap((way) => way.spots), present),
    spaces: Object.fromEntries(laid.flatMap((way) => Object.entries(way.spaces))),
  };
}

function placeOf(given: readonly number[] | undefined): Place {
  return { x: given?.[0] ?? 0, y: given?.[1] ?? 0 };
}

/** The way of a group as it is, where its cities and its routes are the same. */
function keptWay(group: RouteGroup, places: Map<string, Place>, present: Laid | undefined): Way | undefined {
  if (!present || moved(group.a, places, present) || moved(group.b, places, present)) return undefined;
  const spaces = Object.fromEntries(group.routes.map(({ id }) => [id, present.spaces[id] ?? []]));
  if (!Object.values(spaces).every((row) => row.length === group.length)) return undefined;
  return { spaces, spots: spotsOf(Object.values(spaces)), lacking: 0 };
}

function moved(city: string, places: Map<string, Place>, present: Laid): boolean {
  const [here, before] = [places.get(city), present.cities[city]];
  return !here || !before || Math.hypot(here.x - placeOf(before).x, here.y - placeOf(before).y) > 0.01;
}

function bestWay(index: number, groups: RouteGroup[], ways: (Way | undefined)[], places: Map<string, Place>, present?: Laid): Way | undefined {
  const group = groups[index];
  const [begin, end] = [places.get(group?.a ?? ""), places.get(group?.b ?? "")];
  if (!group || !begin || !end) return undefined;
  const before = present && bendOf(group, present.cities, present.spaces);
  const bends = bendsToTry(group, begin, end, before);
  const near = stripAround(begin, end, Math.max(...bends.map(Math.abs)));
  const obstacles = obstaclesOf(index, groups, ways, places, near);
  let best: { way: Way; cost: number } | undefined;
  for (const bend of bends) {
    const way = wayAlong(group, bow(begin, end, bend));
    const change = before === undefined ? 0 : CHANGE_COST * (bend - before) ** 2;
    const own = SHORT_COST * way.lacking ** 2 + BEND_COST * bend ** 2 + change;
    const cost = own + (best && own >= best.cost ? 0 : crowding(way, obstacles, begin, end));
    if (!best || cost < best.cost) best = { way, cost };
  }
  return best?.way;
}

function bendsToTry(group: RouteGroup, begin: Place, end: Place, before: number | undefined): number[] {
  const needed = neededBend(group.length, begin, end);
  const bends = FURTHER_BENDS.flatMap((step) => (needed === 0 ? [step] : [needed + step, -needed - step]));
  if (before !== undefined) bends.push(before);
  return bends.filter((bend) => Math.abs(bend) <= MOST_BEND);
}

interface Obstacle {
  x: number;
  y: number;
  clearance: number;
  /** Whether it is of a route that ends in one of the same cities, at its beginning or at its end. */
  shares: "begin" | "end" | undefined;
}

/** Whether a place is so near to the straight way that a bow of at most this bend may meet it. */
function stripAround(begin: Place, end: Place, bend: number): (place: Place) => boolean {
  const length = Math.max(Math.hypot(end.x - begin.x, end.y - begin.y), 1);
  const [x, y] = [(end.x - begin.x) / length, (end.y - begin.y) / length];
  const aside = bend * length + STRIP;
  return (place) => {
    const [across, down] = [place.x - begin.x, place.y - begin.y];
    const along = across * x + down * y;
    return along > -aside && along < length + aside && Math.abs(down * x - across * y) < aside;
  };
}

/** What a group should keep clear of: other cities and the routes that are laid, as far as they are near. */
function obstaclesOf(index: number, groups: RouteGroup[], ways: (Way | undefined)[], places: Map<string, Place>, near: (place: Place) => boolean): Obstacle[] {
  const own = groups[index];
  const found: Obstacle[] = [];
  const add = (place: Place, clearance: number, shares: Obstacle["shares"]) => {
    if (near(place)) found.push({ x: place.x, y: place.y, clearance, shares });
  };
  for (const [id, place] of places) {
    if (id !== own?.a && id !== own?.b) add(place, CITY_CLEARANCE, undefined);
  }
  groups.forEach((other, number) => {
    if (number === index) return;
    const at = (city: string | undefined) => other.a === city || other.b === city;
    const shares = at(own?.a) ? "begin" : at(own?.b) ? "end" : undefined;
    for (const spot of ways[number]?.spots ?? []) add(spot, ROUTE_CLEARANCE, shares);
  });
  return found;
}

function crowding(way: Way, obstacles: Obstacle[], begin: Place, end: Place): number {
  let cost = 0;
  for (const spot of way.spots) {
    const fromBegin = Math.hypot(spot.x - begin.x, spot.y - begin.y);
    const fromEnd = Math.hypot(spot.x - end.x, spot.y - end.y);
    for (const other of obstacles) {
      const [across, down] = [spot.x - other.x, spot.y - other.y];
      const square = across * across + down * down;
      if (square >= other.clearance * other.clearance) continue;
      if (other.shares && (other.shares === "begin" ? fromBegin : fromEnd) < AT_CITY) continue;
      cost += (other.clearance - Math.sqrt(square)) ** 2;
    }
  }
  return cost;
}
