/** The scoring step by step: what is counted, for whom, and what lights up on the board meanwhile. */

import type { Board, Player, Route, Score, View } from "../lib/types.ts";
import { Facts } from "../table/facts.ts";
import { trainsToGo, wayOf } from "../table/tickets/ways.ts";
import { lights, NOTHING, travelled, type Scene, type Travelled } from "./scene.ts";
import { partsInPlay, type Part } from "./scores.ts";

interface Common {
  /** Points that this step adds, by player. */
  gains: Record<string, number>;
  /** Which column of the final table it fills. */
  part: Part | null;
  scene: Scene;
}

export type Step =
  | (Common & { kind: "routes" })
  | (Common & { kind: "done"; player: string; ticket: CountedTicket; trains: number; borrowed: string[] })
  | (Common & { kind: "failed"; player: string; ticket: CountedTicket; short: number })
  | (Common & { kind: "stations" })
  | (Common & { kind: "attractions"; player: string; cities: string[] })
  | (Common & { kind: "alvin"; player: string; points: number; holds: boolean })
  | (Common & { kind: "globetrotter"; winners: string[]; number: number })
  | (Common & { kind: "path"; player: string; length: number; wins: boolean })
  | (Common & { kind: "result" });

export interface CountedTicket {
  id: string;
  a: string;
  b: string;
  points: number;
}

export function scoringSteps(view: View, board: Board): Step[] {
  const scoring = new Scoring(view, board);
  return [...partsInPlay(board, view.variants).flatMap((part) => scoring.stepsOf(part)), scoring.result()];
}

/** What each player has been counted so far, part by part. */
export function countedAfter(steps: readonly Step[], shown: number): Record<string, Partial<Record<Part, number>>> {
  const counted: Record<string, Partial<Record<Part, number>>> = {};
  for (const { part, gains } of steps.slice(0, shown)) {
    for (const [name, gain] of part ? Object.entries(gains) : []) {
      const mine = (counted[name] ??= {});
      mine[part!] = (mine[part!] ?? 0) + gain;
    }
  }
  return counted;
}

/** Every player's points after so many steps have been shown. */
export function pointsAfter(steps: readonly Step[], shown: number, names: readonly string[]): Record<string, number> {
  const points: Record<string, number> = Object.fromEntries(names.map((name) => [name, 0]));
  for (const step of steps.slice(0, shown)) {
    for (const [name, gain] of Object.entries(step.gains)) points[name] = (points[name] ?? 0) + gain;
  }
  return points;
}

/** The most points anybody has at any step: some lose more by their tickets than they had at first. */
export function mostEver(steps: readonly Step[], names: readonly string[]): number {
  return Math.max(1, ...steps.flatMap((_, at) => Object.values(pointsAfter(steps, at + 1, names))));
}

class Scoring {
  private readonly scores: Map<string, Score>;
  private readonly facts: Facts;
  private readonly tickets: Map<string, CountedTicket>;

  constructor(
    private readonly view: View,
    private readonly board: Board,
  ) {
    this.scores = new Map(Object.entries(view.scores ?? {}));
    this.facts = new Facts(board);
    this.tickets = new Map(board.tickets.map((ticket) => [ticket.id, ticket]));
  }

  stepsOf(part: Part): Step[] {
    switch (part) {
      case "routes":
        return [{ kind: "routes", part, gains: this.gains(part), scene: NOTHING }];
      case "tickets":
        return this.view.players.flatMap((player) => this.ticketsOf(player));
      case "stations":
        return [{ kind: "stations", part, gains: this.gains(part), scene: this.builtStations() }];
      case "attractions":
        return this.eachWith(part, (player) => this.attractions(player));
      case "alvin":
        return this.eachWith(part, (player, points) => this.alvin(player, points));
      case "globetrotter":
        return this.globetrotter();
      case "longest_path":
        return this.longestPaths();
    }
  }

  result(): Step {
    return { kind: "result", part: null, gains: {}, scene: NOTHING };
  }

  private scoreOf(player: Player): Score {
    return this.scores.get(player.name) as Score;
  }

  private gains(part: Part): Record<string, number> {
    return Object.fromEntries([...this.scores].map(([name, score]) => [name, score[part]]));
  }

  private builtStations(): Scene {
    const cities = this.view.players.flatMap((player) => player.stations);
    return { ...NOTHING, cities: cities.map((city) => ({ city, look: "station" as const })) };
  }

  private eachWith(part: Part, made: (player: Player, points: number) => Step): Step[] {
    const earned = this.view.players.filter((player) => this.scoreOf(player)[part] !== 0);
    return earned.map((player) => made(player, this.scoreOf(player)[part]));
  }

  private routesOf(player: Player): Route[] {
    return player.routes.flatMap((id) => this.facts.route.get(id) ?? []);
  }

