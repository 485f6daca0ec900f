/** Going over the board by the arrow keys. */

import type { Spot } from "../drawn/spots.ts";
import type { Place } from "../drawn/svg.ts";

export const ARROWS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** What lies to the side counts as so much farther. */
const ASIDE = 1.6;

/** The nearest neighbour in a direction. */
export function nearestTowards(way: Place, from: Place, spots: Iterable<Spot & Place>): Spot | null {
  let best: Spot | null = null;
  let least = Infinity;
  for (const spot of spots) {
    const [dx, dy] = [spot.x - from.x, spot.y - from.y];
    const ahead = dx * way.x + dy * way.y;
    const aside = Math.abs(dx * way.y) + Math.abs(dy * way.x);
    const felt = ahead + aside * ASIDE;
    if (ahead <= 1 || aside > ahead * 2 || felt >= least) continue;
    best = { kind: spot.kind, id: spot.id };
    least = felt;
  }
  return best;
}
