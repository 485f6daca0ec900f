/** What of a game is filmed: the beginning, every move that changes the map, and the end. */
import type { Replay, View } from "../../lib/types.ts";

export interface Shot {
  /** The frame of the replay. */
  at: number;
  milliseconds: number;
  /** Whether the players' points are the final ones. */
  isResult: boolean;
}

const FIRST_MS = 1200;
const MOVE_MS = 600;
const LAST_MS = 5000;
/** A film is no longer, whatever game somebody opens. */
export const MOST = 300;

type Filmed = Pick<View, "players" | "alvin">;

export function shotsOf(replay: { frames: readonly { view: Filmed }[]; scores: Replay["scores"] }): Shot[] {
  const last = replay.frames.length - 1;
  const moves = replay.frames.flatMap((frame, at) => (at > 0 && mapOf(frame.view) !== mapOf(replay.frames[at - 1]!.view) ? [at] : []));
  const shots = [0, ...thinned(moves, MOST - 2)].map((at) => ({ at, milliseconds: at === 0 ? FIRST_MS : MOVE_MS, isResult: false }));
  if (replay.scores) return [...shots, { at: last, milliseconds: LAST_MS, isResult: true }];
  return shots.map((shot, index) => (index === shots.length - 1 ? { ...shot, milliseconds: LAST_MS } : shot));
}

/** What lies on the map. */
function mapOf({ players, alvin }: Filmed): string {
  return JSON.stringify([players.map(({ routes, stations, markers, start }) => [routes, stations, markers, start]), alvin]);
}

function thinned(moves: readonly number[], most: number): number[] {
  if (moves.length <= most) return [...moves];
  return Array.from({ length: most }, (_, index) => moves[Math.floor(((index + 1) * moves.length) / most) - 1]!);
}
