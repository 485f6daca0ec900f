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
    const isToMove = (name: string) => (view?.phase === "opening" ? view.undecided.includes(name) : name === view?.to_move);
    const mover = view?.players.find((player) => isToMove(player.name));
    return mover?.clock == null ? null : mover.clock - Math.max(0, this.#now - session.since) / 1000;
  });
}
