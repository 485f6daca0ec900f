/** Train cards: their kinds, how they are written, and the sign of each colour. */

import type { CardKind, Cards } from "../../lib/types.ts";
import { discPath, polygonPath, ringPath, starPoints } from "./shapes.ts";

export const KINDS: readonly CardKind[] = [
  "red",
  "orange",
  "yellow",
  "green",
  "blue",
  "purple",
  "pink",
  "black",
  "white",
  "locomotive",
];

/** The kinds held, in the order of the rainbow, locomotives last. */
export function heldKinds(cards: Cards): CardKind[] {
  return KINDS.filter((kind) => (cards[kind] ?? 0) > 0);
}

export function countOf(cards: Cards): number {
  return KINDS.reduce((sum, kind) => sum + (cards[kind] ?? 0), 0);
}

/** `3 white 1 locomotive` as counts. */
export function parseCards(text: string): Cards {
  const cards: Cards = {};
  const words = text.split(" ").filter(Boolean);
  for (let at = 0; at + 1 < words.length; at += 2) {
    const kind = words[at + 1] as CardKind;
    cards[kind] = (cards[kind] ?? 0) + Number(words[at]);
  }
  return cards;
}

export function writeCards(cards: Cards): string {
  const colours = heldKinds(cards).filter((kind) => kind !== "locomotive");
  colours.sort();
  const kinds: CardKind[] = cards.locomotive ? [...colours, "locomotive"] : colours;
  return kinds.map((kind) => `${cards[kind] ?? 0} ${kind}`).join(" ");
}

/** One entry a card: `["red", "red", "locomotive"]`. */
export function cardByCard(cards: Cards): CardKind[] {
  return heldKinds(cards).flatMap((kind) => Array<CardKind>(cards[kind] ?? 0).fill(kind));
}

/** What `more` has beyond `less`. */
export function difference(more: Cards, less: Cards): Cards {
  const left: Cards = {};
  for (const kind of KINDS) {
    const extra = (more[kind] ?? 0) - (less[kind] ?? 0);
    if (extra > 0) left[kind] = extra;
  }
  return left;
}

function crossPoints(): [number, number][] {
  const points: [number, number][] = [];
  for (let arm = 0; arm < 4; arm += 1) {
    for (const [degrees, radius] of [
      [90 * arm + 29, 3.3],
      [90 * arm + 61, 3.3],
      [90 * arm + 90, 1.3],
    ] as const) {
      const angle = (degrees * Math.PI) / 180;
      points.push([Math.cos(angle) * radius, Math.sin(angle) * radius]);
    }
  }
  return points;
}

function wheelPath(): string {
  const spokes = Array.from({ length: 6 }, (_, turn) => {
    const [c, s] = [Math.cos((turn * Math.PI) / 3), Math.sin((turn * Math.PI) / 3)];
    const side = (x: number, y: number): [number, number] => [c * x - s * y, s * x + c * y];
    return polygonPath([side(0.3, 0.4), side(0.3, 2.6), side(-0.3, 2.6), side(-0.3, 0.4)]);
  });
  return ringPath(3.1, 2.3) + spokes.join("") + discPath(0.9);
}

/** One sign for each kind, the same as on the spaces of the drawn board, around (0, 0). */
export const SIGNS: Readonly<Record<CardKind, string>> = {
  red: polygonPath(crossPoints()),
  orange: "M0-2.7L3 2.3H-3z",
  yellow: polygonPath(starPoints(5, 3, 1.25)),
  green: "M-2.4-2.6h2.2L2.4 0-.2 2.6h-2.2L.2 0z",
  blue: "M-4 .4c1.3-2.6 2.7-2.6 4-1s2.7 1.6 4-1v2.2c-1.3 2.6-2.7 2.6-4 1s-2.7-1.6-4 1z",
  purple: ringPath(2.7, 1.4),
  pink: ringPath(2.7, 1.4),
  black: "M-2.3-2.3h4.6v4.6h-4.6z",
  white: discPath(2.1),
  locomotive: wheelPath(),
};
