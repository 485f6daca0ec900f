import { beforeEach, describe, expect, test, vi } from "vitest";
import { goTo } from "../browser.ts";

const KEPT = "carrozza.seats";
let seats: typeof import("../../src/lib/seats.ts");

beforeEach(async () => {
  vi.resetModules();
  goTo("/");
  seats = await import("../../src/lib/seats.ts");
});

describe("a secret in the address", () => {
  test("is kept, and gone from the address", () => {
    goTo("/g/k7f3#seat=SECRET");
    seats.takeFromAddress();
    expect(seats.keysOf("k7f3").seats).toEqual([{ seat: -1, name: "", token: "SECRET" }]);
    expect(location.href).toBe("http://carrozza.test/g/k7f3");
  });

  test("of another kind leaves the seat alone", () => {
    goTo("/g/k7f3#seat=SECRET");
    seats.takeFromAddress();
    goTo("/g/k7f3#join=INVITE");
    seats.takeFromAddress();
    expect(seats.keysOf("k7f3")).toMatchObject({ seats: [{ token: "SECRET" }], invite: "INVITE" });
  });

  test("elsewhere is none", () => {
    goTo("/rules/europe#U5");
    seats.takeFromAddress();
    expect(location.hash).toBe("#U5");
  });
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
  expect((await import("../../src/lib/seats.ts")).ownGames()).toEqual([]);
});

test("what was kept by another program is passed over", async () => {
  localStorage.setItem(KEPT, "no JSON");
  vi.resetModules();
  expect((await import("../../src/lib/seats.ts")).ownGames()).toEqual([]);
});

test("around one device every seat's token is kept", () => {
  const made = (seat: number) => ({ seat, name: `P${seat}`, kind: "person" as const, token: `T${seat}` });
  seats.keepCreated({ game: "k7f3", host: "H", watch: null, invite: null, seats: [made(0), made(1)] }, "usa", true);
  expect(seats.keysOf("k7f3")).toMatchObject({ hotSeat: true, host: "H", board: "usa", seats: [{ token: "T0" }, { token: "T1" }] });
});

test("a link carries its secret after the hash", () => {
  expect(seats.secretLink("k7f3", "watch", "W")).toBe("http://carrozza.test/g/k7f3#watch=W");
});
