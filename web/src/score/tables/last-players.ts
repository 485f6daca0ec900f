/** Who played last at this device, in which colours: offered again for the next table. */

import { COLOURS } from "./real-table.ts";

const KEPT = "carrozza.score-players";

export interface LastPlayers {
  /** The colours that play, in the order of the seats. */
  colours: number[];
  /** By colour. */
  names: string[];
}

export function lastPlayers(): LastPlayers {
  const usual = { colours: [0, 1, 2, 3], names: COLOURS.map(() => "") };
  try {
    const found = JSON.parse(localStorage.getItem(KEPT) ?? "null") as Partial<LastPlayers> | null;
    if (!Array.isArray(found?.colours) || !Array.isArray(found.names)) return usual;
    const colours = [...new Set(found.colours)].filter((colour) => colour in COLOURS);
    const names = COLOURS.map((_, colour) => String(found.names?.[colour] ?? ""));
    return { colours: colours.length > 1 ? colours : usual.colours, names };
  } catch {
    return usual;
  }
}

export function keepPlayers(players: LastPlayers): void {
  try {
    localStorage.setItem(KEPT, JSON.stringify(players));
  } catch {
    // A browser that keeps nothing asks again.
  }
}
