/** From the globe to the map that is edited, and back: a conformal map, moved, turned and scaled into millimetres. */

import type { LatLon } from "../document/document.ts";

export interface Place {
  readonly x: number;
  readonly y: number;
}

/** On the map `x = along * e - across * s + right`, `y = across * e + along * s + down`, of `e` east and `s` south. */
export interface MapFrame {
  readonly meridian: number;
  readonly along: number;
  readonly across: number;
  readonly right: number;
  readonly down: number;
}

const FARTHEST = 85;
const DEGREE = Math.PI / 180;
/** Millimetres for a radian of the equator where nothing says how large the map is to be. */
export const USUAL_SCALE = 1500;

export function onMap(frame: MapFrame, place: LatLon): Place {
  return turned(frame, projected(frame.meridian, place));
}

/** The same for a point of a shape, which goes on beyond the edge of the world where it began before it. */
export function shapeOnMap(frame: MapFrame, [lat, lon]: LatLon): Place {
  return turned(frame, { x: (lon - frame.meridian) * DEGREE, y: projected(frame.meridian, [lat, lon]).y });
}

function turned(frame: MapFrame, { x: e, y: s }: Place): Place {
  return { x: frame.along * e - frame.across * s + frame.right, y: frame.across * e + frame.along * s + frame.down };
}

export function onGlobe(frame: MapFrame, { x, y }: Place): LatLon {
  const [right, down] = [x - frame.right, y - frame.down];
  const size = frame.along ** 2 + frame.across ** 2;
  const e = (frame.along * right + frame.across * down) / size;
  const s = (frame.along * down - frame.across * right) / size;
  return [Math.atan(Math.sinh(-s)) / DEGREE, e / DEGREE + frame.meridian];
}

/** An upright frame of that scale about the middle of the places. */
export function uprightFrame(places: readonly LatLon[], scale: number): MapFrame {
  const meridian = meridianOf(places);
  const points = places.map((place) => projected(meridian, place));
  const [x, y] = [middle(points.map((point) => point.x)), middle(points.map((point) => point.y))];
  return { meridian, along: scale, across: 0, right: -x * scale, down: -y * scale };
}

/** The frame that brings the places on the globe nearest to their places on the map. */
export function fittedFrame(places: readonly LatLon[], targets: readonly Place[]): MapFrame {
  const meridian = meridianOf(places);
  const points = places.map((place) => projected(meridian, place));
  const from = { x: mean(points.map(({ x }) => x)), y: mean(points.map(({ y }) => y)) };
  const to = { x: mean(targets.map(({ x }) => x)), y: mean(targets.map(({ y }) => y)) };
  let [weight, along, across] = [0, 0, 0];
  points.forEach((point, index) => {
    const [e, s] = [point.x - from.x, point.y - from.y];
    const [x, y] = [targets[index]!.x - to.x, targets[index]!.y - to.y];
    weight += e * e + s * s;
    along += e * x + s * y;
    across += e * y - s * x;
  });
  if (weight === 0) return uprightFrame(places, USUAL_SCALE);
  [along, across] = [along / weight, across / weight];
  return { meridian, along, across, right: to.x - along * from.x + across * from.y, down: to.y - across * from.x - along * from.y };
}

/** Radians to the east of the meridian and to the south of the equator, on Mercator's map. */
function projected(meridian: number, [lat, lon]: LatLon): Place {
  const near = Math.min(FARTHEST, Math.max(-FARTHEST, lat)) * DEGREE;
  return { x: wrapped(lon - meridian) * DEGREE, y: -Math.asinh(Math.tan(near)) };
}

/** In the middle of the places, whichever side of the date line they lie on. */
function meridianOf(places: readonly LatLon[]): number {
  if (places.length === 0) return 0;
  const [, first] = places[0]!;
  return wrapped(first + middle(places.map(([, lon]) => wrapped(lon - first))));
}

function wrapped(lon: number): number {
  return ((((lon + 180) % 360) + 360) % 360) - 180;
}

function middle(values: readonly number[]): number {
  return values.length === 0 ? 0 : (Math.min(...values) + Math.max(...values)) / 2;
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
