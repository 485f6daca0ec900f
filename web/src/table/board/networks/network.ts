/** A player's network: the routes with that player's trains, and the cities they join. */

import type { Player } from "../../../lib/types.ts";
import { t, together } from "../../../lib/words.ts";
import type { Facts } from "../../facts.ts";
import type { Place } from "../drawn/svg.ts";

export interface Network {
  seat: number;
  color: Player["color"];
  player: string;
  routes: readonly string[];
  /** The ids of the cities, in the order of their names. */
  cities: readonly string[];
  /** Trains on the board. */
  trains: number;
}

export function networkOf(player: Player, facts: Facts): Network {
  const routes = player.routes.flatMap((id) => facts.route.get(id) ?? []);
  const cities = [...new Set(routes.flatMap(({ a, b }) => [a, b]))];
  return {
    seat: player.seat,
    color: player.color,
    player: player.name,
    routes: player.routes,
    cities: cities.sort((one, other) => facts.cityName(one).localeCompare(facts.cityName(other))),
    trains: routes.reduce((sum, { length }) => sum + length, 0),
  };
}

/** How long it is, in words. */
export function lengthOf(network: Network): string {
  return t("page.network.trains", { number: network.trains });
}

export function citiesOf(network: Network, facts: Facts): string {
  return together(network.cities.map((city) => facts.cityName(city)));
}

/** The whole of it in words, for those who hear it. */
export function networkSentence(network: Network, facts: Facts): string {
  const { player } = network;
  if (network.routes.length === 0) return t("page.network.none", { player });
  return t("page.network.whole", { player, length: lengthOf(network), cities: citiesOf(network, facts) });
}

export type Corner = "top left" | "top right" | "bottom left";

/** The share of the board that a caption takes in a corner. */
const CAPTION = { across: 0.45, down: 0.3 };

/** The corner of a board with the fewest of these places; the fourth corner has buttons. */
export function emptiestCorner(places: readonly Place[], { width, height }: { width: number; height: number }): Corner {
  const [across, down] = [width * CAPTION.across, height * CAPTION.down];
  const count = (isThere: (place: Place) => boolean) => places.filter(isThere).length;
  const corners: [Corner, number][] = [
    ["top left", count(({ x, y }) => x < across && y < down)],
    ["top right", count(({ x, y }) => x > width - across && y < down)],
    ["bottom left", count(({ x, y }) => x < across && y > height - down)],
  ];
  return corners.reduce((best, corner) => (corner[1] < best[1] ? corner : best))[0];
}

/** The seat after this one, or before it; between the last and the first there is nobody. */
export function nextSeat(now: number | null, seats: number, by: 1 | -1): number | null {
  const stops = seats + 1;
  const next = ((now ?? seats) + by + stops) % stops;
  return next === seats ? null : next;
}
