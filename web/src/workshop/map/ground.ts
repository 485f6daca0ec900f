/** The ground under a map that is edited: which part of the world to ask for, and its shapes as paths on the map. */

import type { BentMap } from "./bent-map.ts";
import { bentShape } from "./bent-map.ts";
import type { LatLon } from "../document/document.ts";

export interface Window {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** Of each shape, longitude and latitude of every point in turn. */
export interface Ground {
  land: number[][];
  lakes: number[][];
  borders: number[][];
  rivers: number[][];
  states: number[][];
}

export type GroundPaths = Record<keyof Ground, string>;

const MARGIN = 0.35;
/** What was fetched for a part so many times larger is too coarse. */
const TOO_COARSE = 2.6;

/** What the corners of the view have between them, in whole steps so that the same part is asked for again. */
export function windowOf(corners: readonly LatLon[], meridian: number): Window {
  const lats = corners.map(([lat]) => lat);
  const lons = corners.map(([, lon]) => lon - meridian);
  return { west: bounded(Math.min(...lons), 180) + meridian, east: bounded(Math.max(...lons), 180) + meridian, south: Math.min(...lats), north: Math.max(...lats) };
}

export function widened({ west, south, east, north }: Window): Window {
  const [across, down] = [(east - west) * MARGIN, (north - south) * MARGIN];
  const step = Math.max(0.05, 2 ** Math.floor(Math.log2(Math.max(east - west, north - south) / 8)));
  const [low, high] = [(value: number) => Math.floor(value / step) * step, (value: number) => Math.ceil(value / step) * step];
  const wide = { west: low(west - across), south: Math.max(-85, low(south - down)), east: high(east + across), north: Math.min(85, high(north + down)) };
  return wide.east - wide.west > 360 ? { ...wide, west: (west + east) / 2 - 180, east: (west + east) / 2 + 180 } : wide;
}

/** Whether what was fetched does for what is seen. */
export function serves(fetched: Window | null, seen: Window): boolean {
  if (!fetched) return false;
  const holds = fetched.west <= seen.west && fetched.east >= seen.east && fetched.south <= Math.max(-85, seen.south) && fetched.north >= Math.min(85, seen.north);
  return (holds || fetched.east - fetched.west >= 359) && (fetched.east - fetched.west) / (seen.east - seen.west) < (1 + 2 * MARGIN) * TOO_COARSE;
}

export function groundPaths(ground: Ground, map: BentMap): GroundPaths {
  const paths = (lines: readonly number[][], closed: boolean) => lines.map((line) => pathOf(line, map, closed)).join("");
  return {
    land: paths(ground.land, true),
    lakes: paths(ground.lakes, true),
    borders: paths(ground.borders, false),
    rivers: paths(ground.rivers, false),
    states: paths(ground.states, false),
  };
}

export function coastPath(coast: readonly (readonly LatLon[])[], map: BentMap): string {
  return coast.map((line) => pathOf(line.flatMap(([lat, lon]) => [lon, lat]), map, true)).join("");
}

function pathOf(line: readonly number[], map: BentMap, closed: boolean): string {
  const points: string[] = [];
  for (let at = 0; at < line.length; at += 2) {
    const { x, y } = bentShape(map, [line[at + 1]!, line[at]!]);
    points.push(`${at === 0 ? "M" : "L"}${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return points.join("") + (closed && points.length > 0 ? "Z" : "");
}

function bounded(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}
