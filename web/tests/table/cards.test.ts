import { describe, expect, test } from "vitest";
import { cardByCard, countOf, difference, heldKinds, parseCards, writeCards } from "../../src/table/cards/cards.ts";

describe("cards as a move writes them", () => {
  test.each(["", "3 white", "2 blue 1 locomotive", "1 black 2 red 1 locomotive"])("%s", (text) => {
    expect(writeCards(parseCards(text))).toBe(text);
  });
  test("locomotives come last, whatever the order they were given in", () => {
    expect(writeCards(parseCards("1 locomotive 2 blue"))).toBe("2 blue 1 locomotive");
  });
});

test("the kinds held come in the order of the rainbow", () => {
  expect(heldKinds({ locomotive: 1, white: 2, red: 1, green: 0 })).toEqual(["red", "white", "locomotive"]);
});

test("cards are counted, and listed one by one", () => {
  expect(countOf({ red: 2, locomotive: 1 })).toBe(3);
  expect(cardByCard({ red: 2, locomotive: 1 })).toEqual(["red", "red", "locomotive"]);
});

test("a difference holds only what there is more of", () => {
  expect(difference({ red: 3, blue: 1 }, { red: 1, blue: 2 })).toEqual({ red: 2 });
});
