/** Where everything of a document lies on the map that is edited: as the layout has it, and laid roughly where that has changed. */

import { approximateLayout, type Laid } from "./approximate-layout.ts";
import { type BentMap, cityPlace, type Laying } from "../map/bent-map.ts";
import type { BoardDocument } from "../document/document.ts";
import type { KeptLayout, ServerLayout } from "../start/kept-boards.ts";
import { routeIds } from "../document/route-ids.ts";

export type { Laid };

export function liveLayout(document: BoardDocument, map: BentMap, present: Laid | null): Laid {
  const ids = routeIds(document);
  const routes = document.routes.map(({ a, b, length }, index) => ({ id: ids[index]!, a, b, length }));
  const cities = Object.fromEntries(
    document.cities.map((city) => {
      const { x, y } = cityPlace(map, city);
      return [city.id, [x, y]];
    }),
  );
  return approximateLayout({ cities: document.cities, routes }, cities, present ?? undefined);
}

/** The server's layout in millimetres. */
export function inMillimetres(layout: ServerLayout): Laid {
  const tenths = (values: readonly (number | string)[]) => values.slice(0, 4).map((value) => Number(value) / 10);
  return {
    cities: mapped(layout.cities, tenths),
    labels: mapped(layout.labels, tenths),
    spaces: mapped(layout.routes, (spaces) => spaces.map(tenths)),
  };
}

export function layingOf({ layout, at }: KeptLayout): Laying {
  return { cities: mapped(layout.cities, ([x = 0, y = 0]) => ({ x: x / 10, y: y / 10 })), at };
}

/** Whether the layout is that of the document, with a place for everything. */
export function isLaidOut(document: BoardDocument, laid: KeptLayout | null): boolean {
  if (!laid) return false;
  const ids = routeIds(document);
  const stays = document.cities.every(({ id, lat, lon }) => laid.layout.cities[id] && laid.at[id]?.[0] === lat && laid.at[id]?.[1] === lon);
  return stays && document.routes.every(({ length }, index) => laid.layout.routes[ids[index]!]?.length === length);
}

function mapped<From, To>(table: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, change(value)]));
}
