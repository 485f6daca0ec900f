/** The drawn board inside the page: the server's SVG, put in once and then changed in place. */

import { fetchDrawing } from "../../../lib/server/fetch-drawing.ts";
import type { Route, View } from "../../../lib/types.ts";
import { BETWEEN_TRAINS } from "../../motion/timing.ts";
import { land, shadowOf } from "./pieces.ts";
import { blank, lineThrough, made, readTransform, type Place, type Turned } from "./svg.ts";

interface Space extends Turned {
  group: SVGGElement;
}

interface DrawnRoute {
  group: SVGGElement;
  spaces: Space[];
  middle: Place;
  way: string;
}

interface DrawnCity extends Place {
  group: SVGGElement;
  nameOnTheRight: boolean;
  shown: string;
}

/** What lies on the map, and where nothing can be put any more. */
export type Pieces = Pick<View, "players" | "alvin" | "closed_routes">;

export interface LastTurn {
  routes: readonly string[];
  cities: readonly string[];
}

export class Drawing {
  readonly svg: SVGSVGElement;
  readonly width: number;
  readonly height: number;
  readonly routes = new Map<string, DrawnRoute>();
  readonly cities = new Map<string, DrawnCity>();
  private readonly owners = new Map<string, number>();
  private readonly marks = new Map<string, ReadonlySet<string>>();
  private readonly lines: SVGGElement;
  private readonly rings: SVGGElement;
  private ghost: string | null = null;

  /** The board's drawing in the page's language; null where the server cannot be reached. */
  static async of(board: string, theme: "light" | "dark"): Promise<Drawing | null> {
    const svg = await fetchDrawing(board, theme);
    return svg && new Drawing(svg);
  }

  constructor(svg: SVGSVGElement) {
    this.svg = svg;
    const box = this.svg.viewBox.baseVal;
    this.width = box.width;
    this.height = box.height;
    this.svg.classList.add("inlined");
    for (const group of this.svg.querySelectorAll<SVGGElement>(".routes > .route")) this.readRoute(group);
    for (const group of this.svg.querySelectorAll<SVGGElement>(".cities > .city")) this.readCity(group);
    this.lines = made("g", { class: "ways" });
    this.rings = made("g", { class: "rings" });
    this.svg.querySelector(".cities")?.before(this.lines, this.rings);
    this.svg.querySelector("desc")?.remove();
    this.svg.querySelector("title")?.remove();
    this.svg.removeAttribute("aria-labelledby");
    this.svg.setAttribute("role", "presentation");
    this.svg.querySelector(".furniture")?.setAttribute("aria-hidden", "true");
  }

  private readRoute(group: SVGGElement): void {
    const id = group.id.replace(/^route-/, "");
    const spaces = [...group.querySelectorAll<SVGGElement>(".space")].map((space) => ({
      ...readTransform(space.getAttribute("transform") ?? ""),
      group: space,
    }));
    const hit = group.querySelector(".hit");
    const way = hit?.getAttribute("d") ?? "";
    group.querySelector("title")?.remove();
    group.querySelector(".space")?.before(made("path", { class: "halo", d: lineThrough(spaces) }));
    const [first, last] = [spaces[0] ?? { x: 0, y: 0 }, spaces[spaces.length - 1] ?? { x: 0, y: 0 }];
    const half = (spaces.length - 1) / 2;
    const [low, high] = [spaces[Math.floor(half)] ?? first, spaces[Math.ceil(half)] ?? last];
    this.routes.set(id, {
      group,
      spaces,
      middle: { x: (low.x + high.x) / 2, y: (low.y + high.y) / 2 },
      way,
    });
  }

  private readCity(group: SVGGElement): void {
    const dot = group.querySelector(".dot");
    const at = { x: Number(dot?.getAttribute("x") ?? 0), y: Number(dot?.getAttribute("y") ?? 0) };
    group.querySelector("title")?.remove();
    dot?.before(made("circle", { class: "touch", cx: String(at.x), cy: String(at.y), r: "9" }));
    const label = group.querySelector(".label");
    for (const line of label?.querySelectorAll("tspan:not(:first-child)") ?? []) line.before(blank());
    const x = Number(label?.getAttribute("x") ?? label?.querySelector("tspan")?.getAttribute("x") ?? at.x);
    this.cities.set(group.id.replace(/^city-/, ""), { ...at, group, nameOnTheRight: x > at.x, shown: "" });
  }

  /** Puts the pieces where they stand; routes among `landing` get their trains one after another. */
  show(pieces: Pieces, last: LastTurn, landing: ReadonlySet<string>): void {
    const owners = new Map<string, number>();
    for (const player of pieces.players) for (const route of player.routes) owners.set(route, player.seat);
    for (const [id, route] of this.routes) {
      const owner = owners.get(id);
      if (owner !== this.owners.get(id)) this.claim(id, route, owner, landing.has(id));
    }
    this.mark("last", new Set(last.routes));
    for (const [id, city] of this.cities) this.stand(id, city, pieces, last.cities.includes(id));
  }

  private claim(id: string, route: DrawnRoute, owner: number | undefined, landing: boolean): void {
    const before = this.owners.get(id);
    route.group.classList.toggle("claimed", owner !== undefined);
    if (before !== undefined) route.group.classList.remove(`owner-${before}`);
    for (const piece of route.group.querySelectorAll(".train, .cast")) piece.remove();
    if (owner === undefined) {
      this.owners.delete(id);
      delete route.group.dataset["seat"];
      return;
    }
    this.owners.set(id, owner);
    route.group.dataset["seat"] = String(owner);
    route.group.classList.add(`owner-${owner}`);
    route.spaces[0]?.group.before(shadowOf(route.spaces));
    route.spaces.forEach((space, index) => {
      const train = made("use", { class: "train", href: `#wagon-${owner}` });
      space.group.append(train);
      if (landing) land(train, index * BETWEEN_TRAINS);
    });
  }

