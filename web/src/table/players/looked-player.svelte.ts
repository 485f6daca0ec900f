/** The player whose network is lit: pointed at, focused, pressed long by a finger, or reached by a key.
 *
 * Whatever has `data-network` with the number of a seat can be pointed at, wherever it is on the page. */

import { announce } from "../../lib/browser/announce.svelte.ts";
import type { Player } from "../../lib/types.ts";
import { networkOf, networkSentence, nextSeat } from "../board/networks/network.ts";
import type { Facts } from "../facts.ts";

interface Looking {
  players(): readonly Player[];
  facts(): Facts | null;
  /** Whose card is open. */
  opened?(): number | null;
}

type Means = "mouse" | "focus" | "finger" | "key";

/** Milliseconds that a finger rests on a player, and pixels that it may move meanwhile. */
const LONG_PRESS = 450;
const SLOP = 10;

export class LookedPlayer {
  #seat = $state<number | null>(null);
  #means: Means = "mouse";
  #pressing: ReturnType<typeof setTimeout> | undefined;
  #pressedAt = { x: 0, y: 0 };
  readonly #looking: Looking;

  constructor(looking: Looking) {
    this.#looking = looking;
    $effect(() => this.#listen());
  }

  readonly network = $derived.by(() => {
    const seat = this.#seat ?? this.#looking.opened?.() ?? null;
    const player = this.#looking.players().find((one) => one.seat === seat);
    const facts = this.#looking.facts();
    return player && facts ? networkOf(player, facts) : null;
  });

  /** `p` goes on to the next player, with Shift to the one before; says whether the key is its own. */
  press({ key, shiftKey }: KeyboardEvent): boolean {
    if (key.toLowerCase() !== "p") return false;
    this.#look(nextSeat(this.#seat, this.#looking.players().length, shiftKey ? -1 : 1), "key");
    return true;
  }

  clear(): void {
    this.#seat = null;
  }

  #look(seat: number | null, means: Means): void {
    this.#seat = seat;
    this.#means = means;
    const { network } = this;
    const facts = this.#looking.facts();
    if (seat !== null && means !== "mouse" && network && facts) announce(networkSentence(network, facts));
  }

  /** Ends what these means have begun, and nothing else. */
  #end(means: Means): void {
    if (this.#means === means) this.clear();
  }

  /** What is taken off the page loses the focus in the middle of the change, when nothing may be set. */
  #leave({ relatedTarget }: FocusEvent): void {
    if (relatedTarget) return this.#end("focus");
    queueMicrotask(() => {
      if (!document.activeElement?.closest("[data-network]")) this.#end("focus");
    });
  }

  #listen(): () => void {
    const listening = new AbortController();
    const { signal } = listening;
    addEventListener("pointerover", (event) => event.pointerType === "mouse" && this.#pointAt(event.target), { signal });
    addEventListener("focusin", (event) => this.#focusOn(event.target), { signal });
    addEventListener("focusout", (event) => this.#leave(event), { signal });
    addEventListener("pointerdown", (event) => event.pointerType !== "mouse" && this.#press(event), { signal });
    addEventListener("pointermove", (event) => this.#slip(event), { signal });
    for (const name of ["pointerup", "pointercancel"]) addEventListener(name, () => clearTimeout(this.#pressing), { signal });
    return () => {
      clearTimeout(this.#pressing);
      listening.abort();
    };
  }

  #pointAt(target: EventTarget | null): void {
    const seat = seatOf(target);
    if (seat === null) this.#end("mouse");
    else if (seat !== this.#seat) this.#look(seat, "mouse");
  }

  #focusOn(target: EventTarget | null): void {
    const seat = seatOf(target);
    if (seat !== null && (target as Element).matches(":focus-visible")) this.#look(seat, "focus");
  }

  #press(event: PointerEvent): void {
    clearTimeout(this.#pressing);
    this.#end("finger");
    const seat = seatOf(event.target);
    if (seat === null) return;
    this.#pressedAt = { x: event.clientX, y: event.clientY };
    this.#pressing = setTimeout(() => {
      this.#look(seat, "finger");
      // The finger that is lifted now has done what it wanted.
      addEventListener("click", swallow, { capture: true, once: true });
      addEventListener("pointerdown", () => removeEventListener("click", swallow, { capture: true }), { capture: true, once: true });
    }, LONG_PRESS);
  }

  #slip(event: PointerEvent): void {
    if (Math.hypot(event.clientX - this.#pressedAt.x, event.clientY - this.#pressedAt.y) > SLOP) clearTimeout(this.#pressing);
  }
}

function seatOf(target: EventTarget | null): number | null {
  const found = target instanceof Element ? target.closest("[data-network]")?.getAttribute("data-network") : null;
  return found == null ? null : Number(found);
}

function swallow(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
