import { beforeAll, describe, expect, test, vi } from "vitest";
import { speak } from "../../src/lib/catalogue.svelte.ts";
import { either, knows, t, together } from "../../src/lib/words.ts";

beforeAll(() => speak());

describe("a sentence of the catalogue", () => {
  test("has its values filled in", () => expect(t("page.replay.at", { at: 3, all: 80 })).toMatch(/3.*80/));
  test("is for one or for many", () => {
    expect(t("count.trains", { number: 1 })).toBe("1 train");
    expect(t("count.trains", { number: 5 })).toBe("5 trains");
  });
  test("that is missing is its key, and an error in the console", () => {
    const complain = vi.spyOn(console, "error").mockImplementation(() => {});
    expect(t("page.nothing")).toBe("page.nothing");
    expect(complain).toHaveBeenCalledOnce();
  });
  test("is known or not", () => expect([knows("card.red"), knows("card.mauve")]).toEqual([true, false]));
});

test("several names make one sentence", () => {
  expect(together(["Ada", "Bruno", "Carla"])).toBe("Ada, Bruno and Carla");
  expect(either(["draw cards", "claim a route"])).toBe("draw cards or claim a route");
});
