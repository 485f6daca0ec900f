import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { choose } from "../../src/lib/browser/settings.svelte.ts";
import type { LiveMessage } from "../../src/lib/types.ts";
import { ViewQueue, type Step } from "../../src/table/session/view-queue.svelte.ts";
import { viewOf } from "../views.ts";

let steps: Step[];
let queue: ViewQueue;

function pushed(number: number, move?: string): LiveMessage {
  const moves = move ? [{ number, player: "Bruno", move, text: move }] : [];
  return { type: "view", number, view: viewOf({ number }), moves };
}

const shown = () => steps.map(({ view }) => view.number);

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false });
  choose({ motion: "auto" });
  steps = [];
  queue = new ViewQueue((step) => steps.push(step));
  queue.hear(pushed(1));
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("views that are pushed", () => {
  test("the first is shown at once", () => expect(shown()).toEqual([1]));

  test("each is seen before the next is shown", () => {
    for (const number of [2, 3, 4]) queue.hear(pushed(number, "draw deck"));
    expect([shown(), queue.behind]).toEqual([[1, 2], 2]);
    vi.runAllTimers();
    expect([shown(), queue.behind]).toEqual([[1, 2, 3, 4], 0]);
  });

  test("all are shown within two seconds, however many they are", () => {
    for (let number = 2; number < 12; number += 1) queue.hear(pushed(number, "claim a-b 1 red"));
    vi.advanceTimersByTime(2000);
    expect(queue.behind).toBe(0);
  });

  test("where nothing has happened there is nothing to wait for", () => {
    queue.hear(pushed(1));
    expect(shown()).toEqual([1, 1]);
  });

  test("an event that was shown is not shown again", () => {
    queue.hear(pushed(2, "draw deck"));
    queue.hear({ ...pushed(3, "draw red"), moves: [2, 3].map((number) => ({ number, player: "Bruno", move: "draw red", text: "" })) } as LiveMessage);
    vi.runAllTimers();
    expect(steps.at(-1)?.moves.map(({ number }) => number)).toEqual([3]);
  });

  test("nobody is kept waiting by what happened while the page was away", () => {
    for (let number = 2; number < 20; number += 1) queue.hear(pushed(number, "draw deck"));
    expect(queue.behind).toBeLessThan(12);
    vi.stubGlobal("document", { hidden: true });
    queue.hear(pushed(20, "draw deck"));
    expect([shown().at(-1), queue.behind]).toEqual([20, 0]);
  });

  test("skipping shows the last one, and nothing moves", () => {
    for (const number of [2, 3, 4]) queue.hear(pushed(number, "draw deck"));
    queue.skip();
    expect(shown()).toEqual([1, 2, 4]);
    expect(steps.at(-1)).toMatchObject({ hurried: true, moves: [{ number: 3 }, { number: 4 }] });
  });
});
