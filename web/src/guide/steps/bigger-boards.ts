/** What is new after New York on every larger board: more tickets, points at once, the longest path, doubles. */

import { t } from "../../lib/words.ts";
import { on, onRoutes, type Step } from "../step.ts";

/** Says what this board adds. */
export const welcome: Step = {
  id: "welcome",
  words: (now) => ["welcome", now.view.board.replace("-", "_"), ...now.view.variants].join("_"),
  when: (now) => now.isOpening && now.view.offered.length > 0,
  target: on("board"),
  values: (now) => ({ number: now.facts.board.rules.trains, player: now.rival.name }),
};

export const tickets: Step = {
  id: "tickets",
  words: (now) => (now.facts.board.rules.opening_long > 0 ? "tickets_long" : "tickets_more"),
  values: (now) => ({ all: now.view.offered.length, number: now.view.fewest_to_keep }),
  when: (now) => now.isOpening && now.view.offered.length > 0,
  target: on("action-line"),
  proposes: ["keep"],
};

export const points: Step = {
  id: "points",
  when: (now) => now.me.routes.length > 0 && now.me.points !== null,
  target: on("players"),
  values: (now) => ({ points: t("count.points", { number: now.me.points ?? 0 }) }),
};

export const path: Step = {
  id: "path",
  when: (now) => now.me.routes.length > 1,
  target: (now) => onRoutes(now, ...now.me.routes),
  values: (now) => ({ number: now.facts.board.rules.longest_path }),
};

export const doubles: Step = {
  id: "doubles",
  when: (now) => now.view.closed_routes.length > 0,
  target: (now) => onRoutes(now, now.view.closed_routes[0]),
  values: (now) => ({ number: now.facts.board.rules.single_until }),
};

export const drawnMore: Step = {
  id: "drawn_more",
  when: (now) => now.view.my_turn && now.view.phase === "tickets_drawn",
  target: on("action-line"),
  values: (now) => ({ all: now.view.offered.length, number: now.view.fewest_to_keep }),
  proposes: ["keep"],
};
