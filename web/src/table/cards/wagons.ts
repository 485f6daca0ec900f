/** A wagon for each kind of card, seen from the side in a box of 48 by 24; holes are windows and slats. */

import type { CardKind } from "../../lib/types.ts";
import { discPath } from "./shapes.ts";

const at = (x: number, y: number, radius: number): string =>
  discPath(radius).replace(/^M-[\d.]+ 0/, `M${x - radius} ${y}`);

const UNDERCARRIAGE = `M2 17H46V18.4H2zM0 17.2h2v.8H0zM46 17.2h2v.8h-2z${[8, 14, 34, 40].map((x) => at(x, 20.2, 2.5)).join("")}`;

const window_ = (x: number, y: number, width: number, height: number): string =>
  `M${x} ${y}v${height}h${width}v-${height}z`;

const LOAD: Readonly<Record<CardKind, string>> = {
  /* coach */
  red: `M3 16V6.5Q3 4 6 4H42Q45 4 45 6.5V16z${[6, 12.4, 18.8, 25.2, 31.6, 38].map((x) => window_(x, 7, 4, 4.4)).join("")}`,
  /* hopper */
  orange: "M3 5H45V8.5L39 16H31L28 11.5 24 16 20 11.5 17 16H9L3 8.5z",
  /* box car */
  yellow: `M3 4H45V16H3z${window_(19.5, 5.6, 9, 9)}M21 7h6v6.4h-6z`,
  /* logs */
  green: `M5 16V6h1.6v10zM41.4 16V6H43v10z${[10.6, 17.2, 23.8, 30.4, 37].map((x) => at(x, 13.2, 2.8)).join("")}${[13.9, 20.5, 27.1, 33.7].map((x) => at(x, 8.2, 2.8)).join("")}`,
  /* cold store */
  blue: `M3 16V5Q24 1 45 5V16z${[8, 14, 20, 26, 32, 38].map((x) => window_(x, 7, 1.4, 7.6)).join("")}`,
  /* cattle */
  purple: `M3 4H45V16H3z${[6.4, 9.2, 12].map((y) => window_(5.4, y, 15.4, 1.5) + window_(27.2, y, 15.4, 1.5)).join("")}`,
  pink: `M3 4H45V16H3z${[6.4, 9.2, 12].map((y) => window_(5.4, y, 15.4, 1.5) + window_(27.2, y, 15.4, 1.5)).join("")}`,
  /* tank */
  black: "M7 16Q3 16 3 11T7 6H20V3.6h8V6H41Q45 6 45 11T41 16z",
  /* dining car */
  white: `M3 16V7L7 4H41L45 7V16z${[7, 17, 27].map((x) => window_(x, 7.4, 7, 4.6)).join("")}${window_(38, 7.4, 3.4, 8.6)}`,
  /* engine */
  locomotive: "M4 16V3H16V8H27V4.6H25.8V3H31.2V4.6H30V8H39V5H43V8.4L45.4 16zM7 5.4V9.6H13V5.4z",
};

export function wagonPath(kind: CardKind): string {
  return LOAD[kind] + UNDERCARRIAGE;
}
