/** What the server says cannot be, and the thing on the table that each sentence is about. */

import type { Refusal } from "../../lib/types.ts";
import type { Facts } from "../../table/facts.ts";
import type { Held, RealTable, Step } from "../tables/real-table.ts";

export interface TableFlaw {
  message: string;
  /** Where it is put right; null where that is not one of the steps. */
  step: Step | null;
  /** Whose thing it is, as a place among the players; -1 for nobody's. */
  player: number;
  /** The route, ticket or city. */
  id: string | null;
}

const LISTS: Record<string, Held> = { routes: "routes", tickets: "tickets", stations: "stations", markers: "markers" };
const STEP_OF: Record<string, Step> = { ...LISTS, trains: "routes", points: "points", catches: "alvin" } as Record<string, Step>;

export function flawsIn(refusal: Refusal, table: RealTable, facts: Facts): TableFlaw[] {
  return (refusal.flaws ?? []).map(({ path, message }) => ({ ...placeOf(path, table), message: readable(message, facts) }));
}

/** `position.players.Ada.routes[3]`: whatever the names of players may hold. */
function placeOf(path: string, table: RealTable): Omit<TableFlaw, "message"> {
  if (path.startsWith("position.alvin")) return { step: "alvin", player: -1, id: table.alvinCity };
  const player = table.players.findIndex(({ name }) => path.startsWith(`position.players.${name}.`));
  if (player < 0) return { step: null, player, id: null };
  const [, list = "", at] = /^(\w+)(?:\[(\d+)\])?/.exec(path.slice(`position.players.${table.players[player]!.name}.`.length)) ?? [];
  const held = LISTS[list];
  const id = held && at !== undefined ? (table.players[player]![held][Number(at)] ?? null) : null;
  return { step: STEP_OF[list] ?? null, player, id };
}

/** The server quotes ids; people read names. */
function readable(message: string, facts: Facts): string {
  return message.replace(/'([a-z0-9-]+)'/g, (whole, id: string) => {
    const route = facts.route.get(id);
    if (route) return facts.fullName(route);
    const ticket = facts.board.tickets.find((each) => each.id === id);
    return ticket ? facts.ticketName(ticket) : (facts.city.get(id)?.name ?? whole);
  });
}
