/** The tables that this browser keeps, unfinished and counted, the latest first. */

import { readTable, type RealTable } from "./real-table.ts";

const KEPT = "carrozza.score-tables";
const MOST = 50;
/** Where the browser keeps nothing, they live as long as the page. */
let remembered: RealTable[] = [];

export function keptTables(): RealTable[] {
  return [...read()].sort((one, other) => other.changed - one.changed);
}

export function keptTable(id: string): RealTable | null {
  return read().find((table) => table.id === id) ?? null;
}

/** Keeps it in place of what was kept of it before; beyond the most, the oldest go. */
export function keepTable(table: RealTable): void {
  const others = keptTables().filter(({ id }) => id !== table.id);
  write([table, ...others].slice(0, MOST));
}

export function forgetTable(id: string): void {
  write(read().filter((table) => table.id !== id));
}

export function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(6)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function read(): RealTable[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    if (!Array.isArray(found)) return remembered;
    return found.flatMap((each: { id?: unknown }) => readTable(each, String(each?.id ?? "")) ?? []);
  } catch {
    return remembered;
  }
}

function write(tables: RealTable[]): void {
  remembered = tables;
  try {
    localStorage.setItem(KEPT, JSON.stringify(tables));
  } catch {
    // A browser that keeps nothing still counts.
  }
}
