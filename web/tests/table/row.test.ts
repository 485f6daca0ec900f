import { describe, expect, test } from "vitest";
import { arranged, slotOf, type Slots } from "../../src/table/row/slots.ts";

const ROW: Slots = ["red", "blue", "red", "green", "white"];

describe("a new row", () => {
  test("leaves every card that stays in its slot", () => {
    expect(arranged(ROW, ["red", "red", "green", "white", "black"], 1)).toEqual(["red", "black", "red", "green", "white"]);
  });
  test("fills the slot a card was taken from first", () => {
    expect(arranged(ROW, ["red", "blue", "red", "white", "red"], 3)).toEqual(["red", "blue", "red", "red", "white"]);
  });
  test("has gaps where the deck has run out", () => {
    expect(arranged(ROW, ["red", "red", "green", "white"], 1)).toEqual(["red", null, "red", "green", "white"]);
  });
});

test("a card was taken from the slot pressed, or from the first that shows it", () => {
  expect(slotOf(ROW, "red", 2)).toBe(2);
  expect(slotOf(ROW, "red", null)).toBe(0);
  expect(slotOf(ROW, "black", null)).toBeNull();
});
