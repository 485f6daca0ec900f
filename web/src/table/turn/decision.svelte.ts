/** What has been begun and is not decided yet: a route and its payment, cards that are held up or carried, what is open. */

import { tick } from "svelte";
import { settings } from "../../lib/browser/settings.svelte.ts";
import type { CardKind, Cards } from "../../lib/types.ts";
import type { Pointed } from "../board/drawn/spots.ts";
import { paidWith, withCards } from "./choices.ts";
import type { Place } from "../board/drawn/svg.ts";
import type { Price } from "./Paying.svelte";
import { beside, middleOf } from "../popovers/beside.ts";
import type { Table } from "../table.svelte.ts";
import type { Tips } from "../board/pointing/route-tips.svelte.ts";

/** What lies open beside a point of the page. */
export type Opened =
  | { what: "city"; id: string; at: Place }
  | { what: "seat"; seat: number; at: Place }
  | { what: "list"; at: Place }
  | { what: "draw-tickets"; at: Place }
  | { what: "leave"; at: Place }
  | { what: "share"; at: Place }
  | { what: "why"; route: string; at: Place }
  | { what: "hints"; at: Place }
  | { what: "help"; at: Place };

const NOTHING: ReadonlySet<string> = new Set();

export class Decision {
  paying = $state.raw<Price | null>(null);
  open = $state.raw<Opened | null>(null);
  /** The stack of the hand that is held up: what it can pay for glows. */
  heldUp = $state<CardKind | null>(null);
  /** Whether it is on its way over the table, and over which route. */
  carrying = $state(false);
  carriedOver = $state<string | null>(null);
  /** Whether a city is sought for a station. */
  stationing = $state(false);
  readonly #table: Table;
  readonly #tips: Tips;

  constructor(table: Table, tips: Tips) {
    this.#table = table;
    this.#tips = tips;
  }

  /** The routes that can be claimed now, by what is held up if anything is. */
  readonly routes = $derived.by((): ReadonlySet<string> => {
    const { asked, choices } = this.#table;
    const held = this.heldUp;
    if (!asked || this.stationing) return NOTHING;
    if (held === null) return new Set(choices.claims.keys());
    return new Set([...choices.claims].filter(([, payments]) => paidWith(payments, held).length > 0).map(([route]) => route));
  });

  /** The cities that can be chosen now. */
  readonly cities = $derived.by((): ReadonlySet<string> => {
    const { asked, choices } = this.#table;
    if (!asked) return NOTHING;
    if (this.stationing) return new Set(choices.stations.keys());
    return new Set([...choices.starts, ...choices.alvin, ...choices.markers.keys()]);
  });

  /** Where one's own trains stand pale. */
  readonly ghost = $derived.by(() => {
    const { asked, choices, you } = this.#table;
    const looked = this.#tips.looked?.id;
    const pointed = this.carriedOver ?? (looked && choices.claims.has(looked) ? looked : null);
    const route = this.paying?.kind === "claim" ? this.paying.id : pointed;
    return route && asked && you ? { route, seat: you.seat } : null;
  });

