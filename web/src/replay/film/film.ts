/** A replay as an animated GIF, made in the browser: the server has no part in it but the board's drawing. */
import { plain } from "../../ending/step-sentences.ts";
import type { Replay } from "../../lib/types.ts";
import { t, together } from "../../lib/words.ts";
import { finalTotals, touchedBy } from "../playback.ts";
import type { Caption } from "./caption.ts";
import { Gif, UNCHANGED } from "./gif.ts";
import { Palette } from "./palette.ts";
import { shotsOf, type Shot } from "./shots.ts";
import { Stage } from "./stage.ts";

interface Making {
  replay: Replay;
  title: string;
  theme: "light" | "dark";
  /** The share that is done. */
  onprogress: (share: number) => void;
  signal: AbortSignal;
}

/** Fails with an `AbortError` when it is called off. */
export async function film({ replay, title, theme, onprogress, signal }: Making): Promise<Blob> {
  const stage = await Stage.of(replay.board, theme, signal);
  const shots = shotsOf(replay);
  const take = async (shot: Shot): Promise<Uint8ClampedArray> => {
    signal.throwIfAborted();
    const { view } = replay.frames[shot.at]!;
    return stage.picture(view, touchedBy(replay.frames, shot.at), captionAt(replay, title, shot));
  };
  // All colours there will be are in the last picture, and those of the empty map in the first.
  const palette = new Palette([await take(shots[0]!), await take(shots.at(-1)!)], UNCHANGED);
  const gif = new Gif(stage.width, stage.height, palette.colours);
  for (const [index, shot] of shots.entries()) {
    gif.add(palette.numbers(await take(shot)), shot.milliseconds);
    onprogress((index + 1) / shots.length);
  }
  return new Blob([gif.finish()], { type: "image/gif" });
}

function captionAt(replay: Replay, title: string, { at, isResult }: Shot): Caption {
  const { view, event } = replay.frames[at]!;
  const finals = isResult ? finalTotals(replay) : null;
  const mover = event?.player;
  return {
    sentence: isResult ? resultOf(replay) : (event?.text ?? `${title}: ${together(replay.seats)}`),
    players: view.players.map(({ seat, name }, index) => ({
      seat,
      name,
      points: plain(finals?.[index] ?? replay.charts.points[index]?.[at] ?? 0),
      isBright: isResult ? replay.winners.includes(name) : mover === undefined || mover === name,
    })),
  };
}

function resultOf({ winners }: Replay): string {
  if (winners.length === 1) return t("page.ending.winner", { player: winners[0]! });
  return t("page.ending.winners", { players: together(winners) });
}
