/** The way of a group of routes from city to city: a bow, with spaces along it. Lengths are millimetres. */

import type { Layout } from "../../lib/api-types.ts";
import { type RouteGroup, offsetsOf } from "./parallel-routes.ts";

export interface Place {
  x: number;
  y: number;
}

export interface Way {
  /** By route, of each space: its middle, its turn in degrees, its length. */
  spaces: Layout["spaces"];
  /** Small discs that stand for the spaces. */
  spots: Place[];
  /** By how much the way is too short for its spaces. */
  lacking: number;
}

const SPACE_LENGTH = 20;
const SHORTEST_SPACE = 8;
const SPACE_GAP = 1.2;
const PITCH = 22.4;
const LONGEST_PITCH = 26;
/** From a city to the middle of the first space, at least, and before the spaces are drawn apart. */
const FIRST = 16;
const FARTHEST_FIRST = 30;
const SPOT_REACH = 7.5;
const STEPS = 24;

/** The length of a way on which that many spaces lie at their ease. */
export function easyLength(spaces: number): number {
  return 2 * FIRST + (spaces - 1) * PITCH;
}

/** The least bend, as a share of the distance, that makes a bow between the cities long enough. */
export function neededBend(spaces: number, begin: Place, end: Place): number {
  const distance = Math.max(Math.hypot(end.x - begin.x, end.y - begin.y), 1);
  const stretch = easyLength(spaces) / distance - 1;
  return stretch <= 0 ? 0 : Math.min(Math.sqrt((3 / 8) * stretch), 0.6);
}

/** Points along a bow that leaves the straight way to the right by a share of the distance. */
export function bow(begin: Place, end: Place, bend: number): Place[] {
  const [across, down] = [end.x - begin.x, end.y - begin.y];
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const share = step / STEPS;
    const out = 4 * bend * share * (1 - share);
    return { x: begin.x + share * across - out * down, y: begin.y + share * down + out * across };
  });
}

/** The spaces of a group along a line from its city `a` to its city `b`. */
export function wayAlong(group: RouteGroup, line: readonly Place[]): Way {
  const marks = lengthsAlong(line);
  const whole = marks.at(-1) ?? 0;
  const easy = easyLength(group.length);
  const squeeze = Math.min(1, whole / easy);
  const spread = (whole - 2 * FARTHEST_FIRST) / Math.max(1, group.length - 1);
  const pitch = squeeze < 1 ? PITCH * squeeze : Math.min(Math.max(spread, PITCH), LONGEST_PITCH);
  const first = (whole - (group.length - 1) * pitch) / 2;
  const length = Math.max(SHORTEST_SPACE, Math.min(SPACE_LENGTH, pitch - SPACE_GAP));
  const middles = Array.from({ length: group.length }, (_, space) => placeAlong(line, marks, first + space * pitch));
  const offsets = offsetsOf(group);
  const rows = group.routes.map((route, track): [string, number[][]] => {
    const row = middles.map(({ x, y, along }) => beside(x, y, along, offsets[track] ?? 0, length));
    return [route.id, route.a === group.a ? row : turnedRound(row)];
  });
  return { spaces: Object.fromEntries(rows), spots: spotsOf(rows.map(([, row]) => row)), lacking: Math.max(0, easy - whole) };
}

function beside(x: number, y: number, along: Place, offset: number, length: number): number[] {
  const angle = (Math.atan2(along.y, along.x) * 180) / Math.PI;
  return [x - offset * along.y, y + offset * along.x, angle, length];
}

/** The same spaces, counted from the other end. */
function turnedRound(row: number[][]): number[][] {
  return row.map(([x = 0, y = 0, angle = 0, length = 0]) => [x, y, angle > 0 ? angle - 180 : angle + 180, length]).reverse();
}

function lengthsAlong(line: readonly Place[]): number[] {
  const marks = [0];
  for (let step = 1; step < line.length; step++) {
    const [one, other] = [line[step - 1] as Place, line[step] as Place];
    marks.push((marks[step - 1] as number) + Math.hypot(other.x - one.x, other.y - one.y));
  }
  return marks;
}

/** The place so far along a line, and the direction there. */
function placeAlong(line: readonly Place[], marks: readonly number[], distance: number): Place & { along: Place } {
  let step = 1;
  while (step < line.length - 1 && (marks[step] as number) < distance) step++;
  const [one, other] = [line[step - 1] as Place, line[step] as Place];
  const [begin, end] = [marks[step - 1] as number, marks[step] as number];
  const length = Math.max(end - begin, 1e-9);
  const along = { x: (other.x - one.x) / length, y: (other.y - one.y) / length };
  return { x: one.x + along.x * (distance - begin), y: one.y + along.y * (distance - begin), along };
}

export function spotsOf(rows: readonly (readonly (readonly number[])[])[]): Place[] {
  return rows.flat().flatMap(([x = 0, y = 0, angle = 0]) => {
    const [across, down] = [Math.cos((angle * Math.PI) / 180) * SPOT_REACH, Math.sin((angle * Math.PI) / 180) * SPOT_REACH];
    return [{ x: x - across, y: y - down }, { x, y }, { x: x + across, y: y + down }];
  });
}

/** How far a group that is laid already leaves the straight way to the right, as a share of the distance. */
export function bendOf(group: RouteGroup, cities: Layout["cities"], spaces: Layout["spaces"]): number | undefined {
  const [begin, end] = [cities[group.a], cities[group.b]];
  const rows = group.routes.flatMap(({ id }) => (spaces[id]?.length ? [spaces[id]] : []));
  if (!begin || !end || !rows.length) return undefined;
  const [x = 0, y = 0] = begin;
  const [across, down] = [(end[0] ?? 0) - x, (end[1] ?? 0) - y];
  const square = across * across + down * down;
  const middles = rows.flat();
  if (square < 1) return undefined;
  const out = middles.map(([px = 0, py = 0]) => {
    const share = ((px - x) * across + (py - y) * down) / square;
    const bulge = 4 * share * (1 - share);
    return bulge > 0.3 ? (across * (py - y) - down * (px - x)) / square / bulge : 0;
  });
  return out.reduce((sum, bend) => sum + bend, 0) / out.length;
}
