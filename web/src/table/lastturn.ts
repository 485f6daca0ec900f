/** What the last turn did on the map, read from what was told. */

import type { Told } from "../lib/types.ts";
import type { LastTurn } from "./drawing.ts";

export function lastTurn(told: readonly Told[]): LastTurn {
  const routes: string[] = [];
  const cities: string[] = [];
  const player = told[told.length - 1]?.player;
  for (let at = told.length - 1; at >= 0; at -= 1) {
    const move = told[at];
    if (!move || move.player !== player || move.move === "undo") break;
    const [verb, what] = move.move.split(" ");
    if (verb === "claim" && what) {
      routes.push(what);
      break;
    }
    if ((verb === "station" || verb === "marker" || verb === "alvin" || verb === "start") && what && what !== "marker") cities.push(what);
    else if (verb !== "pay" && verb !== "no") break;
  }
  return { routes, cities };
}
