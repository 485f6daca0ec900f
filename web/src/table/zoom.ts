/** Looking closer: wheel, pinch, buttons and keys zoom; dragging pans; a double tap fits. */

const CLOSEST = 6;
const STEP = 1.35;
const SLOP = 6;
const DOUBLE_TAP = 320;

export interface ZoomOptions {
  /** Size of what is shown, in any unit. */
  width: number;
  height: number;
  onmove(): void;
}

interface Finger {
  x: number;
  y: number;
}

export class Zoom {
  scale = 1;
  private x = 0;
  private y = 0;
  private readonly fingers = new Map<number, Finger>();
  private start: Finger = { x: 0, y: 0 };
  private lastTap = 0;
  /** Two taps are seen as such already; the browser's double click would be a third. */
  private byTouch = false;
  private rest: ReturnType<typeof setTimeout> | undefined;
  /** Whether the gesture under way has moved: then its end is no click. */
  dragged = false;

  private readonly stage: HTMLElement;
  private readonly sheet: HTMLElement;
  private readonly options: ZoomOptions;
  private readonly resizes: ResizeObserver;

  constructor(stage: HTMLElement, sheet: HTMLElement, options: ZoomOptions) {
    this.stage = stage;
    this.sheet = sheet;
    this.options = options;
    stage.addEventListener("wheel", this.onWheel, { passive: false });
    stage.addEventListener("pointerdown", this.onDown);
    stage.addEventListener("pointermove", this.onMove);
    stage.addEventListener("pointerup", this.onUp);
    stage.addEventListener("pointercancel", this.onUp);
    stage.addEventListener("dblclick", this.onDouble);
    this.resizes = new ResizeObserver(() => this.apply());
    this.resizes.observe(stage);
  }

  destroy(): void {
    this.resizes.disconnect();
    clearTimeout(this.rest);
    this.stage.removeEventListener("wheel", this.onWheel);
    this.stage.removeEventListener("pointerdown", this.onDown);
    this.stage.removeEventListener("pointermove", this.onMove);
    this.stage.removeEventListener("pointerup", this.onUp);
    this.stage.removeEventListener("pointercancel", this.onUp);
    this.stage.removeEventListener("dblclick", this.onDouble);
  }

  get isFitted(): boolean {
    return this.scale === 1;
  }

  fit(): void {
    this.scale = 1;
    this.x = this.y = 0;
    this.apply(true);
  }

  closer(): void {
    this.zoomAt(this.stage.clientWidth / 2, this.stage.clientHeight / 2, this.scale * STEP, true);
  }

  farther(): void {
    this.zoomAt(this.stage.clientWidth / 2, this.stage.clientHeight / 2, this.scale / STEP, true);
  }

  /** Moves so that a place (in pixels of the stage, as it is now) is well inside. */
  reveal(x: number, y: number): void {
    const [width, height] = [this.stage.clientWidth, this.stage.clientHeight];
    const margin = Math.min(60, width / 4, height / 4);
    const dx = x < margin ? margin - x : x > width - margin ? width - margin - x : 0;
    const dy = y < margin ? margin - y : y > height - margin ? height - margin - y : 0;
    if (dx === 0 && dy === 0) return;
    this.x += dx;
    this.y += dy;
    this.apply(true);
  }

  /** Looks at a place (in pixels of the stage, as it is now) from near by. */
  lookAt(x: number, y: number, scale: number): void {
    const [left, top] = [(x - this.x) / this.scale, (y - this.y) / this.scale];
    this.scale = Math.min(CLOSEST, Math.max(this.scale, scale));
    this.x = this.stage.clientWidth / 2 - left * this.scale;
    this.y = this.stage.clientHeight / 2 - top * this.scale;
    this.apply(true);
  }

  private zoomAt(x: number, y: number, wanted: number, smooth = false): void {
    const scale = Math.min(CLOSEST, Math.max(1, wanted));
    const ratio = scale / this.scale;
    this.x = x - (x - this.x) * ratio;
    this.y = y - (y - this.y) * ratio;
    this.scale = scale;
    this.apply(smooth);
  }

  private apply(smooth = false): void {
    const [width, height] = [this.stage.clientWidth, this.stage.clientHeight];
    const fitted = Math.min(width / this.options.width, height / this.options.height);
    this.x = kept(this.x, width, this.options.width * fitted, this.scale);
    this.y = kept(this.y, height, this.options.height * fitted, this.scale);
    this.sheet.classList.toggle("smooth", smooth);
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.stage.classList.toggle("zoomed", this.scale > 1);
    this.options.onmove();
  }

  private hasten(): void {
    this.sheet.classList.add("moving");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.sheet.classList.remove("moving"), 160);
  }

  private readonly onWheel = (event: WheelEvent): void => {
    event.preventDefault();
    const box = this.stage.getBoundingClientRect();
    const unit = event.deltaMode === 1 ? 24 : 1;
    this.hasten();
    this.zoomAt(
      event.clientX - box.left,
      event.clientY - box.top,
      this.scale * Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.0016)),
    );
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
    if (this.fingers.size === 2) this.pinch(event.pointerId, now);
    else if (this.fingers.size === 1) this.pan(before, now, event.pointerId);
    this.fingers.set(event.pointerId, now);
  };

  private pan(before: Finger, now: Finger, pointer: number): void {
    if (!this.dragged && Math.hypot(now.x - this.start.x, now.y - this.start.y) < SLOP) return;
    if (!this.dragged) {
      this.dragged = true;
      this.stage.setPointerCapture(pointer);
    }
    if (this.isFitted) return;
    this.hasten();
    this.x += now.x - before.x;
    this.y += now.y - before.y;
    this.apply();
  }

  private pinch(moved: number, now: Finger): void {
    const before = this.fingers.get(moved)!;
    const other = [...this.fingers].find(([id]) => id !== moved)?.[1];
    if (!other) return;
    this.dragged = true;
    this.hasten();
    const box = this.stage.getBoundingClientRect();
    const ratio = apart(now, other) / Math.max(1, apart(before, other));
    this.x += (now.x - before.x) / 2;
    this.y += (now.y - before.y) / 2;
    this.zoomAt((now.x + other.x) / 2 - box.left, (now.y + other.y) / 2 - box.top, this.scale * ratio);
  }

  private readonly onUp = (event: PointerEvent): void => {
    const was = this.fingers.delete(event.pointerId);
    if (!was || this.dragged || event.pointerType === "mouse" || event.type === "pointercancel") return;
    const tapped = event.timeStamp;
    if (tapped - this.lastTap < DOUBLE_TAP) {
      this.toggle(event.clientX, event.clientY);
      this.dragged = true;
    }
    this.lastTap = tapped;
  };

  private readonly onDouble = (event: MouseEvent): void => {
    if (this.byTouch || (event.target as Element).closest(".route, .city, button")) return;
    this.toggle(event.clientX, event.clientY);
  };

  private toggle(x: number, y: number): void {
    if (!this.isFitted) {
      this.fit();
      return;
    }
    const box = this.stage.getBoundingClientRect();
    this.zoomAt(x - box.left, y - box.top, 2.4, true);
  }
}

/** Keeps what is shown inside its stage: in the middle where it is smaller, without gaps where it is larger. */
function kept(at: number, room: number, size: number, scale: number): number {
  const border = ((room - size) / 2) * scale;
  const shown = size * scale;
  if (shown <= room) return (room - shown) / 2 - border;
  return Math.min(-border, Math.max(room - shown - border, at));
}

function apart(one: Finger, other: Finger): number {
  return Math.hypot(one.x - other.x, one.y - other.y);
}
