import { expect, test } from "vitest";
import { keepProgress, progressIn } from "../../src/guide/progress.ts";

test("a game that was never guided here begins at the beginning", () => expect(progressIn("k7f3")).toEqual({ told: [], ended: false }));

test("what was told is remembered for its game alone", () => {
  keepProgress("k7f3", { told: ["welcome", "tickets"], ended: false });
  keepProgress("m9xq", { told: [], ended: true });
  expect(progressIn("k7f3")).toEqual({ told: ["welcome", "tickets"], ended: false });
  expect(progressIn("m9xq").ended).toBe(true);
});

test("the oldest of many games is forgotten", () => {
  for (let game = 0; game < 25; game += 1) keepProgress(`game-${game}`, { told: ["welcome"], ended: false });
  expect(progressIn("game-0").told).toEqual([]);
  expect(progressIn("game-24").told).toEqual(["welcome"]);
});

test("what another version has kept is no hindrance", () => {
  localStorage.setItem("carrozza.guide", JSON.stringify([["k7f3", "welcome"], 3, ["m9xq", { told: ["turn"], ended: false }]]));
  expect(progressIn("k7f3")).toEqual({ told: [], ended: false });
  expect(progressIn("m9xq").told).toEqual(["turn"]);
});
