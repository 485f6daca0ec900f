/** The cheapest way that is still open between two cities: over one's own routes for nothing, over free ones by length. */

import type { Player, Route, View } from "../../lib/types.ts";
import type { Facts } from "../facts.ts";

export interface Way {
  routes: Route[];
  cities: string[];
  trains: number;
}

/** Which routes this seat could still use: its own and those free; a double with one taken may be closed (C5, C6). */
export function openRoutes(facts: Facts, view: View, seat: number | null): Map<string, number> {
  const owner = ownersOf(view.players);
  const cost = new Map<string, number>();
  for (const route of facts.board.routes) {
    const by = owner.get(route.id);
    if (by !== undefined) {
      if (by === seat) cost.set(route.id, 0);
      continue;
    }
    const others = facts.beside(route).filter((other) => owner.has(other.id));
    const closed =
      others.some((other) => owner.get(other.id) === seat) ||
      (others.length > 0 && view.players.length <= facts.board.rules.single_until);
    if (!closed) cost.set(route.id, route.length);
  }
  return cost;
}

export function ownersOf(players: readonly Player[]): Map<string, number> {
  return new Map(players.flatMap((player) => player.routes.map((route) => [route, player.seat] as const)));
}

export function cheapestWay(facts: Facts, cost: Map<string, number>, from: string, to: string): Way | null {
  const best = new Map<string, { spent: number; steps: number; by: Route | null; before: string | null }>();
  best.set(from, { spent: 0, steps: 0, by: null, before: null });
  const settled = new Set<string>();
  for (;;) {
    const at = nearest(best, settled);
    if (at === null) return null;
    if (at === to) break;
    settled.add(at);
    const here = best.get(at)!;
    for (const route of facts.routesOf.get(at) ?? []) {
      const price = cost.get(route.id);
      if (price === undefined) continue;
      const next = route.a === at ? route.b : route.a;
      const spent = here.spent + price;
      const known = best.get(next);
      if (!known || spent < known.spent || (spent === known.spent && here.steps + 1 < known.steps)) {
        best.set(next, { spent, steps: here.steps + 1, by: route, before: at });
      }
    }
  }
  return walkBack(best, to);
}

type Best = Map<string, { spent: number; steps: number; by: Route | null; before: string | null }>;

function nearest(best: Best, settled: Set<string>): string | null {
  let found: string | null = null;
  let least = { spent: Infinity, steps: Infinity };
  for (const [city, known] of best) {
    if (settled.has(city)) continue;
    if (known.spent < least.spent || (known.spent === least.spent && known.steps < least.steps)) {
      found = city;
      least = known;
    }
  }
  return found;
}

function walkBack(best: Best, to: string): Way {
  const routes: Route[] = [];
  const cities = [to];
  let at = best.get(to)!;
  const trains = at.spent;
  while (at.by !== null && at.before !== null) {
    routes.unshift(at.by);
    cities.unshift(at.before);
    at = best.get(at.before)!;
  }
  return { routes, cities, trains };
}

/** The routes closed to everybody: beside one that is taken, where so few players have only one (C6). */
export function closedRoutes(facts: Facts, players: readonly Player[]): Set<string> {
  if (players.length > facts.board.rules.single_until) return new Set();
  const taken = new Set(players.flatMap((player) => player.routes));
  const closed = facts.board.routes.filter(
    (route) => !taken.has(route.id) && facts.beside(route).some((other) => taken.has(other.id)),
  );
  return new Set(closed.map((route) => route.id));
}