  /** What was begun belongs to the moment it was begun in. */
  forget(): void {
    this.paying = null;
    this.stationing = this.carrying = false;
    this.carriedOver = this.heldUp = null;
    this.#tips.hide();
    const what = this.open?.what;
    if (what === "list" || what === "city" || what === "draw-tickets" || (what === "hints" && !this.#table.view?.can_ask_hints)) this.open = null;
  }

  cancel(): void {
    this.forget();
    this.open = null;
    this.#table.session.refused = null;
  }

  /* Pointing at the board */

  chooseRoute(pointed: Pointed): void {
    const { session, asked, choices } = this.#table;
    session.finger = pointed.at;
    session.refused = null;
    const payments = choices.claims.get(pointed.id);
    const at = this.#table.placeOfRoute(pointed.id) ?? pointed.at;
    if (asked && payments) this.#claim(pointed.id, this.heldUp ? paidWith(payments, this.heldUp) : payments, at, pointed.touch);
    else if (pointed.touch || asked) this.#explain(pointed.id, at);
  }

  chooseCity(pointed: Pointed): void {
    const { session, asked, choices } = this.#table;
    session.finger = pointed.at;
    this.#tips.hide();
    if (!asked) return;
    const { id } = pointed;
    const at = this.#table.placeOfCity(id) ?? pointed.at;
    const station = choices.stations.get(id);
    if (choices.markers.has(id)) this.payForMarker(id, at);
    else if (station) this.paying = { kind: "station", id, payments: station, at };
    else if (choices.starts.has(id) || choices.alvin.has(id)) this.open = { what: "city", id, at };
  }

  payForMarker(city: string, at: Place): void {
    this.paying = { kind: "marker", id: city, payments: this.#table.choices.markers.get(city) ?? [], at };
  }

  pay(cards: Cards): void {
    const price = this.paying;
    if (!price) return;
    this.paying = null;
    this.#table.session.finger = price.at;
    void this.#table.session.play(withCards(`${price.kind} ${price.id}`, cards));
  }

  #explain(route: string, at: Place): void {
    this.#tips.hide();
    this.open = { what: "why", route, at };
  }

  /** Claims at once where nothing is left to choose and it can be taken back; otherwise asks. */
  #claim(route: string, payments: readonly Cards[], at: Place, touch: boolean): void {
    const { facts, session } = this.#table;
    const found = facts?.route.get(route);
    const isIrrevocable = found !== undefined && (facts?.hasTunnel(found) ?? false);
    const only = payments.length === 1 ? payments[0] : undefined;
    this.#tips.hide();
    if (only && !settings.confirm && !touch && !isIrrevocable) void session.play(withCards(`claim ${route}`, only));
    else this.paying = { kind: "claim", id: route, payments, at };
  }

  /* Cards of the hand */

  carry(kind: CardKind, x: number, y: number): void {
    this.heldUp = kind;
    this.carrying = true;
    const over = this.#table.board?.routeAt(x, y) ?? null;
    this.carriedOver = over !== null && this.routes.has(over) ? over : null;
  }

  letGo(): void {
    this.carrying = false;
    this.carriedOver = this.heldUp = null;
  }

  /** Cards that are carried to a route say how it is paid. */
  async drop(kind: CardKind, x: number, y: number): Promise<void> {
    const { board, session, asked, choices } = this.#table;
    const route = board?.routeAt(x, y) ?? null;
    this.letGo();
    if (route === null) return;
    const at = this.#table.placeOfRoute(route) ?? { x, y };
    session.finger = { x, y };
    const cheapest = paidWith(choices.claims.get(route) ?? [], kind)[0];
    if (asked && cheapest) return this.#claim(route, [cheapest], at, false);
    // The finger that lets go here would close it again.
    await tick();
    this.open = { what: "why", route, at };
  }

  draw(what: CardKind | "deck" | "tickets", slot: number | null): void {
    const { session, choices } = this.#table;
    const element = document.querySelector(slot === null ? `[data-draw="${what}"]` : `[data-anchor="row-${slot}"]`);
    session.finger = middleOf(element) ?? session.finger;
    if (what === "tickets" && choices.tickets) this.open = { what: "draw-tickets", at: session.finger };
    else void session.play(`draw ${what}`, slot);
  }

  drawTickets(): void {
    this.open = null;
    void this.#table.session.play("draw tickets");
  }

  /* In a list instead of on the board */

  openList(): void {
    if (this.#table.choices.claims.size === 0 && this.cities.size === 0) return;
    this.open = { what: "list", at: beside(document.querySelector("[data-act=list]")) };
  }

  openHints(): void {
    // While a move is being sent they would be of the position before it.
    if (this.#table.session.busy) return;
    const { x, y } = beside(document.querySelector("[data-act=hints]"));
    // At the right, where it covers least of the board that it speaks of.
    this.open = { what: "hints", at: { x: Math.max(x, innerWidth - 180), y } };
  }

  async chooseListed(id: string): Promise<void> {
    const { board, session } = this.#table;
    this.open = null;
    await tick();
    if (this.cities.has(id)) {
      this.chooseCity({ id, at: this.#table.placeOfCity(id) ?? session.finger, touch: true });
      return;
    }
    board?.focusRoute(id);
    this.chooseRoute({ id, at: this.#table.placeOfRoute(id) ?? session.finger, touch: true });
  }

  /** Begins in a city, or sends Alvin there. */
  goTo(city: string): void {
    this.open = null;
    void this.#table.session.play(`${this.#table.choices.starts.has(city) ? "start" : "alvin"} ${city}`);
  }
}
