/** How large a board can be on a screen where other things float: none of them may hide a city, its name or a space. */

import type { Layout } from "../lib/api-types.ts";
import type { Place } from "./board/drawn/svg.ts";
import type { Size } from "./board/zoom/zoom-maths.ts";

export interface Box extends Place, Size {}

/** Around the middle of a city, in millimetres of the drawing: its ring, and a station on it. */
const CITY = 7;
/** Half of how wide a space is drawn, its outline and the halo of one that can be chosen included. */
const HALF_SPACE = 7;
/** Pixels between the board and the edges of its stage. */
const MARGIN = 6;
/** Pixels between what floats and what must stay in sight. */
const APART = 3;
const ROUNDS = 10;
/** Pixels between two places that are tried. */
const STEP = 4;

/** What of a board must stay in sight, in millimetres of its drawing. */
export function shownParts({ cities, labels, spaces, furniture }: Layout): Box[] {
  const around = ([x = 0, y = 0]: readonly number[], width: number, height: number): Box => ({ x: x - width / 2, y: y - height / 2, width, height });
  const [x = 0, y = 0, width = 0, height = 0] = furniture.points ?? [];
  return [
    { x, y, width, height },
    ...Object.values(cities).map((city) => around(city, 2 * CITY, 2 * CITY)),
    ...Object.values(labels).map((label) => around(label, label[2] ?? 0, label[3] ?? 0)),
    ...Object.values(spaces).flatMap((route) => route.map((space) => around(space, ...extent(space[2] ?? 0, space[3] ?? 0)))),
  ];
}

/** The upright size of a space that is turned by an angle in degrees. */
function extent(angle: number, length: number): [number, number] {
  const [cos, sin] = [Math.abs(Math.cos((angle * Math.PI) / 180)), Math.abs(Math.sin((angle * Math.PI) / 180))];
  return [length * cos + 2 * HALF_SPACE * sin, length * sin + 2 * HALF_SPACE * cos];
}

/** The largest place for a board on its stage, as near to `wish` (its upper left corner at that size) as can be; null where it
    would be no wider than `narrowest`. */
export function largestPlace(stage: Size, board: Size, shown: readonly Box[], floating: readonly Box[], wish: (board: Size) => Place, narrowest = 0): Box | null {
  let fits = narrowest / board.width;
  let found = placeAt(fits);
  if (!found) return null;
  let fails = Math.min((stage.width - 2 * MARGIN) / board.width, (stage.height - 2 * MARGIN) / board.height);
  for (let round = 0, scale = fails; round < ROUNDS && scale > fits; round += 1, scale = (fits + fails) / 2) {
    const place = placeAt(scale);
    if (place) [fits, found] = [scale, place];
    else fails = scale;
  }
  return { ...found, width: board.width * fits, height: board.height * fits };

  function placeAt(scale: number): Place | null {
    const size = { width: board.width * scale, height: board.height * scale };
    const room = { x: MARGIN, y: MARGIN, width: stage.width - 2 * MARGIN - size.width, height: stage.height - 2 * MARGIN - size.height };
    return nearestFree(room, forbidden(scale, room), wish(size));
  }

  /** Where the board's corner may not be, from the top down: there a part of it would lie under something. */
  function forbidden(scale: number, room: Box): Box[] {
    const boxes: Box[] = [];
    for (const over of floating) {
      for (const part of shown) {
        const x = over.x - APART - scale * (part.x + part.width);
        const y = over.y - APART - scale * (part.y + part.height);
        const width = over.width + 2 * APART + scale * part.width;
        const height = over.height + 2 * APART + scale * part.height;
        if (x < room.x + room.width && x + width > room.x && y < room.y + room.height && y + height > room.y) boxes.push({ x, y, width, height });
      }
    }
    return boxes.sort((one, other) => one.y - other.y);
  }
}

/** The place inside a room and outside of all boxes that is nearest to the one wished for. */
function nearestFree(room: Box, boxes: readonly Box[], wish: Place): Place | null {
  if (room.width < 0 || room.height < 0) return null;
  let best: Place | null = null;
  let least = Infinity;
  for (const x of tried(room.x, room.width)) {
    if (Math.abs(x - wish.x) >= least) continue;
    const y = freeNear(wish.y, x, room, boxes);
    if (y === null) continue;
    const away = Math.hypot(x - wish.x, y - wish.y);
    if (away < least) [best, least] = [{ x, y }, away];
  }
  return best;
}

function tried(from: number, room: number): number[] {
  const steps = Math.max(1, Math.ceil(room / STEP));
  return Array.from({ length: steps + 1 }, (_, step) => from + (room * step) / steps);
}

/** The height in a room that lies in none of the boxes at this `x`, nearest to the one wished for. The boxes come from the top down. */
function freeNear(wish: number, x: number, room: Box, boxes: readonly Box[]): number | null {
  const end = room.y + room.height;
  let free = room.y;
  let nearest: number | null = null;
  const offer = (from: number, to: number): void => {
    const y = Math.min(to, Math.max(from, wish));
    if (nearest === null || Math.abs(y - wish) < Math.abs(nearest - wish)) nearest = y;
  };
  for (const box of boxes) {
    if (box.x >= x || x >= box.x + box.width) continue;
    if (box.y >= free) offer(free, Math.min(end, box.y));
    free = Math.max(free, box.y + box.height);
    if (free > end) return nearest;
  }
  offer(free, end);
  return nearest;
}
