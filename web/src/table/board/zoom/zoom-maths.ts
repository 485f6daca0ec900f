/** Where a board lies on its stage: all of it scaled so that it fits, and from there closer and moved. */

import type { Place } from "../drawn/svg.ts";

const CLOSEST = 6;
/** A stage narrower than this, in pixels, shows a whole board too small to see what one is about to do. */
const SMALL = 600;
/** How much nearer a board may rest to fill a small stage; less than the least is not worth the dragging. */
const FILL = { least: 1.15, most: 1.7 };
/** How near one comes to what is being decided. */
export const NEAR = 2.4;
const MARGIN = 40;
const REVEAL_MARGIN = 60;

export interface Size {
  width: number;
  height: number;
}

/** How much closer than whole, and how far moved, in pixels of the stage. */
export interface Sight extends Place {
  scale: number;
}

export const WHOLE: Sight = { scale: 1, x: 0, y: 0 };

export function isSmall(stage: Size): boolean {
  return stage.width <= SMALL;
}

/** Pixels to a unit of the board while it is whole. */
export function fittedScale(stage: Size, board: Size): number {
  return Math.min(stage.width / board.width, stage.height / board.height);
}

/** Where a place of the board is on the stage while it is whole. */
export function placed(stage: Size, board: Size, { x, y }: Place): Place {
  const fitted = fittedScale(stage, board);
  const [left, top] = [stage.width - board.width * fitted, stage.height - board.height * fitted];
  return { x: left / 2 + x * fitted, y: top / 2 + y * fitted };
}

/** As the board lies when nobody looks closer: whole, or filling a small stage that is taller than it. */
export function resting(stage: Size, board: Size, before: Sight): Sight {
  const fill = stage.height / (board.height * fittedScale(stage, board));
  const scale = isSmall(stage) && fill > FILL.least ? Math.min(fill, FILL.most) : 1;
  return scaledAround({ x: stage.width / 2, y: stage.height / 2 }, before, scale);
}

/** So near that these places fill the stage, or so far that all are seen. */
export function framing(stage: Size, board: Size, places: readonly Place[]): Sight {
  const shown = places.map((place) => placed(stage, board, place));
  const [xs, ys] = [shown.map(({ x }) => x), shown.map(({ y }) => y)];
  const [low, high] = [{ x: Math.min(...xs), y: Math.min(...ys) }, { x: Math.max(...xs), y: Math.max(...ys) }];
  const wide = (stage.width - 2 * MARGIN) / Math.max(1, high.x - low.x);
  const tall = (stage.height - 2 * MARGIN) / Math.max(1, high.y - low.y);
  const scale = Math.max(1, Math.min(NEAR, wide, tall));
  return {
    scale,
    x: stage.width / 2 - ((low.x + high.x) / 2) * scale,
    y: stage.height / 2 - ((low.y + high.y) / 2) * scale,
  };
}

/** Closer or farther, while the point of the stage stays where it is. */
export function zoomedAt(point: Place, before: Sight, wanted: number): Sight {
  return scaledAround(point, before, Math.min(CLOSEST, Math.max(1, wanted)));
}

/** Moved so that a place of the board is well inside. */
export function revealing(stage: Size, board: Size, before: Sight, place: Place): Sight {
  const whole = placed(stage, board, place);
  const margin = Math.min(REVEAL_MARGIN, stage.width / 4, stage.height / 4);
  const inside = (at: number, room: number) => Math.min(Math.max(at, margin), room - margin) - at;
  return {
    scale: before.scale,
    x: before.x + inside(before.x + whole.x * before.scale, stage.width),
    y: before.y + inside(before.y + whole.y * before.scale, stage.height),
  };
}

/** Moved so that the board stays on its stage: in the middle where it is smaller, without gaps where it is larger. */
export function keptInside(stage: Size, board: Size, { scale, x, y }: Sight): Sight {
  const fitted = fittedScale(stage, board);
  return {
    scale,
    x: keptAlong(x, stage.width, board.width * fitted, scale),
    y: keptAlong(y, stage.height, board.height * fitted, scale),
  };
}

function keptAlong(at: number, room: number, size: number, scale: number): number {
  const border = ((room - size) / 2) * scale;
  const shown = size * scale;
  if (shown <= room) return (room - shown) / 2 - border;
  return Math.min(0 - border, Math.max(room - shown - border, at));
}

function scaledAround({ x, y }: Place, before: Sight, scale: number): Sight {
  const ratio = scale / before.scale;
  return { scale, x: x - (x - before.x) * ratio, y: y - (y - before.y) * ratio };
}
