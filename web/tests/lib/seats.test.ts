import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Answer } from "../../src/lib/server/api.ts";
import type { GameInfo } from "../../src/lib/types.ts";
import { goTo } from "../browser.ts";

const KEPT = "carrozza.seats";
let seats: typeof import("../../src/lib/browser/seats.ts");

beforeEach(async () => {
  vi.resetModules();
  goTo("/");
  seats = await import("../../src/lib/browser/seats.ts");
});

const SEATS = ["Ada", "Bruno"];

/** A server that knows these tokens, and says what they open. */
function server(tokens: Record<string, GameInfo["token"]>, status = 401) {
  return (token: string): Promise<Answer<GameInfo>> => {
    const found = tokens[token];
    const value = { token: found, seats: SEATS.map((name) => ({ name })) } as unknown as GameInfo;
    return Promise.resolve(found ? { ok: true, value } : { ok: false, status, refusal: { error: "token", message: "" } });
  };
}

const BOTH = server({ ADA: { role: "seat", seat: 0 }, BRUNO: { role: "seat", seat: 1 }, WATCH: { role: "watch", seat: null } });

function open(secret: string): void {
  goTo(`/g/k7f3#${secret}`);
  seats.takeFromAddress();
}

describe("a secret in the address", () => {
  test("is gone from the address, and kept once the server has confirmed it", async () => {
    open("seat=ADA");
    expect(location.href).toBe("http://carrozza.test/g/k7f3");
    expect(seats.keysOf("k7f3").seats).toEqual([]);
    expect(await seats.confirmLink("k7f3", BOTH)).toBe(false);
    expect(seats.keysOf("k7f3").seats).toEqual([{ seat: 0, name: "Ada", token: "ADA" }]);
  });

  test("that opens nothing leaves all that was kept", async () => {
    seats.keep("k7f3", { seats: [{ seat: 0, name: "Ada", token: "ADA" }], host: "HOST", watch: "WATCH", invite: "INVITE", opened: 0 });
    const before = { ...seats.keysOf("k7f3"), opened: expect.anything() };
    for (const secret of ["seat=junk", "host=junk", "watch=junk", "join=junk", "seat=WATCH", "host=ADA"]) {
      open(secret);
      expect(await seats.confirmLink("k7f3", BOTH)).toBe(true);
      expect(seats.keysOf("k7f3")).toEqual(before);
      expect(await seats.confirmLink("k7f3", BOTH), "it is asked about once").toBe(false);
    }
  });

  test("of another seat is kept beside the first, and chosen", async () => {
    open("seat=ADA");
    await seats.confirmLink("k7f3", BOTH);
    open("seat=BRUNO");
    await seats.confirmLink("k7f3", BOTH);
    expect(seats.keysOf("k7f3").seats.map(({ token }) => token)).toEqual(["ADA", "BRUNO"]);
    expect(seats.viewToken(seats.keysOf("k7f3"))).toBe("BRUNO");
    open("seat=ADA");
    await seats.confirmLink("k7f3", BOTH);
    expect(seats.viewToken(seats.keysOf("k7f3")), "back again").toBe("ADA");
    expect(seats.keysOf("k7f3").seats).toHaveLength(2);
  });

  test.each([0, 429, 503])("is asked about again where the server gave no answer (%i)", async (status) => {
    open("seat=ADA");
    expect(await seats.confirmLink("k7f3", server({}, status))).toBe(false);
    vi.resetModules();
    const reloaded = await import("../../src/lib/browser/seats.ts");
    expect(await reloaded.confirmLink("k7f3", BOTH)).toBe(false);
    expect(reloaded.viewToken(reloaded.keysOf("k7f3"))).toBe("ADA");
  });

  test("of another game waits for that game", async () => {
    open("seat=ADA");
    expect(await seats.confirmLink("another", BOTH)).toBe(false);
    expect(seats.keysOf("another").seats).toEqual([]);
  });

  test("of another kind leaves the seat alone", async () => {
    open("seat=ADA");
    await seats.confirmLink("k7f3", BOTH);
    open("watch=WATCH");
    await seats.confirmLink("k7f3", BOTH);
    expect(seats.keysOf("k7f3")).toMatchObject({ seats: [{ token: "ADA" }], watch: "WATCH" });
    expect(seats.viewToken(seats.keysOf("k7f3"))).toBe("ADA");
  });

  test("elsewhere is none", () => {
    goTo("/rules/europe#U5");
    seats.takeFromAddress();
    expect(location.hash).toBe("#U5");
  });
});

