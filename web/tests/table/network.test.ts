import { beforeAll, expect, test } from "vitest";
import { speak } from "../../src/lib/catalogue.svelte.ts";
import { Facts } from "../../src/table/facts.ts";
import { emptiestCorner, networkOf, networkSentence, nextSeat } from "../../src/table/board/networks/network.ts";
import { boardOf, playerOf, routeOf } from "../views.ts";

beforeAll(() => speak());

const facts = new Facts(boardOf([routeOf("b", "c", 3), routeOf("a", "b", 2), routeOf("c", "d", 6)]));

test("a network is a player's trains and the cities that they join, each once and by name", () => {
  const network = networkOf(playerOf(1, { color: "red", routes: ["b-c", "a-b"] }), facts);
  expect(network).toMatchObject({ seat: 1, color: "red", player: "Bruno", trains: 5, cities: ["a", "b", "c"] });
});

test("a network in words has its length and its cities", () => {
  const sentence = networkSentence(networkOf(playerOf(0, { routes: ["b-c", "a-b"] }), facts), facts);
  for (const part of ["Ada", "5", "A, B and C"]) expect(sentence).toContain(part);
});

test("without trains there is no network", () => {
  expect(networkSentence(networkOf(playerOf(0), facts), facts)).toContain("no trains");
});

test("a key goes through the players and then to nobody", () => {
  const seen = [1, 2, 3, 4].reduce<(number | null)[]>((seats) => [...seats, nextSeat(seats[seats.length - 1] ?? null, 3, 1)], []);
  expect(seen).toEqual([0, 1, 2, null]);
  expect(nextSeat(null, 3, -1)).toBe(2);
  expect(nextSeat(0, 3, -1)).toBeNull();
});

test("the caption lies in the corner where fewest cities are lit", () => {
  const board = { width: 100, height: 60 };
  expect(emptiestCorner([], board)).toBe("top left");
  expect(emptiestCorner([{ x: 5, y: 5 }], board)).toBe("top right");
  expect(emptiestCorner([{ x: 5, y: 5 }, { x: 90, y: 9 }], board)).toBe("bottom left");
});
