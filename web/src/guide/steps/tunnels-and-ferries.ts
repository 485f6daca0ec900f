/** Tunnels and ferries: Europe, and Italy with the advanced rules. */

import type { Route } from "../../lib/types.ts";
import type { Moment } from "../moment.ts";
import { on, onRoutes, type Step } from "../step.ts";
import { routeName } from "./first-game.ts";

/** The learner has had a turn: time for what lies ahead and cannot be paid yet. */
const LATER = 2;
/** So many turns that a start is nearly over: whatever has not come up is shown where it is. */
const LATE = 6;

export const tunnel: Step = {
  id: "tunnel",
  when: (now) => now.isTurn && tunnelAhead(now) !== undefined,
  target: (now) => onRoutes(now, tunnelAhead(now)?.id),
  values: (now) => ({ route: routeName(now, tunnelAhead(now)?.id), number: tunnelAhead(now)?.tunnel ?? 0 }),
};

export const tunnelTurned: Step = {
  id: "tunnel_turned",
  when: (now) => now.view.my_turn && now.view.phase === "tunnel",
  target: on("tunnel"),
  values: (now) => ({ number: now.view.due }),
  proposes: ["pay", "decline"],
};

export const ferry: Step = {
  id: "ferry",
  when: (now) => now.isTurn && ferryAhead(now) !== undefined,
  target: (now) => onRoutes(now, ferryAhead(now)?.id),
  values: (now) => ({ route: routeName(now, ferryAhead(now)?.id), number: ferryAhead(now)?.ferry ?? 0 }),
};

function tunnelAhead(now: Moment): Route | undefined {
  return ahead(now, (route) => now.facts.hasTunnel(route));
}

function ferryAhead(now: Moment): Route | undefined {
  return ahead(now, (route) => now.facts.ferryOf(route) > 0);
}

/** One that can be paid for now; after the first turn one that lies on the way, later any that is free. */
function ahead(now: Moment, isSuch: (route: Route) => boolean): Route | undefined {
  const taken = new Set(now.view.players.flatMap((player) => player.routes));
  const onTheWay = now.view.turns >= LATER ? now.wanted : [];
  const free = now.view.turns >= LATE ? now.facts.board.routes.filter((route) => !taken.has(route.id)) : [];
  return [...now.payable, ...onTheWay, ...free].find(isSuch);
}
