import { describe, expect, test } from "vitest";
import { LONGEST_NAME } from "../../src/lib/api-types.ts";
import { botName, tidyName, unlike } from "../../src/lib/names.ts";

describe("a name as the server takes it", () => {
  test("has no stray spaces", () => expect(tidyName("  Ada   Maria ")).toBe("Ada Maria"));
  test("is no longer than the server's description allows", () => expect(tidyName("A".repeat(99))).toHaveLength(LONGEST_NAME));
});

test("a bot takes the first name that nobody at the table has, whatever its case", () => {
  expect(botName(["ottavia", "Ada"])).toBe("Nino");
});

test("no two names at a table are alike", () => {
  expect(unlike(["Ada", "ada", "Ada"])).toEqual(["Ada", "ada 2", "Ada 3"]);
});
