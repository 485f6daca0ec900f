import { describe, expect, test } from "vitest";
import { overlap, placeNote, type Box, type Surroundings } from "../../src/guide/placing.ts";

const NOTE = { width: 340, height: 150 };
const BOARD: Box = { x: 210, y: 50, width: 900, height: 500 };

function surroundings(changes: Partial<Surroundings> = {}): Surroundings {
  return { screen: { width: 1440, height: 757 }, board: BOARD, map: null, about: [], pressed: [], actionLine: null, ...changes };
}

function laid(around: Surroundings, narrow = false, note = NOTE): Box {
  return { ...placeNote(note, around, narrow), ...note };
}

function isInside(box: Box, screen: { width: number; height: number }): boolean {
  return box.x >= 0 && box.y >= 0 && box.x + box.width <= screen.width && box.y + box.height <= screen.height;
}

describe("on a wide screen", () => {
  const parts: Record<string, Box> = {
    row: { x: 1164, y: 50, width: 276, height: 160 },
    hand: { x: 0, y: 640, width: 1164, height: 117 },
    players: { x: 0, y: 50, width: 204, height: 200 },
    actionLine: { x: 0, y: 580, width: 1164, height: 56 },
    route: { x: 600, y: 250, width: 80, height: 30 },
  };
  test.each(Object.entries(parts))("a note about the %s lies beside it, on the screen", (_, about) => {
    const around = surroundings({ about: [about], pressed: Object.values(parts) });
    const note = laid(around);
    expect(overlap(note, about)).toBe(0);
    expect(isInside(note, around.screen)).toBe(true);
  });
  test("what is pressed stays free", () => {
    const { row, hand, players, actionLine } = parts;
    const pressed = [row!, hand!, players!, actionLine!];
    const note = laid(surroundings({ about: [row!], pressed }));
    expect(pressed.map((box) => overlap(note, box))).toEqual([0, 0, 0, 0]);
  });
  test("a map that leaves room beside it is seen whole", () => {
    const map = { x: 560, y: 50, width: 330, height: 500 };
    const note = laid(surroundings({ map, about: [parts["route"]!] }));
    expect(overlap(note, map)).toBe(0);
  });
  test("a note about nothing in particular lies at the edge of the map", () => {
    expect(laid(surroundings())).toEqual({ x: 218, y: 392, ...NOTE });
  });
});

describe("on a phone", () => {
  const screen = { width: 390, height: 844 };
  const board: Box = { x: 0, y: 44, width: 390, height: 400 };
  const actionLine: Box = { x: 0, y: 444, width: 390, height: 64 };
  const note = { width: 374, height: 140 };
  test("it lies above the line that says what to do", () => {
    expect(laid(surroundings({ screen, board, actionLine }), true, note).y).toBe(444 - 140 - 8);
  });
  test("what it is about in the lower half of the map sends it to the top", () => {
    const about = [{ x: 100, y: 380, width: 60, height: 30 }];
    expect(laid(surroundings({ screen, board, actionLine, about }), true, note).y).toBe(52);
  });
  test("what it is about on the map and below the line sends it over the line, or down", () => {
    const panel = { x: 0, y: 508, width: 390, height: 150 };
    const way = { x: 100, y: 100, width: 200, height: 260 };
    expect(laid(surroundings({ screen, board, actionLine, about: [way, panel] }), true, note).y).toBe(508 - 140);
    expect(laid(surroundings({ screen, board, actionLine, about: [board, panel] }), true, note).y).toBe(844 - 140 - 8);
  });
  test("what it is about all over the map sends it below the line", () => {
    const about = [board];
    expect(laid(surroundings({ screen, board, actionLine, about }), true, note).y).toBe(444 + 64 + 8);
  });
});
