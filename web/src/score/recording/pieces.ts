/** A real table as what the drawn board and the final count show. */

import type { Player, View } from "../../lib/types.ts";
import type { Pieces } from "../../table/board/drawn/drawing.ts";
import { COLOURS, type RealPlayer, type RealTable } from "../tables/real-table.ts";

/** What lies on the map; `closed` are the routes that nobody may take any more, as the server says. */
export function piecesOf(table: RealTable, closed: readonly string[]): Pieces {
  const holder = table.players[table.alvinHolder ?? -1]?.name ?? null;
  return {
    players: table.players.map(playerOf),
    alvin: table.alvinCity === null ? null : { city: table.alvinCity, holder },
    closed_routes: [...closed],
  };
}

function playerOf({ name, colour, routes, tickets, stations, markers, points }: RealPlayer): Player {
  return {
    seat: colour,
    name,
    color: COLOURS[colour] ?? "blue",
    kind: "person",
    bot: null,
    present: true,
    clock: null,
    hand_size: 0,
    known_cards: {},
    ticket_count: tickets.length,
    trains: 0,
    stations,
    stations_left: 0,
    markers,
    start: markers[0] ?? null,
    routes,
    points,
  };
}

/** The server's view in the colours of the real trains: it gives colours by the order of the seats. */
export function recoloured(view: View, table: RealTable): View {
  const colours = new Map(table.players.map(({ name, colour }) => [name, colour]));
  const players = view.players.map((player) => {
    const seat = colours.get(player.name) ?? player.seat;
    return { ...player, seat, color: COLOURS[seat] ?? player.color };
  });
  return { ...view, players };
}
