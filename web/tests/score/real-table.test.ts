import { describe, expect, test } from "vitest";
import { caseOf, tableOf } from "../../src/score/tables/case.ts";
import { matching, ticketBetween, ticketChoices, ticketEnds } from "../../src/score/recording/choices.ts";
import { flawsIn } from "../../src/score/recording/flaws.ts";
import { forgetTable, keepTable, keptTable, keptTables } from "../../src/score/tables/kept-tables.ts";
import { anchorOf, holdsTable, tableIn } from "../../src/score/tables/link.ts";
import { piecesOf, recoloured } from "../../src/score/recording/pieces.ts";
import { fitted, given, holderOf, newTable, readTable, stepsOf, taken, tapMeans, trainsLeft, withoutPoints, withPlayer } from "../../src/score/tables/real-table.ts";
import { Facts } from "../../src/table/facts.ts";
import { boardOf, playerOf, routeOf, ticketOf, viewOf } from "../views.ts";

const red = { ...routeOf("a", "b", 2), id: "a-b-red", color: "red" };
const blue = { ...routeOf("a", "b", 2), id: "a-b-blue", color: "blue" };
const [gray1, gray2] = ["1", "2"].map((number) => ({ ...routeOf("b", "c", 3), id: `b-c-${number}` }));
const alone = routeOf("c", "d", 1);
const board = boardOf([red, blue, gray1!, gray2!, alone], [ticketOf("a", "d", 9), ticketOf("b", "d", 5), ticketOf("a", "c", 7)], { trains: 5, markers: 0 });
const facts = new Facts(board);
const empty = newTable("x", "test", [], [
  { name: "Ada", colour: 1 },
  { name: "Bru.no", colour: 4 },
]);

describe("a tap on a route", () => {
  test("takes it, and a second tap frees it", () => {
    expect(tapMeans(empty, 0, alone, facts, false)).toEqual({ kind: "take", route: alone });
    const table = given(empty, 0, "routes", alone.id);
    expect(tapMeans(table, 0, alone, facts, false)).toEqual({ kind: "free", route: alone });
    expect(taken(table, "routes", alone.id)).toEqual(empty);
  });

  test("of a double asks which, but not where the two look the same", () => {
    expect(tapMeans(empty, 0, blue, facts, false)).toEqual({ kind: "which", routes: [red, blue] });
    expect(tapMeans(empty, 0, gray2!, facts, false)).toEqual({ kind: "take", route: gray2 });
  });

  test("of a double with one route left takes that one, and one's own is freed again", () => {
    const table = given(empty, 1, "routes", red.id);
    expect(tapMeans(table, 0, red, facts, false)).toEqual({ kind: "take", route: blue });
    expect(tapMeans(table, 1, blue, facts, false)).toEqual({ kind: "free", route: red });
  });

  test("by a pointer means the very route", () => {
    expect(tapMeans(empty, 0, blue, facts, true)).toEqual({ kind: "take", route: blue });
    const table = given(empty, 1, "routes", red.id);
    expect(tapMeans(table, 0, red, facts, true)).toEqual({ kind: "owned", route: red, owner: 1 });
  });

  test("counts the trains down", () => {
    const table = given(given(empty, 0, "routes", red.id), 0, "routes", alone.id);
    expect(trainsLeft(board, facts, table.players[0]!)).toBe(2);
  });
});

test("what is given to one player is taken from the other", () => {
  const table = given(given(empty, 0, "tickets", "a-d"), 1, "tickets", "a-d");
  expect(holderOf(table, "tickets", "a-d")).toBe(1);
  expect(table.players[0]!.tickets).toEqual([]);
});

test("what a board does not have falls out", () => {
  const strange = given(given(given(empty, 0, "routes", "x-y"), 0, "tickets", "x-y"), 1, "stations", "x");
  expect(fitted({ ...strange, alvinCity: "x" }, facts)).toEqual(empty);
  const known = given(given(empty, 0, "routes", red.id), 1, "markers", "a");
  expect(fitted(known, facts)).toEqual(known);
});

test("only what a board has is asked about", () => {
  expect(stepsOf(board, [])).toEqual(["routes", "tickets"]);
  const west = boardOf([alone], [], { markers: 3 });
  expect(stepsOf(west, ["alvin"])).toEqual(["routes", "markers", "alvin", "points", "tickets"]);
  expect(withoutPoints(withPlayer(empty, 1, { points: 12 }), stepsOf(west, []))).toEqual(["Ada"]);
  expect(withoutPoints(empty, stepsOf(board, []))).toEqual([]);
});

