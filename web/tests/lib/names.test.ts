import { describe, expect, test } from "vitest";
import { botName, tidyName, unlike } from "../../src/lib/names.ts";

describe("a name as the server takes it", () => {
  test("has no stray spaces", () => expect(tidyName("  Ada   Maria ")).toBe("Ada Maria"));
});

test("a bot takes the first name that nobody at the table has, whatever its case", () => {
  expect(botName(["ottavia", "Ada"])).toBe("Nino");
});

test("no two names at a table are alike", () => {
  expect(unlike(["Ada", "ada", "Ada"])).toEqual(["Ada", "ada 2", "Ada 3"]);
});
