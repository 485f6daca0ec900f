/** A replay as it is walked through: moves, turns, and what the last turn did. */

import { lights, travelled, type Scene } from "../ending/scene.ts";
import type { Frame, Held, Replay, Route, Ticket, View } from "../lib/types.ts";
import type { LastTurn } from "../table/board/drawn/drawing.ts";
import type { Facts } from "../table/facts.ts";
import { lastTurn } from "../table/board/drawn/last-turn.ts";
import { ownersOf } from "../table/board/networks/owners.ts";
import { wayOf } from "../table/tickets/ways.ts";

/** Phases in which no turn is under way. */
const BETWEEN_TURNS: readonly View["phase"][] = ["opening", "start", "turn", "over"];

/** No turn takes more moves: claim, pay, Alvin, marker. */
const LONGEST_TURN = 8;

/** What everybody's eyes may see of the hands in this frame, by player. */
export function heldIn(view: View): Record<string, Held> {
  if (view.you === null) return view.hands ?? {};
  return { [view.you]: { hand: view.hand, tickets: view.tickets, offered: view.offered } };
}

/** The end of the next turn, or of the one before. */
export function turnFrom(frames: readonly Frame[], at: number, by: 1 | -1): number {
  let next = at + by;
  while (next > 0 && next < frames.length - 1 && !endsTurn(frames[next])) next += by;
  return Math.max(0, Math.min(frames.length - 1, next));
}

/** What the turn of this frame has touched so far. */
export function touchedBy(frames: readonly Frame[], at: number): LastTurn {
  return lastTurn(frames.slice(Math.max(1, at - LONGEST_TURN), at + 1).flatMap((frame) => frame.event ?? []));
}

/** Routes that got their trains in this very move. */
export function justClaimed(frames: readonly Frame[], at: number): ReadonlySet<string> {
  const before = new Set(frames[at - 1]?.view.players.flatMap((player) => player.routes) ?? []);
  const now = frames[at]?.view.players.flatMap((player) => player.routes) ?? [];
  return new Set(at === 0 ? [] : now.filter((route) => !before.has(route)));
}

/** The final totals in the order of the seats; none where the record ends before the game. */
export function finalTotals(replay: Replay): number[] | null {
  const { scores } = replay;
  return scores && replay.seats.map((name) => scores[name]?.total ?? 0);
}

function endsTurn(frame: Frame | undefined): boolean {
  return frame === undefined || BETWEEN_TURNS.includes(frame.view.phase);
}

/** A ticket on the board as its owner sees it: what they have of its way in light, what they still lack in dots. */
export function ticketScene(facts: Facts, view: View, ticket: Ticket, owner: number): Scene {
  const owners = ownersOf(view.players);
  const look = ({ id }: Route) => (!owners.has(id) ? "missing" : owners.get(id) === owner ? "own" : "borrowed");
  return {
    focus: owner,
    ways: lights(travelled(wayOf(ticket, facts), ticket.a), look),
    cities: [ticket.a, ticket.b].map((city) => ({ city, look: "end" })),
  };
}
