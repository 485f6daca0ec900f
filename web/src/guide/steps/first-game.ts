/** The first game: every rule that New York has, each when it first matters. */

import { t, together } from "../../lib/words.ts";
import type { CardKind, Ticket } from "../../lib/types.ts";
import { countOf } from "../../table/cards/cards.ts";
import type { Moment } from "../moment.ts";
import { on, onRoutes, type Step } from "../step.ts";

/** So few trains that the end comes into sight. */
const FEW_TRAINS = 7;
/** The most colours that a learner is told to look for at once. */
const MOST_COLOURS = 3;

const welcome: Step = {
  id: "welcome",
  when: (now) => now.isOpening && now.view.offered.length > 0,
  target: on("board"),
  values: (now) => ({ player: now.rival.name }),
};

const tickets: Step = {
  id: "tickets",
  words: (now) => (shareAWay(now.view.offered) ? "tickets_shared" : "tickets"),
  values: (now) => ({ number: now.view.fewest_to_keep }),
  when: (now) => now.isOpening && now.view.offered.length > 0,
  target: on("action-line"),
  proposes: ["keep"],
};

const way: Step = {
  id: "way",
  when: (now) => !now.isOpening && now.open.length > 0,
  target: (now) => ({ part: "tickets", routes: now.open[0]?.way ?? [], cities: now.open[0] ? [now.open[0].a, now.open[0].b] : [] }),
  values: (now) => ({ ticket: now.open[0] ? now.facts.ticketName(now.open[0]) : "" }),
};

const turn: Step = {
  id: "turn",
  when: (now) => now.isTurn,
  target: on("action-line"),
};

const lastRound: Step = {
  id: "last_round",
  when: (now) => now.view.last_turns !== null,
  target: on("action-line"),
};

const claimed: Step = {
  id: "claimed",
  when: (now) => now.me.routes.length > 0,
  target: (now) => onRoutes(now, now.me.routes.at(-1)),
  values: (now) => ({ route: routeName(now, now.me.routes.at(-1)), points: routePoints(now, now.me.routes.at(-1)) }),
};

const attraction: Step = {
  id: "attraction",
  after: ["claimed"],
  when: (now) => attractionReached(now) !== undefined,
  target: (now) => ({ part: "board", cities: [attractionReached(now) ?? ""] }),
  values: (now) => ({ city: now.facts.cityName(attractionReached(now) ?? "") }),
};

const done: Step = {
  id: "done",
  when: (now) => now.done !== undefined,
  target: on("tickets"),
  values: (now) => ({ ticket: now.done ? now.facts.ticketName(now.done) : "", points: t("count.points", { number: now.done?.points ?? 0 }) }),
};

const rivalClaimed: Step = {
  id: "rival",
  when: (now) => now.rival.routes.length > 0,
  target: (now) => onRoutes(now, now.rival.routes.at(-1)),
  values: (now) => ({ player: now.rival.name, route: routeName(now, now.rival.routes.at(-1)) }),
};

export const double: Step = {
  id: "double",
  when: (now) => now.view.closed_routes.length > 0,
  target: (now) => onRoutes(now, now.view.closed_routes[0]),
};

export const cutOff: Step = {
  id: "cut_off",
  when: (now) => !now.isOpening && now.cutOff !== undefined,
  target: on("tickets"),
  values: (now) => ({ ticket: now.cutOff ? now.facts.ticketName(now.cutOff) : "", points: t("count.points", { number: now.cutOff?.points ?? 0 }) }),
};

/** Three locomotives in the row: all of it went to the discards at once. */
export const swept: Step = {
  id: "swept",
  when: (now) => now.before !== null && now.events.some((event) => event.move.startsWith("draw")) && countOf(now.view.discard) - countOf(now.before.discard) >= 5,
  target: on("row"),
};

export const reshuffled: Step = {
  id: "reshuffled",
  when: (now) => now.before !== null && now.view.deck_size > now.before.deck_size + 2,
  target: on("deck"),
};

const fewTrains: Step = {
  id: "few_trains",
  unless: ["last_round"],
  when: (now) => fewest(now).trains <= FEW_TRAINS,
  target: on("players"),
  values: (now) => ({ player: fewest(now).name, number: fewest(now).trains, all: now.facts.board.rules.trains }),
};

export const drawn: Step = {
  id: "drawn",
  when: (now) => now.view.my_turn && now.view.phase === "tickets_drawn",
  target: on("action-line"),
  values: (now) => ({ number: now.view.fewest_to_keep, trains: t("count.trains", { number: now.me.trains }) }),
  proposes: ["keep"],
};

/** In the row, before the learner has ever held one. */
const locomotive: Step = {
  id: "locomotive",
  after: ["row"],
  unless: ["locomotive_hand"],
  when: (now) => now.isDrawing && now.view.row.includes("locomotive"),
  target: on("row"),
};

const locomotiveInHand: Step = {
  id: "locomotive_hand",
  after: ["turn"],
  unless: ["locomotive"],
  when: (now) => !now.isOpening && (now.view.hand.locomotive ?? 0) > 0,
  target: on("hand"),
};

