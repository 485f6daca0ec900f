/** The row on the page: a card keeps its place while it lies there. The server tells only which cards lie in it. */

import type { CardKind } from "../../lib/types.ts";

export type Slots = readonly (CardKind | null)[];

/** The slots for a new row: what stays keeps its slot, what is new fills the gaps, that of `taken` first. */
export function arranged(slots: Slots, row: readonly CardKind[], taken: number | null = null): Slots {
  const coming = [...row];
  const next: (CardKind | null)[] = Array<CardKind | null>(Math.max(row.length, 5)).fill(null);
  slots.forEach((kind, slot) => {
    if (kind === null || slot === taken || slot >= next.length) return;
    const found = coming.indexOf(kind);
    if (found < 0) return;
    coming.splice(found, 1);
    next[slot] = kind;
  });
  const gaps = next.flatMap((kind, slot) => (kind === null ? [slot] : []));
  gaps.sort((one, other) => Number(other === taken) - Number(one === taken));
  for (const slot of gaps) next[slot] = coming.shift() ?? null;
  return next;
}

/** The slot a card was taken from: the one pressed, or the first that shows it. */
export function slotOf(slots: Slots, kind: string, pressed: number | null): number | null {
  if (pressed !== null && slots[pressed] === kind) return pressed;
  const found = slots.findIndex((card) => card === kind);
  return found < 0 ? null : found;
}
