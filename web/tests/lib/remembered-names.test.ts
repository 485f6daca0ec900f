import { beforeEach, expect, test, vi } from "vitest";

const names = () => import("../../src/lib/browser/remembered-names.svelte.ts");

beforeEach(() => void vi.resetModules());

test("names are offered again after a reload, the last one first", async () => {
  (await names()).rememberNames("Ada", "Bruno");
  (await names()).rememberNames("Carla");
  vi.resetModules();
  expect((await names()).rememberedNames()).toEqual(["Carla", "Ada", "Bruno"]);
});

test("nobody is remembered twice, and nobody without a name", async () => {
  const { rememberNames, rememberedNames } = await names();
  rememberNames("Ada", "  ");
  rememberNames(" ada ");
  expect(rememberedNames()).toEqual(["ada"]);
});

test("the oldest make room", async () => {
  const { merged } = await names();
  const many = Array.from({ length: 40 }, (_, at) => `Player ${at}`);
  expect(merged(["Ada"], many)).toHaveLength(16);
  expect(merged(["Ada"], many)[0]).toBe("Ada");
});

test("they can be forgotten", async () => {
  const { forgetNames, rememberNames, rememberedNames } = await names();
  rememberNames("Ada");
  forgetNames();
  expect(rememberedNames()).toEqual([]);
  vi.resetModules();
  expect((await names()).rememberedNames()).toEqual([]);
});

test("what cannot be read is nobody's name", async () => {
  localStorage.setItem("carrozza.names", '{"a": 1');
  expect((await names()).rememberedNames()).toEqual([]);
});
