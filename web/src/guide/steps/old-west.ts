/** Old West: start cities, networks, markers and whom a route pays. */

import { on, type Step } from "../step.ts";

export const start: Step = {
  id: "start",
  when: (now) => now.view.my_turn && now.view.phase === "start",
  target: (now) => ({ part: "board", cities: [...new Set(now.view.tickets.flatMap(({ a, b }) => [a, b]))].filter((city) => now.choices.starts.has(city)) }),
  proposes: ["start"],
};

export const network: Step = {
  id: "network",
  when: (now) => now.isTurn && now.me.start !== null,
  target: (now) => ({ part: "board", cities: now.me.start === null ? [] : [now.me.start] }),
  values: (now) => ({ city: now.facts.cityName(now.me.start ?? "") }),
};

export const marker: Step = {
  id: "marker",
  when: (now) => now.view.my_turn && now.view.phase === "marker",
  target: on("action-line"),
  values: (now) => ({ number: now.facts.board.rules.markers }),
  proposes: ["marker", "no_marker"],
};

/** Whoever has claimed a route has seen its points go somewhere. */
export const markerPays: Step = {
  id: "marker_pays",
  when: (now) => now.view.phase === "turn" && now.view.players.some((player) => player.routes.length > 0),
  target: (now) => ({ part: "board", cities: now.rival.markers }),
  values: (now) => ({ player: now.rival.name }),
};

export const globetrotter: Step = {
  id: "globetrotter",
  when: (now) => now.me.routes.length > 1,
  target: on("tickets"),
  values: (now) => ({ number: now.facts.board.rules.globetrotter }),
};
