/** The steps of each guided game: all rules on New York, and elsewhere what is new there. */

import type { Step } from "../step.ts";
import { alvin, alvinHeld, alvinMoved } from "./alvin.ts";
import { doubles, drawnMore, path, points, tickets, welcome } from "./bigger-boards.ts";
import { FIRST_GAME } from "./first-game.ts";
import { globetrotter, marker, markerPays, network, start } from "./old-west.ts";
import { station, stationBuilt } from "./stations.ts";
import { ferry, tunnel, tunnelTurned } from "./tunnels-and-ferries.ts";

const BIGGER: readonly Step[] = [drawnMore, points, path, doubles];
const CROSSING: readonly Step[] = [tunnelTurned, stationBuilt, tunnel, ferry, station];
const WEST: readonly Step[] = [start, marker, network, markerPays];

/** In the order in which they are told where several are due. */
const LESSONS: Record<string, readonly Step[]> = {
  "new-york": FIRST_GAME,
  usa: [welcome, tickets, ...BIGGER],
  europe: [welcome, tickets, ...CROSSING, ...BIGGER],
  "italy-basic": [welcome, tickets, ...BIGGER],
  "italy-advanced": [welcome, tickets, ...CROSSING, ...BIGGER],
  "old-west": [welcome, tickets, ...WEST, globetrotter, drawnMore, doubles],
  "old-west alvin": [welcome, tickets, alvinMoved, ...WEST, alvin, alvinHeld, globetrotter, drawnMore, doubles],
};

/** Of a board and its variants; none where nobody has written them. */
export function stepsOf(board: string, variants: readonly string[]): readonly Step[] {
  return LESSONS[[board, ...variants].join(" ")] ?? [];
}

export const ALL_STEPS: readonly Step[] = [...new Set(Object.values(LESSONS).flat())];
