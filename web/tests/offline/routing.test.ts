import { describe, expect, test } from "vitest";
import { belongsTogether, handlingOf, isOutage, mayBeKept, nearest, outdated, type Handling } from "../../src/offline/routing.ts";

const HERE = "https://carrozza.test";

function handled(path: string, changes: { method?: string; mode?: string; token?: string } = {}): Handling {
  const headers = new Headers(changes.token ? { Authorization: `Bearer ${changes.token}` } : {});
  const url = new URL(path, HERE).href;
  return handlingOf({ method: changes.method ?? "GET", mode: changes.mode ?? "cors", url, headers }, HERE);
}

describe("what the service worker does with a request", () => {
  test.each(["/", "/score", "/g/k7f3m9xq2c", "/rules/usa", "/replay?game=k7f3m9xq2c"])("%s is the page's document", (path) => {
    expect(handled(path, { mode: "navigate" })).toBe("shell");
  });

  test.each(["/api/docs", "/health", "/metrics", "/licences.md", "/wagon.svg", "/api/games/k7f3m9xq2c/record"])("%s is no document of the page", (path) => {
    expect(handled(path, { mode: "navigate" })).toBe("untouched");
  });

  test.each([
    "/api/boards",
    "/api/boards?language=it",
    "/api/boards/europe-it?language=it",
    "/api/boards/usa/drawing.svg?theme=dark&language=en",
    "/api/rules/old-west?language=en",
  ])("%s is kept for a time without a connection", (path) => {
    expect(handled(path)).toBe("board");
  });

  test.each([
    "/api/games",
    "/api/games/k7f3m9xq2c",
    "/api/games/k7f3m9xq2c/view",
    "/api/games/k7f3m9xq2c/replay?seat=all",
    "/api/games/k7f3m9xq2c/record",
    "/api/games/k7f3m9xq2c/events",
    "/api/boards/usa/../../games/k7f3m9xq2c/view",
    "/api/bots",
    "/health",
    "/service-worker.js",
  ])("%s is never kept", (path) => {
    expect(handled(path)).toBe("untouched");
  });

  test("nothing that carries a token is kept, whatever its address", () => {
    expect(handled("/api/boards/usa", { token: "secret" })).toBe("untouched");
    expect(handled("/assets/page-1.js", { token: "secret" })).toBe("untouched");
    expect(handled("/g/k7f3m9xq2c", { mode: "navigate", token: "secret" })).toBe("untouched");
  });

  test("only what is read here is kept: no changes, and nothing of another server", () => {
    expect(handled("/api/boards", { method: "POST" })).toBe("untouched");
    expect(handled("https://elsewhere.test/api/boards")).toBe("untouched");
  });

  test("files with their digests in their names come from the cache", () => {
    expect(handled("/assets/page-DcK3uH0C.js")).toBe("asset");
  });
});

test("an answer is kept if it is whole and belongs to nobody", () => {
  const answer = (status: number, kept: string) => ({ status, headers: new Headers({ "Cache-Control": kept }) });
  expect(mayBeKept(answer(200, "public, max-age=300"))).toBe(true);
  expect(mayBeKept(answer(404, "public, max-age=300"))).toBe(false);
  expect(mayBeKept(answer(200, "no-store"))).toBe(false);
  expect(mayBeKept(answer(200, "private, no-cache"))).toBe(false);
});

test("a proxy without a server behind it is an outage, a refusal is not", () => {
  expect([502, 503, 504].every(isOutage)).toBe(true);
  expect([200, 304, 404, 429, 500].some(isOutage)).toBe(false);
});

describe("what comes nearest to what is not kept", () => {
  const drawing = (query: string) => `${HERE}/api/boards/usa/drawing.svg?${query}`;

  test("the very same", () => {
    const kept = [drawing("theme=dark&language=en"), drawing("theme=light&language=en")];
    expect(nearest(kept[1]!, kept)).toBe(kept[1]);
  });

  test("another theme or language", () => {
    const kept = [`${HERE}/api/boards/usa?language=en`, drawing("theme=dark&language=en")];
    expect(nearest(drawing("theme=light&language=it"), kept)).toBe(kept[1]);
  });

  test("but no drawing whose ids begin otherwise", () => {
    expect(nearest(drawing("theme=dark&language=en"), [drawing("theme=dark&language=en&prefix=small")])).toBeUndefined();
  });
});

test("a document of another version is told by the files it names", () => {
  const document = (entry: string) => `<script src="/assets/${entry}"></script><link href="/assets/page-1.css">`;
  const files = ["/assets/index-1.js", "/assets/page-1.css", "/assets/Table-1.js"];
  expect(belongsTogether(document("index-1.js"), files)).toBe(true);
  expect(belongsTogether(document("index-2.js"), files)).toBe(false);
  expect(belongsTogether("", files)).toBe(false);
});

test("the files of the version before stay, for windows that are still open with them", () => {
  const caches = ["carrozza-page-1", "carrozza-boards-1", "carrozza-page-2", "carrozza-boards-2", "carrozza-page-3", "carrozza-boards-3", "other"];
  expect(outdated(caches, "carrozza-page-3", "carrozza-boards-3")).toEqual(["carrozza-page-1", "carrozza-boards-1", "carrozza-boards-2"]);
});
