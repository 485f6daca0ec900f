import { expect, test } from "vitest";
import type { LiveMessage } from "../../src/lib/types.ts";
import { HeldView } from "../../src/lib/server/view-changes.ts";
import { viewOf } from "../views.ts";

const first = viewOf({ number: 4, row: ["red", "blue"], hand: { red: 1 } });
const whole: LiveMessage = { type: "view", number: 4, view: first, moves: [] };

test("changes make the next view, and leave the one before as it was", () => {
  const held = new HeldView();
  expect(held.complete(whole)).toBe(whole);
  const moves = [{ number: 5, player: "Ada", move: "draw red", text: "Ada draws red." }];
  const next = held.complete({ type: "changes", number: 5, changes: { number: 5, row: ["blue"] }, moves });
  expect(next).toEqual({ type: "view", number: 5, view: { ...first, number: 5, row: ["blue"] }, moves });
  expect(first.row).toEqual(["red", "blue"]);
  const last = held.complete({ type: "changes", number: 5, changes: { description: "It is your turn." }, moves: [] });
  expect(last).toMatchObject({ view: { number: 5, row: ["blue"], hand: { red: 1 }, description: "It is your turn." } });
});

test("without a view there is nothing to change", () => {
  const held = new HeldView();
  const changes: LiveMessage = { type: "changes", number: 5, changes: { number: 5 }, moves: [] };
  expect(held.complete(changes)).toBeNull();
  held.complete(whole);
  held.forget();
  expect(held.complete(changes)).toBeNull();
});

test("other messages are left alone", () => {
  const seats: LiveMessage = { type: "seats", seats: [] };
  expect(new HeldView().complete(seats)).toBe(seats);
});
