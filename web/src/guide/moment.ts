/** What a step of the guide may look at: the view, the one before it, what happened between them, and the board. */

import type { GameEvent, Player, Route, Ticket, View } from "../lib/types.ts";
import type { Facts } from "../table/facts.ts";
import { choicesOf, type Choices } from "../table/turn/choices.ts";

export type MoveKind = "draw" | "tickets" | "claim" | "keep" | "pay" | "decline" | "station" | "start" | "marker" | "no_marker" | "alvin" | "pass";

const VERBS: readonly string[] = ["draw", "claim", "keep", "pay", "decline", "station", "start", "marker", "alvin", "pass"];

/** Of what kind a move is; null for what is no move, such as one that is taken back. */
export function kindOf(move: string): MoveKind | null {
  if (move === "draw tickets") return "tickets";
  if (move === "no marker") return "no_marker";
  const verb = move.split(" ")[0] ?? "";
  return VERBS.includes(verb) ? (verb as MoveKind) : null;
}

export class Moment {
  readonly view: View;
  readonly facts: Facts;
  readonly before: View | null;
  readonly events: readonly GameEvent[];
  readonly choices: Choices;

  constructor(view: View, facts: Facts, before: View | null = null, events: readonly GameEvent[] = []) {
    this.view = view;
    this.facts = facts;
    this.before = before;
    this.events = events;
    this.choices = choicesOf(view);
  }

  /** Whether the learner has a whole turn to begin. */
  get isTurn(): boolean {
    return this.view.my_turn && this.view.phase === "turn";
  }

  get isDrawing(): boolean {
    return this.view.my_turn && (this.view.phase === "turn" || this.view.phase === "second");
  }

  get isOpening(): boolean {
    return this.view.phase === "opening";
  }

  get me(): Player {
    return this.view.players.find((player) => player.name === this.view.you) ?? this.view.players[0]!;
  }

  get rival(): Player {
    return this.view.players.find((player) => player.name !== this.view.you) ?? this.me;
  }

  /** The tickets still to do for which there is a way. */
  get open(): Ticket[] {
    return this.view.tickets.filter((ticket) => !ticket.completed && ticket.way.length > 0);
  }

  get cutOff(): Ticket | undefined {
    return this.view.tickets.find((ticket) => !ticket.completed && ticket.way.length === 0);
  }

  get done(): Ticket | undefined {
    return this.view.tickets.find((ticket) => ticket.completed);
  }

  /** The free routes on the ways of the tickets still to do. */
  get wanted(): Route[] {
    const mine = new Set(this.me.routes);
    const ids = new Set(this.open.flatMap((ticket) => ticket.way).filter((id) => !mine.has(id)));
    return [...ids].flatMap((id) => this.facts.route.get(id) ?? []);
  }

  /** Those of them that the learner can pay for now, the longest first. */
  get payable(): Route[] {
    return this.wanted.filter((route) => this.choices.claims.has(route.id)).sort((one, other) => other.length - one.length);
  }

  routeOf(id: string | undefined): Route | undefined {
    return id === undefined ? undefined : this.facts.route.get(id);
  }

  /** The kinds of the learner's moves since the view before. */
  get ownMoves(): MoveKind[] {
    return this.events.filter((event) => event.player === this.view.you).flatMap((event) => kindOf(event.move) ?? []);
  }
}
