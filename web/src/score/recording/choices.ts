/** Routes, cities and tickets as lists to choose from, with search. */

import type { Board } from "../../lib/types.ts";
import type { Facts } from "../../table/facts.ts";
import { holderOf, type Held, type RealTable } from "../tables/real-table.ts";

export interface Choice {
  id: string;
  label: string;
  /** How many spaces, or points. */
  worth: number;
  color?: string;
  /** Who has it, as a place among the players; -1 for nobody. */
  holder: number;
}

type PrintedTicket = Board["tickets"][number];

export function routeChoices(table: RealTable, facts: Facts): Choice[] {
  return facts.board.routes.map((route) => ({
    id: route.id,
    label: facts.routeName(route),
    worth: route.length,
    color: route.color,
    holder: holderOf(table, "routes", route.id),
  }));
}

export function cityChoices(table: RealTable, what: Held, facts: Facts): Choice[] {
  const all = facts.board.cities.map(({ id, name }) => ({ id, label: name, worth: 0, holder: holderOf(table, what, id) }));
  return all.sort((one, other) => one.label.localeCompare(other.label));
}

/** One's own first; then those whose two cities one's routes touch, which are the likeliest; those of others last. */
export function ticketChoices(table: RealTable, player: number, facts: Facts): Choice[] {
  const touched = touchedBy(table, player, facts);
  const made = facts.board.tickets.map((ticket) => {
    const holder = holderOf(table, "tickets", ticket.id);
    const likely = Number(touched.has(ticket.a)) + Number(touched.has(ticket.b));
    const rank = holder === player ? 0 : holder >= 0 ? 4 : 3 - likely;
    return { rank, id: ticket.id, label: facts.ticketName(ticket), worth: ticket.points, holder };
  });
  made.sort((one, other) => one.rank - other.rank || one.label.localeCompare(other.label));
  return made.map(({ rank: _, ...choice }) => choice);
}

function touchedBy(table: RealTable, player: number, facts: Facts): Set<string> {
  const routes = (table.players[player]?.routes ?? []).flatMap((id) => facts.route.get(id) ?? []);
  return new Set(routes.flatMap(({ a, b }) => [a, b]));
}

/** Those that have every word that was typed, in any order, whatever their accents. */
export function matching<T extends { label: string }>(choices: readonly T[], typed: string): T[] {
  const words = plain(typed).split(/\s+/).filter(Boolean);
  return choices.filter(({ label }) => words.every((word) => plain(label).includes(word)));
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
}

/** The cities that a ticket can begin with; with one chosen, those that a ticket joins to it. */
export function ticketEnds(tickets: readonly PrintedTicket[], first: string | null): Set<string> {
  const ends = first === null ? tickets : tickets.filter(({ a, b }) => a === first || b === first);
  return new Set(ends.flatMap(({ a, b }) => [a, b]));
}

export function ticketBetween(tickets: readonly PrintedTicket[], one: string, other: string): PrintedTicket | null {
  return tickets.find(({ a, b }) => (a === one && b === other) || (a === other && b === one)) ?? null;
}
