import { describe, expect, test } from "vitest";
import { type BoardDocument, emptyDocument, readDocument, slug } from "../../src/workshop/document/document.ts";
import * as edits from "../../src/workshop/document/edits.ts";
import { routeIds } from "../../src/workshop/document/route-ids.ts";
import { fewestTrains, suggestedPoints } from "../../src/workshop/document/shortest-ways.ts";

/** Three cities in a row, joined by a double and a single route, with one ticket. */
const LAKE: BoardDocument = {
  id: "lake",
  title: "The Lake",
  cities: [
    { id: "riva", name: "Riva", lat: 45.89, lon: 10.84 },
    { id: "salo", name: "Salò", lat: 45.61, lon: 10.52 },
    { id: "lazise", name: "Lazise", lat: 45.5, lon: 10.73 },
  ],
  routes: [
    { a: "riva", b: "salo", length: 3, color: "red" },
    { a: "salo", b: "riva", length: 3, color: "green" },
    { a: "salo", b: "lazise", length: 2, color: "gray", ferry: 1 },
  ],
  tickets: [{ a: "riva", b: "lazise", points: 5 }],
  drawing: { labels: { riva: { side: "north" } } },
};

describe("a city", () => {
  test("is added with an id of its own, made of its name", () => {
    const once = edits.addCity(LAKE, "Salò", [45.6, 10.5]);
    expect(once.cities.at(-1)).toEqual({ id: "salo-2", name: "Salò", lat: 45.6, lon: 10.5 });
    expect(LAKE.cities).toHaveLength(3);
  });
  test("takes its routes, its tickets and its hints along when it is renamed", () => {
    const renamed = edits.renameCity(LAKE, "riva", "Riva del Garda");
    expect(renamed.cities[0]!.id).toBe("riva-del-garda");
    expect(renamed.routes.map(({ a, b }) => [a, b].includes("riva-del-garda"))).toEqual([true, true, false]);
    expect(renamed.tickets[0]!.a).toBe("riva-del-garda");
    expect(renamed.drawing).toEqual({ labels: { "riva-del-garda": { side: "north" } } });
  });
  test("keeps an id that was given by hand", () => {
    const named = { ...LAKE, cities: [{ ...LAKE.cities[0]!, name: "Old Riva" }, ...LAKE.cities.slice(1)] };
    expect(edits.renameCity(named, "riva", "New Riva").cities[0]!.id).toBe("riva");
  });
  test("stays on the globe when it is moved", () => {
    expect(edits.moveCity(LAKE, "riva", [99, 190]).cities[0]).toMatchObject({ lat: 85, lon: -170 });
  });
  test("goes with its routes and tickets", () => {
    const left = edits.removeCity(LAKE, "riva");
    expect([left.cities.length, left.routes.length, left.tickets.length]).toEqual([2, 1, 0]);
  });
});

describe("a route", () => {
  test("between two cities that have some is one more lane: as long, and of another colour", () => {
    const tripled = edits.addRoute(LAKE, "riva", "salo", 6);
    expect(tripled.routes.at(-1)).toMatchObject({ length: 3 });
    expect(["red", "green", "gray"]).not.toContain(tripled.routes.at(-1)!.color);
    expect(edits.addRoute(tripled, "riva", "salo", 6)).toBe(tripled);
  });
  test("changes its length with its lanes", () => {
    expect(edits.setLength(LAKE, 0, 4).routes.map(({ length }) => length)).toEqual([4, 4, 2]);
  });
  test("is a tunnel or a ferry, never both", () => {
    expect(edits.setTunnel(LAKE, 2, 3).routes[2]).toEqual({ a: "salo", b: "lazise", length: 2, color: "gray", tunnel: 3 });
    expect(edits.setFerry(LAKE, 2, 9).routes[2]!.ferry).toBe(2);
    expect(edits.setFerry(LAKE, 2, 0).routes[2]).toEqual({ a: "salo", b: "lazise", length: 2, color: "gray" });
  });
  test("has as many lanes as are asked for", () => {
    expect(edits.setLanes(LAKE, 0, 1).routes).toEqual([LAKE.routes[0], LAKE.routes[2]]);
    expect(edits.setLanes(LAKE, 2, 3).routes).toHaveLength(5);
  });
  test("is called as the server calls it", () => {
    expect(routeIds(LAKE)).toEqual(["riva-salo-red", "riva-salo-green", "salo-lazise"]);
    expect(routeIds(edits.setColor(LAKE, 1, "red")).slice(0, 2)).toEqual(["riva-salo-1", "riva-salo-2"]);
  });
});

describe("a ticket", () => {
  test("is worth the trains of its shortest way", () => {
    expect(fewestTrains(LAKE, "riva", "lazise")).toBe(5);
    expect(fewestTrains({ ...LAKE, routes: [] }, "riva", "lazise")).toBeNull();
    expect(suggestedPoints(LAKE, "salo", "lazise")).toBe(2);
  });
  test("joins two cities once", () => {
    expect(edits.addTicket(LAKE, "lazise", "riva", 9)).toBe(LAKE);
    expect(edits.addTicket(LAKE, "salo", "riva", 120).tickets[1]).toEqual({ a: "salo", b: "riva", points: 99 });
  });
  test("says that it is long only where it is", () => {
    const long = edits.setTicket(LAKE, 0, { long: true });
    expect(long.tickets[0]!.long).toBe(true);
    expect(edits.setTicket(long, 0, { long: false }).tickets[0]).toEqual(LAKE.tickets[0]);
  });
});

describe("what goes without saying", () => {
  test("is not said in the rules", () => {
    const set = edits.setRule(LAKE, "trains", 20, 45);
    expect(set.rules).toEqual({ trains: 20 });
    expect("rules" in edits.setRule(set, "trains", 45, 45)).toBe(false);
  });
  test("is not said in the drawing", () => {
    const drawn = edits.setCoast(emptyDocument("Nowhere"), [[[0, 0], [1, 0], [1, 1]]]);
    expect(drawn.drawing?.coast).toHaveLength(1);
    expect("drawing" in edits.setCoast(drawn, [])).toBe(false);
  });
});

test("ids are those of board files", () => expect(["Sault St. Marie", "München", "L'Aquila"].map(slug)).toEqual(["sault-st-marie", "munchen", "laquila"]));

test("what is no document is not read", () => {
  expect(readDocument({ title: "A", cities: [{ id: "a" }] })).toBeNull();
  expect(readDocument({ title: "A", cities: "all" })).toBeNull();
  expect(readDocument({ title: "A" })).toMatchObject({ id: "a", cities: [], routes: [] });
});
