import { describe, expect, test } from "vitest";
import { Facts } from "../../src/table/facts.ts";
import { drawnBy, highlightOf } from "../../src/table/hints/on-board.ts";
import type { Hint } from "../../src/lib/types.ts";
import { boardOf, routeOf, ticketOf } from "../views.ts";

const facts = new Facts(boardOf([routeOf("denver", "santa-fe", 2), routeOf("el-paso", "santa-fe", 2)]));
const ticket = ticketOf("denver", "el-paso", 4);

function hintOf(move: string, changes: Partial<Hint> = {}): Hint {
  return { move, text: "", reasons: [], tickets: [], ways: [], win_probability: 0.5, margin: 0, ...changes };
}

describe("what a hint is about", () => {
  test("the route it claims, its tickets' cities and their ways", () => {
    const hint = hintOf("claim denver-santa-fe 2 red", { tickets: [ticket.id], ways: [["denver-santa-fe", "el-paso-santa-fe"]] });
    const shown = highlightOf(hint, [ticket, ticketOf("boston", "miami", 12)], facts, new Set());
    expect(shown.routes).toEqual(["denver-santa-fe"]);
    expect(shown.cities).toEqual(["denver", "santa-fe", "el-paso"]);
    expect(shown.ways?.[0]?.routes.map(({ id }) => id)).toEqual(["denver-santa-fe", "el-paso-santa-fe"]);
  });

  test("the route that a card is for, and the card", () => {
    const hint = hintOf("draw red", { reasons: [{ kind: "card_for", text: "", route: "el-paso-santa-fe" }] });
    expect(highlightOf(hint, [], facts, new Set()).routes).toEqual(["el-paso-santa-fe"]);
    expect(drawnBy(hint)).toBe("red");
    expect(drawnBy(hintOf("draw tickets"))).toBe("tickets");
    expect(drawnBy(hintOf("claim denver-santa-fe 2 red"))).toBeNull();
  });

  test("the city of a station, a start, a marker or Alvin", () => {
    for (const move of ["station denver 1 red", "start denver", "marker denver 2 red", "alvin denver"])
      expect(highlightOf(hintOf(move), [], facts, new Set()).cities).toEqual(["denver"]);
    expect(highlightOf(hintOf("no marker"), [], facts, new Set()).cities).toEqual([]);
  });
});
