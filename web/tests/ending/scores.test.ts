import { describe, expect, test } from "vitest";
import { partsInPlay, standings, tieParted } from "../../src/ending/scores.ts";
import { countedAfter, pointsAfter, scoringSteps } from "../../src/ending/scoring-steps.ts";
import { plain, signed } from "../../src/ending/step-sentences.ts";
import { boardOf, playerOf, routeOf, scoreOf, ticketOf, viewOf } from "../views.ts";

describe("the order of the players at the end", () => {
  test("winners come first, and equal points share a place", () => {
    const view = viewOf({
      players: [playerOf(0), playerOf(1), playerOf(2)],
      scores: { Ada: scoreOf(90), Bruno: scoreOf(112), Carla: scoreOf(90) },
      winners: ["Bruno"],
    });
    expect(standings(view).map(({ name, place }) => [name, place])).toEqual([["Bruno", 1], ["Ada", 2], ["Carla", 2]]);
  });

  test("a tie break is named where it parted players with as many points", () => {
    const view = viewOf({
      scores: { Ada: scoreOf(100, { tickets_completed: ["x"] }), Bruno: scoreOf(100) },
      winners: ["Ada"],
    });
    const board = boardOf([routeOf("a", "b", 1)], [], { tie_breaks: ["completed-tickets", "longest-path"] });
    expect(tieParted(view, board)).toEqual({ by: "completed-tickets", others: ["Bruno"] });
    expect(tieParted({ ...view, winners: ["Ada", "Bruno"] }, board)).toBeNull();
  });
});

test("only the parts that a board counts are counted", () => {
  const board = boardOf([], [], { stations: 3, longest_path: 10 });
  expect(partsInPlay(board, [])).toEqual(["routes", "tickets", "stations", "longest_path"]);
  expect(partsInPlay(boardOf([]), ["alvin"])).toEqual(["routes", "tickets", "alvin"]);
});

describe("the count, step by step", () => {
  const [done, failed] = [ticketOf("a", "c", 8), ticketOf("a", "d", 5, { way: ["a-b", "b-d"] })];
  const board = boardOf([routeOf("a", "b", 2), routeOf("b", "c", 3), routeOf("b", "d", 4)], [done, failed], { longest_path: 10 });
  const view = viewOf({
    players: [playerOf(0, { routes: ["a-b", "b-c"] }), playerOf(1)],
    finished: true,
    scores: {
      Ada: scoreOf(19, {
        routes: 6,
        tickets: 3,
        tickets_completed: [done.id],
        tickets_failed: [failed.id],
        ways: { [done.id]: ["a-b", "b-c"] },
        longest_path: 10,
        longest_path_length: 5,
        longest_path_routes: ["b-c", "a-b"],
      }),
      Bruno: scoreOf(0),
    },
    hands: { Ada: { hand: {}, tickets: [done, failed], offered: [] } },
    winners: ["Ada"],
  });
  const steps = scoringSteps(view, board);

  test("goes through routes, tickets from small to large, and the path", () => {
    expect(steps.map(({ kind }) => kind)).toEqual(["routes", "failed", "done", "path", "result"]);
  });
  test("comes to the totals", () => {
    expect(pointsAfter(steps, steps.length, ["Ada", "Bruno"])).toEqual({ Ada: 19, Bruno: 0 });
    expect(countedAfter(steps, steps.length)["Ada"]).toEqual({ routes: 6, tickets: 3, longest_path: 10 });
  });
  test("shows of a failed ticket what was there and what was missing", () => {
    expect(steps[1]).toMatchObject({ short: 4, scene: { ways: [{ route: "a-b", look: "had" }, { route: "b-d", look: "missing" }] } });
  });
  test("runs along the path from its first city", () => {
    expect(steps[3]?.scene).toMatchObject({
      ways: [{ route: "b-c", backwards: true }, { route: "a-b", backwards: true }],
      cities: [{ city: "c" }, { city: "a" }],
    });
  });
});

test("numbers have true minus signs", () => expect([plain(-3), signed(-3), signed(4)]).toEqual(["−3", "−3", "+4"]));
