/** Which cards fly for what has happened: from where they are before the page changes to where they go. */

import type { CardKind, GameEvent, View } from "../../lib/types.ts";
import { cardByCard, difference, parseCards } from "../cards/cards.ts";
import type { Place } from "../board/drawn/svg.ts";
import { anchor, type Flights } from "./flights.svelte.ts";
import { BETWEEN_CARDS } from "./timing.ts";
import type { Slots } from "../row/slots.ts";

/** Sends cards off, so many milliseconds from now. */
export type Departure = (delay: number) => void;

/** Where on the page a route or city is. */
export type PlaceOf = (what: "route" | "city", id: string) => Place | null;

/** The cards of a move; `taken` is the slot of the row that one was taken from. */
export function flightOf(flights: Flights, event: GameEvent, before: View, view: View, taken: number | null, placeOf: PlaceOf): Departure {
  const isOwn = event.player === view.you;
  const seat = view.players.find((player) => player.name === event.player)?.seat ?? 0;
  const other = isOwn ? null : (anchor(`player-${seat}`) ?? anchor("players"));
  const oneByOne = (kinds: readonly CardKind[], send: (kind: CardKind, index: number, delay: number) => void): Departure => {
    return (delay) => kinds.forEach((kind, index) => send(kind, index, delay + index * BETWEEN_CARDS));
  };
  const [verb, what = ""] = event.move.split(" ");
  if (verb === "draw" && what === "tickets") {
    const [from, to] = [anchor("ticket-deck"), isOwn ? (anchor("tickets") ?? anchor("tickets-tab")) : other];
    return (delay) => flights.send("ticket", from, to, delay);
  }
  if (verb === "draw") {
    const kind = what === "deck" ? drawnBlind(before, view, isOwn) : (what as CardKind);
    const from = what === "deck" ? anchor("deck") : anchor(`row-${taken}`);
    const to = other ?? (kind ? stack(kind) : null);
    // A stack that is not there yet comes with the card.
    return (delay) => flights.send(kind ?? "back", from, to ?? (kind ? (stack(kind) ?? hand()) : null), delay);
  }
  if (verb === "decline" && before.claimed_route) {
    const from = placeOf("route", before.claimed_route);
    return oneByOne(cardByCard(before.laid), (kind, _, delay) => flights.send(kind, from, other ?? stack(kind) ?? hand(), delay));
  }
  const paid = paidBy(event.move);
  const from = paid.map((kind) => other ?? stack(kind) ?? hand());
  const to = verb === "pay" ? placeOf("route", before.claimed_route ?? "") : placeOf(verb === "claim" ? "route" : "city", what);
  return oneByOne(paid, (kind, index, delay) => flights.send(kind, from[index] ?? null, to, delay));
}

/** New cards of the row come from the deck. */
export function refills(flights: Flights, before: Slots, slots: Slots, taken: number | null): Departure[] {
  return slots.flatMap((kind, slot) => {
    if (!kind || (kind === before[slot] && slot !== taken)) return [];
    const [from, to] = [anchor("deck"), anchor(`row-${slot}`)];
    return [(delay: number) => flights.send("back", from, to, delay)];
  });
}

/** What one drew blind oneself; of others nobody knows. */
function drawnBlind(before: View, view: View, isOwn: boolean): CardKind | undefined {
  return isOwn ? cardByCard(difference(view.hand, before.hand))[0] : undefined;
}

/** The cards a move lays down, one by one. */
function paidBy(move: string): CardKind[] {
  const [verb, ...rest] = move.split(" ");
  if (verb === "pay") return cardByCard(parseCards(rest.join(" ")));
  return verb === "claim" || verb === "station" || verb === "marker" ? cardByCard(parseCards(rest.slice(1).join(" "))) : [];
}

/** Where in one's own hand a kind of card is. */
function stack(kind: CardKind): DOMRect | null {
  return anchor(`hand-${kind}`);
}

/** The hand itself; on a phone that shows another part, its tab. */
function hand(): DOMRect | null {
  return anchor("hand") ?? anchor("cards");
}
