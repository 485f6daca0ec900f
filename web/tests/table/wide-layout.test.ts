import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "vitest";
import type { Layout } from "../../src/lib/api-types.ts";
import { largestPlace, shownParts, type Box } from "../../src/table/place-board.ts";
import { wideLayout } from "../../src/table/wide-layout.ts";

const FILES = resolve(import.meta.dirname, "../../../src/carrozza/atlas/layout/files");
/** The least part of a screen of 1440 x 757 and of 1920 x 960 that the board covers: 40% more than beside a head, a line and a hand. */
const LEAST: Record<string, [number, number]> = {
  usa: [0.523, 0.556],
  europe: [0.503, 0.534],
  italy: [0.339, 0.361],
  "new-york": [0.26, 0.276],
  "old-west": [0.349, 0.37],
};
const SCREENS: [number, number][] = [
  [1440, 757],
  [1920, 960],
  [1280, 720],
  [1024, 768],
  [2560, 1300],
];

/** A board's own layout, whose file is in tenths of a millimetre. */
function layoutOf(board: string): Layout {
  const file = JSON.parse(readFileSync(resolve(FILES, `${board}.json`), "utf-8"));
  const whole = (values: number[]): number[] => values.map((value) => value / 10);
  const each = <T, U>(of: Record<string, T>, change: (value: T) => U) => Object.fromEntries(Object.entries(of).map(([id, value]) => [id, change(value)]));
  return {
    width: file.size[0] / 10,
    height: file.size[1] / 10,
    cities: each(file.cities, whole),
    labels: each(file.labels as Record<string, number[]>, (label) => whole(label.slice(0, 4))),
    furniture: each(file.furniture, whole),
    spaces: each(file.routes as Record<string, number[][]>, (spaces) => spaces.map(whole)),
  };
}

function overlap(one: Box, other: Box): boolean {
  return one.x < other.x + other.width && other.x < one.x + one.width && one.y < other.y + other.height && other.y < one.y + one.height;
}

describe.each(Object.keys(LEAST))("on a wide screen %s", (board) => {
  const layout = layoutOf(board);
  const kinds = board === "new-york" ? 7 : 9;
  const shown = shownParts(layout);

  test.each(SCREENS)("of %i x %i nothing hides a city, a name or a space", (width, height) => {
    for (const seats of [2, 6]) {
      for (const held of [0, kinds]) {
        const { board: place, head, players, hand, zoom, side } = wideLayout({ width, height }, { seats, kinds: held }, layout);
        const scale = place.width / layout.width;
        const hidden = shown.filter((part) => {
          const drawn = { x: place.x + part.x * scale, y: place.y + part.y * scale, width: part.width * scale, height: part.height * scale };
          return [head, players, zoom, ...(hand ? [hand] : [])].some((over) => overlap(drawn, over));
        });
        expect(hidden).toEqual([]);
        expect(place.x + place.width).toBeLessThan(width - side);
        expect(place.y + place.height).toBeLessThan(height);
      }
    }
  });

  test("covers as much of a laptop and of a desktop as it must", () => {
    for (const seats of [2, 6]) {
      for (const [index, [width, height]] of SCREENS.slice(0, 2).entries()) {
        const { board: place } = wideLayout({ width, height }, { seats, kinds }, layout);
        expect((place.width * place.height) / (width * height)).toBeGreaterThan(LEAST[board]![index]!);
      }
    }
  });
});

describe("the largest place for a board", () => {
  const board = { width: 100, height: 50 };
  const middle = () => ({ x: 0, y: 0 });

  test("is all of an empty stage", () => {
    expect(largestPlace({ width: 212, height: 400 }, board, [], [], middle)?.width).toBeCloseTo(200, 0);
  });
  test("lies under what floats where the board shows nothing", () => {
    const corner = { x: 0, y: 0, width: 40, height: 40 };
    const city = { x: 80, y: 20, width: 10, height: 10 };
    expect(largestPlace({ width: 212, height: 112 }, board, [city], [corner], middle)?.width).toBeCloseTo(200, 0);
  });
  test("gives way where a city would be hidden", () => {
    const corner = { x: 0, y: 0, width: 40, height: 112 };
    const city = { x: 0, y: 20, width: 10, height: 10 };
    const place = largestPlace({ width: 212, height: 112 }, board, [city], [corner], middle)!;
    expect(place.x).toBeGreaterThan(40);
    expect(place.width).toBeLessThan(170);
  });
});
