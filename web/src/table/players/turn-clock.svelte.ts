/** The turn clock of whoever is to move, running from the moment its view came. */

import type { Table } from "../table.svelte.ts";

const TICK = 1000;

export class TurnClock {
  #now = $state(performance.now());
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
    $effect(() => {
      if (this.#given === null) return;
      const timer = setInterval(() => (this.#now = performance.now()), TICK);
      return () => clearInterval(timer);
    });
  }

  /** The seconds that whoever is to move had when the view came. */
  readonly #given = $derived.by(() => {
    const { view } = this.#table;
    return view?.players.find((player) => view.undecided.includes(player.name))?.clock ?? null;
  });

  /** Seconds left; null where no time is measured. */
  readonly left = $derived.by(() => (this.#given === null ? null : this.#given - Math.max(0, this.#now - this.#table.session.since) / 1000));
}
