/** Views that are shown one after another, quickly; the rest can be skipped. */

import { reducedMotion } from "../../lib/browser/settings.svelte.ts";
import type { LiveMessage, GameEvent, View } from "../../lib/types.ts";

export interface Step {
  before: View | null;
  view: View;
  /** What happened since the view before, as far as it is worth showing. */
  moves: GameEvent[];
  /** Whether somebody is in a hurry: then nothing moves any more. */
  hurried: boolean;
}

interface Waiting {
  view: View;
  moves: GameEvent[];
}

/** Milliseconds that a step is seen before the next: the flight of a card, trains that land, cards that a tunnel turns. */
const USUAL = 260;
const CLAIM = 480;
const TUNNEL = 900;
const STILL = 160;
/** Whatever is waiting is shown within this time. */
const LONGEST = 1700;
/** More at once than this is not a turn but an absence: it is shown as it stands. */
const MOST = 12;

export class ViewQueue {
  view = $state.raw<View | null>(null);
  /** How many views are still to be shown. */
  behind = $state(0);
  private queue: Waiting[] = [];
  private shownNumber = 0;
  /** When whatever waits now should have been shown. */
  private due = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly onstep: (step: Step) => void;

  constructor(onstep: (step: Step) => void) {
    this.onstep = onstep;
  }

  /** Hears what the server pushes. */
  hear(message: LiveMessage): void {
    if (message.type !== "view") return;
    const newest = this.queue[this.queue.length - 1]?.view.number ?? this.shownNumber;
    const fresh = message.moves.filter((event) => event.number > Math.min(newest, message.number));
    if (this.queue.length === 0) {
      // Where nothing has happened, such as in another language, there is nothing to wait for.
      if (this.view && fresh.length === 0) return this.show(message.view, []);
      this.due = performance.now() + LONGEST;
    }
    this.queue.push({ view: message.view, moves: fresh });
    this.behind = this.queue.length;
    if (this.queue.length > MOST || document.hidden) this.skip();
    else if (this.timer === undefined) this.next();
  }

  /** Shows at once how things stand. */
  skip(): void {
    const last = this.queue[this.queue.length - 1];
    const moves = this.queue.flatMap((waiting) => waiting.moves);
    this.clear();
    if (last) this.show(last.view, moves, true);
  }

  close(): void {
    this.clear();
  }

  private clear(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.queue = [];
    this.behind = 0;
  }

  private next(): void {
    this.timer = undefined;
    const next = this.queue.shift();
    this.behind = this.queue.length;
    if (!next) return;
    const isFirst = this.view === null;
    this.show(next.view, isFirst || next.moves.length > MOST ? [] : next.moves);
    const pause = isFirst || next.moves.length === 0 ? 0 : this.pauseAfter(next.view, next.moves);
    if (pause > 0) this.timer = setTimeout(() => this.next(), pause);
    else if (this.queue.length > 0) this.next();
  }

  private pauseAfter(view: View, moves: readonly GameEvent[]): number {
    if (reducedMotion()) return STILL;
    const isOnMap = moves.some((event) => /^(claim|station|marker|alvin|pay)/.test(event.move));
    const wanted = view.phase === "tunnel" ? TUNNEL : isOnMap ? CLAIM : USUAL;
    return Math.min(wanted, Math.max(60, (this.due - performance.now()) / (this.queue.length + 1)));
  }

  private show(view: View, moves: GameEvent[], hurried = false): void {
    const before = this.view;
    this.shownNumber = view.number;
    this.view = view;
    this.onstep({ before, view, moves, hurried });
  }
}
