/** Tunnels and ferries: Europe, and Italy with the advanced rules. */

import type { Route } from "../../lib/types.ts";
import type { Moment } from "../moment.ts";
import { on, onRoutes, type Step } from "../step.ts";
import { routeName } from "./first-game.ts";

/** The learner has had a turn: time for what lies ahead and cannot be paid yet. */
const LATER = 2;

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

/** A tunnel that can be paid for now; after the first turn also one that lies on the way. */
function tunnelAhead(now: Moment): Route | undefined {
  const isTunnel = (route: Route): boolean => now.facts.hasTunnel(route);
  return now.payable.find(isTunnel) ?? (now.view.turns >= LATER ? now.wanted.find(isTunnel) : undefined);
}

function ferryAhead(now: Moment): Route | undefined {
  const isFerry = (route: Route): boolean => now.facts.ferryOf(route) > 0;
  return now.payable.find(isFerry) ?? (now.view.turns >= LATER ? now.wanted.find(isFerry) : undefined);
}
