/** The course of a guided game: which step is shown, which have been told, and what the learner did instead. */

import type { Moment, MoveKind } from "./moment.ts";
import type { Step } from "./step.ts";

export interface Course {
  /** The ids of the steps that have been told. */
  readonly told: ReadonlySet<string>;
  readonly shown: Step | null;
  /** What the learner has just done in place of what was proposed. */
  readonly instead: MoveKind | null;
}

export const BEGINNING: Course = { told: new Set(), shown: null, instead: null };

/** The first step that is due. After the end of the game the count explains itself. */
export function stepDue(steps: readonly Step[], told: ReadonlySet<string>, now: Moment): Step | null {
  if (now.view.finished || now.view.you === null) return null;
  return steps.find((step) => isLeft(step, told) && step.when(now)) ?? null;
}

function isLeft({ id, after = [], unless = [] }: Step, told: ReadonlySet<string>): boolean {
  return !told.has(id) && after.every((other) => told.has(other)) && !unless.some((other) => told.has(other));
}

/** The course after another view: a move of the learner's ends the step that was shown, whatever it proposed; what others
 * do ends only a proposal that can no longer be followed. */
export function advance(steps: readonly Step[], course: Course, now: Moment): Course {
  const moves = now.ownMoves;
  const { shown } = course;
  if (shown && moves.length === 0 && !now.view.finished && (!shown.proposes || shown.when(now))) return course;
  const told = shown && moves.length > 0 ? new Set([...course.told, shown.id]) : course.told;
  return { told, shown: stepDue(steps, told, now), instead: moves.length > 0 ? insteadOf(shown, moves) : course.instead };
}

function insteadOf(shown: Step | null, moves: readonly MoveKind[]): MoveKind | null {
  if (!shown?.proposes || moves.some((move) => shown.proposes?.includes(move))) return null;
  return moves[moves.length - 1] ?? null;
}

/** The learner has read what is shown. */
export function goOn(steps: readonly Step[], course: Course, now: Moment): Course {
  const told = course.shown && !course.shown.proposes ? new Set([...course.told, course.shown.id]) : course.told;
  return { told, shown: stepDue(steps, told, now), instead: null };
}
