/** The ways of tickets, which the view names: routes from city to city, one's own and those still to be claimed. */

import type { Route, Ticket } from "../../lib/types.ts";
import type { Facts } from "../facts.ts";

export function wayOf(ticket: Ticket, facts: Facts): Route[] {
  return ticket.way.flatMap((id) => facts.route.get(id) ?? []);
}

/** How many trains are still to be placed on a way. */
export function trainsToGo(way: readonly Route[], built: ReadonlySet<string>): number {
  return way.reduce((sum, route) => sum + (built.has(route.id) ? 0 : route.length), 0);
}

/** Whether no way is left that would complete it. */
export function isCutOff(ticket: Ticket): boolean {
  return !ticket.completed && ticket.way.length === 0;
}
