import { describe, expect, test } from "vitest";
import { fittedScale, framing, keptInside, placed, resting, revealing, WHOLE, zoomedAt } from "../../src/table/board/zoom/zoom-maths.ts";

const BOARD = { width: 200, height: 100 };
const WIDE = { width: 1000, height: 500 };
const PHONE = { width: 400, height: 300 };

describe("a whole board", () => {
  test("touches the nearer two sides of its stage", () => expect(fittedScale(PHONE, BOARD)).toBe(2));
  test("lies in the middle", () => expect(placed(PHONE, BOARD, { x: 0, y: 0 })).toEqual({ x: 0, y: 50 }));
});

describe("at rest", () => {
  test("a wide stage shows all of it", () => expect(resting(WIDE, BOARD, WHOLE).scale).toBe(1));
  test("a small stage is filled", () => expect(resting(PHONE, BOARD, WHOLE).scale).toBe(1.5));
  test("but not from nearer than one can find one's way", () => {
    expect(resting({ width: 400, height: 900 }, BOARD, WHOLE).scale).toBe(1.7);
  });
});

describe("zooming", () => {
  test("leaves the point under the pointer where it is", () => {
    const at = { x: 300, y: 200 };
    const closer = zoomedAt(at, WHOLE, 2);
    expect({ x: closer.x + (at.x - WHOLE.x) * 2, y: closer.y + (at.y - WHOLE.y) * 2 }).toEqual(at);
  });
  test("ends at the whole board, and at six times", () => {
    expect(zoomedAt({ x: 0, y: 0 }, WHOLE, 0.2).scale).toBe(1);
    expect(zoomedAt({ x: 0, y: 0 }, WHOLE, 99).scale).toBe(6);
  });
});

describe("coming near", () => {
  test("to one place puts it in the middle", () => {
    const sight = framing(PHONE, BOARD, [{ x: 100, y: 50 }]);
    expect(sight).toEqual({ scale: 2.4, x: 200 - 200 * 2.4, y: 150 - 150 * 2.4 });
  });
  test("to two that lie far apart shows both", () => {
    expect(framing(PHONE, BOARD, [{ x: 0, y: 0 }, { x: 200, y: 100 }]).scale).toBe(1);
  });
});

describe("staying on the stage", () => {
  test("a whole board cannot be pulled away", () => expect(keptInside(WIDE, BOARD, { scale: 1, x: 90, y: -40 })).toEqual(WHOLE));
  test("a closer one leaves no gap at its edges", () => {
    expect(keptInside(WIDE, BOARD, { scale: 2, x: 300, y: -9999 })).toEqual({ scale: 2, x: 0, y: -500 });
  });
});

describe("revealing a place", () => {
  test("that is seen moves nothing", () => expect(revealing(WIDE, BOARD, WHOLE, { x: 100, y: 50 })).toEqual(WHOLE));
  test("beyond the edge moves just enough", () => {
    const before = { scale: 2, x: 0, y: 0 };
    expect(revealing(WIDE, BOARD, before, { x: 100, y: 90 })).toEqual({ scale: 2, x: -60, y: -460 });
  });
});
