/** Networks as broad lines under the trains, each in its player's colour. */

import type { Drawing } from "../drawn/drawing.ts";
import type { Network } from "./network.ts";
import { made } from "../drawn/svg.ts";

type Ribbon = Pick<Network, "color" | "routes">;

/** Lights up one network, and lets the rest of the board step back; where there are no trains yet, all stays as it is. */
export function lightNetwork(drawing: Drawing, looked: Network | null): void {
  const network = looked?.routes.length ? looked : null;
  drawing.svg.classList.toggle("network-lit", network !== null);
  drawing.mark("in-network", new Set(network?.routes ?? []));
  drawing.markCities("in-network", new Set(network?.cities ?? []));
  drawRibbon(drawing, "lit-ribbon", network);
}

export function drawRibbon(drawing: Drawing, name: string, ribbon: Ribbon | null): void {
  drawing.svg.querySelector(`.${name}`)?.remove();
  if (!ribbon) return;
  const lines = (part: string) =>
    ribbon.routes.flatMap((id) => {
      const route = drawing.routes.get(id);
      return route ? [made("path", { class: part, d: route.way })] : [];
    });
  const drawn = made("g", { class: `ribbon ${name} ${ribbon.color}` }, ...lines("ribbon-edge"), ...lines("ribbon-core"));
  drawing.svg.querySelector(".routes")?.before(drawn);
}
