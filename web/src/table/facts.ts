/** A board as the table reads it: its cities, routes and rules by their ids. */

import { t } from "../lib/words.ts";
import type { Board, City, Route } from "../lib/types.ts";

export class Facts {
  readonly city = new Map<string, City>();
  readonly route = new Map<string, Route>();
  readonly board: Board;
  private readonly between = new Map<string, Route[]>();

  constructor(board: Board) {
    this.board = board;
    for (const city of board.cities) this.city.set(city.id, city);
    for (const route of board.routes) {
      this.route.set(route.id, route);
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
    return this.board.layout.width / this.board.layout.height;
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
