/** One table as it is tapped in: whose colour is chosen, what can be undone, and what the server says of it. */

import { untrack } from "svelte";
import * as api from "../../lib/server/api.ts";
import { alarm, announce } from "../../lib/browser/announce.svelte.ts";
import { lost, returns } from "../../lib/server/server-reach.svelte.ts";
import type { Board, Refusal, Route, View } from "../../lib/types.ts";
import { t } from "../../lib/words.ts";
import { Facts } from "../../table/facts.ts";
import { caseOf } from "../tables/case.ts";
import { flawsIn, type TableFlaw } from "./flaws.ts";
import { keepTable } from "../tables/kept-tables.ts";
import { recoloured } from "./pieces.ts";
import { fitted, given, holderOf, stepsOf, taken, tapMeans, trainsLeft, withoutPoints, withPlayer, type RealPlayer, type RealTable, type Step } from "../tables/real-table.ts";

/** Milliseconds without a tap before the server is asked for the score so far. */
const QUIET_MS = 350;
/** Milliseconds before a busy server is asked again. */
const BUSY_MS = 3000;
const MOST_UNDONE = 200;

export class Recorder {
  readonly facts: Facts;
  readonly steps: Step[];
  table: RealTable;
  player = $state(0);
  step = $state<Step>("routes");
  /** The last change in a sentence, or why there was none. */
  lastTap = $state<{ text: string; refused: boolean }>({ text: "", refused: false });
  /** Routes beside each other, one of which was meant. */
  which = $state.raw<Route[]>([]);
  /** A route of another's that was tapped. */
  disputed = $state.raw<{ route: Route; owner: number } | null>(null);
  /** The route tapped last, whose trains come down. */
  landed = $state("");
  /** The first of two cities of a ticket. */
  from = $state<string | null>(null);
  /** The scores if the game ended now. */
  running = $state.raw<View | null>(null);
  flaws = $state.raw<TableFlaw[]>([]);
  /** Whether the count has been asked for and has not come yet. */
  isWaiting = $state(false);
  counted = $state.raw<View | null>(null);
  #past = $state.raw<RealTable[]>([]);
  /** Which field the last change was typed into, if any. */
  #field = "";

  constructor(
    table: RealTable,
    readonly board: Board,
  ) {
    this.facts = new Facts(board);
    this.steps = stepsOf(board, table.variants);
    this.table = $state.raw(fitted(table, this.facts));
    this.isWaiting = table.totals !== null;
    $effect(() => this.#askRunning());
    $effect(() => {
      void returns();
      if (untrack(() => this.isWaiting)) void this.#askCount();
    });
  }

  get current(): RealPlayer {
    return this.table.players[this.player] ?? this.table.players[0]!;
  }

  get canUndo(): boolean {
    return this.#past.length > 0;
  }

  trainsOf(player: RealPlayer): number {
    return trainsLeft(this.board, this.facts, player);
  }

  choosePlayer(player: number): void {
    this.player = player;
    this.from = null;
    this.#closeQuestions();
    announce(t("page.score.now", { player: this.current.name }));
  }

  chooseStep(step: Step): void {
    this.step = step;
    this.from = null;
    this.#closeQuestions();
  }

  undo(): void {
    const before = this.#past.at(-1);
    if (!before) return;
    this.#past = this.#past.slice(0, -1);
    this.#field = "";
    this.#show(before, t("page.score.undone"));
  }

  /* Routes */

  tapRoute(id: string, precise: boolean): void {
    const tapped = this.facts.route.get(id);
    if (!tapped) return;
    this.#closeQuestions();
    const tap = tapMeans(this.table, this.player, tapped, this.facts, precise);
    if (tap.kind === "which") this.which = tap.routes;
    else if (tap.kind === "owned") this.disputed = { route: tap.route, owner: tap.owner };
    else if (tap.kind === "take") this.takeRoute(tap.route);
    else this.freeRoute(tap.route);
  }

  takeRoute(route: Route): void {
    this.#closeQuestions();
    const left = this.trainsOf(this.current);
    if (route.length > left) {
      this.#refuse(t("page.score.too_few_trains", { player: this.current.name, route: this.facts.routeName(route), number: left }));
      return;
    }
    this.landed = route.id;
    const values = { player: this.current.name, route: this.facts.fullName(route), number: left - route.length };
    this.#change(given(this.table, this.player, "routes", route.id), t("page.score.took", values));
  }

  freeRoute(route: Route): void {
    this.#closeQuestions();
    this.#change(taken(this.table, "routes", route.id), t("page.score.freed", { route: this.facts.fullName(route) }));
  }

  /* Cities */

  tapCity(city: string): void {
    if (this.step === "stations" || this.step === "markers") this.togglePiece(this.step, city);
    else if (this.step === "alvin") this.placeAlvin(city);
    else if (this.step === "tickets") this.#tapEnd(city);
  }

  togglePiece(what: "stations" | "markers", city: string): void {
    const [holder, name] = [holderOf(this.table, what, city), this.facts.cityName(city)];
    if (holder === this.player) return this.#change(taken(this.table, what, city), t("page.score.freed", { route: name }));
    const most = this.board.rules[what];
    if (this.current[what].length >= most) return this.#refuse(t("page.score.no_piece_left", { player: this.current.name, number: most }));
    this.#change(given(this.table, this.player, what, city), t(`page.score.placed_${what}`, { player: this.current.name, city: name }));
  }

  placeAlvin(city: string): void {
    this.#change({ ...this.table, alvinCity: city }, t("page.score.placed_alvin", { city: this.facts.cityName(city) }));
  }

  holdAlvin(holder: number | null): void {
    const city = this.table.alvinCity ?? this.board.variants["alvin"]?.city ?? null;
    this.#change({ ...this.table, alvinHolder: holder, alvinCity: city }, "");
  }

  /* Numbers */

  setPoints(player: number, points: number | null): void {
    this.#change(withPlayer(this.table, player, { points }), "", `points ${player}`);
  }

  setCatches(player: number, catches: number): void {
    this.#change(withPlayer(this.table, player, { catches }), "");
  }

  /* Tickets */

  toggleTicket(id: string): void {
    const ticket = this.board.tickets.find((each) => each.id === id);
    if (!ticket) return;
    const [holder, name] = [holderOf(this.table, "tickets", id), this.facts.ticketName(ticket)];
    this.from = null;
    if (holder === this.player) this.#change(taken(this.table, "tickets", id), t("page.score.put_back", { ticket: name }));
    else if (holder >= 0) this.#refuse(t("page.score.ticket_held", { ticket: name, player: this.table.players[holder]!.name }));
    else {
      const values = { player: this.current.name, ticket: name, points: t("count.points", { number: ticket.points }) };
      this.#change(given(this.table, this.player, "tickets", id), t("page.score.has_ticket", values));
    }
  }

  #tapEnd(city: string): void {
    const ticket = this.from && this.board.tickets.find(({ a, b }) => (a === this.from && b === city) || (b === this.from && a === city));
    if (ticket) return this.toggleTicket(ticket.id);
    this.from = this.from === city ? null : city;
    if (this.from) announce(t("page.score.other_end", { city: this.facts.cityName(city) }));
  }

