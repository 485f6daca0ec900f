/** A real table as the referee's case, and back. */

import type { Bodies } from "../../lib/api-types.ts";
import { readTable, type RealPlayer, type RealTable } from "./real-table.ts";

export type Case = Bodies["POST /api/score"];
type PlayerPosition = NonNullable<NonNullable<Case["position"]>["players"]>[string];

/** Everything on the table; with `finish` as a game that is over, without as one that goes on. */
export function caseOf(table: RealTable, finish: boolean): Case {
  const seats = table.players.map(({ name }) => name);
  const players = Object.fromEntries(table.players.map((player) => [player.name, positionOf(player)]));
  const alvin = alvinOf(table);
  return {
    board: table.board,
    variants: table.variants,
    seats,
    position: { players, ...(alvin && { alvin }) },
    moves: finish ? [{ player: seats[0] ?? "", finish: true }] : [],
  };
}

/** Nothing where Alvin has not been touched: he is where he began. */
function alvinOf(table: RealTable): { city: string; holder: string | null } | null {
  if (!table.variants.includes("alvin") || table.alvinCity === null) return null;
  return { city: table.alvinCity, holder: table.players[table.alvinHolder ?? -1]?.name ?? null };
}

function positionOf(player: RealPlayer): PlayerPosition {
  const { routes, tickets, stations, markers, points, catches } = player;
  return {
    routes,
    tickets,
    ...(stations.length > 0 && { stations }),
    ...(markers.length > 0 && { markers }),
    ...(points !== null && { points }),
    ...(catches > 0 && { catches }),
  };
}

/** The table of a case; null where it is none that can be shown. Colours are given in the order of the seats. */
export function tableOf(found: unknown, id: string): RealTable | null {
  const { board, variants, seats, position } = (found ?? {}) as Partial<Case>;
  if (!Array.isArray(seats)) return null;
  const alvin = position?.alvin ?? null;
  const players = seats.map((name, colour) => ({ colour, ...position?.players?.[name], name }));
  const alvinHolder = seats.indexOf(alvin?.holder ?? "");
  return readTable({ board, variants, players, alvinCity: alvin?.city, alvinHolder }, id);
}
