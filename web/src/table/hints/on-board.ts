/** What a hint is about, on the board and beside it. */

import type { Hint, Ticket } from "../../lib/types.ts";
import type { Highlight } from "../board/drawn/spots.ts";
import type { Facts } from "../facts.ts";

/** The routes, cities and ways that a hint speaks of. */
export function highlightOf(hint: Hint, tickets: readonly Ticket[], facts: Facts, built: ReadonlySet<string>): Highlight {
  const about = new Set(hint.tickets);
  const routes = [...new Set([claimedBy(hint), ...hint.reasons.map(({ route }) => route)])].filter((route) => typeof route === "string");
  const ends = [...routes.flatMap((id) => facts.route.get(id) ?? []), ...tickets.filter(({ id }) => about.has(id))].flatMap(({ a, b }) => [a, b]);
  return {
    routes,
    cities: [...new Set([...citiesIn(hint.move), ...ends])],
    ways: hint.ways.map((way) => ({ routes: way.flatMap((id) => facts.route.get(id) ?? []), built })),
  };
}

/** What a hint says to draw: a card of the row, `deck` or `tickets`. */
export function drawnBy(hint: Hint): string | null {
  const [verb, what] = hint.move.split(" ");
  return verb === "draw" ? (what ?? null) : null;
}

/** The route that a hint says to claim. */
export function claimedBy(hint: Hint): string | null {
  const [verb, what] = hint.move.split(" ");
  return verb === "claim" ? (what ?? null) : null;
}

function citiesIn(move: string): string[] {
  const [verb, what] = move.split(" ");
  return what && ["start", "station", "marker", "alvin"].includes(verb ?? "") ? [what] : [];
}
