/** A guided start on each other board: what is new there is told, and nothing of what New York has taught. */
import { describe, expect, test } from "vitest";
import { FIRST_GAME } from "../../src/guide/steps/first-game.ts";
import { stepsOf } from "../../src/guide/steps/index.ts";
import { playerOf } from "../views.ts";
import { Learner, OWN_TURN, TICKETS } from "./stories.ts";

const TWO_ROUTES = [playerOf(0, { routes: ["a-b", "b-c"] }), playerOf(1, { routes: ["d-e"] })];
const TO_DO = [{ ...TICKETS[1]!, way: ["b-c", "c-d", "d-e"] }];

function plays(board: string, variants: string[] = []): Learner {
  return new Learner(stepsOf(board, variants), { tunnels: true, ferries: true, opening_long: board === "europe" ? 1 : 0 }, { board, variants });
}

test("USA: more tickets, points at once, the longest path, doubles", () => {
  const ada = plays("usa").then("Ada", "keep a-c b-e", OWN_TURN);
  ada.then("Ada", "claim a-b 2 red", { ...OWN_TURN, players: TWO_ROUTES, closed_routes: ["c-d"] });
  ada.then("Ada", "draw tickets", { phase: "tickets_drawn", offered: TICKETS, fewest_to_keep: 1 });
  expect(ada.told).toEqual(["welcome", "tickets", "points", "path", "doubles", "drawn_more"]);
});

describe.each(["europe", "italy-advanced"])("%s", (board) => {
  test("a tunnel that can be paid for, and what it turns", () => {
    const ada = plays(board).then("Ada", "keep b-e", { ...OWN_TURN, tickets: TO_DO, legal_moves: ["claim c-d 4 blue", "draw deck"] });
    expect(ada.told.at(-1)).toBe("tunnel");
    ada.then("Ada", "claim c-d 4 blue", { phase: "tunnel", due: 1, legal_moves: ["pay 1 blue", "decline"] });
    expect(ada.told.at(-1)).toBe("tunnel_turned");
  });
  test("what the tickets never lead to is shown later", () => {
    const tickets = [{ ...TICKETS[0]!, way: ["a-b"] }];
    const ada = plays(board).then("Ada", "keep a-c", { ...OWN_TURN, tickets, turns: 4 });
    expect(ada.told).toEqual(["welcome", "tickets"]);
    ada.then("Bruno", "draw deck", { turns: 6 });
    expect(ada.told.slice(2)).toEqual(["tunnel", "ferry"]);
  });
  test("after the first turn a ferry and a tunnel on the way, later stations", () => {
    const ada = plays(board).then("Ada", "keep b-e", { ...OWN_TURN, tickets: TO_DO, turns: 0 });
    expect(ada.told).toEqual(["welcome", "tickets"]);
    ada.then("Bruno", "draw deck", { turns: 2 });
    expect(ada.told.slice(2)).toEqual(["tunnel", "ferry"]);
    ada.then("Bruno", "draw deck", { turns: 4, legal_moves: ["station a 1 red", "draw deck"] });
    expect(ada.told.at(-1)).toBe("station");
    ada.then("Ada", "station a 1 red", { players: [playerOf(0, { stations: ["a"] }), playerOf(1)] });
    expect(ada.told.at(-1)).toBe("station_built");
  });
});

test("Italy, basic: that the symbols mean nothing, and no word of tunnels or stations", () => {
  const ids = stepsOf("italy-basic", []).map(({ id }) => id);
  expect(ids).toEqual(["welcome", "tickets", "drawn_more", "points", "path", "doubles"]);
  expect(plays("italy-basic").course.shown?.id).toBe("tickets");
});

test("Old West: the start city, the network, markers, whom a route pays, the globetrotter", () => {
  const ada = plays("old-west").then("Ada", "keep a-c b-e", { ...OWN_TURN, phase: "start", legal_moves: ["start a", "start b"] });
  expect(ada.told.at(-1)).toBe("start");
  ada.then("Ada", "start a", { ...OWN_TURN, players: [playerOf(0, { start: "a", markers: ["a"] }), playerOf(1, { start: "e", markers: ["e"] })] });
  expect(ada.told.at(-1)).toBe("network");
  ada.then("Ada", "claim a-b 2 red", { phase: "marker", legal_moves: ["marker b 2 green", "no marker"] });
  expect(ada.told.at(-1)).toBe("marker");
  ada.then("Ada", "no marker", { ...OWN_TURN, players: TWO_ROUTES });
  expect(ada.told.slice(-2)).toEqual(["marker_pays", "globetrotter"]);
});

describe("Alvin", () => {
  const home = { city: "e", holder: null };
  test("where he hides, how he is moved, and what it is to have him", () => {
    const ada = plays("old-west", ["alvin"]).then("Ada", "keep a-c b-e", { ...OWN_TURN, alvin: home });
    expect(ada.told).toContain("alvin");
    ada.then("Ada", "claim d-e 2 red", { phase: "move_alvin", legal_moves: ["alvin a"] });
    expect(ada.told.at(-1)).toBe("alvin_moved");
    ada.then("Ada", "alvin a", { ...OWN_TURN, alvin: { city: "a", holder: "Ada" } });
    expect(ada.told).toContain("alvin_held");
  });
  test("caught by another first", () => {
    const ada = plays("old-west", ["alvin"]).then("Ada", "keep a-c b-e", { ...OWN_TURN, alvin: { city: "a", holder: "Bruno" } });
    expect(ada.told).not.toContain("alvin");
    expect(ada.told).toContain("alvin_held");
  });
});

test("nothing that New York teaches is taught again, but for its words of welcome and its tickets", () => {
  const known = new Set(FIRST_GAME.filter(({ id }) => id !== "welcome" && id !== "tickets").map(({ id }) => id));
  for (const board of ["usa", "europe", "italy-basic", "italy-advanced", "old-west"]) {
    expect(stepsOf(board, []).filter(({ id }) => known.has(id))).toEqual([]);
  }
});

test("a board for which no steps are written has none", () => expect(stepsOf("moon", [])).toEqual([]));
