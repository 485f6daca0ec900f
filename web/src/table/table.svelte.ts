/** The table as one device sees it: who looks, at which view, on which board. */

import * as api from "../lib/server/api.ts";
import { settings } from "../lib/browser/settings.svelte.ts";
import type { Level, Player } from "../lib/types.ts";
import type Board from "./board/Board.svelte";
import type { Place } from "./board/drawn/svg.ts";
import { Facts } from "./facts.ts";
import { Session } from "./session/session.svelte.ts";

export interface HotSeat {
  name: string;
  token: string;
}

export class Table {
  readonly game: string;
  /** Several seats around one device, or none. */
  readonly seats: readonly HotSeat[];
  /** The seat that looks; around one device it goes round. */
  session: Session;
  /** Whom the curtain waits for; empty while nobody is known to look first. */
  curtain = $state<string | null>(null);
  facts = $state.raw<Facts | null>(null);
  isBoardMissing = $state(false);
  levels = $state.raw<readonly Level[]>([]);
  /** The board on the page, once it is there. */
  board = $state<Board>();
  #token: string | null;

  constructor(game: string, token: string | null, seats: readonly HotSeat[]) {
    this.game = game;
    this.seats = seats;
    this.#token = token;
    this.session = $state.raw(new Session(game, token));
    if (seats.length > 1) this.curtain = "";
    $effect(() => this.#readBoard());
    $effect(() => this.#introduceBoard());
    $effect(() => this.#closeAtFirst());
  }

  readonly view = $derived.by(() => {
    const view = this.session.view;
    return view && { ...view, players: this.#seated(view.players) };
  });
  readonly you = $derived.by(() => this.view?.players.find((player) => player.name === this.view?.you) ?? null);
  /** Whether whoever looks is asked for something. */
  readonly asked = $derived.by(() => this.session.asked && this.curtain === null);
  /** Who else at this device is to go on. */
  readonly nextHere = $derived.by(() => {
    const view = this.view;
    if (this.seats.length < 2 || !view || view.finished) return null;
    if (view.my_turn) return null;
    return this.seats.find((seat) => view.undecided.includes(seat.name))?.name ?? null;
  });
  readonly #boardId = $derived.by(() => this.session.view?.board ?? null);

  get token(): string | null {
    return this.#token;
  }

  get choices(): Session["choices"] {
    return this.session.choices;
  }

  placeOfRoute(route: string): Place | null {
    return this.board?.placeOfRoute(route) ?? null;
  }

  placeOfCity(city: string): Place | null {
    return this.board?.placeOfCity(city) ?? null;
  }

  isFree(route: string): boolean {
    return !this.view?.players.some((player) => player.routes.includes(route));
  }

  openCurtain(): void {
    const seat = this.seats.find((one) => one.name === this.curtain);
    if (seat && seat.token !== this.#token) {
      this.session.close();
      this.#token = seat.token;
      this.session = new Session(this.game, seat.token);
    }
    this.curtain = null;
  }

  close(): void {
    this.session.close();
  }

  #readBoard(): void {
    if (!this.#boardId) return;
    void settings.language;
    void api.board(this.#boardId).then((answer) => {
      if (answer.ok) this.facts = new Facts(answer.value);
      else this.isBoardMissing = this.facts === null;
    });
    void api.bots().then((answer) => answer.ok && (this.levels = answer.value.levels));
  }

  #introduceBoard(): void {
    this.session.facts = this.facts;
    this.session.placeOf = (what, id) => (what === "route" ? this.placeOfRoute(id) : this.placeOfCity(id));
  }

  /** At first nobody's cards are shown, whoever holds the device. */
  #closeAtFirst(): void {
    if (this.curtain === "" && this.view) this.curtain = this.nextHere ?? this.view.you ?? this.seats[0]?.name ?? null;
  }

  /** Who is here changes without a move; and around one device everybody is. */
  #seated(players: readonly Player[]): Player[] {
    const known = new Map(this.session.connection.seats.map((seat) => [seat.seat, seat]));
    const here = new Set(this.seats.map((seat) => seat.name));
    return players.map((player) => {
      const { present, warming = false, given = false } = known.get(player.seat) ?? player;
      return { ...player, present: here.has(player.name) || present, warming, given };
    });
  }
}
