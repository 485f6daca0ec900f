/** A board as the table reads it: its cities, routes and rules by their ids. */

import { t } from "../lib/words.ts";
import type { CardKind, City, Route, Ticket } from "../lib/types.ts";

export interface BoardRules {
  trains: number;
  colors: CardKind[];
  stations: number;
  markers: number;
  network: boolean;
  tunnels: boolean;
  ferries: boolean;
  hidden_points: boolean;
  attractions: number;
  single_until: number;
  route_points: number[];
  draw_tickets: number;
  draw_keep: number;
}

/** What `/api/boards/ID` says, as far as the table needs it. */
export interface BoardFacts {
  id: string;
  title: string;
  full_title: string;
  ruleset: string | null;
  cities: City[];
  routes: Route[];
  tickets: Ticket[];
  rules: BoardRules;
  layout?: { width: number; height: number };
}

const USUAL_ASPECT = 1.4;

export class Facts {
  readonly city = new Map<string, City>();
  readonly route = new Map<string, Route>();
  readonly routesOf = new Map<string, Route[]>();
  readonly board: BoardFacts;
  private readonly between = new Map<string, Route[]>();

  constructor(board: BoardFacts) {
    this.board = board;
    for (const city of board.cities) {
      this.city.set(city.id, city);
      this.routesOf.set(city.id, []);
    }
    for (const route of board.routes) {
      this.route.set(route.id, route);
      this.routesOf.get(route.a)?.push(route);
      this.routesOf.get(route.b)?.push(route);
      const ends = endsOf(route);
      this.between.set(ends, [...(this.between.get(ends) ?? []), route]);
    }
  }

  /** All routes between the same two cities, this one among them. */
  beside(route: Route): Route[] {
    return this.between.get(endsOf(route)) ?? [route];
  }

  cityName(id: string): string {
    return this.city.get(id)?.name ?? id;
  }

  /** Such as `Denver–Santa Fe`. */
  routeName(route: Route): string {
    return `${this.cityName(route.a)}–${this.cityName(route.b)}`;
  }

  /** With its colour where there are several between the same cities. */
  fullName(route: Route): string {
    const name = this.routeName(route);
    return this.beside(route).length > 1 ? `${name} (${t(`card.${route.color}`)})` : name;
  }

  ticketName(ticket: { a: string; b: string }): string {
    return `${this.cityName(ticket.a)}–${this.cityName(ticket.b)}`;
  }

  /** Width of the board by its height. */
  get aspect(): number {
    const { layout } = this.board;
    return layout ? layout.width / layout.height : USUAL_ASPECT;
  }

  /** Whether a route lies in the lower half of the map. */
  liesInSouth(id: string): boolean {
    const route = this.route.get(id);
    const [a, b] = [this.city.get(route?.a ?? ""), this.city.get(route?.b ?? "")];
    const all = this.board.cities.map((city) => city.lat);
    return a !== undefined && b !== undefined && (a.lat + b.lat) / 2 < (Math.min(...all) + Math.max(...all)) / 2;
  }

  hasTunnel(route: Route): boolean {
    return this.board.rules.tunnels && (route.tunnel ?? 0) > 0;
  }

  ferryOf(route: Route): number {
    return this.board.rules.ferries ? (route.ferry ?? 0) : 0;
  }
}

function endsOf(route: Route): string {
  return route.a < route.b ? `${route.a} ${route.b}` : `${route.b} ${route.a}`;
}
