/** How long a frame takes while a city of the USA is dragged: `npx vitest bench`. */

import { bench, describe } from "vitest";
import { approximateLayout } from "../../src/workshop/layout/approximate-layout.ts";
import { USA, USA_LAYOUT } from "./usa.ts";

describe("36 cities, 100 routes", () => {
  let frame = 0;
  bench("a frame while a city is dragged", () => {
    frame += 1;
    const [x = 0, y = 0] = USA_LAYOUT.cities["denver"] ?? [];
    approximateLayout(USA, { ...USA_LAYOUT.cities, denver: [x + (frame % 40), y - (frame % 25)] }, USA_LAYOUT);
  });
  bench("the whole board from nothing", () => {
    approximateLayout(USA, USA_LAYOUT.cities);
  });
});
