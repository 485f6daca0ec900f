import { describe, expect, test } from "vitest";
import { bentMap, bentPlace, cityPlace, plainFrame, unbentPlace } from "../../src/workshop/map/bent-map.ts";
import type { BoardDocument, LatLon } from "../../src/workshop/document/document.ts";
import { serves, widened } from "../../src/workshop/map/ground.ts";
import { onGlobe, onMap, shapeOnMap, uprightFrame } from "../../src/workshop/map/map-frame.ts";
import { fitting, placeAt, zoomed } from "../../src/workshop/map/map-view.ts";

const DOCUMENT: BoardDocument = {
  id: "d",
  title: "D",
  cities: [
    { id: "a", name: "A", lat: 45, lon: 9 },
    { id: "b", name: "B", lat: 44, lon: 11 },
    { id: "c", name: "C", lat: 42, lon: 12 },
  ],
  routes: [{ a: "a", b: "b", length: 3, color: "gray" }],
  tickets: [],
};
const LAYING = {
  cities: { a: { x: 30, y: 20 }, b: { x: 120, y: 60 }, c: { x: 150, y: 170 } },
  at: { a: [45, 9], b: [44, 11], c: [42, 12] } as Record<string, LatLon>,
};

describe("a place of the globe", () => {
  test("is found again on the map, on either side of the date line", () => {
    const frame = uprightFrame([[10, 179], [-10, -179]], 800);
    const [lat, lon] = onGlobe(frame, onMap(frame, [5, -178]));
    expect([lat, lon - 360 * Math.round((lon + 178) / 360)]).toEqual([expect.closeTo(5, 6), expect.closeTo(-178, 6)]);
  });
  test("has room for the spaces of its routes", () => {
    const frame = plainFrame(DOCUMENT);
    const [a, b] = [onMap(frame, [45, 9]), onMap(frame, [44, 11])];
    expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(74, 3);
  });
});

describe("a map that is bent through a layout", () => {
  const map = bentMap(DOCUMENT, LAYING);
  test("has every city where the layout has it", () => {
    for (const city of DOCUMENT.cities) {
      const wanted = LAYING.cities[city.id as "a"];
      expect(cityPlace(map, city)).toEqual({ x: expect.closeTo(wanted.x, 6), y: expect.closeTo(wanted.y, 6) });
    }
  });
  test("moves a city to where it is dragged, and back again", () => {
    const wanted = { x: 90, y: 100 };
    const [lat, lon] = unbentPlace(map, wanted, "b");
    const found = cityPlace(map, { ...DOCUMENT.cities[1]!, lat, lon });
    expect(Math.hypot(found.x - wanted.x, found.y - wanted.y)).toBeLessThan(0.2);
    expect(cityPlace(map, DOCUMENT.cities[1]!).x).toBeCloseTo(120, 6);
  });
  test("bends what is near along", () => {
    const near = bentPlace(map, [45.01, 9.01]);
    expect(Math.hypot(near.x - 30, near.y - 20)).toBeLessThan(10);
  });
});

describe("what is seen", () => {
  const stage = { width: 400, height: 300 };
  test("holds all places", () => {
    const view = fitting([{ x: 0, y: 0 }, { x: 800, y: 100 }], stage, 50)!;
    expect([view.x, view.y, view.unit]).toEqual([400, 50, 800 / 300]);
  });
  test("comes nearer around the pointer", () => {
    const view = { x: 10, y: 20, unit: 1 };
    const at = { x: 100, y: 50 };
    expect(placeAt(zoomed(view, 2, at, stage), at, stage)).toEqual(placeAt(view, at, stage));
  });
  test("has its ground fetched with a margin, and again only where that does not do", () => {
    const seen = { west: 8, south: 40, east: 14, north: 46 };
    const fetched = widened(seen);
    expect(serves(fetched, seen)).toBe(true);
    expect(serves(fetched, { ...seen, west: 7.5, east: 13.5 })).toBe(true);
    expect(serves(fetched, { ...seen, west: 0, east: 6 })).toBe(false);
    expect(serves(fetched, { west: 10, south: 42, east: 10.5, north: 42.5 })).toBe(false);
    expect(serves(null, seen)).toBe(false);
  });
});

test("a shape goes on beyond the edge of the world", () => {
  const frame = uprightFrame([], 100);
  expect([shapeOnMap(frame, [0, -180]).x, shapeOnMap(frame, [0, 190]).x].map((x) => Math.round(x))).toEqual([-314, 332]);
});
