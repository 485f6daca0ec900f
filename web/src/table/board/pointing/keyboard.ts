/** The board by keyboard: one stop for Tab, arrow keys from there, and keys that go through what can be chosen. */

import { ARROWS, nearestTowards } from "./arrow-keys.ts";
import type { Drawing } from "../drawn/drawing.ts";
import { centreOf, citySpots, groupOf, routeSpots, type Spot } from "../drawn/spots.ts";
import type { Place } from "../drawn/svg.ts";

interface KeyboardOptions {
  drawing(): Drawing | null;
  /** What can be chosen now, in the order the keys go through it. */
  choosable(): readonly Spot[];
  onfocus(at: Place): void;
  onpress(spot: Spot): void;
}

export class BoardKeyboard {
  private focused: Spot | null = null;

  constructor(private readonly options: KeyboardOptions) {}

  /** Gives the drawing its one stop: where it was before, or at the first of what can be chosen. */
  begin(otherwise: Spot | null): void {
    this.stopAt(this.focused ?? this.options.choosable()[0] ?? otherwise);
  }

  /** Makes it the one stop of the board for those who press Tab. */
  stopAt(spot: Spot | null): void {
    const drawing = this.options.drawing();
    groupOf(drawing, this.focused)?.setAttribute("tabindex", "-1");
    this.focused = spot;
    groupOf(drawing, spot)?.setAttribute("tabindex", "0");
  }

  focusOn(spot: Spot): void {
    const drawing = this.options.drawing();
    const at = centreOf(drawing, spot);
    this.stopAt(spot);
    if (at) this.options.onfocus(at);
    groupOf(drawing, spot)?.focus({ preventScroll: true });
  }

  readonly onkeydown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const way = ARROWS[event.key];
    if (way) this.step(way);
    else if (event.key === "Enter" || event.key === " ") this.press();
    else if (event.key === "Home" || event.key === "PageUp") this.leap(-1);
    else if (event.key === "End" || event.key === "PageDown") this.leap(1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  private press(): void {
    if (this.focused) this.options.onpress(this.focused);
  }

  /** The next or the one before of what can be chosen now. */
  private leap(by: 1 | -1): void {
    const spots = this.options.choosable();
    const now = spots.findIndex((spot) => spot.id === this.focused?.id && spot.kind === this.focused.kind);
    const next = spots[(now + by + spots.length) % spots.length];
    if (next) this.focusOn(next);
  }

  private step(way: Place): void {
    const drawing = this.options.drawing();
    const from = this.focused && centreOf(drawing, this.focused);
    if (!drawing || !from) return;
    const spots = [...routeSpots(drawing.routes.keys()), ...citySpots(drawing.cities.keys())];
    const next = nearestTowards(way, from, spots.flatMap((spot) => ({ ...spot, ...(centreOf(drawing, spot) ?? from) })));
    if (next) this.focusOn({ kind: next.kind, id: next.id });
  }
}
