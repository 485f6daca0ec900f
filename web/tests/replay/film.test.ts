import { describe, expect, test } from "vitest";
import { fitting } from "../../src/replay/film/caption.ts";
import { changed, compressed, Gif, UNCHANGED } from "../../src/replay/film/gif.ts";
import { Palette } from "../../src/replay/film/palette.ts";
import { MOST, shotsOf } from "../../src/replay/film/shots.ts";

/** LZW read back, as any program that shows GIFs does it. */
function unpacked(bytes: Uint8Array): number[] {
  const pixels: number[] = [];
  let [held, count, at, size] = [0, 0, 0, 9];
  let known: number[][] = [];
  let before: number[] | null = null;
  for (;;) {
    for (; count < size; count += 8) held |= bytes[at++]! << count;
    const code = held & ((1 << size) - 1);
    [held, count] = [held >>> size, count - size];
    if (code === 257) return pixels;
    if (code === 256) {
      known = Array.from({ length: 258 }, (_, value) => [value]);
      [size, before] = [9, null];
      continue;
    }
    const run: number[] = known[code] ?? [...before!, before![0]!];
    pixels.push(...run);
    if (before && known.length < 4096) known.push([...before, run[0]!]);
    if (known.length === 1 << size && size < 12) size += 1;
    before = run;
  }
}

describe("compressing", () => {
  test.each([1, 2, 300, 70_000])("%i pixels of many colours are read back as they were", (length) => {
    const pixels = Uint8Array.from({ length }, (_, at) => (at * at * 7 + (at >> 3)) % 255);
    expect(unpacked(compressed(pixels))).toEqual([...pixels]);
  });

  test("a calm picture takes little room", () => {
    const pixels = new Uint8Array(100_000).fill(7);
    expect(unpacked(compressed(pixels))).toEqual([...pixels]);
    expect(compressed(pixels).length).toBeLessThan(1000);
  });
});

describe("a frame holds what has changed", () => {
  const before = new Uint8Array(12);

  test("the smallest box around it", () => {
    const after = Uint8Array.from(before, (_, at) => (at === 5 || at === 10 ? 1 : 0));
    expect(changed(before, after, 4)).toEqual({ left: 1, top: 1, width: 2, height: 2 });
  });

  test("one pixel where nothing has", () => {
    expect(changed(before, before, 4)).toEqual({ left: 0, top: 0, width: 1, height: 1 });
  });

  test("and as many frames as were added", () => {
    const gif = new Gif(4, 3, Uint8Array.from([1, 2, 3, 200, 100, 50]));
    gif.add(before, 500);
    gif.add(Uint8Array.from(before, (_, at) => (at === 5 ? 1 : 0)), 1000);
    const bytes = gif.finish();
    expect(new TextDecoder().decode(bytes.subarray(0, 6))).toBe("GIF89a");
    expect([...bytes.subarray(13, 19)]).toEqual([1, 2, 3, 200, 100, 50]);
    const second = bytes.length - 1 - (1 + 1 + 4 + 1) - 10 - 8;
    expect([...bytes.subarray(second, second + 8)]).toEqual([0x21, 0xf9, 4, 5, 100, 0, UNCHANGED, 0]);
    expect(bytes.at(-1)).toBe(0x3b);
  });
});

describe("colours", () => {
  const picture = (...colours: [number, number, number][]) => Uint8ClampedArray.from(colours.flatMap((colour) => [...colour, 255]));

  test("few are kept as they are", () => {
    const drawn = picture([251, 247, 236], [216, 53, 63], [11, 107, 179], [216, 53, 63]);
    const palette = new Palette([drawn], 255);
    const shown = [...palette.numbers(drawn)].map((number) => [...palette.colours.subarray(number * 3, number * 3 + 3)]);
    expect(shown).toEqual([[251, 247, 236], [216, 53, 63], [11, 107, 179], [216, 53, 63]]);
  });

  test("many become as many as there may be, each near to what it was", () => {
    const drawn = picture(...Array.from({ length: 4096 }, (_, at): [number, number, number] => [(at >> 8) * 16, ((at >> 4) & 15) * 16, (at & 15) * 16]));
    const palette = new Palette([drawn], 255);
    expect(palette.colours.length).toBe(255 * 3);
    const away = [...palette.numbers(drawn)].flatMap((number, at) =>
      [0, 1, 2].map((part) => Math.abs(palette.colours[number * 3 + part]! - drawn[at * 4 + part]!)),
    );
    expect(Math.max(...away)).toBeLessThan(64);
  });

  test("a player's few trains keep their colour beside a large map", () => {
    const map = Array.from({ length: 20_000 }, (_, at): [number, number, number] => [200 + (at % 40), 190 + (at % 37), 160 + (at % 41)]);
    const drawn = picture(...map, ...Array.from({ length: 12 }, (): [number, number, number] => [216, 53, 63]));
    const palette = new Palette([drawn], 64);
    const train = palette.numbers(drawn).at(-1)! * 3;
    expect([...palette.colours.subarray(train, train + 3)]).toEqual([216, 53, 63]);
  });
});

describe("what of a game is filmed", () => {
  const frame = (routes: string[]) => ({ view: { players: [{ routes, stations: [], markers: [], start: null }], alvin: null } }) as never;
  const scores = {} as never;

  test("the beginning, every move that changes the map, and the end", () => {
    const frames = [frame([]), frame([]), frame(["a-b"]), frame(["a-b"]), frame(["a-b", "b-c"]), frame(["a-b", "b-c"])];
    expect(shotsOf({ frames, scores }).map(({ at, isResult }) => [at, isResult])).toEqual([[0, false], [2, false], [4, false], [5, true]]);
  });

  test("a game that is not over ends with its last claim", () => {
    const shots = shotsOf({ frames: [frame([]), frame(["a-b"]), frame(["a-b"])], scores: null });
    expect(shots.map(({ at }) => at)).toEqual([0, 1]);
    expect(shots.at(-1)!.milliseconds).toBeGreaterThan(shots[0]!.milliseconds);
  });

  test("no film is endless", () => {
    const frames = Array.from({ length: 2000 }, (_, at) => frame([String(at)]));
    const shots = shotsOf({ frames, scores });
    expect(shots.length).toBe(MOST);
    expect(shots.at(-2)!.at).toBe(1999);
  });
});

test("a long sentence is written smaller, a short one is not", () => {
  expect(fitting("Ada", 100, 10)).toBe(10);
  expect(fitting("x".repeat(100), 100, 10)).toBeLessThan(2);
});
