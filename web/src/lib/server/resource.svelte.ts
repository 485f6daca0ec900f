/** Something the server is asked for while a screen shows it. */
import type { Answer } from "./api.ts";
import { returns } from "./server-reach.svelte.ts";
import { settings } from "../browser/settings.svelte.ts";
import type { Refusal } from "../types.ts";

export interface Resource<T> {
  /** The last good answer; it stays while a newer one is asked for. */
  readonly value: T | null;
  readonly refusal: Refusal | null;
  readonly status: number;
  again(): void;
}

/** Asks at once, and again whenever what `ask` reads, the language or the line has changed. Call it where a component begins. */
export function resource<T>(ask: () => Promise<Answer<T>>, everyMs?: number): Resource<T> {
  let value = $state.raw<T | null>(null);
  let refusal = $state.raw<Refusal | null>(null);
  let status = $state(0);
  let round = $state(0);
  let latest = 0;
  $effect(() => {
    void [settings.language, returns(), round];
    const mine = ++latest;
    void ask().then((answer) => {
      if (mine !== latest) return;
      if (answer.ok) [value, refusal] = [answer.value, null];
      else [refusal, status] = [answer.refusal, answer.status];
    });
    const timer = everyMs ? setTimeout(() => (round += 1), everyMs) : undefined;
    return () => {
      latest += 1;
      clearTimeout(timer);
    };
  });
  return {
    get value() {
      return value;
    },
    get refusal() {
      return refusal;
    },
    get status() {
      return status;
    },
    again: () => (round += 1),
  };
}
