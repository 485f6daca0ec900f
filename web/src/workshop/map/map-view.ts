/** Which part of the map is in sight: pure, in millimetres of the map and pixels of the screen. */

import type { Place } from "./map-frame.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The middle of what is seen, and how many millimetres a pixel is. */
export interface MapView {
  readonly x: number;
  readonly y: number;
  readonly unit: number;
}

const CLOSEST = 0.02;
const FARTHEST = 40;

export function viewBox({ x, y, unit }: MapView, stage: Size): string {
  const [width, height] = [stage.width * unit, stage.height * unit];
  return [x - width / 2, y - height / 2, width, height].map((value) => value.toFixed(2)).join(" ");
}

/** All of these places with a margin in pixels. */
export function fitting(places: readonly Place[], stage: Size, margin: number): MapView | null {
  if (places.length === 0 || stage.width === 0) return null;
  const [xs, ys] = [places.map(({ x }) => x), places.map(({ y }) => y)];
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const room = { width: Math.max(40, stage.width - 2 * margin), height: Math.max(40, stage.height - 2 * margin) };
  return bounded({ x: (left + right) / 2, y: (top + bottom) / 2, unit: Math.max((right - left) / room.width, (bottom - top) / room.height, 0.15) });
}

export function panned(view: MapView, dx: number, dy: number): MapView {
  return { ...view, x: view.x - dx * view.unit, y: view.y - dy * view.unit };
}

/** So many times closer, while the point of the stage (in pixels) stays where it is. */
export function zoomed(view: MapView, factor: number, at: Place, stage: Size): MapView {
  const before = placeAt(view, at, stage);
  const next = bounded({ ...view, unit: view.unit / factor });
  const after = placeAt(next, at, stage);
  return { ...next, x: next.x + before.x - after.x, y: next.y + before.y - after.y };
}

/** The place of the map under a point of the stage. */
export function placeAt({ x, y, unit }: MapView, at: Place, stage: Size): Place {
  return { x: x + (at.x - stage.width / 2) * unit, y: y + (at.y - stage.height / 2) * unit };
}

/** Whether a place is well inside what is seen. */
export function isInSight(view: MapView, place: Place, stage: Size): boolean {
  return Math.abs(place.x - view.x) < stage.width * view.unit * 0.42 && Math.abs(place.y - view.y) < stage.height * view.unit * 0.42;
}

function bounded(view: MapView): MapView {
  return { ...view, unit: Math.min(FARTHEST, Math.max(CLOSEST, view.unit)) };
}
