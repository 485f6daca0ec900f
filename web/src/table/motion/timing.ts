/** How things move at the table: briefly, easing out, and never against the wish for stillness. */

/** Milliseconds. */
export const FLIGHT = 240;
export const LANDING = 220;
export const BETWEEN_TRAINS = 60;
export const BETWEEN_CARDS = 60;
export const EASE = "cubic-bezier(0.2, 0.7, 0.3, 1)";

/** Whatever moves now is at once where it goes. */
export function endMotion(): void {
  for (const motion of document.getAnimations()) {
    if (motion.effect?.getComputedTiming().endTime !== Infinity) motion.finish();
  }
}
