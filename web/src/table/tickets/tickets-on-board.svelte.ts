/** Tickets on the board: which are looked at, and the way of each. */

import type { Ticket } from "../../lib/types.ts";
import type { Highlight } from "../board/drawn/spots.ts";
import type { Table } from "../table.svelte.ts";
import { wayOf } from "./ways.ts";

export class TicketsOnBoard {
  /** The one under the pointer or the focus. */
  looked = $state<string | null>(null);
  /** Those whose ways stay drawn. */
  pinned = $state.raw<ReadonlySet<string>>(new Set());
  /** Those of an offer that are ticked to be kept. */
  kept = $state.raw<ReadonlySet<string>>(new Set());
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  readonly #all = $derived.by((): readonly Ticket[] => {
    const view = this.#table.session.view;
    return view ? [...view.tickets, ...view.offered] : [];
  });

  /** One's own routes. */
  readonly built = $derived.by((): ReadonlySet<string> => new Set(this.#table.you?.routes ?? []));

  readonly shown = $derived.by((): readonly Ticket[] => {
    if (this.looked !== null) return this.#all.filter((ticket) => ticket.id === this.looked);
    return this.#all.filter((ticket) => this.pinned.has(ticket.id) || this.kept.has(ticket.id));
  });

  readonly highlight = $derived.by((): Highlight => {
    const { facts } = this.#table;
    return {
      cities: this.shown.flatMap((ticket) => [ticket.a, ticket.b]),
      ways: facts ? this.shown.map((ticket) => ({ routes: wayOf(ticket, facts), built: this.built })) : [],
    };
  });

  readonly #open = $derived.by((): Ticket[] => this.#table.session.view?.tickets.filter((ticket) => !ticket.completed) ?? []);

  /** The routes that lie on the way of a ticket that is still to do. */
  readonly wanted = $derived.by(
    (): ReadonlySet<string> => new Set(this.#open.flatMap((ticket) => ticket.way)),
  );

  /** The names of the tickets that a route helps. */
  helpedBy(route: string): string[] {
    return this.#open.filter((ticket) => ticket.way.includes(route)).map((ticket) => this.#table.facts?.ticketName(ticket) ?? "");
  }

  togglePinned(ticket: string): void {
    this.pinned = toggled(this.pinned, ticket);
  }

  toggleKept(ticket: string): void {
    this.kept = toggled(this.kept, ticket);
  }

  /** The move that keeps what is ticked. */
  keep(): void {
    const offered = this.#table.view?.offered ?? [];
    const chosen = offered.filter((ticket) => this.kept.has(ticket.id)).map((ticket) => ticket.id);
    this.looked = null;
    void this.#table.session.play(`keep ${chosen.join(" ")}`);
  }

  /** What is no longer offered is no longer ticked. */
  forgetOffers(): void {
    const offered = new Set(this.#table.view?.offered.map((ticket) => ticket.id) ?? []);
    this.kept = new Set([...this.kept].filter((ticket) => offered.has(ticket)));
  }
}

function toggled(chosen: ReadonlySet<string>, one: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(one)) next.add(one);
  return next;
}
