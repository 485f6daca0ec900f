/** One seat's place at the table: what is shown, what can be done, and what is sent. */

import { tick } from "svelte";
import { alarm, announce, fallSilent, holdBack } from "../../lib/browser/announce.svelte.ts";
import * as api from "../../lib/server/api.ts";
import { GameConnection } from "../../lib/server/game-connection.svelte.ts";
import type { Cards, GameEvent, Player, Refusal, View, Why } from "../../lib/types.ts";
import { t } from "../../lib/words.ts";
import { countOf, difference, parseCards } from "../cards/cards.ts";
import { choicesOf } from "../turn/choices.ts";
import { flightOf, refills, type Departure, type PlaceOf } from "../motion/card-flights.ts";
import type { Place } from "../board/drawn/svg.ts";
import type { Facts } from "../facts.ts";
import { Flights } from "../motion/flights.svelte.ts";
import { lastTurn } from "../board/drawn/last-turn.ts";
import { BETWEEN_CARDS, endMotion } from "../motion/timing.ts";
import { arranged, slotOf, type Slots } from "../row/slots.ts";
import { play as sound } from "./sounds.ts";
import { TurnAlerts } from "./turn-alerts.ts";
import { Announcements, completedSentence, newlyCompleted } from "./announcements.ts";
import { ViewQueue, type Step } from "./view-queue.svelte.ts";

export interface Notice {
  id: number;
  text: string;
  kind: "news" | "good" | "alarm";
  /** Cards to show with it, such as those a tunnel has turned. */
  cards: Cards | null;
}

/** A refusal, shown where the finger was. */
export interface Shown {
  message: string;
  rule: string | null;
  at: Place;
}

const NOTICE_LASTS = 4500;

export class Session {
  readonly connection: GameConnection;
  readonly queue: ViewQueue;
  readonly flights = new Flights();
  slots = $state.raw<Slots>([]);
  landing = $state.raw<ReadonlySet<string>>(new Set());
  notices = $state.raw<Notice[]>([]);
  refused = $state.raw<Shown | null>(null);
  busy = $state(false);
  /** When the shown view came, to let clocks run from there. */
  since = $state(0);
  readonly choices = $derived.by(() => choicesOf(this.queue.view));
  /** The events so far, and none later than the view that is shown. */
  readonly events = $derived.by(() => this.connection.events.filter((event) => event.number <= (this.queue.view?.number ?? 0)));
  readonly last = $derived.by(() => lastTurn(this.events));
  /** Where the finger last was, for what has to be said there. */
  finger: Place = { x: 0, y: 0 };
  /** Where on the page a route or city is; the board says it. */
  placeOf: PlaceOf = () => null;
  facts: Facts | null = null;
  private readonly game: string;
  private readonly token: string | null;
  private readonly whys = new Map<string, Promise<Why | null>>();
  private readonly stopListening: () => void;
  private pressed: number | null = null;
  private readonly announcements = new Announcements();
  private readonly alerts: TurnAlerts;
  private notice = 0;

  constructor(game: string, token: string | null) {
    this.game = game;
    this.token = token;
    this.alerts = new TurnAlerts(game);
    this.queue = new ViewQueue((step) => this.show(step));
    this.connection = new GameConnection(game, token);
    this.stopListening = this.connection.listen((message) => {
      this.queue.hear(message);
      this.announcements.hear(message, this.facts);
      this.alerts.hear(message);
    });
  }

  close(): void {
    this.stopListening();
    this.queue.close();
    this.alerts.close();
    this.connection.close();
    fallSilent();
  }

  get view(): View | null {
    return this.queue.view;
  }

  /** Whether this seat is asked for something, and sees the last view. */
  get asked(): boolean {
    return this.queue.view?.my_turn ?? false;
  }

  async play(move: string, slot: number | null = null): Promise<boolean> {
    const view = this.view;
    if (!view || !this.token || this.busy) return false;
    this.refused = null;
    this.pressed = slot;
    return this.send(api.play(this.game, this.token, move, view.number));
  }

  /** Shows the last view at once, and ends whatever moves. */
  skip(): void {
    this.flights.clear();
    endMotion();
    this.queue.skip();
  }

  async undo(): Promise<void> {
    const view = this.view;
    if (!view || !this.token || this.busy) return;
    await this.send(api.undo(this.game, this.token, view.number));
  }

  /** Whether a bot plays our seat meanwhile. */
  get isPlayedByBot(): boolean {
    return this.#own?.kind === "bot" && !this.view?.finished;
  }

