/** Views and boards for tests: small, and only what differs is said. */
import type { Board, Frame, Player, Route, Score, Ticket, View } from "../src/lib/types.ts";

export function playerOf(seat: number, changes: Partial<Player> = {}): Player {
  return {
    seat,
    name: ["Ada", "Bruno", "Carla"][seat] ?? `P${seat}`,
    color: "blue",
    kind: "person",
    bot: null,
    present: true,
    clock: null,
    hand_size: 0,
    known_cards: {},
    ticket_count: 0,
    trains: 45,
    stations: [],
    stations_left: 0,
    markers: [],
    start: null,
    routes: [],
    points: 0,
    ...changes,
  };
}

export function viewOf(changes: Partial<View> = {}): View {
  return {
    game: "k7f3",
    number: 1,
    board: "usa",
    variants: [],
    language: "en",
    phase: "turn",
    to_move: "Ada",
    undecided: ["Ada"],
    you: "Ada",
    my_turn: true,
    turns: 0,
    expected: "",
    row: [],
    deck_size: 0,
    discard: {},
    tickets_left: 0,
    last_turns: null,
    turned: {},
    laid: {},
    due: 0,
    claimed_route: null,
    closed_routes: [],
    station_price: null,
    players: [playerOf(0), playerOf(1)],
    hand: {},
    tickets: [],
    offered: [],
    fewest_to_keep: 0,
    alvin: null,
    legal_moves: [],
    can_undo: false,
    finished: false,
    scores: null,
    winners: [],
    description: "",
    ...changes,
  };
}

export function ticketOf(a: string, b: string, points: number, changes: Partial<Ticket> = {}): Ticket {
  return { id: `${a}-${b}`, a, b, points, long: false, completed: false, way: [], ...changes };
}

export function scoreOf(total: number, changes: Partial<Score> = {}): Score {
  return {
    total,
    routes: total,
    tickets: 0,
    tickets_completed: [],
    tickets_failed: [],
    stations: 0,
    longest_path: 0,
    longest_path_length: 0,
    globetrotter: 0,
    attractions: 0,
    alvin: 0,
    borrowed: [],
    ways: {},
    longest_path_routes: [],
    ...changes,
  };
}

export function routeOf(a: string, b: string, length: number): Route {
  return { id: `${a}-${b}`, a, b, length, color: "gray" };
}

/** A board of a few routes; its cities are those they join. */
export function boardOf(routes: Route[], tickets: Ticket[] = [], rules: Partial<Board["rules"]> = {}): Board {
  const cities = [...new Set(routes.flatMap(({ a, b }) => [a, b]))];
  return {
    id: "test",
    title: "Test",
    full_title: "Test",
    routes,
    tickets,
    cities: cities.map((id) => ({ id, name: id.toUpperCase(), lat: 0, lon: 0 })),
    rules: { route_points: [0, 1, 2, 4], stations: 0, attractions: 0, globetrotter: 0, longest_path: 0, tie_breaks: [], ...rules },
  } as unknown as Board;
}

/** A replay's frames by what each event was, and the view after it. */
export function framesOf(...moves: [player: string, move: string, view: Partial<View>][]): Frame[] {
  const first: Frame = { number: 0, view: viewOf({ number: 0, phase: "opening" }), event: null };
  return [
    first,
    ...moves.map(([player, move, view], index) => {
      const number = index + 1;
      return { number, view: viewOf({ number, ...view }), event: { number, player, move, text: move } };
    }),
  ];
}
