/** Looking closer: wheel, pinch, buttons and keys zoom; dragging pans; a double tap fits.
 *
 * On a small stage a wide board rests so near that it fills the stage, and one drags it along. */

const CLOSEST = 6;
const STEP = 1.35;
const SLOP = 6;
const DOUBLE_TAP = 320;
/** A stage narrower than this, in pixels, shows a whole board too small to see what one is about to do. */
const SMALL = 600;
/** How much nearer a board may rest to fill a small stage; less than the least is not worth the dragging. */
const FILL = { least: 1.15, most: 1.7 };
/** How near one comes to what is being decided. */
const NEAR = 2.4;
const MARGIN = 40;

export interface ZoomOptions {
  /** Size of what is shown, in any unit. */
  width: number;
  height: number;
  onmove(): void;
  /** Somebody has zoomed or dragged by hand. */
  onhand(): void;
}

/** What of the board is seen, and how near. */
export interface Sight {
  scale: number;
  x: number;
  y: number;
  isResting: boolean;
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
  /** Whether nobody has looked elsewhere since it came to rest. */
  private isResting = true;
  /** Two taps are seen as such already; the browser's double click would be a third. */
  private byTouch = false;
  private slowing: ReturnType<typeof setTimeout> | undefined;
  /** Whether the gesture under way has moved: then its end is no click. */
  dragged = false;

  /** The stage in pixels, noted when it changes: to ask for it costs a layout of the page. */
  private width: number;
  private height: number;
  private readonly stage: HTMLElement;
  private readonly sheet: HTMLElement;
  private readonly options: ZoomOptions;
  private readonly resizes: ResizeObserver;

  constructor(stage: HTMLElement, sheet: HTMLElement, options: ZoomOptions) {
    this.stage = stage;
    this.sheet = sheet;
    this.options = options;
    this.width = stage.clientWidth;
    this.height = stage.clientHeight;
    stage.addEventListener("wheel", this.onWheel, { passive: false });
    stage.addEventListener("pointerdown", this.onDown);
    stage.addEventListener("pointermove", this.onMove);
    stage.addEventListener("pointerup", this.onUp);
    stage.addEventListener("pointercancel", this.onUp);
    stage.addEventListener("dblclick", this.onDouble);
    this.resizes = new ResizeObserver(() => this.measure());
    this.resizes.observe(stage);
  }

  destroy(): void {
    this.resizes.disconnect();
    clearTimeout(this.slowing);
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

  get isSmall(): boolean {
    return this.width <= SMALL;
  }

  get sight(): Sight {
    return { scale: this.scale, x: this.x, y: this.y, isResting: this.isResting };
  }

  /** Looks as before. */
  lookFrom(sight: Sight): void {
    Object.assign(this, sight);
    if (sight.isResting) this.rest(true);
    else this.apply(true);
  }

  /** As the board lies when nobody looks closer: whole, or filling a small stage that is taller than it. */
  rest(smooth = false): void {
    const [width, height] = [this.width, this.height];
    const fill = height / (this.options.height * this.fitted);
    const before = this.scale;
    this.isResting = true;
    this.scale = this.isSmall && fill > FILL.least ? Math.min(fill, FILL.most) : 1;
    this.x = width / 2 - (width / 2 - this.x) * (this.scale / before);
    this.y = height / 2 - (height / 2 - this.y) * (this.scale / before);
    this.apply(smooth);
  }

  /** Comes near to places of the board, or goes back so far that all are seen. */
  frame(places: readonly Finger[]): void {
    const [width, height] = [this.width, this.height];
    const [xs, ys] = [places.map((place) => this.placed(place).x), places.map((place) => this.placed(place).y)];
    const [low, high] = [{ x: Math.min(...xs), y: Math.min(...ys) }, { x: Math.max(...xs), y: Math.max(...ys) }];
    const wide = (width - 2 * MARGIN) / Math.max(1, high.x - low.x);
    const tall = (height - 2 * MARGIN) / Math.max(1, high.y - low.y);
    this.isResting = false;
    this.scale = Math.max(1, Math.min(NEAR, wide, tall));
    this.x = width / 2 - ((low.x + high.x) / 2) * this.scale;
    this.y = height / 2 - ((low.y + high.y) / 2) * this.scale;
    this.apply(true);
  }

  fit(): void {
    this.isResting = false;
    this.scale = 1;
    this.x = this.y = 0;
    this.apply(true);
  }

  closer(): void {
    this.byHand();
    this.zoomAt(this.width / 2, this.height / 2, this.scale * STEP, true);
  }

  farther(): void {
    this.byHand();
    this.zoomAt(this.width / 2, this.height / 2, this.scale / STEP, true);
  }

  /** Moves so that a place of the board is well inside. */
  reveal(place: Finger): void {
    const [width, height] = [this.width, this.height];
    const [x, y] = [this.x + this.placed(place).x * this.scale, this.y + this.placed(place).y * this.scale];
    const margin = Math.min(60, width / 4, height / 4);
    const dx = x < margin ? margin - x : x > width - margin ? width - margin - x : 0;
    const dy = y < margin ? margin - y : y > height - margin ? height - margin - y : 0;
    if (dx === 0 && dy === 0) return;
    this.x += dx;
    this.y += dy;
    this.apply(true);
  }

  private measure(): void {
    this.width = this.stage.clientWidth;
    this.height = this.stage.clientHeight;
    if (this.isResting) this.rest();
    else this.apply();
  }

  /** Pixels to a unit of the board while it is whole. */
  private get fitted(): number {
    return Math.min(this.width / this.options.width, this.height / this.options.height);
  }

  /** Where a place of the board is on the stage while it is whole. */
  private placed({ x, y }: Finger): Finger {
    const [left, top] = [this.width - this.options.width * this.fitted, this.height - this.options.height * this.fitted];
    return { x: left / 2 + x * this.fitted, y: top / 2 + y * this.fitted };
  }

  private byHand(): void {
    this.isResting = false;
    this.options.onhand();
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
    const [width, height] = [this.width, this.height];
    const { fitted } = this;
    this.x = kept(this.x, width, this.options.width * fitted, this.scale);
    this.y = kept(this.y, height, this.options.height * fitted, this.scale);
    this.sheet.classList.toggle("smooth", smooth);
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.scale})`;
    this.stage.classList.toggle("zoomed", this.scale > 1);
    this.options.onmove();
  }

  private hasten(): void {
    this.byHand();
    this.sheet.classList.add("moving");
    clearTimeout(this.slowing);
    this.slowing = setTimeout(() => this.sheet.classList.remove("moving"), 160);
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
    this.byHand();
    if (!this.isFitted) {
      this.fit();
      return;
    }
    const box = this.stage.getBoundingClientRect();
    this.zoomAt(x - box.left, y - box.top, NEAR, true);
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
