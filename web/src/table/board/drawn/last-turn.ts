/** What the last turn did on the map, read from the events. */

import type { GameEvent } from "../../../lib/types.ts";
import type { LastTurn } from "./drawing.ts";

export function lastTurn(events: readonly GameEvent[]): LastTurn {
  const routes: string[] = [];
  const cities: string[] = [];
  const player = events[events.length - 1]?.player;
  for (let at = events.length - 1; at >= 0; at -= 1) {
    const event = events[at];
    if (!event || event.player !== player || event.move === "undo") break;
    const [verb, what] = event.move.split(" ");
    if (verb === "claim" && what) {
      routes.push(what);
      break;
    }
    if ((verb === "station" || verb === "marker" || verb === "alvin" || verb === "start") && what && what !== "marker") cities.push(what);
    else if (verb !== "pay" && verb !== "no") break;
  }
  return { routes, cities };
}
