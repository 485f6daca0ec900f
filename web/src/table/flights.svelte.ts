/** Cards that fly from where they were to where they go. */

import { reducedMotion } from "../lib/settings.svelte.ts";
import type { CardKind } from "../lib/types.ts";

export interface Flight {
  id: number;
  /** A kind of card, `back` for one nobody sees, or `ticket`. */
  what: CardKind | "back" | "ticket";
  from: DOMRect;
  to: { x: number; y: number };
  delay: number;
  /** Whether it lands on the map and is gone, or in a hand. */
  fades: boolean;
}

let count = 0;

export class Flights {
  list = $state.raw<Flight[]>([]);

  /** Sends a card from one anchor of the page to another; where either is not there, nothing flies. */
  send(what: Flight["what"], from: DOMRect | null, to: DOMRect | { x: number; y: number } | null, delay = 0): void {
    if (!from || !to || reducedMotion() || document.hidden || from.width === 0) return;
    const isBox = to instanceof DOMRect;
    if (isBox && to.width === 0) return;
    const middle = isBox ? { x: to.x + to.width / 2, y: to.y + to.height / 2 } : to;
    this.list = [...this.list, { id: ++count, what, from, to: middle, delay, fades: !isBox }];
  }

  land(id: number): void {
    this.list = this.list.filter((flight) => flight.id !== id);
  }
}

/** Where a part of the table is now: `row-2`, `deck`, `hand-red`, `player-1`. */
export function anchor(name: string): DOMRect | null {
  return document.querySelector(`[data-anchor="${name}"]`)?.getBoundingClientRect() ?? null;
}
