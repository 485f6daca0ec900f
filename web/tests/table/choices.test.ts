import { describe, expect, test } from "vitest";
import { choicesOf, colourOf, paidWith, withCards } from "../../src/table/turn/choices.ts";
import { viewOf } from "../views.ts";

const LEGAL = [
  "draw red",
  "draw deck",
  "draw tickets",
  "claim denver-santa-fe 2 green",
  "claim denver-santa-fe 1 green 1 locomotive",
  "station paris 1 red",
  "start berlin",
  "pass",
];

describe("legal moves sorted by what is pointed at", () => {
  const choices = choicesOf(viewOf({ legal_moves: LEGAL }));
  test("routes with their payments", () => {
    expect([...choices.claims]).toEqual([["denver-santa-fe", [{ green: 2 }, { green: 1, locomotive: 1 }]]]);
  });
  test("cities for stations and starts", () => {
    expect([...choices.stations.keys(), ...choices.starts]).toEqual(["paris", "berlin"]);
  });
  test("draws", () => expect([...choices.draws, choices.tickets]).toEqual(["red", "deck", true]));
  test("what is not there is not offered", () => expect([choices.pass, choices.decline, choices.keep]).toEqual([true, false, false]));
});

test("without a view there is nothing to choose", () => expect(choicesOf(null).claims.size).toBe(0));

test("tunnels are paid on with any of the payments listed", () => {
  const choices = choicesOf(viewOf({ legal_moves: ["pay 1 red", "pay 1 locomotive", "decline"] }));
  expect(choices.extra).toEqual([{ red: 1 }, { locomotive: 1 }]);
  expect(choices.decline).toBe(true);
});

test("payments keep the order of the view, which has the cheapest first", () => {
  const listed = ["claim a-b 2 red", "claim a-b 2 green", "claim a-b 1 green 1 locomotive"];
  const choices = choicesOf(viewOf({ legal_moves: listed, hand: { green: 5, red: 2, locomotive: 1 } }));
  expect(choices.claims.get("a-b")).toEqual([{ red: 2 }, { green: 2 }, { green: 1, locomotive: 1 }]);
});

test("a payment is known by its colour; locomotives alone are theirs", () => {
  expect(colourOf({ green: 1, locomotive: 2 })).toBe("green");
  expect(colourOf({ locomotive: 2 })).toBe("locomotive");
  expect(paidWith([{ green: 2 }, { red: 2 }, { green: 1, locomotive: 1 }], "green")).toEqual([{ green: 2 }, { green: 1, locomotive: 1 }]);
});

test("a move is written with its cards", () => expect(withCards("claim a-b", { locomotive: 1, red: 1 })).toBe("claim a-b 1 red 1 locomotive"));
