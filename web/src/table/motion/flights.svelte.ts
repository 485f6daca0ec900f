/** Cards that fly from where they were to where they go. */

import { reducedMotion } from "../../lib/browser/settings.svelte.ts";
import type { CardKind } from "../../lib/types.ts";
import type { Place } from "../board/drawn/svg.ts";

export interface Flight {
  id: number;
  /** A kind of card, `back` for one nobody sees, or `ticket`. */
  what: CardKind | "back" | "ticket";
  from: Place;
  to: Place;
  /** How wide the card is where it starts. */
  width: number;
  delay: number;
  /** Whether it lands on the map and is gone, or in a hand. */
  fades: boolean;
}

const WIDEST = 54;

let count = 0;

export class Flights {
  list = $state.raw<Flight[]>([]);

  /** Sends a card from one part of the page, or place on the map, to another; where either is not there, nothing flies. */
  send(what: Flight["what"], from: DOMRect | Place | null, to: DOMRect | Place | null, delay = 0): void {
    if (!from || !to || reducedMotion() || document.hidden) return;
    const width = Math.min(from instanceof DOMRect ? from.width : WIDEST, WIDEST);
    const flight = { id: ++count, what, from: middle(from), to: middle(to), width, delay, fades: !(to instanceof DOMRect) };
    this.list = [...this.list, flight];
  }

  land(id: number): void {
    this.list = this.list.filter((flight) => flight.id !== id);
  }

  clear(): void {
    this.list = [];
  }
}

function middle(at: DOMRect | Place): Place {
  return at instanceof DOMRect ? { x: at.x + at.width / 2, y: at.y + at.height / 2 } : at;
}

/** Where a part of the table is now: `row-2`, `deck`, `hand-red`, `player-1`; nothing while it is out of sight. */
export function anchor(name: string): DOMRect | null {
  const box = document.querySelector(`[data-anchor="${name}"]`)?.getBoundingClientRect();
  return box && box.width > 0 ? box : null;
}
