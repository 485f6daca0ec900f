/** A board that is being edited: its document with undo and redo, what is chosen, its checks, its layout; kept as it changes. */
import { alarm, announce } from "../lib/browser/announce.svelte.ts";
import { settings } from "../lib/browser/settings.svelte.ts";
import { t } from "../lib/words.ts";
import { type BentMap, bentMap, cityPlace, plainFrame, unbentPlace } from "./map/bent-map.ts";
import { type BoardDocument, type City, cityOf, endsName, joins, lanes, type LatLon, readDocument } from "./document/document.ts";
import * as edits from "./document/edits.ts";
import { begun, changed, type History, redone, settled, undone } from "./document/history.ts";
import { type Operation, patched } from "./document/json-patch.ts";
import type { Playtest } from "./finish/playtest-api.ts";
import { keepBoard, type KeptBoard, type KeptLayout, placesOf, type Underlay } from "./start/kept-boards.ts";
import { inMillimetres, isLaidOut, type Laid, layingOf, liveLayout } from "./layout/live-layout.ts";
import { onGlobe, onMap, type Place } from "./map/map-frame.ts";
import type { MapView, Size } from "./map/map-view.ts";
import { placeIn, type PlaceInBoard, type Subject } from "./document/places.ts";
import { suggestedPoints } from "./document/shortest-ways.ts";
import * as api from "./workshop-api.ts";

export type Tool = "choose" | "city" | "route" | "ticket" | "coast";
export type Panel = "cities" | "routes" | "tickets" | "rules" | "check" | "board";
export interface Chosen {
  subject: "cities" | "routes" | "tickets";
  index: number;
}
/** A fault or a piece of advice, with the thing it is about. */
export interface Remark {
  about: PlaceInBoard;
  message: string;
  isFault: boolean;
  repair: readonly Operation[] | null;
}

const QUIET_MS = 500;
/** A map whose routes need so many times more or less room is drawn at another scale. */
const MISFIT = 1.5;

export class BoardEditor {
  readonly id: string;
  tool = $state<Tool>("choose");
  panel = $state<Panel>("cities");
  chosen = $state.raw<Chosen | null>(null);
  /** The city at which a route or ticket begins that is being made. */
  from = $state<string | null>(null);
  remarks = $state.raw<readonly Remark[]>([]);
  /** Whether the remarks are those of the document as it is. */
  checked = $state(false);
  trouble = $state("");
  saved = $state<"saved" | "saving" | "lost">("saved");
  /** Which share of a layout is done; null while none is under way. */
  share = $state<number | null>(null);
  laid = $state.raw<KeptLayout | null>(null);
  map = $state.raw<BentMap>({ frame: plainFrame({ id: "", title: "", cities: [], routes: [], tickets: [] }), knots: [] });
  underlay = $state.raw<Underlay | null>(null);
  /** The points of a coast that is being drawn. */
  coast = $state.raw<readonly LatLon[]>([]);
  /** Rises whenever the map should show everything again. */
  fits = $state(0);
  /** What is seen of the map, and how large it is shown. */
  view = $state.raw<MapView>({ x: 0, y: 0, unit: 1 });
  stage = $state.raw<Size>({ width: 0, height: 0 });

  #history = $state.raw<History<BoardDocument>>(begun({ id: "", title: "", cities: [], routes: [], tickets: [] }));
  /** What bots found when they played this document. */
  playtest = $state.raw<(Playtest & { document: BoardDocument }) | null>(null);
  #live: Laid | null = null;
  #seed = 0;
  #giveUp: AbortController | null = null;

  constructor(kept: KeptBoard) {
    this.id = kept.id;
    this.#history = begun(kept.document);
    this.laid = kept.laid;
    this.underlay = kept.underlay ?? null;
    this.#live = kept.laid && inMillimetres(kept.laid.layout);
    this.map = this.#mapOf(kept.document);
  }

  get document(): BoardDocument {
    return this.#history.present;
  }

  get canUndo(): boolean {
    return this.#history.past.length > 0;
  }

  get canRedo(): boolean {
    return this.#history.future.length > 0;
  }

  get isLaidOut(): boolean {
    return isLaidOut(this.document, this.laid);
  }

  get faults(): readonly Remark[] {
    return this.remarks.filter(({ isFault }) => isFault);
  }