  async takeSeatBack(): Promise<void> {
    if (!this.#own || !this.token) return;
    const answer = await api.setSeat(this.game, this.token, this.#own.seat, { kind: "person" });
    if (!answer.ok) this.refuse(answer.refusal);
  }

  get #own(): Player | undefined {
    return this.view?.players.find((player) => player.name === this.view?.you);
  }

  /** Busy until the answer is there, and the view that shows what was sent. Says whether it was accepted. */
  private async send(sent: Promise<api.Answer<{ number: number }>>): Promise<boolean> {
    this.busy = true;
    this.queue.skip();
    const answer = await sent;
    if (answer.ok) await this.connection.reached(answer.value.number);
    else this.refuse(answer.refusal);
    this.busy = false;
    return answer.ok;
  }

  why(route: string): Promise<Why | null> {
    const view = this.view;
    if (!view || !this.token || view.you === null) return Promise.resolve(null);
    const key = `${view.number} ${view.language} ${route}`;
    let known = this.whys.get(key);
    if (!known) {
      if (this.whys.size > 200) this.whys.clear();
      known = api.why(this.game, this.token, route).then((answer) => (answer.ok ? answer.value : null));
      this.whys.set(key, known);
    }
    return known;
  }

  private refuse(refusal: Refusal): void {
    if (refusal.error === "stale") {
      this.tell(t("page.table.stale"), "news");
      announce(t("page.table.stale"));
      return;
    }
    sound("refused");
    alarm(refusal.message);
    this.refused = { message: refusal.message, rule: refusal.rule ?? null, at: this.finger };
  }

  tell(text: string, kind: Notice["kind"], cards: Cards | null = null): void {
    const id = ++this.notice;
    this.notices = [...this.notices.slice(-2), { id, text, kind, cards }];
    setTimeout(() => this.dismiss(id), kind === "alarm" ? NOTICE_LASTS * 1.6 : NOTICE_LASTS);
  }

  dismiss(id: number): void {
    this.notices = this.notices.filter((notice) => notice.id !== id);
  }

  /** One step of the queue: the page still shows what was before. */
  private show({ before, view, moves, hurried }: Step): void {
    this.since = performance.now();
    // The description of a view follows it: a refusal that is being read stays.
    if (view.number !== before?.number) this.refused = null;
    holdBack();
    const take = moves.find((event) => /^draw (?!deck|tickets)/.test(event.move));
    const own = take?.player === view.you;
    const taken = take ? slotOf(this.slots, take.move.slice(5), own ? this.pressed : null) : null;
    const slots = arranged(this.slots, view.row, taken);
    const departures: Departure[] = [];
    if (before && !hurried && moves.length > 0) {
      departures.push(...moves.map((event) => flightOf(this.flights, event, before, view, taken, this.placeOf)));
      departures.push(...refills(this.flights, this.slots, slots, taken));
    }
    this.slots = slots;
    this.landing = hurried ? new Set() : newRoutes(before, view);
    this.pressed = null;
    if (!before) return;
    this.ring(before, view, moves);
    if (departures.length > 0) void tick().then(() => departures.forEach((depart, index) => depart(index * BETWEEN_CARDS)));
  }

  private ring(before: View, view: View, moves: readonly GameEvent[]): void {
    for (const event of moves) {
      if (event.move.startsWith("draw")) sound("card");
      else if (/^(claim|pay|station|marker|start)/.test(event.move)) sound("train");
      if ((event.move === "undo" && event.player !== view.you) || event.move === "bot" || event.move === "leave" || event.move === "back") this.tell(event.text, "news");
      else if (event.move === "halt") this.tell(event.text, "alarm");
      this.tellTunnel(event, before, view);
    }
    for (const ticket of newlyCompleted(before, view)) {
      sound("ticket");
      this.tell(completedSentence(ticket, this.facts), "good");
    }
    if (before.last_turns === null && view.last_turns !== null) {
      sound("alarm");
      this.tell(t("page.table.last_round"), "alarm");
    }
    if (view.my_turn && !before.my_turn) sound("turn");
  }

  /** A tunnel that cost nothing more passes in one move: what it turned has gone straight to the discards. */
  private tellTunnel(event: GameEvent, before: View, view: View): void {
    const [verb, id = "", ...rest] = event.move.split(" ");
    const route = verb === "claim" ? this.facts?.route.get(id) : undefined;
    if (!route || !this.facts?.hasTunnel(route) || view.phase === "tunnel") return;
    const turned = difference(difference(view.discard, before.discard), parseCards(rest.join(" ")));
    const name = this.facts.routeName(route);
    if (countOf(turned) === route.tunnel) this.tell(t("page.table.tunnel_free", { player: event.player, route: name }), "news", turned);
    else if (event.text) this.tell(event.text, "news");
  }
}

function newRoutes(before: View | null, view: View): ReadonlySet<string> {
  if (!before) return new Set();
  const known = new Set(before.players.flatMap((player) => player.routes));
  return new Set(view.players.flatMap((player) => player.routes.filter((route) => !known.has(route))));
}
