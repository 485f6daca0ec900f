/** Wheel, pinch, drag and double tap on an element. */

import type { Place } from "../drawn/svg.ts";

const SLOP = 6;
const DOUBLE_TAP = 320;

export interface GestureActions {
  pan(dx: number, dy: number): void;
  /** So many times closer, around a point of the element. */
  zoom(factor: number, around: Place): void;
  /** False where two quick taps are two taps. */
  doubleTap(at: Place): boolean;
  /** Whether there is anything to pan. */
  canPan(): boolean;
}

export class Gestures {
  /** Whether the gesture under way has moved: then its end is no click. */
  dragged = false;
  private readonly fingers = new Map<number, Place>();
  private start: Place = { x: 0, y: 0 };
  private lastTap = 0;
  /** Two taps are seen as such already; the browser's double click would be a third. */
  private byTouch = false;
  private readonly listening = new AbortController();

  constructor(
    private readonly element: HTMLElement,
    private readonly actions: GestureActions,
  ) {
    const { signal } = this.listening;
    element.addEventListener("wheel", this.onWheel, { passive: false, signal });
    element.addEventListener("pointerdown", this.onDown, { signal });
    element.addEventListener("pointermove", this.onMove, { signal });
    element.addEventListener("pointerup", this.onUp, { signal });
    element.addEventListener("pointercancel", this.onUp, { signal });
    element.addEventListener("dblclick", this.onDouble, { signal });
  }

  destroy(): void {
    this.listening.abort();
  }

  private readonly onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const unit = event.deltaMode === 1 ? 24 : 1;
    this.actions.zoom(Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)), this.inside(event.clientX, event.clientY));
  };

  private readonly onDown = (event: PointerEvent): void => {
    this.byTouch = event.pointerType !== "mouse";
    if (!this.byTouch && event.button !== 0) return;
    if ((event.target as Element).closest("button, a, [data-fixed]")) return;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 1) {
      this.start = { x: event.clientX, y: event.clientY };
      this.dragged = false;
    }
  };

  private readonly onMove = (event: PointerEvent): void => {
    const before = this.fingers.get(event.pointerId);
    if (!before) return;
    const now = { x: event.clientX, y: event.clientY };
    if (this.fingers.size === 2) this.pinch(event.pointerId, before, now);
    else if (this.fingers.size === 1) this.drag(before, now, event.pointerId);
    this.fingers.set(event.pointerId, now);
  };

  private drag(before: Place, now: Place, pointer: number): void {
    if (!this.dragged && apart(now, this.start) < SLOP) return;
    if (!this.dragged) {
      this.dragged = true;
      this.element.setPointerCapture(pointer);
    }
    if (this.actions.canPan()) this.actions.pan(now.x - before.x, now.y - before.y);
  }

  private pinch(moved: number, before: Place, now: Place): void {
    const other = [...this.fingers].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    this.dragged = true;
    this.actions.pan((now.x - before.x) / 2, (now.y - before.y) / 2);
    const ratio = apart(now, other) / Math.max(1, apart(before, other));
    this.actions.zoom(ratio, this.inside((now.x + other.x) / 2, (now.y + other.y) / 2));
  }

  private readonly onUp = (event: PointerEvent): void => {
    const was = this.fingers.delete(event.pointerId);
    if (!was || this.dragged || event.pointerType === "mouse" || event.type === "pointercancel") return;
    if (event.timeStamp - this.lastTap < DOUBLE_TAP) {
      this.dragged = this.actions.doubleTap(this.inside(event.clientX, event.clientY));
    }
    this.lastTap = event.timeStamp;
  };

  private readonly onDouble = (event: MouseEvent): void => {
    if (this.byTouch || (event.target as Element).closest(".route, .city, button")) return;
    this.actions.doubleTap(this.inside(event.clientX, event.clientY));
  };

  private inside(x: number, y: number): Place {
    const box = this.element.getBoundingClientRect();
    return { x: x - box.left, y: y - box.top };
  }
}

function apart(one: Place, other: Place): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