  /** Where everything lies now; each call goes on from what the one before gave. */
  layout(): Laid {
    const live = liveLayout(this.document, this.map, this.#live);
    this.#live = live;
    return live;
  }

  change(next: BoardDocument, about = "", text = ""): void {
    if (next === this.document) return;
    this.#history = changed(this.#history, next, about);
    this.#after();
    announce(text);
  }

  /** The next change is a step of its own. */
  settle(): void {
    this.#history = settled(this.#history);
    this.#rescale();
  }

  undo(): void {
    this.#history = undone(this.#history);
    this.#after();
    announce(t("page.workshop.undone"));
  }

  redo(): void {
    this.#history = redone(this.#history);
    this.#after();
    announce(t("page.workshop.redone"));
  }

  addCity(place: LatLon, name = ""): City {
    const called = name || t("page.workshop.city_number", { number: this.document.cities.length + 1 });
    this.change(edits.addCity(this.document, called, place), "", t("page.workshop.added", { what: called }));
    this.choose("cities", this.document.cities.length - 1);
    this.#rescale();
    return this.document.cities.at(-1)!;
  }

  /** Drags a city to a place of the map. */
  dragCity(id: string, place: Place): void {
    this.change(edits.moveCity(this.document, id, unbentPlace(this.map, place, id)), `move ${id}`);
  }

  /** Moves a city by millimetres of the map. */
  nudgeCity(id: string, dx: number, dy: number): void {
    const city = cityOf(this.document, id);
    if (!city) return;
    const { x, y } = cityPlace(this.map, city);
    this.dragCity(id, { x: x + dx, y: y + dy });
  }

  /** Chooses a city of the map: on its own, or as an end of a route or ticket. */
  pickCity(id: string): void {
    if (this.tool === "route" || this.tool === "ticket") this.#pickEnd(id);
    else this.choose("cities", this.document.cities.findIndex((city) => city.id === id));
  }

  begin(tool: "route" | "ticket", from: string): void {
    this.tool = tool;
    this.from = from;
    announce(t(`page.workshop.from_${tool}`, { city: cityOf(this.document, from)?.name ?? from }));
  }

  addRoute(a: string, b: string, length = this.#usualLength(a, b)): void {
    const next = edits.addRoute(this.document, a, b, length);
    if (next === this.document) return this.#refuse(t("page.workshop.no_more_lanes", { route: endsName(this.document, { a, b }) }));
    this.change(next, "", t("page.workshop.added", { what: endsName(this.document, { a, b }) }));
    this.choose("routes", next.routes.length - 1);
    this.#rescale();
  }

  addTicket(a: string, b: string): void {
    const there = this.document.tickets.findIndex((ticket) => joins(ticket, a, b));
    if (there >= 0) return this.choose("tickets", there);
    const next = edits.addTicket(this.document, a, b, suggestedPoints(this.document, a, b));
    this.change(next, "", t("page.workshop.added", { what: endsName(this.document, { a, b }) }));
    this.choose("tickets", next.tickets.length - 1);
  }

  choose(subject: Chosen["subject"], index: number): void {
    this.chosen = { subject, index };
    this.panel = subject;
  }

  /** Gives up what is half done, or lets go of what is chosen. */
  escape(): void {
    if (this.from !== null) this.from = null;
    else if (this.coast.length > 0) this.coast = [];
    else if (this.tool !== "choose") this.tool = "choose";
    else this.chosen = null;
  }

  removeChosen(): void {
    if (!this.chosen) return;
    const { subject, index } = this.chosen;
    const { document } = this;
    const city = document.cities[index];
    const next = subject === "cities" ? (city ? edits.removeCity(document, city.id) : document) : subject === "routes" ? edits.removeRoute(document, index) : edits.removeTicket(document, index);
    this.change(next, "", t("page.workshop.removed"));
    this.chosen = null;
  }

  remarksOn(subject: Subject, index = -1, field = ""): readonly Remark[] {
    return this.remarks.filter(({ about }) => about.subject === subject && about.index === index && (!field || about.field === field));
  }

  repair({ repair, message }: Remark): void {
    const mended = repair && patched(this.document, repair);
    if (mended) this.change(mended, "", t("page.workshop.repaired", { what: message }));
    else this.#refuse(t("page.workshop.repair_misfits"));
  }

  /** Takes suggested tickets or colours in the place of the board's own; each time others. */
  async suggest(what: "tickets" | "colors"): Promise<void> {
    const { document } = this;
    this.trouble = "";
    const answer = await api.suggest(document, what, this.#seed);
    this.#seed += 1;
    if (!answer.ok) return this.#refuse(answer.refusal.message);
    const { tickets, routes } = answer.value;
    const next = readDocument({ ...document, ...(tickets ? { tickets } : {}), ...(routes ? { routes } : {}) });
    if (next && document === this.document) this.change(next, "", t("page.workshop.suggested_all"));
  }

  closeCoast(): void {
    if (this.coast.length >= 3) this.change(edits.setCoast(this.document, [...(this.document.drawing?.coast ?? []), this.coast]));
    this.coast = [];
  }

  /** Asks the server what is wrong with the board, once it has been left alone for a while. */
  checkSoon(): () => void {
    const { document } = this;
    void settings.language; // the remarks are in words
    this.checked = false;
    const timer = setTimeout(() => void this.#check(document), QUIET_MS);
    return () => clearTimeout(timer);
  }

  /** Keeps the board, once it has been left alone for a while. */
  keepSoon(): () => void {
    const board = this.kept();
    this.saved = "saving";
    const timer = setTimeout(() => void this.#keep(board), QUIET_MS);
    return () => clearTimeout(timer);
  }

  /** Keeps it at once: the window is about to close. */
  async keepNow(): Promise<void> {
    if (this.saved === "saving") await this.#keep(this.kept());
  }

  kept(): KeptBoard {
    return { id: this.id, document: this.document, laid: this.laid, underlay: this.underlay, changed: Date.now() };
  }

  async layOut(): Promise<boolean> {
    const { document } = this;
    this.#giveUp?.abort();
    this.#giveUp = new AbortController();
    [this.share, this.trouble] = [0, ""];
    const answer = await api.layOut(document, this.laid?.layout ?? null, (share) => (this.share = share), this.#giveUp.signal);
    this.share = null;
    if (!answer.ok) {
      this.#refuse(answer.refusal.message);
      return false;
    }
    this.takeLayout({ layout: answer.value, at: placesOf(document) });
    announce(t("page.workshop.laid_out"));
    return true;
  }

  giveUpLayout(): void {
    this.#giveUp?.abort();
  }

  takeLayout(laid: KeptLayout): void {
    this.laid = laid;
    this.#live = inMillimetres(laid.layout);
    this.map = this.#mapOf(this.document);
    this.fits += 1;
  }

  #mapOf(document: BoardDocument): BentMap {
    return bentMap(document, this.laid && layingOf(this.laid));
  }

  #after(): void {
    this.trouble = "";
    const { chosen, document } = this;
    if (chosen && chosen.index >= document[chosen.subject].length) this.chosen = null;
    if (this.from !== null && !cityOf(document, this.from)) this.from = null;
  }

  /** While there is no layout the map is as large as its routes need. What is seen stays, and small changes change nothing. */
  #rescale(): void {
    if (this.map.knots.length > 0 || this.document.cities.length < 2) return;
    const frame = plainFrame(this.document);
    const ratio = frame.along / Math.hypot(this.map.frame.along, this.map.frame.across);
    if (ratio < MISFIT && ratio > 1 / MISFIT) return;
    const middle = onMap(frame, onGlobe(this.map.frame, this.view));
    this.view = { ...middle, unit: this.view.unit * ratio };
    this.map = { frame, knots: [] };
    this.#live = null;
  }

  #pickEnd(id: string): void {
    const { from, tool } = this;
    if (from === null) return this.begin(tool === "ticket" ? "ticket" : "route", id);
    if (from === id) return void (this.from = null);
    this.from = null;
    if (tool === "ticket") this.addTicket(from, id);
    else this.addRoute(from, id);
  }

  /** As long as the way on the map, where there is room for it. */
  #usualLength(a: string, b: string): number {
    const [one, other] = [cityOf(this.document, a), cityOf(this.document, b)];
    if (!one || !other || lanes(this.document, a, b).length > 0) return 1;
    const [from, to] = [cityPlace(this.map, one), cityPlace(this.map, other)];
    return Math.min(6, Math.max(1, Math.round((Math.hypot(from.x - to.x, from.y - to.y) - 14) / 20)));
  }

  async #check(document: BoardDocument): Promise<void> {
    const answer = await api.check(document);
    if (document !== this.document || !answer.ok) return;
    const { faults, advice } = answer.value;
    this.remarks = [
      ...faults.map(({ place, message, repair }) => ({ about: placeIn(place), message, isFault: true, repair })),
      ...advice.map(({ place, what, mend, repair }) => ({ about: placeIn(place), message: `${what} ${mend}`, isFault: false, repair })),
    ];
    this.checked = true;
  }

  async #keep(board: KeptBoard): Promise<void> {
    this.saved = (await keepBoard(board)) ? "saved" : "lost";
  }

  #refuse(text: string): void {
    this.trouble = text;
    alarm(text);
  }
}
