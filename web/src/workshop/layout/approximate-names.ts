/** Where city names go while a board is edited: where they were, or at the side that has most room. */

import type { Layout } from "../../lib/api-types.ts";
import type { Place } from "./route-ways.ts";

export interface CityToName {
  id: string;
  name: string;
}

const CITY_RADIUS = 5;
const NAME_GAP = 1.6;
const LINE_HEIGHT = 7.125;
/** The usual width of a letter of the bold face that names are set in. */
const LETTER = 4.1;
const SPOT_CLEARANCE = 5.8;
const CITY_CLEARANCE = 8;
const SIDES = [0, 180, 90, 270, 30, 330, 150, 210, 60, 300, 120, 240];
/** A name prefers the sides in that order, and most of all the one where it is. */
const LATER_SIDE_COST = 2;
const CHANGE_COST = 25;

interface Name {
  width: number;
  height: number;
}

/** By city, of the box of its name: its middle, width and height. */
export function placedNames(cities: readonly CityToName[], places: Map<string, Place>, spots: readonly Place[], present?: Pick<Layout, "cities" | "labels">): Layout["labels"] {
  const labels: Layout["labels"] = {};
  for (const city of cities) {
    const place = places.get(city.id);
    if (!place) continue;
    const before = present && offsetBefore(city.id, present);
    const size = before ?? estimated(city.name);
    const near = spots.filter((spot) => Math.abs(spot.x - place.x) < 90 && Math.abs(spot.y - place.y) < 60);
    const others = [...places].flatMap(([id, other]) => (id === city.id ? [] : [other]));
    const trials = SIDES.map((side, index) => ({ ...touching(side, size), cost: LATER_SIDE_COST * index + (before ? CHANGE_COST : 0) }));
    if (before) trials.unshift({ x: before.x, y: before.y, cost: 0 });
    let best: { x: number; y: number; cost: number } | undefined;
    for (const trial of trials) {
      const middle = { x: place.x + trial.x, y: place.y + trial.y };
      const cost = trial.cost + overlap(middle, size, near, SPOT_CLEARANCE) + overlap(middle, size, others, CITY_CLEARANCE);
      if (!best || cost < best.cost) best = { ...middle, cost };
      if (best.cost === 0) break;
    }
    labels[city.id] = [best?.x ?? place.x, best?.y ?? place.y, size.width, size.height];
  }
  return labels;
}

function estimated(name: string): Name {
  return { width: Math.max(4, LETTER * [...name].length), height: LINE_HEIGHT };
}

function offsetBefore(city: string, present: Pick<Layout, "cities" | "labels">): (Place & Name) | undefined {
  const [at, label] = [present.cities[city], present.labels[city]];
  if (!at || !label) return undefined;
  const [x = 0, y = 0, width = 0, height = 0] = label;
  return { x: x - (at[0] ?? 0), y: y - (at[1] ?? 0), width, height };
}

/** The middle of a box that touches the city's disc in that direction, seen from the city. */
function touching(side: number, size: Name): Place {
  const [across, down] = [Math.cos((side * Math.PI) / 180), Math.sin((side * Math.PI) / 180)];
  const disc = CITY_RADIUS + NAME_GAP;
  return { x: across * disc + leaning(across) * (size.width / 2), y: down * disc + leaning(down) * (size.height / 2) };
}

function leaning(share: number): number {
  return Math.abs(share) < 0.2 ? 0 : Math.sign(share);
}

function overlap(middle: Place, size: Name, points: readonly Place[], clearance: number): number {
  let cost = 0;
  for (const { x, y } of points) {
    const across = Math.max(Math.abs(x - middle.x) - size.width / 2, 0);
    const down = Math.max(Math.abs(y - middle.y) - size.height / 2, 0);
    if (across >= clearance || down >= clearance) continue;
    cost += Math.max(0, clearance - Math.hypot(across, down)) ** 2;
  }
  return cost;
}
