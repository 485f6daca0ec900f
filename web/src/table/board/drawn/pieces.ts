/** Pieces on the map: how they come down, and their shadow. What they look like is said by the drawing. */

import { reducedMotion } from "../../../lib/browser/settings.svelte.ts";
import { EASE, LANDING } from "../../motion/timing.ts";
import { lineThrough, made, type Turned } from "./svg.ts";

/** How far from the trains of a route their shadow lies, as in drawings of positions. */
const SHADOW = "translate(0.9 1.4)";
/** Half of how broad the shadow is: its ends are round. */
const SHADOW_ROUNDING = 4.7;

/** Lets a piece come down; without motion it only appears. */
export function land(piece: SVGElement, delay: number): void {
  const still = reducedMotion();
  const frames = still
    ? [{ opacity: 0 }, { opacity: 1 }]
    : [
        { opacity: 0, translate: "0 -14px", scale: "1.25" },
        { opacity: 1, translate: "0 0", scale: "1" },
      ];
  piece.animate(frames, { duration: LANDING, delay: still ? 0 : delay, easing: EASE, fill: "backwards" });
}

/** The one shadow that all trains of a route cast. */
export function shadowOf(spaces: readonly Turned[]): SVGElement {
  return made("path", { class: "cast", d: lineThrough(spaces, SHADOW_ROUNDING), transform: SHADOW });
}
