import { beforeEach, expect, test, vi } from "vitest";

const KEPT = "carrozza.settings";

async function kept(found: unknown): Promise<typeof import("../../src/lib/browser/settings.svelte.ts").settings> {
  localStorage.setItem(KEPT, typeof found === "string" ? found : JSON.stringify(found));
  return (await import("../../src/lib/browser/settings.svelte.ts")).settings;
}

beforeEach(() => void vi.resetModules());

test("what was chosen is there after a reload", async () => {
  const { choose } = await import("../../src/lib/browser/settings.svelte.ts");
  choose({ language: "it", theme: "dark", name: "Ada" });
  vi.resetModules();
  const { settings } = await import("../../src/lib/browser/settings.svelte.ts");
  expect(settings).toMatchObject({ language: "it", theme: "dark", name: "Ada" });
});

test("what this version does not know is passed over", async () => {
  expect(await kept({ language: "de", theme: "pink", sound: "loud", opponents: 4 })).toMatchObject({
    language: "en",
    theme: "auto",
    sound: false,
    opponents: 4,
  });
});

test("settings that cannot be read are the standard ones", async () => {
  expect(await kept("{")).toMatchObject({ theme: "auto", board: "usa", level: "medium" });
});
