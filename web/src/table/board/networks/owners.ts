import type { Player } from "../../../lib/types.ts";

/** By claimed route, the seat that has it. */
export function ownersOf(players: readonly Player[]): Map<string, number> {
  return new Map(players.flatMap((player) => player.routes.map((route) => [route, player.seat] as const)));
}