test("a token that opens nothing any more is the only one that goes", () => {
  const keys = { seats: [{ seat: 0, name: "Ada", token: "A" }, { seat: 1, name: "Bruno", token: "B" }], host: "H", watch: "W", opened: 0 };
  expect(seats.withoutToken(keys, "B")).toEqual({ ...keys, seats: [keys.seats[0]] });
  expect(seats.withoutToken(keys, "W")).toEqual({ seats: keys.seats, host: "H", opened: 0 });
});

test("what another window has kept meanwhile stays", async () => {
  vi.resetModules();
  const window = await import("../../src/lib/browser/seats.ts");
  window.keep("theirs", { seats: [{ seat: 0, name: "Ada", token: "A" }], opened: 0 });
  seats.keep("ours", { seats: [], opened: 0 });
  expect(Object.keys(JSON.parse(localStorage.getItem(KEPT) ?? "{}")).sort()).toEqual(["ours", "theirs"]);
});

test("a game with a seat is given up after those without", () => {
  seats.keep("seated", { seats: [{ seat: 0, name: "Ada", token: "A" }], opened: 0 });
  for (let game = 0; game < 70; game += 1) seats.keep(`watched ${game}`, { seats: [], opened: 0 });
  expect(seats.keysOf("seated").seats).toHaveLength(1);
});

test("the game opened last comes first", () => {
  vi.useFakeTimers({ now: 1 });
  seats.keep("one", { seats: [], opened: 0 });
  vi.setSystemTime(2);
  seats.keep("two", { seats: [], opened: 0 });
  vi.useRealTimers();
  expect(seats.ownGames().map(({ game }) => game)).toEqual(["two", "one"]);
});

test("only so many games are kept", () => {
  for (let game = 0; game < 70; game += 1) seats.keep(`game ${game}`, { seats: [], opened: 0 });
  expect(Object.keys(JSON.parse(localStorage.getItem(KEPT) ?? "{}"))).toHaveLength(60);
});

test("a game that was forgotten is not there after a reload either", async () => {
  seats.keep("one", { seats: [], opened: 0 });
  seats.forget("one");
  vi.resetModules();
  expect((await import("../../src/lib/browser/seats.ts")).ownGames()).toEqual([]);
});

test("what was kept by another program is passed over", async () => {
  localStorage.setItem(KEPT, "no JSON");
  vi.resetModules();
  expect((await import("../../src/lib/browser/seats.ts")).ownGames()).toEqual([]);
});

test("around one device every seat's token is kept", () => {
  const made = (seat: number) => ({ seat, name: `P${seat}`, kind: "person" as const, token: `T${seat}` });
  seats.keepCreated({ game: "k7f3", host: "H", watch: null, invite: null, seats: [made(0), made(1)] }, "usa", true);
  expect(seats.keysOf("k7f3")).toMatchObject({ hotSeat: true, host: "H", board: "usa", seats: [{ token: "T0" }, { token: "T1" }] });
});

test("the seats of a rematch come one after another", () => {
  const given = (seat: number, own: boolean) => ({ seat, name: `P${seat}`, kind: "person" as const, token: own ? `T${seat}` : null });
  const secrets = { host: "H", watch: null, invite: "I" };
  seats.keepCreated({ game: "k7f3", ...secrets, seats: [given(0, true), given(1, false)] }, "usa", true);
  seats.keepCreated({ game: "k7f3", host: null, watch: null, invite: null, seats: [given(0, false), given(1, true)] }, "usa", true);
  expect(seats.keysOf("k7f3")).toMatchObject({ hotSeat: true, host: "H", invite: "I", seats: [{ token: "T0" }, { token: "T1" }] });
});

test("a link carries its secret after the hash", () => {
  expect(seats.secretLink("k7f3", "watch", "W")).toBe("http://carrozza.test/g/k7f3#watch=W");
});
