/** Where on the page a step points: its part of the table, and on a phone the tab that shows it. */

import type { Tab } from "../table/Tabs.svelte";
import type { Box } from "./placing.ts";
import type { Part, Target } from "./step.ts";

const SELECTORS: Record<Part, string> = {
  board: "[data-part=board]",
  row: "[data-part=row]",
  deck: "[data-draw=deck]",
  "ticket-deck": "[data-draw=tickets]",
  hand: "[data-part=hand]",
  tickets: "[data-anchor=tickets]",
  players: "[data-part=players]",
  "action-line": "[data-part=action-line]",
  station: "[data-act=station]",
  tunnel: "[data-part=tunnel]",
};

const TABS: Partial<Record<Part, Tab>> = {
  row: "cards",
  deck: "cards",
  "ticket-deck": "cards",
  hand: "cards",
  tickets: "tickets",
  players: "players",
};

/** What a note should not lie on while there is room elsewhere: it is pressed and read all the time. */
const PRESSED: readonly Part[] = ["action-line", "row", "hand", "tickets", "players"];

export function tabOf(target: Target): Tab | null {
  return TABS[target.part] ?? null;
}

export function elementOf(part: Part): HTMLElement | null {
  return document.querySelector<HTMLElement>(SELECTORS[part]);
}

export function boxOf(part: Part): Box | null {
  return box(elementOf(part));
}

/** What a target takes up on the page: a part of the table, or what lights up on the map; the whole map counts for nothing. */
export function boxesOf({ part, routes = [], cities = [] }: Target): Box[] {
  const spots = [...routes.map((id) => `route-${id}`), ...cities.map((id) => `city-${id}`)];
  const found = [...spots.map((id) => box(document.getElementById(id))), part === "board" ? null : boxOf(part)];
  return found.filter((each) => each !== null);
}

/** The drawing itself, which may be smaller than its part of the table. */
export function mapBox(): Box | null {
  return box(document.querySelector("[data-part=board] svg.carrozza"));
}

export function pressedBoxes(): Box[] {
  return PRESSED.map(boxOf).filter((each) => each !== null);
}

function box(element: Element | null): Box | null {
  const found = element?.getBoundingClientRect();
  return found && found.width > 0 && found.height > 0 ? found : null;
}