  private stand(id: string, city: DrawnCity, pieces: Pieces, last: boolean): void {
    const station = pieces.players.find((player) => player.stations.includes(id));
    const marker = pieces.players.find((player) => player.markers.includes(id) || player.start === id);
    const start = marker?.start === id;
    const alvin = pieces.alvin?.city === id;
    const shown = [station?.seat, marker?.seat, start, alvin, last].join();
    if (shown === city.shown) return;
    const isNew = city.shown !== "";
    city.shown = shown;
    for (const piece of city.group.querySelectorAll(".glow, .marker, .station, .visitor")) piece.remove();
    const at = { x: String(city.x), y: String(city.y) };
    const standing: SVGElement[] = [];
    if (last) standing.push(made("circle", { class: "glow", cx: at.x, cy: at.y, r: "10.5" }));
    if (marker) {
      const transform = `translate(${at.x} ${at.y})${start ? "scale(1.25)" : ""}`;
      standing.push(made("use", { class: "marker", href: `#marker-${marker.seat}`, transform }));
    }
    if (station) {
      standing.push(made("use", { class: "station", href: `#station-${station.seat}`, x: at.x, y: String(city.y - 1.5) }));
    }
    if (alvin) {
      const x = String(city.x + (city.nameOnTheRight ? -6 : 6));
      standing.push(made("use", { class: "visitor", href: "#alvin", x, y: String(city.y - 6) }));
    }
    const label = city.group.querySelector(".label");
    if (label) label.before(...standing);
    else city.group.append(...standing);
    if (isNew && last) for (const piece of standing) land(piece, 0);
    const classes = city.group.classList;
    classes.toggle("with-station", station !== undefined);
    classes.toggle("with-marker", marker !== undefined);
    classes.toggle("with-start", start);
    classes.toggle("with-alvin", alvin);
    classes.toggle("last", last);
  }

  /** Marks routes with a class, and no others. */
  mark(name: string, routes: ReadonlySet<string>): void {
    this.exchangeMarks(name, this.routes, routes);
  }

  markCities(name: string, cities: ReadonlySet<string>): void {
    this.exchangeMarks(`city ${name}`, this.cities, cities, name);
  }

  /** Touches only what changes: a board has hundreds of routes and cities, and a move changes few. */
  private exchangeMarks(key: string, drawn: ReadonlyMap<string, { group: SVGGElement }>, now: ReadonlySet<string>, name = key): void {
    const before = this.marks.get(key);
    for (const id of before ?? []) if (!now.has(id)) drawn.get(id)?.group.classList.remove(name);
    for (const id of now) if (!before?.has(id)) drawn.get(id)?.group.classList.add(name);
    this.marks.set(key, now);
  }

  /** Rings around cities, such as the two of a ticket. */
  ring(cities: ReadonlySet<string>): void {
    this.rings.replaceChildren(
      ...[...cities].flatMap((id) => {
        const city = this.cities.get(id);
        return city ? [made("circle", { class: "city-ring", cx: String(city.x), cy: String(city.y), r: "11" })] : [];
      }),
    );
  }

  /** Draws ways over the map, each along its routes; a dotted line says that it is not built yet. */
  drawWays(ways: readonly { routes: readonly Route[]; built?: ReadonlySet<string> }[]): void {
    this.lines.replaceChildren(
      ...ways.flatMap((way) =>
        way.routes.flatMap((route) => {
          const d = this.routes.get(route.id)?.way;
          if (!d) return [];
          const kind = way.built?.has(route.id) ? "way-built" : "way-open";
          return [made("path", { class: "way-bed", d }), made("path", { class: kind, d })];
        }),
      ),
    );
  }

  /** Shows one's own trains, pale, on a route one thinks of claiming. */
  showGhost(id: string | null, seat: number): void {
    if (this.ghost === id) return;
    for (const ghost of this.svg.querySelectorAll(".ghost")) ghost.remove();
    this.ghost = id;
    const route = id === null ? undefined : this.routes.get(id);
    if (!route || (id !== null && this.owners.has(id))) return;
    for (const space of route.spaces) space.group.append(made("use", { class: "ghost", href: `#wagon-${seat}` }));
  }

  /** Routes and cities become buttons; which of them Tab stops at is said elsewhere. */
  makeButtons(): void {
    for (const { group } of [...this.routes.values(), ...this.cities.values()]) {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
    }
  }

  label(route: string, text: string): void {
    relabel(this.routes.get(route)?.group, text);
  }

  labelCity(city: string, text: string): void {
    relabel(this.cities.get(city)?.group, text);
  }

  /** From the page to the drawing. */
  inside(clientX: number, clientY: number): Place | null {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return null;
    const point = new DOMPoint(clientX, clientY).matrixTransform(matrix.inverse());
    return { x: point.x, y: point.y };
  }

  /** From the drawing to the page. */
  outside(at: Place): Place {
    const matrix = this.svg.getScreenCTM();
    if (!matrix) return { x: 0, y: 0 };
    const point = new DOMPoint(at.x, at.y).matrixTransform(matrix);
    return { x: point.x, y: point.y };
  }

  /** How many pixels a millimetre of the drawing has. */
  get scale(): number {
    return this.svg.getScreenCTM()?.a ?? 1;
  }
}

/** A label that is written anew costs more than one that is only read. */
function relabel(group: SVGGElement | undefined, text: string): void {
  if (group && group.ariaLabel !== text) group.ariaLabel = text;
}
