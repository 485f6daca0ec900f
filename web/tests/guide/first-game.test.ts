import { describe, expect, test } from "vitest";
import { FIRST_GAME } from "../../src/guide/steps/first-game.ts";
import { playerOf, ticketOf } from "../views.ts";
import { Learner, OWN_TURN, TICKETS } from "./stories.ts";

const NEW_YORK = { trains: 15, longest_path: 0, draw_tickets: 2, single_until: 2 };
const CLAIM = ["claim a-b 2 red", "draw red", "draw deck", "draw tickets"];

function learner(reads = true): Learner {
  return new Learner(FIRST_GAME, NEW_YORK, {}, reads);
}

describe("a learner who follows", () => {
  const ada = learner();
  test("hears of the tickets before anything else", () => expect(ada.told).toEqual(["welcome", "tickets"]));
  test("then of the way, the turn and the row", () => {
    ada.then("Ada", "keep a-c b-e", OWN_TURN);
    expect(ada.told.slice(2)).toEqual(["way", "turn", "row"]);
  });
  test("then of the second card, and of the hand", () => {
    ada.then("Ada", "draw red", { phase: "second", hand: { red: 1 } });
    ada.then("Ada", "draw green", { phase: "turn", my_turn: false, to_move: "Bruno", hand: { red: 2 }, legal_moves: [] });
    expect(ada.told.slice(5)).toEqual(["second", "hand"]);
  });
  test("then of a route to claim, and what it brings", () => {
    ada.then("Bruno", "draw deck", { ...OWN_TURN, hand: { red: 2 }, legal_moves: CLAIM });
    expect(ada.told.at(-1)).toBe("claim");
    const mine = playerOf(0, { routes: ["a-b"], trains: 13 });
    ada.then("Ada", "claim a-b 2 red", { my_turn: false, legal_moves: [], hand: {}, players: [mine, playerOf(1)] });
    expect(ada.told.slice(-2)).toEqual(["claimed", "attraction"]);
  });
  test("and is told nothing twice", () => {
    ada.then("Bruno", "draw deck", { ...OWN_TURN, legal_moves: CLAIM });
    expect(new Set(ada.told).size).toBe(ada.told.length);
    expect(ada.instead).toEqual([]);
  });
});

describe("a learner who does something else", () => {
  test("claims where drawing was proposed: the claim is explained", () => {
    const ada = learner().then("Ada", "keep a-c", OWN_TURN);
    ada.then("Ada", "claim a-b 2 red", { my_turn: false, legal_moves: [], players: [playerOf(0, { routes: ["a-b"] }), playerOf(1)] });
    expect(ada.instead).toEqual(["claim"]);
    expect(ada.told.slice(-2)).toEqual(["claimed", "attraction"]);
  });
  test("draws where a claim was proposed: it is not proposed again", () => {
    const ada = learner().then("Ada", "keep a-c", { ...OWN_TURN, legal_moves: CLAIM });
    expect(ada.told.at(-1)).toBe("claim");
    ada.then("Ada", "draw red", { phase: "second" });
    ada.then("Ada", "draw red", { ...OWN_TURN, legal_moves: CLAIM });
    expect(ada.instead[0]).toBe("draw");
    expect(ada.told.filter((id) => id === "claim")).toHaveLength(1);
  });
  test("draws tickets at once: these are explained", () => {
    const ada = learner().then("Ada", "keep a-c", OWN_TURN);
    ada.then("Ada", "draw tickets", { phase: "tickets_drawn", offered: TICKETS, fewest_to_keep: 1 });
    expect(ada.instead).toEqual(["tickets"]);
    expect(ada.told.at(-1)).toBe("drawn");
  });
  test("never reads a word: a move ends whatever is shown, and the rest comes in its turn", () => {
    const ada = learner(false).then("Ada", "keep a-c", OWN_TURN);
    expect([ada.told.at(-1), ada.course.told.has("welcome")]).toEqual(["way", true]);
    ada.then("Ada", "draw red", { phase: "second" }).then("Ada", "draw deck", OWN_TURN);
    expect(ada.told).toEqual(["welcome", "way", "second", "turn"]);
    expect(ada.instead).toEqual([]);
  });
});

describe("rules that come up by themselves", () => {
  test("a locomotive in the row, once one has drawn", () => {
    const ada = learner().then("Ada", "keep a-c", OWN_TURN).then("Ada", "draw red", { phase: "second", row: ["locomotive", "red"] });
    expect(ada.told.slice(-2)).toEqual(["locomotive", "second"]);
  });
  test("a locomotive in the hand first, then what holds in the row", () => {
    const ada = learner().then("Ada", "keep a-c", { ...OWN_TURN, hand: { locomotive: 1 } });
    expect(ada.told).toContain("locomotive_hand");
    ada.then("Ada", "draw red", { phase: "second", row: ["locomotive", "red"] });
    expect(ada.told).toContain("locomotive_row");
    expect(ada.told).not.toContain("locomotive");
  });
  test.each([
    ["a rival's route", "rival", { players: [playerOf(0), playerOf(1, { routes: ["b-c"] })] }],
    ["a closed double", "double", { closed_routes: ["b-c"] }],
    ["a ticket that is done", "done", { tickets: [ticketOf("a", "c", 5, { completed: true, way: ["a-b"] }), TICKETS[1]!] }],
    ["a ticket that cannot be done", "cut_off", { tickets: [ticketOf("a", "c", 5)] }],
    ["few trains", "few_trains", { players: [playerOf(0), playerOf(1, { trains: 6 })] }],
    ["the last round", "last_round", { last_turns: 2 }],
    ["all tickets done", "all_done", { tickets: [ticketOf("a", "c", 5, { completed: true, way: ["a-b"] })], tickets_left: 4 }],
    ["nothing that can be done", "pass", { legal_moves: ["pass"] }],
  ])("%s", (_, id, changes) => {
    const ada = learner().then("Ada", "keep a-c", OWN_TURN).then("Bruno", "draw deck", { ...OWN_TURN, ...changes });
    // A proposal that is shown first stays until the learner has moved.
    if (!ada.told.includes(id)) ada.then("Ada", "draw red", { ...changes, number: 9 });
    if (!ada.told.includes(id)) ada.then("Ada", "draw red", { ...OWN_TURN, ...changes });
    expect(ada.told).toContain(id);
  });
  test.each([
    ["a row that was swept", "swept", { discard: { red: 2, locomotive: 3 } }],
    ["a new deck", "reshuffled", { deck_size: 30 }],
  ])("%s while another plays, and it stays to be read", (_, id, changes) => {
    const ada = new Learner(FIRST_GAME, NEW_YORK, {}, false);
    ada.then("Ada", "keep a-c", { ...OWN_TURN, tickets: [], phase: "second" }).then("Ada", "draw red", { phase: "turn", my_turn: false, legal_moves: [] });
    ada.then("Bruno", "draw deck", changes).then("Bruno", "draw deck", {});
    expect(ada.course.shown?.id).toBe(id);
  });
  test("nothing is said after the end", () => {
    const ada = learner().then("Ada", "keep a-c", { ...OWN_TURN, finished: true, phase: "over", last_turns: 0 });
    expect(ada.told).toEqual(["welcome", "tickets"]);
  });
});
