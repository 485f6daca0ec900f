/** The board of the USA and its layout, from the files of the program. */

import { readFileSync } from "node:fs";
import { parse } from "smol-toml";
import type { Laid, MapToLay } from "../../src/workshop/layout/approximate-layout.ts";

const PROGRAM = new URL("../../../src/carrozza/", import.meta.url);

interface KeptLayout {
  cities: Record<string, number[]>;
  labels: Record<string, (number | string)[]>;
  routes: Record<string, number[][]>;
}

function mapOfUsa(layout: Laid): MapToLay {
  const { cities, routes } = parse(readFileSync(new URL("boards/files/usa.toml", PROGRAM), "utf8")) as unknown as MapToLay;
  const ids = Object.keys(layout.spaces);
  return { cities, routes: routes.map((route, index) => ({ ...route, id: ids[index] ?? "" })) };
}

function layoutOfUsa(): Laid {
  const kept = JSON.parse(readFileSync(new URL("atlas/layout/files/usa.json", PROGRAM), "utf8")) as KeptLayout;
  const tenths = (row: readonly (number | string)[]) => row.map((value) => Number(value) / 10);
  const each = <T, U>(table: Record<string, T>, change: (value: T) => U) => Object.fromEntries(Object.entries(table).map(([id, value]) => [id, change(value)]));
  return { cities: each(kept.cities, tenths), labels: each(kept.labels, (label) => tenths(label.slice(0, 4))), spaces: each(kept.routes, (row) => row.map(tenths)) };
}

export const USA_LAYOUT = layoutOfUsa();
export const USA = mapOfUsa(USA_LAYOUT);
