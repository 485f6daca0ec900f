import { describe, expect, it } from "vitest";
import { bottlenecks, decimal, type NamedRoute, percent, rarest, ringed, signed } from "../../src/workshop/report/figures.ts";

const route = (id: string, name: string, either: number, cuts: number): NamedRoute => ({ id, name, claimed: either / 2, either, moment: 0.5, cuts });
const ROUTES = [route("a-b-1", "A–B", 0.9, 0.4), route("a-b-2", "A–B", 0.9, 0.3), route("b-c", "B–C", 0.05, 0), route("c-d", "C–D", 0.5, 0.8), route("d-e", "D–E", 0.6, 0.1)];

describe("the figures of a report", () => {
  it("are written as people read them", () => {
    expect([decimal(3.25, 1), decimal(-2, 1), decimal(null), decimal(1200, 0)]).toEqual(["3.3", "−2.0", "–", "1,200"]);
    expect([percent(0.125), percent(0.004), percent(0), percent(null)]).toEqual(["13%", "0.4%", "0%", "–"]);
    expect([signed(0.5), signed(-0.5), signed(0.01), signed(null)]).toEqual(["+0.5", "−0.5", "0.0", "–"]);
  });

  it("rank the routes that cut plans, and ring the worst three", () => {
    expect(bottlenecks(ROUTES).map(({ id }) => id)).toEqual(["c-d", "a-b-1", "a-b-2", "d-e"]);
    expect(ringed(ROUTES)).toEqual(new Set(["c-d", "a-b-1", "a-b-2"]));
  });

  it("let one of parallel routes stand for all among the rarest", () => {
    expect(rarest(ROUTES).map(({ id }) => id)).toEqual(["b-c", "c-d", "d-e", "a-b-1"]);
  });
});
