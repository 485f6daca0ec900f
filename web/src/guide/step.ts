/** A step of the guide: one rule or one part of the table, told once, when it first matters. */

import type { Values } from "../lib/words.ts";
import type { Moment, MoveKind } from "./moment.ts";

/** Parts of the table that a step can point at. */
export type Part = "board" | "row" | "deck" | "ticket-deck" | "hand" | "tickets" | "players" | "action-line" | "station" | "tunnel";

export interface Target {
  part: Part;
  /** What lights up on the map. */
  routes?: readonly string[];
  cities?: readonly string[];
}

export interface Step {
  /** Remembered once the step has been read. */
  id: string;
  /** Which of the guide's sentences it says now; those of its id where it is left out. */
  words?: (now: Moment) => string;
  values?: (now: Moment) => Values;
  when: (now: Moment) => boolean;
  target: (now: Moment) => Target;
  /** The moves that it proposes. Without any it is read, and the learner goes on by a button. */
  proposes?: readonly MoveKind[];
  /** Told only after all of these have been. */
  after?: readonly string[];
  /** Left out once one of these has been told: the same rule stands there. */
  unless?: readonly string[];
}

export function on(part: Part): () => Target {
  return () => ({ part });
}

/** Routes on the map, with their cities. */
export function onRoutes(now: Moment, ...ids: readonly (string | undefined)[]): Target {
  const routes = ids.flatMap((id) => now.routeOf(id) ?? []);
  return { part: "board", routes: routes.map(({ id }) => id), cities: [...new Set(routes.flatMap(({ a, b }) => [a, b]))] };
}

/** The words' key of a step, now. */
export function wordsOf(step: Step, now: Moment): string {
  return step.words?.(now) ?? step.id;
}