describe("the referee's case", () => {
  const table = { ...given(given(empty, 0, "routes", red.id), 1, "tickets", "a-d"), variants: ["alvin"], alvinCity: "c", alvinHolder: 1 };

  test("holds what lies on the table and ends the game", () => {
    expect(caseOf(table, true)).toEqual({
      board: "test",
      variants: ["alvin"],
      seats: ["Ada", "Bru.no"],
      position: {
        players: { Ada: { routes: ["a-b-red"], tickets: [] }, "Bru.no": { routes: [], tickets: ["a-d"] } },
        alvin: { city: "c", holder: "Bru.no" },
      },
      moves: [{ player: "Ada", finish: true }],
    });
    expect(caseOf(table, false).moves).toEqual([]);
  });

  test("is read back, with colours in the order of the seats", () => {
    const back = tableOf(JSON.parse(JSON.stringify(caseOf(table, true))), "y");
    expect(back?.players.map(({ colour, routes }) => [colour, routes])).toEqual([[0, ["a-b-red"]], [1, []]]);
    expect([back?.alvinCity, back?.alvinHolder]).toEqual(["c", 1]);
  });

  test("is none where it names no table", () => {
    for (const junk of [null, [], 7, {}, { board: "usa", seats: ["Ada"] }, { board: 1, seats: ["Ada", "Bruno"] }, { board: "usa", seats: ["Ada", "Ada"] }]) {
      expect(tableOf(junk, "y")).toBeNull();
    }
  });
});

describe("a link", () => {
  test("brings the table back, colours and all", async () => {
    const table = given(given(empty, 0, "routes", red.id), 1, "stations", "d");
    const anchor = await anchorOf(table);
    expect(holdsTable(anchor)).toBe(true);
    expect(await tableIn(anchor, "y")).toEqual({ ...table, id: "y" });
  });

  test("that is damaged, or of another version, brings nothing", async () => {
    const anchor = await anchorOf(empty);
    for (const bad of ["t=", "t=1", "t=1%%%", `t=9${anchor.slice(3)}`, anchor.slice(0, -9), `${anchor.slice(0, 9)}AAAA`]) {
      expect(await tableIn(bad, "y")).toBeNull();
    }
  });
});

describe("tables kept on the device", () => {
  test("come back, the latest first, until they are deleted", () => {
    keepTable({ ...empty, id: "one", changed: 1 });
    keepTable({ ...empty, id: "two", changed: 2 });
    keepTable({ ...empty, id: "one", changed: 3, totals: [4, 5] });
    expect(keptTables().map(({ id }) => id)).toEqual(["one", "two"]);
    expect(keptTable("one")?.totals).toEqual([4, 5]);
    forgetTable("one");
    expect(keptTable("one")).toBeNull();
  });

  test("that a browser has garbled are none", () => {
    localStorage.setItem("carrozza.score-tables", '[{"id": "x"}, 7, null]');
    expect(keptTables()).toEqual([]);
  });

  test("of a player with a colour that is none get one by their place", () => {
    const players = [{ name: "Ada", colour: 17 }, { name: "Bruno", colour: 1 }];
    expect(readTable({ board: "usa", players }, "x")?.players.map(({ colour }) => colour)).toEqual([0, 1]);
  });
});

describe("lists", () => {
  test("of tickets begin with one's own, then with those whose cities one has reached", () => {
    const table = given(given(given(empty, 0, "routes", alone.id), 0, "tickets", "a-c"), 1, "tickets", "a-d");
    expect(ticketChoices(table, 0, facts).map(({ id }) => id)).toEqual(["a-c", "b-d", "a-d"]);
  });

  test("are searched by words in any order, whatever their accents", () => {
    const choices = [{ label: "Montréal–New York" }, { label: "Denver–El Paso" }];
    expect(matching(choices, "york mont")).toEqual([choices[0]]);
    expect(matching(choices, " ")).toEqual(choices);
  });

  test("of cities are those that a ticket joins", () => {
    expect([...ticketEnds(board.tickets, "b")]).toEqual(["b", "d"]);
    expect(ticketBetween(board.tickets, "d", "a")?.id).toBe("a-d");
    expect(ticketBetween(board.tickets, "a", "b")).toBeNull();
  });
});

test("a flaw is shown at the thing it is about, by name", () => {
  const table = given(empty, 1, "routes", red.id);
  const flaws = [
    { path: "position.players.Bru.no.routes[0]", message: "Ada owns 'c-d', which closes this route (C6)" },
    { path: "position.players.Bru.no.trains", message: "too many" },
    { path: "seats", message: "too few" },
  ];
  expect(flawsIn({ error: "flawed", message: "", flaws }, table, facts)).toEqual([
    { step: "routes", player: 1, id: "a-b-red", message: "Ada owns C–D, which closes this route (C6)" },
    { step: "routes", player: 1, id: null, message: "too many" },
    { step: null, player: -1, id: null, message: "too few" },
  ]);
});

test("trains have the colours of the real ones, whatever the order of the seats", () => {
  expect(piecesOf(empty, []).players.map(({ seat, color }) => [seat, color])).toEqual([[1, "red"], [4, "black"]]);
  const view = recoloured(viewOf({ players: [playerOf(0, { name: "Ada" }), playerOf(1, { name: "Bru.no" })] }), empty);
  expect(view.players.map(({ seat, color }) => [seat, color])).toEqual([[1, "red"], [4, "black"]]);
});
