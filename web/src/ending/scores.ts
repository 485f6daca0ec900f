/** The final scores as the ceremony tells them. */

import type { Board, Score, TieBreak, View } from "../lib/types.ts";

/** The parts of a score, in the order they are counted and written (E2). */
export const PARTS = ["routes", "tickets", "stations", "attractions", "alvin", "globetrotter", "longest_path"] as const;
export type Part = (typeof PARTS)[number];

/** The parts that this board and its variants can score. */
export function partsInPlay(board: Board, variants: readonly string[]): Part[] {
  const { rules } = board;
  const played: Record<Part, boolean> = {
    routes: true,
    tickets: true,
    stations: rules.stations > 0,
    attractions: rules.attractions > 0,
    alvin: variants.includes("alvin"),
    globetrotter: rules.globetrotter > 0,
    longest_path: rules.longest_path > 0,
  };
  return PARTS.filter((part) => played[part]);
}

export interface Standing {
  name: string;
  seat: number;
  score: Score;
  /** 1 for the winners; players with the same points who are not parted by a tie break share a place. */
  place: number;
}

/** The players from first to last, winners in front. */
export function standings(view: View): Standing[] {
  const rows = view.players.flatMap((player) => {
    const score = view.scores?.[player.name];
    return score ? [{ name: player.name, seat: player.seat, score, place: 0 }] : [];
  });
  const won = (row: Standing) => (view.winners.includes(row.name) ? 1 : 0);
  rows.sort((one, other) => won(other) - won(one) || other.score.total - one.score.total || one.seat - other.seat);
  return rows.map((row, index) => ({ ...row, place: placeOf(rows, index, won) }));
}

function placeOf(rows: readonly Standing[], index: number, won: (row: Standing) => number): number {
  const row = rows[index] as Standing;
  return 1 + rows.filter((other) => won(other) > won(row) || (won(other) === won(row) && other.score.total > row.score.total)).length;
}

/** What parted the winners from others with as many points (E4): the first tie break in which they differ. */
export interface TieParted {
  by: TieBreak;
  /** Who was left behind. */
  others: string[];
}

export function tieParted(view: View, board: Board): TieParted | null {
  const rows = standings(view);
  const best = Math.max(...rows.map((row) => row.score.total));
  let tied = rows.filter((row) => row.score.total === best);
  if (tied.length < 2 || tied.length === view.winners.length) return null;
  const others = tied.filter((row) => !view.winners.includes(row.name)).map((row) => row.name);
  for (const by of board.rules.tie_breaks) {
    const top = Math.max(...tied.map((row) => standingBy(by, row, view)));
    const left = tied.filter((row) => standingBy(by, row, view) === top);
    if (left.length === view.winners.length) return { by, others };
    tied = left;
  }
  return null;
}

function standingBy(by: TieBreak, row: Standing, view: View): number {
  switch (by) {
    case "completed-tickets":
      return row.score.tickets_completed.length;
    case "longest-path":
      return row.score.longest_path_length;
    case "fewest-stations":
      return -(view.players.find(({ seat }) => seat === row.seat)?.stations.length ?? 0);
    case "longest-path-bonus":
      return row.score.longest_path;
  }
}
