import { expect, test } from "vitest";
import { Facts } from "../../src/table/facts.ts";
import { isCutOff, trainsToGo, wayOf } from "../../src/table/tickets/ways.ts";
import { boardOf, routeOf, ticketOf } from "../views.ts";

const facts = new Facts(boardOf([routeOf("a", "b", 2), routeOf("b", "c", 3)]));

test("of a way only what is not built yet costs trains", () => {
  const way = wayOf(ticketOf("a", "c", 9, { way: ["a-b", "b-c"] }), facts);
  expect(way.map(({ id }) => id)).toEqual(["a-b", "b-c"]);
  expect(trainsToGo(way, new Set(["a-b"]))).toBe(3);
});

test("a ticket without a way is cut off, unless it is completed", () => {
  expect(isCutOff(ticketOf("a", "c", 9))).toBe(true);
  expect(isCutOff(ticketOf("a", "c", 9, { completed: true }))).toBe(false);
});

test("routes between the same cities are told apart by their colours", () => {
  const double = new Facts(boardOf([routeOf("a", "b", 2), { ...routeOf("b", "a", 2), color: "red" }]));
  expect(double.beside(double.route.get("a-b")!)).toHaveLength(2);
});
