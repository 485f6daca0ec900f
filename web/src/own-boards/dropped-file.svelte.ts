/** A board's file that was dropped somewhere on the page: the screen for own boards takes it from here. */
import { go } from "../lib/browser/router.svelte.ts";

export const SUFFIX = ".carrozza-board";

let waiting = $state.raw<File | null>(null);

/** The file that waits to be uploaded. Reactive. */
export function waitingFile(): File | null {
  return waiting;
}

export function takeFile(): File | null {
  const file = waiting;
  waiting = null;
  return file;
}

/** A screen that has its own use for dropped files has prevented the default by now. */
export function holdDrag(event: DragEvent): void {
  if (!event.defaultPrevented && event.dataTransfer?.types.includes("Files")) event.preventDefault();
}

export function takeDrop(event: DragEvent): void {
  if (event.defaultPrevented) return;
  const files = [...(event.dataTransfer?.files ?? [])];
  const file = files.find(({ name }) => name.endsWith(SUFFIX));
  if (files.length) event.preventDefault();
  if (!file) return;
  waiting = file;
  go("/b");
}
