import "../browser.ts";
import { expect, test } from "vitest";
import { forgetBoard, isOwn, knownBoards, rememberBoard } from "../../src/own-boards/known-boards.ts";

const named = (digit: string): string => `own-${digit.repeat(32)}`;

test("the board that was opened last comes first, and each stands once", () => {
  rememberBoard(named("a"));
  rememberBoard(named("b"));
  rememberBoard(named("a"));
  expect(knownBoards()).toEqual([named("a"), named("b")]);
  forgetBoard(named("a"));
  expect(knownBoards()).toEqual([named("b")]);
});

test("thirty are kept", () => {
  for (let number = 10; number < 50; number += 1) rememberBoard(`own-${String(number).repeat(16)}`);
  expect(knownBoards()).toHaveLength(30);
  expect(knownBoards()[0]).toBe(`own-${"49".repeat(16)}`);
});

test.each(["usa", "own-", "own-../../etc", `own-${"A".repeat(32)}`, `${named("a")}/bundle`, `${named("a")}-Long`])("%s is no own board", (name) => {
  expect(isOwn(name)).toBe(false);
  rememberBoard(name);
  expect(knownBoards()).not.toContain(name);
});

test.each([named("0"), `${named("0")}-long-rules`])("%s is one", (name) => expect(isOwn(name)).toBe(true));

test("what another program left in their place is not taken for boards", () => {
  localStorage.setItem("carrozza.own-boards", '["usa", 7, null, {"a": 1}]');
  expect(knownBoards()).toEqual([]);
});
