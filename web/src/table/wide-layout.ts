/** Where everything lies on a wide screen: the board as large as it can be, the rest beside it or over its empty parts. */

import type { Layout } from "../lib/api-types.ts";
import { largestPlace, shownParts, type Box } from "./place-board.ts";
import type { Size } from "./board/zoom/zoom-maths.ts";

/** Everything but phones and tablets that are held upright. As in the styles of the table's parts. */
export const WIDE = "(min-width: 761px) and (min-height: 521px) and (orientation: landscape)";

export interface Seated {
  seats: number;
  /** How many kinds of cards a hand can hold; none where somebody only looks on. */
  kinds: number;
}

export interface WideLayout {
  /** How wide the column on the right is: row, tickets, what to do, log. */
  side: number;
  /** Whether the players stand in a line above the board; otherwise on its left, one under another. */
  isAbove: boolean;
  head: Box;
  players: Box;
  hand: Box | null;
  zoom: Box;
  board: Box;
  /** How wide a card in the hand is. */
  card: number;
}

interface Sizes {
  side: number;
  column: number;
  card: number;
  seat: number;
}

/** Closer, farther, and one's own network. */
const ZOOM = { width: 110, height: 34 };
const EDGE = 8;
const HEAD_IN_COLUMN = 82;
const HEAD_ABOVE = 46;
const WATCHING = 30;
/** Between the stacks of a hand; and what each may be wider than one card. */
const GAP = 14;
const FANNED = 14;
/** How much more a less usual arrangement must give the board. */
const WORTH_IT = 1.02;
/** Above a hand, where stacks rise that are pointed at, and below. */
const HAND_EDGE = 12;

function sizesFor({ width, height }: Size): Sizes {
  if (width >= 1700 && height >= 900) return { side: 340, column: 244, card: 66, seat: 64 };
  if (width <= 1180) return { side: 240, column: 176, card: 50, seat: 60 };
  return { side: 276, column: 208, card: 58, seat: 60 };
}

export function wideLayout(screen: Size, { seats, kinds }: Seated, layout: Layout): WideLayout {
  const sizes = sizesFor(screen);
  const stage = { width: screen.width - sizes.side, height: screen.height };
  const shown = shownParts(layout);
  let best: WideLayout | null = null;
  for (const parts of arrangements(stage, sizes, seats, kinds)) {
    const { head, players, hand, zoom } = parts;
    const floating = [head, players, zoom, ...(hand ? [hand] : [])];
    const board = largestPlace(stage, layout, shown, floating, (size) => wish(stage, size, parts), best ? best.board.width * WORTH_IT : 0);
    if (board) best = { ...parts, board, side: sizes.side, card: sizes.card };
  }
  return best!;
}

type Parts = Pick<WideLayout, "isAbove" | "head" | "players" | "hand" | "zoom">;

/** The better ones first: where two give the board as much, the first is taken. */
function arrangements(stage: Size, sizes: Sizes, seats: number, kinds: number): Parts[] {
  const hands = kinds === 0 ? [null] : handPlaces(stage, sizes, kinds);
  return [false, true].flatMap((isAbove) => hands.map((hand) => ({ isAbove, hand, ...around(stage, sizes, seats, kinds === 0, isAbove) })));
}

function around(stage: Size, sizes: Sizes, seats: number, isWatching: boolean, isAbove: boolean): Pick<Parts, "head" | "players" | "zoom"> {
  const zoom = { x: stage.width - EDGE - ZOOM.width, y: EDGE, ...ZOOM };
  if (isAbove) {
    const head = { x: 0, y: 0, width: stage.width, height: HEAD_ABOVE };
    const players = { x: 0, y: HEAD_ABOVE, width: stage.width, height: sizes.seat };
    return { head, players, zoom: { ...zoom, y: HEAD_ABOVE + sizes.seat + EDGE } };
  }
  const head = { x: 0, y: 0, width: sizes.column, height: HEAD_IN_COLUMN + (isWatching ? WATCHING : 0) };
  return { head, players: { x: 0, y: head.height, width: sizes.column, height: seats * sizes.seat + EDGE }, zoom };
}

function handPlaces(stage: Size, { card }: Sizes, kinds: number): Box[] {
  const width = Math.min(stage.width, kinds * (card + GAP + FANNED));
  const height = card * 1.5 + HAND_EDGE;
  return [0.5, 0, 1].map((along) => ({ x: Math.round((stage.width - width) * along), y: stage.height - height, width, height }));
}

/** In the middle of what the players and the hand leave of the stage. */
function wish(stage: Size, board: Size, { isAbove, head, players, hand }: Parts): { x: number; y: number } {
  const [left, top] = isAbove ? [0, head.height + players.height] : [players.width, 0];
  const below = hand ? hand.height : 0;
  return { x: left + (stage.width - left - board.width) / 2, y: top + (stage.height - top - below - board.height) / 2 };
}
