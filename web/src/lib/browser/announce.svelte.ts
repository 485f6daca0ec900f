/** What screen readers announce; `shell/Announcer.svelte` holds the live regions. */
import { untrack } from "svelte";

interface Said {
  id: number;
  text: string;
}

/** How many of the last things said are kept for a reader that is slow to read them. */
const KEPT = 8;
/** Readers that have much to take in leave out what is said just then. */
const QUIET_MS = 500;
const said = $state<{ polite: Said[]; urgent: string }>({ polite: [], urgent: "" });
let count = 0;
let waiting: string[] = [];
let quiet: ReturnType<typeof setTimeout> | undefined;

/** Tells it once the page is quiet and the reader pauses. */
export function announce(text: string): void {
  if (text) waiting.push(text);
  holdBack();
}

/** The page is changing: what is to be said waits until it has changed. */
export function holdBack(): void {
  clearTimeout(quiet);
  quiet = setTimeout(speak, QUIET_MS);
}

function speak(): void {
  if (waiting.length === 0) return;
  // All in one: of several that come at once, some readers read only the last.
  said.polite = [...said.polite, { id: ++count, text: waiting.join(" ") }].slice(-KEPT);
  waiting = [];
}

/** Tells it at once, over whatever is being read: a refusal. The same sentence twice is still a change. */
export function alarm(text: string): void {
  if (text) said.urgent = untrack(() => said.urgent) === text ? `${text}\u200B` : text;
}

/** Takes back what was said and what was to be said: the next to listen at this device may be another player. */
export function fallSilent(): void {
  waiting = [];
  said.polite = [];
  said.urgent = "";
}

export function announced(): typeof said {
  return said;
}
