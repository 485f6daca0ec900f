/** Light on a drawn board: ways that run from city to city, and rings around cities. */

import type { Route } from "../lib/types.ts";
import type { Drawing } from "../table/board/drawn/drawing.ts";
import { made } from "../table/board/drawn/svg.ts";

export interface WayLight {
  route: string;
  look: "own" | "borrowed" | "path" | "had" | "missing";
  /** Whether it runs from the route's second city to its first. */
  backwards: boolean;
  /** How many spaces light up before it, and how many are its own. */
  before: number;
  length: number;
}

export interface CityLight {
  city: string;
  look: "end" | "station" | "missing";
}

export interface Scene {
  /** The seat whose trains stay bright while all else steps back. */
  focus: number | null;
  ways: WayLight[];
  cities: CityLight[];
}

export const NOTHING: Scene = { focus: null, ways: [], cities: [] };

export interface Travelled {
  routes: Route[];
  /** One more than the routes. */
  cities: string[];
}

/** Routes one after another, with the cities they pass. */
export function travelled(routes: Route[], start: string): Travelled {
  const cities = [start];
  for (const route of routes) cities.push(route.a === cities[cities.length - 1] ? route.b : route.a);
  return { routes, cities };
}

/** The routes of a way in the order they light up, each from the city where it is entered. */
export function lights(way: Travelled, look: (route: Route) => WayLight["look"]): WayLight[] {
  let before = 0;
  return way.routes.map((route, index) => {
    const backwards = route.a !== way.cities[index];
    const light = { route: route.id, look: look(route), backwards, before, length: route.length };
    before += route.length;
    return light;
  });
}

const RING = "10";
/** What is drawn in dots appears; the rest runs along its way. */
const DOTTED: readonly WayLight["look"][] = ["borrowed", "missing"];
/** The longest a whole way takes to light up, and one space of it, in milliseconds. */
const WHOLE_WAY = 1000;
const ONE_SPACE = 75;

/** Shows a scene in place of the one before; without motion everything is lit at once. */
export function showScene(drawing: Drawing, scene: Scene, motion: boolean): void {
  drawing.svg.querySelector(".light-layer")?.remove();
  const isLit = scene.ways.length + scene.cities.length > 0 || scene.focus !== null;
  drawing.svg.classList.toggle("lit-scene", isLit);
  drawing.mark("bright", isLit ? brightRoutes(drawing, scene) : new Set());
  drawing.markCities("bright", new Set(scene.cities.map(({ city }) => city)));
  if (isLit) drawing.svg.querySelector(".cities")?.before(layerOf(drawing, scene, motion));
}

/** How long a scene takes to light up, in milliseconds. */
export function lightingTime(scene: Scene): number {
  return Math.min(WHOLE_WAY, spacesOf(scene) * ONE_SPACE);
}

function brightRoutes(drawing: Drawing, scene: Scene): Set<string> {
  const bright = new Set(scene.ways.filter((way) => way.look !== "missing").map((way) => way.route));
  for (const [id, { group }] of drawing.routes) {
    if (scene.focus === null || group.classList.contains(`owner-${scene.focus}`)) bright.add(id);
  }
  return bright;
}

function layerOf(drawing: Drawing, scene: Scene, motion: boolean): SVGGElement {
  const perSpace = lightingTime(scene) / Math.max(1, spacesOf(scene));
  const halos = scene.ways.map((way) => line(drawing, way, "light-halo", perSpace));
  const cores = scene.ways.map((way) => line(drawing, way, "light-core", perSpace));
  const rings = scene.cities.map((light) => ring(drawing, light));
  return made("g", { class: motion ? "light-layer moving" : "light-layer" }, ...halos, ...cores, ...rings);
}

function line(drawing: Drawing, way: WayLight, stroke: "light-halo" | "light-core", perSpace: number): SVGPathElement {
  const classes = `light ${stroke} light-${way.look}${way.backwards ? " backwards" : ""}`;
  const path = made("path", { class: classes, d: drawing.routes.get(way.route)?.way ?? "" });
  if (!DOTTED.includes(way.look)) path.setAttribute("pathLength", "1");
  path.style.setProperty("--wait", `${Math.round(way.before * perSpace)}ms`);
  path.style.setProperty("--run", `${Math.round(way.length * perSpace)}ms`);
  return path;
}

function ring(drawing: Drawing, { city, look }: CityLight): SVGCircleElement {
  const at = drawing.cities.get(city) ?? { x: 0, y: 0 };
  return made("circle", { class: `city-light city-light-${look}`, cx: String(at.x), cy: String(at.y), r: RING });
}

function spacesOf(scene: Scene): number {
  return scene.ways.reduce((sum, way) => sum + way.length, 0);
}
