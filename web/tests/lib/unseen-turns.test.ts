import { describe, expect, test } from "vitest";
import { badged, unseenTurns } from "../../src/lib/browser/unseen-turns.ts";

const window = (game: string, myTurn: boolean, visible: boolean) => ({ game, myTurn, visible });

describe("games that wait for a move and that nobody looks at", () => {
  test("one in a window behind", () => {
    expect(unseenTurns({ one: window("usa", true, true), two: window("italy", true, false) })).toEqual(["italy"]);
  });

  test("none while it is the others' turn", () => {
    expect(unseenTurns({ one: window("usa", false, false) })).toEqual([]);
  });

  test("a game that is open twice is seen in one of its windows", () => {
    expect(unseenTurns({ one: window("usa", true, false), two: window("usa", true, true) })).toEqual([]);
  });

  test("and counts once", () => {
    expect(unseenTurns({ one: window("usa", true, false), two: window("usa", true, false) })).toEqual(["usa"]);
  });
});

describe("a window's title", () => {
  test("is plain while nothing waits", () => {
    expect(badged("Rules", [], null, "Your turn")).toBe("Rules");
  });

  test("says that its own game waits", () => {
    expect(badged("Carrozza", ["usa"], "usa", "Your turn")).toBe("(1) Your turn – Carrozza");
  });

  test("counts those of other windows", () => {
    expect(badged("Carrozza", ["usa", "italy"], "europe", "Your turn")).toBe("(2) Carrozza");
  });
});
