/** The map bent through the cities of a layout: each lies where the layout has it, and what is near moves along. */

import type { BoardDocument, LatLon } from "../document/document.ts";
import { fittedFrame, type MapFrame, onGlobe, onMap, type Place, shapeOnMap, uprightFrame, USUAL_SCALE } from "./map-frame.ts";

/** A layout, and where on the globe its cities were when it was made. */
export interface Laying {
  /** By city, in millimetres. */
  readonly cities: Readonly<Record<string, Place>>;
  readonly at: Readonly<Record<string, LatLon>>;
}

export interface BentMap {
  readonly frame: MapFrame;
  readonly knots: readonly Knot[];
}

interface Knot {
  readonly city: string;
  readonly at: LatLon;
  /** Where the frame has it, and how far the layout moves it from there. */
  readonly from: Place;
  readonly by: Place;
}

const SPACE = 20;
/** What a route takes besides its spaces. */
const ENDS = 14;
/** Between neighbouring cities, where no route says how far they are to be. */
const USUAL_GAP = 60;
/** Of distances: nearer knots count no more than this. */
const NEAREST = 4;

export function bentMap(document: BoardDocument, laying: Laying | null): BentMap {
  const laid = laying ? Object.keys(laying.cities).filter((city) => laying.at[city]) : [];
  if (!laying || laid.length < 2) return { frame: plainFrame(document), knots: [] };
  const frame = fittedFrame(laid.map((city) => laying.at[city]!), laid.map((city) => laying.cities[city]!));
  const knots = laid.map((city) => {
    const from = onMap(frame, laying.at[city]!);
    const to = laying.cities[city]!;
    return { city, at: laying.at[city]!, from, by: { x: to.x - from.x, y: to.y - from.y } };
  });
  return { frame, knots };
}

/** So large that most routes have room for their spaces. */
export function plainFrame(document: BoardDocument): MapFrame {
  const places = document.cities.map(({ lat, lon }): LatLon => [lat, lon]);
  if (places.length < 2) return uprightFrame(places, places.length === 1 ? 12 * USUAL_SCALE : USUAL_SCALE);
  const unit = uprightFrame(places, 1);
  const points = new Map(document.cities.map(({ id }, index) => [id, onMap(unit, places[index]!)]));
  const needs = document.routes.flatMap(({ a, b, length }) => {
    const [one, other] = [points.get(a), points.get(b)];
    return one && other && a !== b ? [(length * SPACE + ENDS) / Math.max(1e-6, apart(one, other))] : [];
  });
  return uprightFrame(places, needs.length > 0 ? quantile(needs, 0.6) : USUAL_GAP / usualGap([...points.values()]));
}

/** Where a city lies now: as the layout has it, unless it has moved on the globe since. */
export function cityPlace(map: BentMap, city: { id: string; lat: number; lon: number }): Place {
  const knot = map.knots.find((each) => each.city === city.id);
  if (knot && knot.at[0] === city.lat && knot.at[1] === city.lon) return sum(knot.from, knot.by);
  return bentPlace(map, [city.lat, city.lon], city.id);
}

export function bentPlace(map: BentMap, place: LatLon, without = ""): Place {
  return bent(map, onMap(map.frame, place), without);
}

/** Where a point of a shape lies. */
export function bentShape(map: BentMap, point: LatLon): Place {
  return bent(map, shapeOnMap(map.frame, point), "");
}

/** The place on the globe that lies there on the map. */
export function unbentPlace(map: BentMap, place: Place, without = ""): LatLon {
  let from = place;
  for (let round = 0; round < 12; round += 1) {
    const there = bent(map, from, without);
    from = { x: from.x + place.x - there.x, y: from.y + place.y - there.y };
  }
  return onGlobe(map.frame, from);
}

function bent({ knots }: BentMap, place: Place, without: string): Place {
  let [total, x, y] = [0, 0, 0];
  for (const { city, from, by } of knots) {
    if (city === without) continue;
    const weight = 1 / ((place.x - from.x) ** 2 + (place.y - from.y) ** 2 + NEAREST) ** 1.5;
    total += weight;
    x += weight * by.x;
    y += weight * by.y;
  }
  return total === 0 ? place : { x: place.x + x / total, y: place.y + y / total };
}

function usualGap(points: readonly Place[]): number {
  const nearest = points.map((point) => Math.min(...points.filter((other) => other !== point).map((other) => apart(point, other))));
  return Math.max(1e-6, quantile(nearest, 0.5));
}

function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor(share * (sorted.length - 1))]!;
}

function apart(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}

function sum(one: Place, other: Place): Place {
  return { x: one.x + other.x, y: one.y + other.y };
}
