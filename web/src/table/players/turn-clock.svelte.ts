/** The turn clock of whoever is to move, running from the moment its view came. */

import type { Table } from "../table.svelte.ts";

const TICK = 250;

export class TurnClock {
  #now = $state(performance.now());
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
    $effect(() => {
      if (!this.#isRunning) return;
      const timer = setInterval(() => (this.#now = performance.now()), TICK);
      return () => clearInterval(timer);
    });
  }

  readonly #isRunning = $derived.by(() => this.#table.view?.players.some((player) => player.clock !== null) ?? false);

  /** Seconds left; null where no time is measured. */
  readonly left = $derived.by(() => {
    const { view, session } = this.#table;
    const undecided = view?.players.find((player) => view.undecided.includes(player.name));
    return undecided?.clock == null ? null : undecided.clock - Math.max(0, this.#now - session.since) / 1000;
  });
}
