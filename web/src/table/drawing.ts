/** The drawn board inside the page: the server's SVG, put in once and then changed in place. */

import { fetchDrawing } from "../lib/drawing.ts";
import { reducedMotion } from "../lib/settings.svelte.ts";
import type { Player, Route, View } from "../lib/types.ts";
import type { BoardFacts } from "./facts.ts";
import { BETWEEN_TRAINS, EASE, LANDING } from "./motion.ts";
import { MARKER_EDGE, PLAYER_SHAPES } from "./shapes.ts";

const SVG = "http://www.w3.org/2000/svg";
const SEATS = 6;
const HALF_SPACE = 10;
const HALO_INSET = 2.5;

export interface Place {
  x: number;
  y: number;
}

interface Space extends Place {
  angle: number;
  group: SVGGElement;
}

interface DrawnRoute {
  group: SVGGElement;
  spaces: Space[];
  ends: [Place, Place];
  middle: Place;
  way: string;
}

interface DrawnCity extends Place {
  group: SVGGElement;
  nameOnTheRight: boolean;
  shown: string;
}

/** What lies on the map. */
export type Pieces = Pick<View, "players" | "alvin">;

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
    return svg && new Drawing(svg, theme);
  }

  constructor(svg: SVGSVGElement, theme: "light" | "dark") {
    this.svg = svg;
    const box = this.svg.viewBox.baseVal;
    this.width = box.width;
    this.height = box.height;
    this.svg.classList.add("inlined");
    this.definePieces(theme);
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

  private definePieces(theme: string): void {
    const defs = this.svg.querySelector("defs");
    if (!defs) return;
    for (let seat = 0; seat < SEATS; seat += 1) {
      if (this.svg.querySelector(`#wagon-${seat}`)) continue;
      const shape = `#shape-${seat}`;
      const shown = (name: string, ...parts: SVGElement[]): SVGElement => {
        const piece = made("g", { class: `piece seat-${seat}` }, ...parts);
        return made("g", { id: `${name}-${seat}`, class: `carrozza carrozza-${theme}` }, piece);
      };
      defs.append(
        made("path", { id: `shape-${seat}`, d: PLAYER_SHAPES[seat] ?? "" }),
        shown(
          "wagon",
          made("path", { class: "wheels", d: "M-7 3a1.9 1.9 0 0 0 3.8 0zM3.2 3a1.9 1.9 0 0 0 3.8 0z" }),
          made("path", { class: "body", d: "M-8.7-3.2H8.7V3.3H-8.7z" }),
          made("path", { class: "roof", d: "M-9.7-2.3C-9.7-4.3-8.2-4.9-6.4-4.9H6.4C8.2-4.9 9.7-4.3 9.7-2.3z" }),
          made("use", { class: "shape", href: shape, y: "0.5" }),
        ),
        shown(
          "station",
          made("path", { class: "body", d: "M-6.2-1.4H6.2V5.4H-6.2z" }),
          made("path", { class: "roof", d: "M-8-1L0-8.4 8-1z" }),
          made("path", { class: "foot", d: "M-7.6 5h15.2v1.5h-15.2z" }),
          made("use", { class: "shape", href: shape, y: "1.9" }),
        ),
        shown(
          "marker",
          made("path", { class: "body", d: MARKER_EDGE }),
          made("circle", { class: "rim", r: "4.7" }),
          made("use", { class: "shape", href: shape }),
        ),
      );
    }
    if (!this.svg.querySelector("#alvin")) defs.append(visitor(theme));
  }

  private readRoute(group: SVGGElement): void {
    const id = group.id.replace(/^route-/, "");
    const spaces = [...group.querySelectorAll<SVGGElement>(".space")].map((space) => ({
      ...placeOf(space.getAttribute("transform") ?? ""),
      group: space,
    }));
    const hit = group.querySelector(".hit");
    const way = hit?.getAttribute("d") ?? "";
    group.querySelector("title")?.remove();
    group.querySelector(".space")?.before(made("path", { class: "halo", d: along(spaces) }));
    const [first, last] = [spaces[0] ?? { x: 0, y: 0 }, spaces[spaces.length - 1] ?? { x: 0, y: 0 }];
    const half = (spaces.length - 1) / 2;
    const [low, high] = [spaces[Math.floor(half)] ?? first, spaces[Math.ceil(half)] ?? last];
    this.routes.set(id, {
      group,
      spaces,
      ends: [first, last],
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
    // A name in several lines is still several words; the blank between them takes no room.
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
    for (const train of route.group.querySelectorAll(".train")) train.remove();
    if (owner === undefined) {
      this.owners.delete(id);
      delete route.group.dataset["seat"];
      return;
    }
    this.owners.set(id, owner);
    route.group.dataset["seat"] = String(owner);
    route.group.classList.add(`owner-${owner}`);
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

  /** The route nearest to a point; where several are about as near, one of those preferred. */
  nearestRoute(at: Place, reach: number, preferred: ReadonlySet<string>): string | null {
    let found: string | null = null;
    let least = reach;
    for (const [id, route] of this.routes) {
      const away = Math.min(...route.spaces.map((space) => distanceToSpace(at, space)));
      const felt = preferred.has(id) ? away * 0.72 : away;
      if (felt < least) {
        found = id;
        least = felt;
      }
    }
    return found;
  }

  nearestCity(at: Place, reach: number, among?: ReadonlySet<string>): string | null {
    let found: string | null = null;
    let least = reach;
    for (const [id, city] of this.cities) {
      if (among && !among.has(id)) continue;
      const away = Math.hypot(at.x - city.x, at.y - city.y);
      if (away < least) {
        found = id;
        least = away;
      }
    }
    return found;
  }
}

/** How far a point is from the middle line of a space, roughly: spaces are 20 by 9. */
function distanceToSpace(at: Place, space: Space): number {
  const angle = (space.angle * Math.PI) / 180;
  const [dx, dy] = [at.x - space.x, at.y - space.y];
  const along = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle));
  const across = Math.abs(-dx * Math.sin(angle) + dy * Math.cos(angle));
  return Math.hypot(Math.max(0, along - 9), across);
}

/** A line through the spaces, from a little inside the first to a little inside the last: round ends do the rest. */
function along(spaces: readonly Space[]): string {
  const reach = HALF_SPACE - HALO_INSET;
  const points = spaces.flatMap((space) => {
    const [dx, dy] = [Math.cos((space.angle * Math.PI) / 180) * reach, Math.sin((space.angle * Math.PI) / 180) * reach];
    return [
      { x: space.x - dx, y: space.y - dy },
      { x: space.x + dx, y: space.y + dy },
    ];
  });
  const last = spaces[spaces.length - 1];
  const first = spaces[0];
  const angle = first ? (first.angle * Math.PI) / 180 : 0;
  const runsBack = first && last && (last.x - first.x) * Math.cos(angle) + (last.y - first.y) * Math.sin(angle) < 0;
  const ordered = runsBack ? points.flatMap((_, at) => points[at % 2 === 0 ? at + 1 : at - 1] ?? []) : points;
  return `M${ordered.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

/** A label that is written anew costs more than one that is only read. */
function relabel(group: SVGGElement | undefined, text: string): void {
  if (group && group.ariaLabel !== text) group.ariaLabel = text;
}

function blank(): SVGTSpanElement {
  const space = made("tspan", { "font-size": "0" });
  space.textContent = " ";
  return space;
}

function placeOf(transform: string): Place & { angle: number } {
  const moved = /translate\((-?[\d.]+)[ ,](-?[\d.]+)\)/.exec(transform);
  const turned = /rotate\((-?[\d.]+)/.exec(transform);
  return { x: Number(moved?.[1] ?? 0), y: Number(moved?.[2] ?? 0), angle: Number(turned?.[1] ?? 0) };
}

export function made<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...content: SVGElement[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

function visitor(theme: string): SVGElement {
  const skin = (d: string): SVGElement => made("path", { class: "skin", d });
  const tip = (cx: string): SVGElement => made("circle", { class: "skin", cx, cy: "-10", r: "1.1" });
  const eye = (cx: string, turn: string): SVGElement =>
    made("ellipse", { class: "eye", cx, cy: "-2.6", rx: "1.5", ry: "2.1", transform: `rotate(${turn} ${cx} -2.6)` });
  return made(
    "g",
    { id: "alvin", class: `carrozza carrozza-${theme}` },
    made("path", { class: "antennae", d: "M-1.8-6.4C-2.2-8.4-3-9.4-4-9.8M1.8-6.4C2.2-8.4 3-9.4 4-9.8" }),
    tip("-4.1"),
    tip("4.1"),
    skin("M-3 2.2C-3.6 5-3.4 6.6-2.8 7.4H2.8C3.4 6.6 3.6 5 3 2.2z"),
    skin("M0 3.8C-3.4 3.8-6-.6-6-3.2-6-5.8-3.4-7.2 0-7.2S6-5.8 6-3.2C6-.6 3.4 3.8 0 3.8z"),
    eye("-2.7", "-18"),
    eye("2.7", "18"),
    made("path", { class: "glint", d: "M-3.2-3.6h.9v.9h-.9zM2.2-3.6h.9v.9h-.9z" }),
    made("path", { class: "smile", d: "M-1.5 1C-.7 1.9.7 1.9 1.5 1" }),
  );
}

function land(piece: SVGElement, delay: number): void {
  const still = reducedMotion();
  const frames = still
    ? [{ opacity: 0 }, { opacity: 1 }]
    : [
        { opacity: 0, translate: "0 -14px", scale: "1.25" },
        { opacity: 1, translate: "0 0", scale: "1" },
      ];
  piece.animate(frames, { duration: LANDING, delay: still ? 0 : delay, easing: EASE, fill: "backwards" });
}

/** The routes closed to everybody: beside one that is taken, where so few players have only one (C6). */
export function closedRoutes(board: BoardFacts, players: readonly Player[], beside: (route: Route) => Route[]): Set<string> {
  if (players.length > board.rules.single_until) return new Set();
  const taken = new Set(players.flatMap((player) => player.routes));
  const closed = board.routes.filter(
    (route) => !taken.has(route.id) && beside(route).some((other) => taken.has(other.id)),
  );
  return new Set(closed.map((route) => route.id));
}
