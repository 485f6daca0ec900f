/** The fewest trains from city to city: what a ticket's value is suggested by. */

import type { BoardDocument } from "./document.ts";

/** The fewest trains that join two cities; null where no way does. */
export function fewestTrains(document: BoardDocument, from: string, to: string): number | null {
  const reached = new Map([[from, 0]]);
  const open = new Set([from]);
  while (open.size > 0) {
    const city = [...open].reduce((best, each) => (reached.get(each)! < reached.get(best)! ? each : best));
    if (city === to) return reached.get(city)!;
    open.delete(city);
    for (const { a, b, length } of document.routes) {
      if (a !== city && b !== city) continue;
      const next = a === city ? b : a;
      const trains = reached.get(city)! + length;
      if (trains >= (reached.get(next) ?? Infinity)) continue;
      reached.set(next, trains);
      open.add(next);
    }
  }
  return null;
}

/** Printed tickets are worth about the trains of their shortest way. */
export function suggestedPoints(document: BoardDocument, from: string, to: string): number {
  return Math.min(99, Math.max(1, fewestTrains(document, from, to) ?? 1));
}
