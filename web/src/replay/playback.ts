/** A replay as it is walked through: moves, turns, and what the last turn did. */

import { lights, type Scene } from "../ending/scene.ts";
import type { Cards, Frame, OwnTicket, Replay, Ticket, View } from "../lib/types.ts";
import type { LastTurn } from "../table/board/drawing.ts";
import type { Facts } from "../table/facts.ts";
import { lastTurn } from "../table/board/last-turn.ts";
import { cheapestWay, openRoutes, ownersOf } from "../table/tickets/ways.ts";

/** What a seat holds, where all hands lie open. */
export interface Held {
  hand: Cards;
  tickets: OwnTicket[];
  offer: Ticket[];
}

/** Phases in which no turn is under way. */
const BETWEEN_TURNS: readonly View["phase"][] = ["opening", "start", "turn", "over"];

/** No turn takes more moves: claim, pay, Alvin, marker. */
const LONGEST_TURN = 8;

/** What everybody's eyes may see of the hands in this frame, by player. */
export function heldIn(view: View & { open?: Record<string, Held> }): Record<string, Held> {
  if (view.open) return view.open;
  return view.you === null ? {} : { [view.you]: { hand: view.hand, tickets: view.tickets, offer: view.offer } };
}

/** The end of the next turn, or of the one before. */
export function turnFrom(frames: readonly Frame[], at: number, by: 1 | -1): number {
  let next = at + by;
  while (next > 0 && next < frames.length - 1 && !endsTurn(frames[next])) next += by;
  return Math.max(0, Math.min(frames.length - 1, next));
}

/** What the turn of this frame has touched so far. */
export function touchedBy(frames: readonly Frame[], at: number): LastTurn {
  return lastTurn(frames.slice(Math.max(1, at - LONGEST_TURN), at + 1).flatMap((frame) => frame.told ?? []));
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

/** What a route of somebody else costs where a station borrows it: less than any space to build, more than one's own. */
const BORROWED = 0.5;

/** A ticket on the board as its owner sees it: what they have of the cheapest way in light, what they still lack in dots. */
export function ticketScene(facts: Facts, view: View, ticket: Ticket, owner: number): Scene {
  const costs = withStations(openRoutes(facts, view, owner), facts, view, owner);
  const way = cheapestWay(facts, costs, ticket.a, ticket.b);
  const looks = new Map<number | undefined, "own" | "borrowed">([[0, "own"], [BORROWED, "borrowed"]]);
  return {
    focus: owner,
    ways: lights(way, (route) => looks.get(costs.get(route.id)) ?? "missing"),
    cities: [ticket.a, ticket.b].map((city) => ({ city, look: "end" })),
  };
}

function withStations(costs: Map<string, number>, facts: Facts, view: View, owner: number): Map<string, number> {
  const stations = view.players[owner]?.stations ?? [];
  const taken = ownersOf(view.players);
  for (const { id, a, b } of facts.board.routes) {
    const near = stations.includes(a) || stations.includes(b);
    if (near && taken.has(id) && taken.get(id) !== owner) costs.set(id, BORROWED);
  }
  return costs;
}
