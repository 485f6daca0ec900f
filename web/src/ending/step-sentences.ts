/** The steps of the final count in words: what is written under the board and read aloud. */

import type { Board, TieBreak, View } from "../lib/types.ts";
import { t, together } from "../lib/words.ts";
import type { Facts } from "../table/facts.ts";
import type { Step } from "./scoring-steps.ts";
import { standings, tieParted } from "./scores.ts";

/** One step in one or two sentences. */
export function stepSentence(step: Step, facts: Facts, view: View, board: Board): string {
  switch (step.kind) {
    case "routes":
      return t("page.ending.routes");
    case "done":
    case "failed":
      return [ticketSentence(step, facts), waySentence(step, facts)].filter(Boolean).join(" ");
    case "stations":
      return t("page.ending.stations", { number: board.rules.station_points });
    case "attractions": {
      const cities = together(step.cities.map((city) => facts.cityName(city)));
      return t("page.ending.attractions", { player: step.player, number: step.cities.length, cities });
    }
    case "alvin":
      return t(step.holds ? "page.ending.alvin_held" : "page.ending.alvin", {
        player: step.player,
        points: points(step.points),
      });
    case "globetrotter":
      return t("page.ending.globetrotter", { players: together(step.winners), number: step.number });
    case "path":
      return t(step.wins ? "page.ending.path_wins" : "page.ending.path", {
        player: step.player,
        trains: trains(step.length),
      });
    case "result":
      return `${winnersSentence(view)}. ${marginSentence(view, board)}`;
  }
}

type TicketStep = Extract<Step, { kind: "done" | "failed" }>;

function ticketSentence(step: TicketStep, facts: Facts): string {
  return t(step.kind === "done" ? "page.ending.done" : "page.ending.failed", {
    player: step.player,
    ticket: facts.ticketName(step.ticket),
    points: points(step.ticket.points),
  });
}

/** How a ticket was completed, or what it lacked. */
export function waySentence(step: TicketStep, facts: Facts): string {
  if (step.kind === "failed") return step.short > 0 ? t("page.ending.short", { number: step.short }) : "";
  if (step.borrowed.length === 0) return t("page.ending.joined", { trains: trains(step.trains) });
  const names = step.borrowed.flatMap((id) => facts.route.get(id) ?? []).map((route) => facts.routeName(route));
  return t("page.ending.helped", { routes: together(names) });
}

export function winnersSentence(view: View): string {
  const [first = ""] = view.winners;
  if (view.winners.length > 1) return t("page.ending.winners", { players: together(view.winners) });
  return t(first === view.you ? "page.ending.you_win" : "page.ending.winner", { player: first });
}

const TIES: Record<TieBreak, string> = {
  "completed-tickets": "page.ending.tie_completed_tickets",
  "longest-path": "page.ending.tie_longest_path",
  "fewest-stations": "page.ending.tie_fewest_stations",
  "longest-path-bonus": "page.ending.tie_longest_path_bonus",
};

/** By how much it was won, or what broke the tie. */
export function marginSentence(view: View, board: Board): string {
  const tie = tieParted(view, board);
  if (tie) return t(TIES[tie.by], { players: together(view.winners), others: together(tie.others) });
  if (view.winners.length > 1) return t("page.ending.equal");
  const [winner, ...rest] = standings(view);
  const best = Math.max(...rest.map((row) => row.score.total));
  const others = rest.filter((row) => row.score.total === best).map((row) => row.name);
  if (!winner || rest.length === 0) return "";
  return t("page.ending.margin", { number: winner.score.total - best, others: together(others) });
}

export function trains(number: number): string {
  return t("count.trains", { number });
}

export function points(number: number): string {
  return t("count.points", { number });
}

/** With its sign: `+11`, `−8`. */
export function signed(number: number): string {
  return number < 0 ? `−${-number}` : `+${number}`;
}

export function plain(number: number): string {
  return number < 0 ? `−${-number}` : String(number);
}
