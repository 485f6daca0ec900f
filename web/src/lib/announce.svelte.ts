/** What a screen reader is told of every change; `shell/Announcer.svelte` holds the live regions. */
import { untrack } from "svelte";

interface Said {
  id: number;
  text: string;
}

/** How many of the last things said are kept for a reader that is slow to read them. */
const KEPT = 8;
const said = $state<{ polite: Said[]; urgent: string }>({ polite: [], urgent: "" });
let count = 0;

/** Tells it when the reader pauses. Several in a row are all read. */
export function announce(text: string): void {
  count += 1;
  const [id, before] = [count, untrack(() => said.polite)];
  if (text) said.polite = [...before, { id, text }].slice(-KEPT);
}

/** Tells it at once: your turn, the last round, a refusal. The same sentence twice is still a change. */
export function alarm(text: string): void {
  if (text) said.urgent = untrack(() => said.urgent) === text ? `${text}\u200B` : text;
}

export function announced(): typeof said {
  return said;
}
