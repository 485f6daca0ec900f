import { describe, expect, test } from "vitest";
import { finalTotals, heldIn, justClaimed, ticketScene, touchedBy, turnFrom } from "../../src/replay/playback.ts";
import { Facts } from "../../src/table/facts.ts";
import { boardOf, framesOf, playerOf, routeOf, scoreOf, ticketOf, viewOf } from "../views.ts";

const claimed = [playerOf(0, { routes: ["a-b"] }), playerOf(1)];
const frames = framesOf(
  ["Ada", "draw deck", { phase: "second" }],
  ["Ada", "draw deck", { phase: "turn" }],
  ["Bruno", "claim a-b 2 red", { phase: "tunnel" }],
  ["Bruno", "pay 1 red", { phase: "turn", players: claimed }],
);

describe("turn by turn", () => {
  test("forward to the end of the turn", () => expect(turnFrom(frames, 0, 1)).toBe(2));
  test("back to the end of the one before", () => expect(turnFrom(frames, 4, -1)).toBe(2));
  test("not beyond either end", () => expect([turnFrom(frames, 4, 1), turnFrom(frames, 0, -1)]).toEqual([4, 0]));
});

test("a turn has touched what its moves did", () => expect(touchedBy(frames, 4).routes).toEqual(["a-b"]));

test("trains land in the move that put them there, and in no other", () => {
  expect([...justClaimed(frames, 4)]).toEqual(["a-b"]);
  expect([...justClaimed(frames, 3)]).toEqual([]);
});

describe("hands", () => {
  const hands = { Ada: { hand: { red: 1 }, tickets: [], offered: [] }, Bruno: { hand: {}, tickets: [], offered: [] } };
  test("all of them where all lie open", () => expect(Object.keys(heldIn(viewOf({ you: null, hands })))).toEqual(["Ada", "Bruno"]));
  test("one's own through one's own eyes", () => expect(Object.keys(heldIn(viewOf({ you: "Bruno", hands })))).toEqual(["Bruno"]));
  test("none for those who look on", () => expect(heldIn(viewOf({ you: null }))).toEqual({}));
});

test("a ticket's way is lit where it is built or borrowed, and dotted where it is missing", () => {
  const facts = new Facts(boardOf([routeOf("a", "b", 1), routeOf("b", "c", 1), routeOf("c", "d", 1)]));
  const view = viewOf({ players: [playerOf(0, { routes: ["a-b"] }), playerOf(1, { routes: ["b-c"] })] });
  const scene = ticketScene(facts, view, ticketOf("a", "d", 9, { way: ["a-b", "b-c", "c-d"] }), 0);
  expect(scene.ways.map(({ look }) => look)).toEqual(["own", "borrowed", "missing"]);
});

test("totals come in the order of the seats; none before the end", () => {
  const replay = { board: "usa", variants: [], seats: ["Ada", "Bruno"], number: 4, frames, winners: [], charts: { points: [], tickets: [] } };
  expect(finalTotals({ ...replay, scores: { Bruno: scoreOf(9), Ada: scoreOf(7) } })).toEqual([7, 9]);
  expect(finalTotals({ ...replay, scores: null })).toBeNull();
});
