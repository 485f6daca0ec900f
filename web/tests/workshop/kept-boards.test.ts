import { expect, test } from "vitest";
import { bundleOf, readBundle } from "../../src/workshop/document/bundle.ts";
import { emptyDocument } from "../../src/workshop/document/document.ts";
import { duplicateOf, forgetBoard, keepBoard, keptBoard, keptBoards, newBoard, type ServerLayout } from "../../src/workshop/start/kept-boards.ts";
import { isLaidOut } from "../../src/workshop/layout/live-layout.ts";

const CITIES = [
  { id: "a", name: "A", lat: 45, lon: 9 },
  { id: "b", name: "B", lat: 44, lon: 11 },
];
const DOCUMENT = { ...emptyDocument("Two"), cities: CITIES, routes: [{ a: "a", b: "b", length: 1, color: "gray" }] };
const LAYOUT: ServerLayout = { digest: "0", size: [900, 600], cities: { a: [100, 200], b: [500, 400] }, labels: {}, routes: { "a-b": [[300, 300, 266, 200]] }, furniture: {} };

test("boards are kept, the latest first, even where the browser has no database", async () => {
  const first = { ...newBoard(emptyDocument("First")), changed: 1 };
  const second = { ...duplicateOf(first, "Second"), changed: 2 };
  expect(await keepBoard(first)).toBe(false);
  await keepBoard(second);
  expect((await keptBoards()).map(({ document }) => document.title)).toEqual(["Second", "First"]);
  await forgetBoard(first.id);
  expect(await keptBoard(first.id)).toBeNull();
  expect((await keptBoard(second.id))?.document.title).toBe("Second");
});

test("a layout is that of the board until a city moves or a route changes", () => {
  const { laid } = newBoard(DOCUMENT, LAYOUT);
  expect(isLaidOut(DOCUMENT, laid)).toBe(true);
  expect(isLaidOut({ ...DOCUMENT, cities: [{ ...CITIES[0]!, lat: 46 }, CITIES[1]!] }, laid)).toBe(false);
  expect(isLaidOut({ ...DOCUMENT, routes: [{ ...DOCUMENT.routes[0]!, length: 2 }] }, laid)).toBe(false);
  expect(isLaidOut(DOCUMENT, null)).toBe(false);
});

test("a board goes into a file and comes out of it", () => {
  const board = newBoard(DOCUMENT, LAYOUT);
  expect(readBundle(JSON.stringify(bundleOf(board, true)))).toEqual({ document: DOCUMENT, layout: LAYOUT });
  expect(readBundle(JSON.stringify(bundleOf(board, false)))?.layout).toBeNull();
  expect([readBundle("no"), readBundle("{}"), readBundle("null")]).toEqual([null, null, null]);
});
