/** Undo and redo without end: the values before and after the one that is shown, which share what they have in common. */

export interface History<T> {
  readonly past: readonly T[];
  readonly present: T;
  readonly future: readonly T[];
  /** What the last change was about: a second change of the same thing is one step with it. */
  readonly about: string;
}

export function begun<T>(present: T): History<T> {
  return { past: [], present, future: [], about: "" };
}

/** `about` names a field that is typed into or a thing that is dragged; "" is a step of its own. */
export function changed<T>(history: History<T>, next: T, about = ""): History<T> {
  if (next === history.present) return history;
  const continues = about !== "" && about === history.about && history.past.length > 0;
  const past = continues ? history.past : [...history.past, history.present];
  return { past, present: next, future: [], about };
}

/** The next change is a step of its own: the field is left, the thing is dropped. */
export function settled<T>(history: History<T>): History<T> {
  return history.about === "" ? history : { ...history, about: "" };
}

export function undone<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (past.length === 0) return history;
  return { past: past.slice(0, -1), present: past.at(-1)!, future: [present, ...future], about: "" };
}

export function redone<T>(history: History<T>): History<T> {
  const { past, present, future } = history;
  if (future.length === 0) return history;
  return { past: [...past, present], present: future[0]!, future: future.slice(1), about: "" };
}
