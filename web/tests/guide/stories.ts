/** Guided games in a few views: each part of a story says what has changed and what was played. */
import type { Board, GameEvent, View } from "../../src/lib/types.ts";
import { advance, BEGINNING, goOn, type Course } from "../../src/guide/lesson.ts";
import { Moment } from "../../src/guide/moment.ts";
import type { Step } from "../../src/guide/step.ts";
import { Facts } from "../../src/table/facts.ts";
import { boardOf, playerOf, routeOf, ticketOf, viewOf } from "../views.ts";

const RULES: Partial<Board["rules"]> = {
  trains: 45,
  route_points: [0, 1, 2, 4, 7, 10, 15],
  longest_path: 10,
  draw_tickets: 3,
  single_until: 3,
  station_points: 4,
  markers: 3,
  globetrotter: 15,
  opening_long: 0,
};

export const ROUTES = [
  { ...routeOf("a", "b", 2), color: "red" },
  { ...routeOf("b", "c", 3), color: "gray" },
  { ...routeOf("c", "d", 4), color: "blue", tunnel: 3 },
  { ...routeOf("d", "e", 2), color: "gray", ferry: 1 },
];
export const TICKETS = [
  ticketOf("a", "c", 5, { way: ["a-b", "b-c"] }),
  ticketOf("b", "e", 9, { way: ["b-c", "c-d", "d-e"] }),
];

/** A learner at the table: takes what the guide says, and notes it. */
export class Learner {
  readonly told: string[] = [];
  readonly instead: string[] = [];
  course: Course = BEGINNING;
  view: View;
  now: Moment;
  private readonly facts: Facts;

  constructor(
    private readonly steps: readonly Step[],
    rules: Partial<Board["rules"]> = {},
    first: Partial<View> = {},
    private readonly reads = true,
  ) {
    const board = boardOf(ROUTES, TICKETS, { ...RULES, ...rules });
    board.cities.forEach((city) => (city.attraction = city.id === "b"));
    board.variants = { alvin: { city: "e", points: 10 } };
    this.facts = new Facts(board);
    this.view = viewOf({ phase: "opening", offered: TICKETS, fewest_to_keep: 1, to_move: null, players: [playerOf(0), playerOf(1, { kind: "bot" })], ...first });
    this.now = new Moment(this.view, this.facts);
    this.course = advance(this.steps, this.course, this.now);
    this.listen();
  }

  /** Something is played, and this is what has changed. */
  then(player: string, move: string, changes: Partial<View>): this {
    const number = this.view.number + 1;
    const event: GameEvent = { number, player, move, text: "" };
    const before = this.view;
    this.view = { ...before, ...changes, number };
    this.now = new Moment(this.view, this.facts, before, [event]);
    this.course = advance(this.steps, this.course, this.now);
    if (this.course.instead) this.instead.push(this.course.instead);
    this.listen();
    return this;
  }

  /** Notes what is shown, and goes on by the button while that is enough. */
  private listen(): void {
    for (;;) {
      const { shown } = this.course;
      if (shown && this.told.at(-1) !== shown.id) this.told.push(shown.id);
      if (!this.reads || !shown || shown.proposes) return;
      this.course = goOn(this.steps, this.course, this.now);
    }
  }
}

export const OWN_TURN: Partial<View> = {
  phase: "turn",
  to_move: "Ada",
  my_turn: true,
  offered: [],
  tickets: TICKETS,
  row: ["red", "blue", "green", "green", "black"],
  legal_moves: ["draw red", "draw deck", "draw tickets"],
};