  /** One by one, the small ones first. */
  private ticketsOf(player: Player): Step[] {
    const score = this.scoreOf(player);
    const held = [...score.tickets_completed, ...score.tickets_failed].flatMap((id) => this.tickets.get(id) ?? []);
    held.sort((one, other) => one.points - other.points);
    return held.map((ticket) =>
      score.tickets_completed.includes(ticket.id) ? this.done(player, ticket, score) : this.failed(player, ticket, score),
    );
  }

  private done(player: Player, ticket: CountedTicket, score: Score): Step {
    const way = this.travel(score.ways[ticket.id] ?? [], ticket.a);
    const borrowed = way.routes.filter((route) => !player.routes.includes(route.id));
    const stations = player.stations.filter((city) => borrowed.some(({ a, b }) => a === city || b === city));
    return {
      kind: "done",
      part: "tickets",
      player: player.name,
      ticket,
      trains: way.routes.reduce((sum, route) => sum + route.length, 0),
      borrowed: borrowed.map((route) => route.id),
      gains: { [player.name]: ticket.points },
      scene: {
        focus: player.seat,
        ways: lights(way, (route) => (borrowed.includes(route) ? "borrowed" : "own")),
        cities: [
          ...[ticket.a, ticket.b].map((city) => ({ city, look: "end" as const })),
          ...stations.map((city) => ({ city, look: "station" as const })),
        ],
      },
    };
  }

  /** The cheapest way that was still open: what the player had of it, and what not. */
  private failed(player: Player, ticket: CountedTicket, score: Score): Step {
    const had = new Set([...player.routes, ...score.borrowed]);
    const held = this.view.hands?.[player.name]?.tickets.find(({ id }) => id === ticket.id);
    const way = travelled(held ? wayOf(held, this.facts) : [], ticket.a);
    return {
      kind: "failed",
      part: "tickets",
      player: player.name,
      ticket,
      short: trainsToGo(way.routes, had),
      gains: { [player.name]: -ticket.points },
      scene: {
        focus: player.seat,
        ways: lights(way, (route) => (had.has(route.id) ? "had" : "missing")),
        cities: [ticket.a, ticket.b].map((city) => ({ city, look: "missing" as const })),
      },
    };
  }

  private travel(ids: readonly string[], start: string): Travelled {
    return travelled(ids.flatMap((id) => this.facts.route.get(id) ?? []), start);
  }

  private attractions(player: Player): Step {
    const reached = new Set(this.routesOf(player).flatMap((route) => [route.a, route.b]));
    const cities = this.board.cities.filter((city) => city.attraction && reached.has(city.id)).map((city) => city.id);
    return {
      kind: "attractions",
      part: "attractions",
      player: player.name,
      cities,
      gains: { [player.name]: this.scoreOf(player).attractions },
      scene: { focus: player.seat, ways: [], cities: cities.map((city) => ({ city, look: "end" as const })) },
    };
  }

  private alvin(player: Player, points: number): Step {
    const { alvin } = this.view;
    const holds = alvin?.holder === player.name;
    return {
      kind: "alvin",
      part: "alvin",
      player: player.name,
      points,
      holds,
      gains: { [player.name]: points },
      scene: { ...NOTHING, cities: holds && alvin ? [{ city: alvin.city, look: "end" }] : [] },
    };
  }

  private globetrotter(): Step[] {
    const winners = [...this.scores].filter(([, score]) => score.globetrotter > 0).map(([name]) => name);
    if (winners.length === 0) return [];
    const number = Math.max(...[...this.scores.values()].map((score) => score.tickets_completed.length));
    return [
      { kind: "globetrotter", part: "globetrotter", winners, number, gains: this.gains("globetrotter"), scene: NOTHING },
    ];
  }

  /** From the shortest to the one that is worth points. */
  private longestPaths(): Step[] {
    const measured = this.view.players.filter((player) => this.scoreOf(player).longest_path_length > 0);
    measured.sort((one, other) => this.scoreOf(one).longest_path_length - this.scoreOf(other).longest_path_length);
    return measured.map((player) => this.path(player, this.scoreOf(player)));
  }

  private path(player: Player, score: Score): Step {
    const trail = this.travel(score.longest_path_routes, this.startOf(score.longest_path_routes));
    const ends = [trail.cities[0], trail.cities[trail.cities.length - 1]].filter((city) => city !== undefined);
    const wins = score.longest_path > 0;
    return {
      kind: "path",
      part: "longest_path",
      player: player.name,
      length: score.longest_path_length,
      wins,
      gains: wins ? { [player.name]: score.longest_path } : {},
      scene: {
        focus: player.seat,
        ways: lights(trail, () => "path"),
        cities: ends.map((city) => ({ city, look: "end" as const })),
      },
    };
  }

  /** The city where a path begins: the end of its first route that the second does not have. */
  private startOf(path: readonly string[]): string {
    const [first, second] = path.map((id) => this.facts.route.get(id));
    if (!first) return "";
    return second && (second.a === first.a || second.b === first.a) ? first.b : first.a;
  }
}