  /* The server */

  /** Asks for the final count; it comes by itself as soon as the server can be reached. */
  count(): void {
    const lacking = withoutPoints(this.table, this.steps);
    if (lacking.length > 0) {
      this.chooseStep("points");
      this.#refuse(t("page.score.points_missing", { player: lacking[0]! }));
      return;
    }
    this.isWaiting = true;
    void this.#askCount();
  }

  /** Back to the map, whether the count has come or not. */
  goOn(): void {
    this.isWaiting = false;
    this.counted = null;
  }

  async #askCount(): Promise<void> {
    const table = this.table;
    const answer = await api.score(caseOf(table, true));
    if (!this.isWaiting || this.table !== table) return;
    if (answer.ok) {
      const view = recoloured(answer.value as View, table);
      this.isWaiting = false;
      this.counted = view;
      this.table = { ...table, totals: table.players.map(({ name }) => view.scores?.[name]?.total ?? 0) };
      keepTable(this.table);
    } else if (answer.status === 429 || answer.status >= 500) {
      setTimeout(() => this.isWaiting && void this.#askCount(), BUSY_MS);
    } else if (answer.status !== 0) {
      this.isWaiting = false;
      this.#note(answer.refusal);
      const [flaw] = this.flaws;
      if (flaw) this.goTo(flaw);
      else this.#refuse(answer.refusal.message);
    }
  }

  /** To whose thing it is, where it can be put right. */
  goTo(flaw: TableFlaw): void {
    if (flaw.player >= 0) this.player = flaw.player;
    if (flaw.step) this.chooseStep(flaw.step);
    alarm(flaw.message);
  }

  #askRunning(): (() => void) | undefined {
    const { table } = this;
    if (lost()) return undefined;
    const timer = setTimeout(() => void this.#readRunning(table), QUIET_MS);
    return () => clearTimeout(timer);
  }

  async #readRunning(table: RealTable): Promise<void> {
    const answer = await api.score(caseOf(table, false));
    if (this.table !== table) return;
    if (answer.ok) [this.running, this.flaws] = [recoloured(answer.value as View, table), []];
    else this.#note(answer.refusal);
  }

  #note(refusal: Refusal): void {
    const flaws = flawsIn(refusal, this.table, this.facts);
    const isNew = flaws.some(({ message }) => !this.flaws.some((known) => known.message === message));
    if (flaws.length > 0) this.flaws = flaws;
    if (isNew) alarm(flaws[0]!.message);
  }

  /** What is typed into one field is undone at once. */
  #change(table: RealTable, text: string, field = ""): void {
    if (field === "" || field !== this.#field) this.#past = [...this.#past, this.table].slice(-MOST_UNDONE);
    this.#field = field;
    this.#show(table, text);
  }

  #show(table: RealTable, text: string): void {
    this.#closeQuestions();
    this.table = { ...table, changed: Date.now(), totals: null };
    this.lastTap = { text, refused: false };
    // Nobody can say now whether it still cannot be.
    if (untrack(lost)) this.flaws = [];
    keepTable(this.table);
    announce(text);
  }

  #refuse(text: string): void {
    this.lastTap = { text, refused: true };
    alarm(text);
  }

  #closeQuestions(): void {
    this.which = [];
    this.disputed = null;
  }
}

