/** Stations: Europe, and Italy with the advanced rules. */

import { on, type Step } from "../step.ts";

/** So many turns that the others have got in the way, or soon will. */
const LATER = 4;

export const station: Step = {
  id: "station",
  when: (now) => now.isTurn && now.choices.stations.size > 0 && (now.view.turns >= LATER || now.cutOff !== undefined),
  target: on("station"),
  values: (now) => ({ number: now.facts.board.rules.station_points }),
};

export const stationBuilt: Step = {
  id: "station_built",
  when: (now) => now.me.stations.length > 0,
  target: (now) => ({ part: "board", cities: now.me.stations.slice(-1) }),
  values: (now) => ({ city: now.facts.cityName(now.me.stations.at(-1) ?? "") }),
};
