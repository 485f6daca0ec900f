import { beforeEach, describe, expect, test } from "vitest";
import { address, go, setQuery } from "../../src/lib/browser/router.svelte.ts";
import { goTo } from "../browser.ts";

beforeEach(() => {
  goTo("/");
  dispatchEvent(new Event("popstate"));
});

describe("the screen that an address names", () => {
  test.each([
    ["/", { screen: "landing" }],
    ["/new", { screen: "new" }],
    ["/friends", { screen: "friends" }],
    ["/open", { screen: "open" }],
    ["/replay?game=x", { screen: "replay" }],
    ["/g/k7f3", { screen: "game", game: "k7f3" }],
    ["/b", { screen: "boards" }],
    ["/b/own-0123", { screen: "board", board: "own-0123" }],
    ["/rules", { screen: "rules", board: null }],
    ["/rules/europe#U5", { screen: "rules", board: "europe" }],
    ["/g", { screen: "lost" }],
    ["/new/more", { screen: "lost" }],
    ["/nowhere/at/all", { screen: "lost" }],
  ])("%s", (path, place) => {
    go(path);
    expect(address().place).toEqual(place);
  });
});

test("a rule is named after the hash", () => {
  go("/rules/europe#U5");
  expect(address().anchor).toBe("U5");
});

test("a value of the query is set, changed and taken away", () => {
  go("/replay?game=x");
  setQuery({ move: "12" });
  expect([...address().query]).toEqual([["game", "x"], ["move", "12"]]);
  setQuery({ move: null });
  expect([...address().query]).toEqual([["game", "x"]]);
});
