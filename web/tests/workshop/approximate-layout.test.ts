import { describe, expect, test } from "vitest";
import { approximateLayout, type MapToLay } from "../../src/workshop/layout/approximate-layout.ts";
import { USA, USA_LAYOUT } from "./usa.ts";

const TWO: MapToLay = {
  cities: [
    { id: "a", name: "Aosta" },
    { id: "b", name: "Bari" },
  ],
  routes: [{ id: "a-b", a: "a", b: "b", length: 3 }],
};
const APART = { a: [50, 100], b: [50 + 2 * 16 + 2 * 22.4, 100] };

function row(laid: ReturnType<typeof approximateLayout>, route: string): number[][] {
  const spaces = laid.spaces[route];
  if (!spaces) throw new Error(`no spaces of ${route}`);
  return spaces;
}

function expectRow(found: number[][], wanted: number[][]): void {
  expect(found.map((space) => space.map((value) => Math.round(10 * value) / 10))).toEqual(wanted);
}

describe("a route", () => {
  test("is straight where its cities are as far apart as it is long", () => {
    expectRow(row(approximateLayout(TWO, APART), "a-b"), [
      [66, 100, 0, 20],
      [88.4, 100, 0, 20],
      [110.8, 100, 0, 20],
    ]);
  });
  test("lies amid a longer way", () => {
    const spaces = row(approximateLayout(TWO, { ...APART, b: [250, 100] }), "a-b");
    expectRow(spaces, [
      [124, 100, 0, 20],
      [150, 100, 0, 20],
      [176, 100, 0, 20],
    ]);
  });
  test("bends where they are nearer, so that its spaces do not touch", () => {
    const spaces = row(approximateLayout(TWO, { ...APART, b: [110, 100] }), "a-b");
    const steps = spaces.slice(1).map(([x = 0, y = 0], index) => Math.hypot(x - (spaces[index]?.[0] ?? 0), y - (spaces[index]?.[1] ?? 0)));
    expect(Math.max(...spaces.map(([, y = 0]) => Math.abs(y - 100)))).toBeGreaterThan(10);
    for (const step of steps) expect(step).toBeGreaterThan(spaces[0]?.[3] ?? 0);
  });
  test("goes around a city in its way", () => {
    const three = { ...TWO, cities: [...TWO.cities, { id: "c", name: "Como" }] };
    const laid = approximateLayout(three, { a: [0, 0], b: [150, 0], c: [75, 1] });
    for (const [x = 0, y = 0] of row(laid, "a-b")) expect(Math.hypot(x - 75, y - 1)).toBeGreaterThan(9.5);
  });
  test("of a city that is at the place of another has its spaces all the same", () => {
    const spaces = row(approximateLayout(TWO, { a: [5, 5], b: [5, 5] }), "a-b");
    expect(spaces).toHaveLength(3);
    for (const value of spaces.flat()) expect(value).not.toBeNaN();
  });
});

describe("parallel routes", () => {
  const double = { ...TWO, routes: [...TWO.routes, { id: "b-a", a: "b", b: "a", length: 3 }] };
  test("lie side by side, each counted from its own city", () => {
    const laid = approximateLayout(double, APART);
    expectRow(row(laid, "a-b"), [
      [66, 94.8, 0, 20],
      [88.4, 94.8, 0, 20],
      [110.8, 94.8, 0, 20],
    ]);
    expectRow(row(laid, "b-a"), [
      [110.8, 105.3, 180, 20],
      [88.4, 105.3, 180, 20],
      [66, 105.3, 180, 20],
    ]);
  });
});

describe("from the layout at hand", () => {
  const moved = { ...USA_LAYOUT.cities, denver: [(USA_LAYOUT.cities["denver"]?.[0] ?? 0) + 12, (USA_LAYOUT.cities["denver"]?.[1] ?? 0) - 7] };

  test("nothing moves where no city does", () => {
    expect(approximateLayout(USA, USA_LAYOUT.cities, USA_LAYOUT)).toEqual(USA_LAYOUT);
  });
  test("only the routes of a city that is dragged move", () => {
    const laid = approximateLayout(USA, moved, USA_LAYOUT);
    for (const { id, a, b, length } of USA.routes) {
      if (a === "denver" || b === "denver") expect(row(laid, id)).toHaveLength(length);
      else expect(row(laid, id)).toBe(USA_LAYOUT.spaces[id]);
    }
  });
  test("their bends change little", () => {
    const laid = approximateLayout(USA, moved, USA_LAYOUT);
    const shifts = USA.routes.flatMap(({ id }) => row(laid, id).map(([x = 0, y = 0], at) => Math.hypot(x - (USA_LAYOUT.spaces[id]?.[at]?.[0] ?? 0), y - (USA_LAYOUT.spaces[id]?.[at]?.[1] ?? 0))));
    expect(Math.max(...shifts)).toBeLessThan(30);
  });
  test("a route that gets another length is laid anew", () => {
    const first = USA.routes[0];
    const longer = { ...USA, routes: USA.routes.map((route) => (route === first ? { ...route, length: 6 } : route)) };
    expect(row(approximateLayout(longer, USA_LAYOUT.cities, USA_LAYOUT), first?.id ?? "")).toHaveLength(6);
  });
  test("a city that is added has a name beside it", () => {
    const more = { ...USA, cities: [...USA.cities, { id: "reno", name: "Reno" }] };
    const [x = 0, y = 0, width = 0] = approximateLayout(more, { ...USA_LAYOUT.cities, reno: [200, 300] }, USA_LAYOUT).labels["reno"] ?? [];
    expect(width).toBeGreaterThan(8);
    expect(Math.hypot(x - 200, y - 300)).toBeLessThan(30);
  });
});

test("a whole board is laid from nothing but its cities", () => {
  const laid = approximateLayout(USA, USA_LAYOUT.cities);
  expect(Object.keys(laid.labels)).toHaveLength(36);
  for (const { id, length } of USA.routes) expect(row(laid, id)).toHaveLength(length);
});