/** What a locomotive is has been told: only what holds in the row is new. */
const locomotiveInRow: Step = { ...locomotive, id: "locomotive_row", after: ["row", "locomotive_hand"], unless: ["locomotive"] };

const claim: Step = {
  id: "claim",
  after: ["turn"],
  unless: ["claim_gray", "claimed"],
  when: (now) => now.isTurn && payable(now, false) !== undefined,
  target: (now) => onRoutes(now, payable(now, false)?.id),
  values: (now) => ({
    route: routeName(now, payable(now, false)?.id),
    number: payable(now, false)?.length ?? 0,
    colour: t(`card.${payable(now, false)?.color ?? "gray"}`, { number: payable(now, false)?.length ?? 0 }),
  }),
  proposes: ["claim"],
};

const claimGray: Step = {
  id: "claim_gray",
  after: ["turn"],
  unless: ["claim", "claimed"],
  when: (now) => now.isTurn && payable(now, true) !== undefined,
  target: (now) => onRoutes(now, payable(now, true)?.id),
  values: (now) => ({ route: routeName(now, payable(now, true)?.id), number: payable(now, true)?.length ?? 0 }),
  proposes: ["claim"],
};

/** How to claim is known; that gray takes any colour is new. */
const gray: Step = {
  id: "gray",
  after: ["claimed"],
  unless: ["claim_gray"],
  when: (now) => now.isTurn && payable(now, true) !== undefined,
  target: (now) => onRoutes(now, payable(now, true)?.id),
  values: (now) => ({ route: routeName(now, payable(now, true)?.id) }),
};

const row: Step = {
  id: "row",
  words: (now) => (coloursNeeded(now).length > 0 ? "row" : "row_gray"),
  values: (now) => ({ colours: together(coloursNeeded(now).map((colour) => t(`card.${colour}`, { number: 2 }))) }),
  when: (now) => now.isTurn && now.choices.draws.size > 0,
  target: on("row"),
  proposes: ["draw"],
};

const second: Step = {
  id: "second",
  when: (now) => now.view.my_turn && now.view.phase === "second",
  target: on("row"),
  proposes: ["draw"],
};

const hand: Step = {
  id: "hand",
  after: ["second"],
  when: (now) => !now.isOpening && countOf(now.view.hand) > 0,
  target: on("hand"),
};

const allDone: Step = {
  id: "all_done",
  when: (now) => now.isTurn && now.view.tickets.every((ticket) => ticket.completed) && now.choices.tickets && now.view.last_turns === null,
  target: on("ticket-deck"),
  values: (now) => ({ trains: t("count.trains", { number: now.me.trains }), number: Math.min(now.facts.board.rules.draw_tickets, now.view.tickets_left) }),
};

export const pass: Step = {
  id: "pass",
  when: (now) => now.view.my_turn && now.choices.pass,
  target: on("action-line"),
  proposes: ["pass"],
};

/** In the order in which they are told where several are due. */
export const FIRST_GAME: readonly Step[] = [
  welcome,
  tickets,
  way,
  turn,
  lastRound,
  claimed,
  attraction,
  done,
  rivalClaimed,
  double,
  cutOff,
  swept,
  reshuffled,
  fewTrains,
  drawn,
  pass,
  locomotive,
  locomotiveInHand,
  locomotiveInRow,
  second,
  hand,
  claim,
  claimGray,
  gray,
  allDone,
  row,
];

function shareAWay([one, other]: readonly Ticket[]): boolean {
  return one !== undefined && other !== undefined && one.way.some((route) => other.way.includes(route));
}

export function routeName(now: Moment, id: string | undefined): string {
  const route = now.routeOf(id);
  return route ? now.facts.routeName(route) : "";
}

function routePoints(now: Moment, id: string | undefined): string {
  const { route_points } = now.facts.board.rules;
  return t("count.points", { number: route_points[now.routeOf(id)?.length ?? 0] ?? 0 });
}

function payable(now: Moment, isGray: boolean): Moment["payable"][number] | undefined {
  return now.payable.find((route) => (route.color === "gray") === isGray);
}

function attractionReached(now: Moment): string | undefined {
  const reached = now.me.routes.flatMap((id) => now.routeOf(id) ?? []).flatMap(({ a, b }) => [a, b]);
  return reached.find((city) => now.facts.city.get(city)?.attraction);
}

function fewest(now: Moment): Moment["me"] {
  return [...now.view.players].sort((one, other) => one.trains - other.trains)[0] ?? now.me;
}

/** The colours on the ways of the learner's tickets, those of the row first. */
function coloursNeeded(now: Moment): CardKind[] {
  const needed = [...new Set(now.wanted.map((route) => route.color))].filter((colour) => colour !== "gray") as CardKind[];
  const inRow = (colour: CardKind): number => Number(now.view.row.includes(colour));
  return needed.sort((one, other) => inRow(other) - inRow(one)).slice(0, MOST_COLOURS);
}
