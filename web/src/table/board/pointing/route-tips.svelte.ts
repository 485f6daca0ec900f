/** What is said of the route under the pointer or the focus. */

import type { Why } from "../../../lib/types.ts";
import type { Pointed } from "../drawn/spots.ts";
import type { Place } from "../drawn/svg.ts";
import type { Table } from "../../table.svelte.ts";

export interface Tip {
  route: string;
  at: Place;
  /** What the server says of it; nothing while it has not answered. */
  why: Why | null;
}

/** Milliseconds before the first tip, and between one and the next. */
const FIRST = 140;
const NEXT = 40;

export class Tips {
  looked = $state.raw<Pointed | null>(null);
  tip = $state.raw<Tip | null>(null);
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  look(pointed: Pointed | null): void {
    this.looked = pointed;
    clearTimeout(this.#timer);
    if (!pointed) this.tip = null;
    else this.#timer = setTimeout(() => void this.#show(pointed), this.tip ? NEXT : FIRST);
  }

  hide(): void {
    clearTimeout(this.#timer);
    this.tip = null;
  }

  async #show(pointed: Pointed): Promise<void> {
    const table = this.#table;
    const at = table.placeOfRoute(pointed.id) ?? pointed.at;
    this.tip = { route: pointed.id, at, why: null };
    if (table.choices.claims.has(pointed.id) || !table.facts || !table.isFree(pointed.id)) return;
    const why = await table.session.why(pointed.id);
    if (this.tip?.route === pointed.id) this.tip = { route: pointed.id, at, why };
  }
}
