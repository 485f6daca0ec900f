/** Where on the page something is shown that belongs to an element. */

import type { Place } from "../board/drawn/svg.ts";

/** Above an element in the lower half of the page, below one in the upper half; without one in the middle. */
export function beside(element: Element | null): Place {
  const box = element?.getBoundingClientRect();
  if (!box) return { x: innerWidth / 2, y: innerHeight / 2 };
  return { x: box.x + box.width / 2, y: box.y < innerHeight / 2 ? box.bottom - 8 : box.y };
}

export function middleOf(element: Element | null): Place | null {
  const box = element?.getBoundingClientRect();
  return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
}
