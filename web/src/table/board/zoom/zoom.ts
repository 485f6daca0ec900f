/** Looking closer: wheel, pinch, buttons and keys zoom; dragging pans; a double tap fits.
 *
 * On a small stage a wide board rests so near that it fills the stage, and one drags it along. */

import { Gestures } from "./gestures.ts";
import type { Place } from "../drawn/svg.ts";
import { framing, isSmall, keptInside, NEAR, resting, revealing, WHOLE, zoomedAt, type Sight, type Size } from "./zoom-maths.ts";

const STEP = 1.35;
/** Milliseconds after the last change by hand until the board is taken for still. */
const STILL = 160;

export interface ZoomOptions extends Size {
  onmove(): void;
  /** Somebody has zoomed or dragged by hand. */
  onhand(): void;
  /** Two quick taps are two taps, and bring nothing closer. */
  quickTaps: boolean;
}

export class Zoom {
  private sight: Sight = WHOLE;
  /** Where one looked before the board moved by itself; nothing once one has moved it by hand. */
  private left: { sight: Sight; isResting: boolean } | null = null;
  /** Whether nobody has looked elsewhere since it came to rest. */
  private isResting = true;
  private slowing: ReturnType<typeof setTimeout> | undefined;
  /** In pixels, noted when they change: to ask for them costs a layout of the page. */
  private stageSize!: Size;
  /** The part of the stage where the whole board lies. */
  private size!: Size;
  private corner!: Place;
  private readonly gestures: Gestures;
  private readonly resizes: ResizeObserver;

  constructor(
    private readonly stage: HTMLElement,
    private readonly sheet: HTMLElement,
    private readonly options: ZoomOptions,
  ) {
    this.note();
    this.gestures = new Gestures(stage, {
      pan: (dx, dy) => this.byHand({ ...this.sight, x: this.sight.x + dx, y: this.sight.y + dy }),
      zoom: (factor, around) => this.byHand(zoomedAt(this.onSheet(around), this.sight, this.sight.scale * factor)),
      doubleTap: (at) => !options.quickTaps && this.toggle(this.onSheet(at)),
      canPan: () => !this.isFitted,
    });
    this.resizes = new ResizeObserver(() => this.measure());
    this.resizes.observe(stage);
    this.resizes.observe(sheet);
  }

  destroy(): void {
    this.resizes.disconnect();
    clearTimeout(this.slowing);
    this.gestures.destroy();
  }

  get isFitted(): boolean {
    return this.sight.scale === 1;
  }

  /** Whether the gesture under way has moved: then its end is no click. */
  get dragged(): boolean {
    return this.gestures.dragged;
  }

  /** Shows the whole board. */
  fit(): void {
    this.isResting = false;
    this.look(WHOLE, true);
  }

  closer(): void {
    this.noteHand();
    this.look(zoomedAt(this.middle, this.sight, this.sight.scale * STEP), true);
  }

  farther(): void {
    this.noteHand();
    this.look(zoomedAt(this.middle, this.sight, this.sight.scale / STEP), true);
  }

  /** Moves so that a place of the board is well inside. */
  reveal(place: Place): void {
    const sight = revealing(this.size, this.options, this.sight, place);
    if (sight.x !== this.sight.x || sight.y !== this.sight.y) this.look(sight, true);
  }

  /** On a small stage: moves so that what happens out of sight comes into sight, unless it came near to something else. */
  follow(places: readonly Place[]): void {
    if (this.left === null && isSmall(this.stageSize) && !this.isFitted) places.forEach((place) => this.reveal(place));
  }

  /** On a small stage: comes near to what is being decided. */
  comeNear(places: readonly Place[]): void {
    if (!isSmall(this.stageSize) || places.length === 0) return;
    this.remember();
    this.isResting = false;
    this.look(framing(this.size, this.options, places), true);
  }

  /** On a small stage: everything, to choose from. */
  showWhole(): void {
    if (!isSmall(this.stageSize) || this.isFitted) return;
    this.remember();
    this.fit();
  }

  /** Looks again as before it came near. */
  goBack(): void {
    const { left } = this;
    this.left = null;
    if (!left) return;
    this.isResting = left.isResting;
    this.look(left.isResting ? resting(this.size, this.options, left.sight) : left.sight, true);
  }

  private remember(): void {
    this.left ??= { sight: this.sight, isResting: this.isResting };
  }

  private note(): void {
    this.stageSize = { width: this.stage.clientWidth, height: this.stage.clientHeight };
    this.size = { width: this.sheet.clientWidth, height: this.sheet.clientHeight };
    this.corner = { x: this.sheet.offsetLeft, y: this.sheet.offsetTop };
  }

  private onSheet({ x, y }: Place): Place {
    return { x: x - this.corner.x, y: y - this.corner.y };
  }

  private measure(): void {
    this.note();
    this.look(this.isResting ? resting(this.size, this.options, this.sight) : this.sight);
  }

  private get middle(): Place {
    return { x: this.size.width / 2, y: this.size.height / 2 };
  }

  private noteHand(): void {
    this.isResting = false;
    this.left = null;
    this.options.onhand();
  }

  private byHand(sight: Sight): void {
    this.noteHand();
    this.sheet.classList.add("moving");
    clearTimeout(this.slowing);
    this.slowing = setTimeout(() => this.sheet.classList.remove("moving"), STILL);
    this.look(sight);
  }

  private toggle(at: Place): true {
    this.noteHand();
    if (this.isFitted) this.look(zoomedAt(at, this.sight, NEAR), true);
    else this.fit();
    return true;
  }

  private look(sight: Sight, smooth = false): void {
    this.sight = keptInside(this.size, this.options, sight);
    const { scale, x, y } = this.sight;
    this.sheet.classList.toggle("smooth", smooth);
    this.sheet.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
    this.stage.classList.toggle("zoomed", scale > 1);
    this.options.onmove();
  }
}
