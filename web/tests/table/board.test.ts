import { describe, expect, test } from "vitest";
import { ARROWS, nearestTowards } from "../../src/table/board/pointing/arrow-keys.ts";
import { lastTurn } from "../../src/table/board/drawn/last-turn.ts";
import { ownersOf } from "../../src/table/board/networks/owners.ts";
import { nearestCity, nearestRoute } from "../../src/table/board/pointing/pointing.ts";
import { distanceToSpace, lineThrough, readTransform } from "../../src/table/board/drawn/svg.ts";
import { playerOf } from "../views.ts";

const city = (id: string, x: number, y: number) => ({ kind: "city" as const, id, x, y });

describe("the neighbour in the direction of an arrow key", () => {
  const here = { x: 0, y: 0 };
  const spots = [city("here", 0, 0), city("east", 10, 1), city("far east", 30, 0), city("north-east", 6, -9), city("west", -5, 0)];
  test.each([
    ["ArrowRight", "east"],
    ["ArrowLeft", "west"],
    ["ArrowUp", "north-east"],
    ["ArrowDown", undefined],
  ])("%s", (key, id) => expect(nearestTowards(ARROWS[key]!, here, spots)?.id).toBe(id));
});

describe("the route under a pointer", () => {
  const level = (y: number) => ({ spaces: [{ x: 0, y, angle: 0 }] });
  const routes = new Map([["one", level(0)], ["two", level(10)]]);
  test("is the nearest", () => expect(nearestRoute(routes, { x: 0, y: 4 }, 9, new Set())).toBe("one"));
  test("is rather one that can be claimed", () => expect(nearestRoute(routes, { x: 0, y: 4.5 }, 9, new Set(["two"]))).toBe("two"));
  test("is none beyond its reach", () => expect(nearestRoute(routes, { x: 0, y: 40 }, 9, new Set())).toBeNull());
});

test("of cities only those that can be chosen are meant", () => {
  const cities = new Map([["near", { x: 1, y: 0 }], ["far", { x: 6, y: 0 }]]);
  expect(nearestCity(cities, { x: 0, y: 0 }, 9, new Set(["far"]))).toBe("far");
  expect(nearestCity(cities, { x: 0, y: 0 }, 9)).toBe("near");
});

describe("spaces of a route", () => {
  test("are read from the drawing", () => {
    expect(readTransform("translate(12.5 -3) rotate(30)")).toEqual({ x: 12.5, y: -3, angle: 30 });
  });
  test("are as far as their middle line", () => {
    const upright = { x: 0, y: 0, angle: 90 };
    expect(distanceToSpace({ x: 3, y: 5 }, upright)).toBeCloseTo(3);
    expect(distanceToSpace({ x: 0, y: 12 }, upright)).toBeCloseTo(3);
  });
  test("are joined by a line in the order they follow each other", () => {
    const back = [{ x: 40, y: 0, angle: 0 }, { x: 20, y: 0, angle: 0 }];
    expect(lineThrough(back)).toBe("M47.5 0.0L32.5 0.0L27.5 0.0L12.5 0.0");
  });
});

test("a claimed route belongs to a seat", () => {
  expect([...ownersOf([playerOf(0, { routes: ["a-b"] }), playerOf(1, { routes: ["b-c"] })])]).toEqual([["a-b", 0], ["b-c", 1]]);
});

describe("what the last turn did on the map", () => {
  const event = (player: string, move: string) => ({ number: 0, player, move, text: "" });
  test("a claim, with what was paid on it and put down after it", () => {
    expect(lastTurn([event("Bruno", "claim x-y 1 red"), event("Ada", "claim a-b 1 red"), event("Ada", "pay 1 red"), event("Ada", "marker a 1 red")])).toEqual({
      routes: ["a-b"],
      cities: ["a"],
    });
  });
  test("draws do nothing there", () => expect(lastTurn([event("Ada", "claim a-b 1 red"), event("Ada", "draw deck")]).routes).toEqual([]));
  test("what was undone neither", () => expect(lastTurn([event("Ada", "claim a-b 1 red"), event("Ada", "undo")]).routes).toEqual([]));
});
