/** One seat's place at the table: what is shown, what can be done, and what is sent. */

import { tick } from "svelte";
import { alarm, announce, fallSilent, holdBack } from "../lib/announce.svelte.ts";
import * as api from "../lib/api.ts";
import type { Why } from "../lib/api.ts";
import { Live } from "../lib/live.svelte.ts";
import type { Cards, Refusal, Told, View } from "../lib/types.ts";
import { t } from "../lib/words.ts";
import { countOf, difference, parseCards } from "./cards.ts";
import { choicesOf } from "./choices.ts";
import { departure, refills, type Departure, type PlaceOf } from "./departures.ts";
import type { Place } from "./drawing.ts";
import type { Facts } from "./facts.ts";
import { Flights } from "./flights.svelte.ts";
import { lastTurn } from "./lastturn.ts";
import { BETWEEN_CARDS, endMotion } from "./motion.ts";
import { arranged, slotOf, type Slots } from "./row.ts";
import { play as sound } from "./sounds.ts";
import { completed, newlyDone, Speech } from "./speech.ts";
import { Telling, type Step } from "./telling.svelte.ts";

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
  readonly live: Live;
  readonly telling: Telling;
  readonly flights = new Flights();
  slots = $state.raw<Slots>([]);
  landing = $state.raw<ReadonlySet<string>>(new Set());
  notices = $state.raw<Notice[]>([]);
  refused = $state.raw<Shown | null>(null);
  busy = $state(false);
  /** When the shown view came, to let clocks run from there. */
  since = $state(0);
  readonly choices = $derived.by(() => choicesOf(this.telling.view));
  /** What has been told so far, and no more than is shown. */
  readonly told = $derived.by(() => this.live.told.filter((told) => told.number <= (this.telling.view?.number ?? 0)));
  readonly last = $derived.by(() => lastTurn(this.told));
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
  private readonly speech = new Speech();
  private notice = 0;

  constructor(game: string, token: string | null) {
    this.game = game;
    this.token = token;
    this.telling = new Telling((step) => this.show(step));
    this.live = new Live(game, token);
    this.stopListening = this.live.listen((message) => {
      this.telling.hear(message);
      this.speech.hear(message, this.facts);
    });
  }

  close(): void {
    this.stopListening();
    this.telling.close();
    this.live.close();
    fallSilent();
  }

  get view(): View | null {
    return this.telling.view;
  }

  /** Whether this seat is asked for something, and nothing is still being told. */
  get asked(): boolean {
    const view = this.telling.view;
    return view !== null && view.legal.length > 0;
  }

  async play(move: string, slot: number | null = null): Promise<boolean> {
    const view = this.view;
    if (!view || !this.token || this.busy) return false;
    this.busy = true;
    this.refused = null;
    this.pressed = slot;
    const answer = await api.play(this.game, this.token, move, view.number);
    this.busy = false;
    if (answer.ok) {
      this.live.take(answer.value.view);
      this.telling.own(answer.value.view, move);
      return true;
    }
    this.refuse(answer.refusal);
    return false;
  }

  /** Ends what is being told, and whatever moves with it. */
  skip(): void {
    this.flights.clear();
    endMotion();
    this.telling.skip();
  }

  async undo(): Promise<void> {
    const view = this.view;
    if (!view || !this.token || this.busy) return;
    this.busy = true;
    const answer = await api.undo(this.game, this.token, view.number);
    this.busy = false;
    if (answer.ok) {
      this.live.take(answer.value.view);
      this.telling.replace(answer.value.view);
    } else this.refuse(answer.refusal);
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
    if (refusal.error === "stale" && refusal.view) {
      this.telling.replace(refusal.view);
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

  /** One step of the telling: the page still shows what was before. */
  private show({ before, view, moves, hurried }: Step): void {
    this.since = performance.now();
    this.refused = null;
    holdBack();
    const take = moves.find((told) => /^draw (?!deck|tickets)/.test(told.move));
    const own = take?.player === view.you;
    const taken = take ? slotOf(this.slots, take.move.slice(5), own ? this.pressed : null) : null;
    const slots = arranged(this.slots, view.row, taken);
    const departures: Departure[] = [];
    if (before && !hurried && moves.length > 0) {
      departures.push(...moves.map((told) => departure(this.flights, told, before, view, taken, this.placeOf)));
      departures.push(...refills(this.flights, this.slots, slots, taken));
    }
    this.slots = slots;
    this.landing = hurried ? new Set() : newRoutes(before, view);
    this.pressed = null;
    if (!before) return;
    this.ring(before, view, moves);
    if (departures.length > 0) void tick().then(() => departures.forEach((depart, index) => depart(index * BETWEEN_CARDS)));
  }

  private ring(before: View, view: View, moves: readonly Told[]): void {
    for (const told of moves) {
      if (told.move.startsWith("draw")) sound("card");
      else if (/^(claim|pay|station|marker|start)/.test(told.move)) sound("train");
      if (told.move === "undo" || told.move === "bot" || told.move === "leave" || told.move === "back") this.tell(told.text, "news");
      this.tellTunnel(told, before, view);
    }
    for (const ticket of newlyDone(before, view)) {
      sound("ticket");
      this.tell(completed(ticket, this.facts), "good");
    }
    if (before.last_turns === null && view.last_turns !== null) {
      sound("alarm");
      this.tell(t("page.table.last_round"), "alarm");
    }
    if (view.legal.length > 0 && before.legal.length === 0) sound("turn");
  }

  /** A tunnel that cost nothing more passes in one move: what it turned has gone straight to the discards. */
  private tellTunnel(told: Told, before: View, view: View): void {
    const [verb, id = "", ...rest] = told.move.split(" ");
    const route = verb === "claim" ? this.facts?.route.get(id) : undefined;
    if (!route || !this.facts?.hasTunnel(route) || view.phase === "tunnel") return;
    const turned = difference(difference(view.discards, before.discards), parseCards(rest.join(" ")));
    const name = this.facts.routeName(route);
    if (countOf(turned) === route.tunnel) this.tell(t("page.table.tunnel_free", { player: told.player, route: name }), "news", turned);
    else if (told.text) this.tell(told.text, "news");
  }
}

function newRoutes(before: View | null, view: View): ReadonlySet<string> {
  if (!before) return new Set();
  const known = new Set(before.players.flatMap((player) => player.routes));
  return new Set(view.players.flatMap((player) => player.routes.filter((route) => !known.has(route))));
}
