/** The colours of a film: as many as a GIF has, chosen by median cut from a few of its pictures. */

/** Colours that agree in the first five bits of each part are told apart by nobody. */
const BITS = 5;
const SHADES = 1 << (3 * BITS);
const PARTS = [0, 1, 2] as const;

interface Shade {
  count: number;
  /** The mean of what fell into it: red, green, blue. */
  mean: readonly [number, number, number];
}

interface Group {
  shades: Shade[];
  count: number;
  /** The part in which its colours differ most, and by how much. */
  longest: 0 | 1 | 2;
  spread: number;
}

export class Palette {
  /** Red, green and blue of each colour. */
  readonly colours: Uint8Array;
  private readonly found = new Int16Array(SHADES).fill(-1);

  /** From pictures as a canvas gives them: red, green, blue and opacity of each pixel. */
  constructor(pictures: readonly Uint8ClampedArray[], most: number) {
    const groups = divided(shadesOf(pictures), most);
    this.colours = Uint8Array.from(groups.flatMap(({ shades, count }) => PARTS.map((part) => Math.round(total(shades, part) / count))));
  }

  /** Each pixel as the number of the colour that comes nearest. */
  numbers(picture: Uint8ClampedArray): Uint8Array {
    const numbers = new Uint8Array(picture.length / 4);
    for (let at = 0, from = 0; at < numbers.length; at += 1, from += 4) {
      const [red, green, blue] = [picture[from]!, picture[from + 1]!, picture[from + 2]!];
      const shade = shadeOf(red, green, blue);
      if (this.found[shade]! < 0) this.found[shade] = this.nearest(red, green, blue);
      numbers[at] = this.found[shade]!;
    }
    return numbers;
  }

  private nearest(red: number, green: number, blue: number): number {
    let [best, least] = [0, Infinity];
    for (let number = 0; number * 3 < this.colours.length; number += 1) {
      const [r, g, b] = [this.colours[number * 3]! - red, this.colours[number * 3 + 1]! - green, this.colours[number * 3 + 2]! - blue];
      // Eyes see green best.
      const distance = 2 * r * r + 4 * g * g + 3 * b * b;
      if (distance < least) [best, least] = [number, distance];
    }
    return best;
  }
}

function shadeOf(red: number, green: number, blue: number): number {
  const drop = 8 - BITS;
  return ((red >> drop) << (2 * BITS)) | ((green >> drop) << BITS) | (blue >> drop);
}

function shadesOf(pictures: readonly Uint8ClampedArray[]): Shade[] {
  const sums = new Float64Array(SHADES * 4);
  for (const picture of pictures) {
    for (let from = 0; from < picture.length; from += 4) {
      const shade = shadeOf(picture[from]!, picture[from + 1]!, picture[from + 2]!) * 4;
      for (const part of PARTS) sums[shade + part]! += picture[from + part]!;
      sums[shade + 3]! += 1;
    }
  }
  return Array.from({ length: SHADES }, (_, shade) => sums.subarray(shade * 4, shade * 4 + 4)).flatMap(([red, green, blue, count]) =>
    count ? [{ count, mean: [red! / count, green! / count, blue! / count] as const }] : [],
  );
}

/** Divides the group whose colours differ most, by how many pixels have them, until there are enough. */
function divided(shades: Shade[], most: number): Group[] {
  const groups = [grouped(shades)];
  while (groups.length < most) {
    const widest = groups.reduce((one, other) => (weight(other) > weight(one) ? other : one));
    if (widest.shades.length < 2) break;
    groups.splice(groups.indexOf(widest), 1, ...halves(widest));
  }
  return groups;
}

/** Few pixels of their own colour, such as a player's trains, count for more than their number. */
function weight({ shades, count, spread }: Group): number {
  return shades.length < 2 ? 0 : spread * Math.cbrt(count);
}

function halves({ shades, count, longest }: Group): [Group, Group] {
  const sorted = [...shades].sort((one, other) => one.mean[longest] - other.mean[longest]);
  let [at, passed] = [0, 0];
  while (at < sorted.length - 1 && (passed += sorted[at]!.count) < count / 2) at += 1;
  const cut = Math.max(1, Math.min(sorted.length - 1, at + 1));
  return [grouped(sorted.slice(0, cut)), grouped(sorted.slice(cut))];
}

function grouped(shades: Shade[]): Group {
  const spreads = PARTS.map((part) => {
    const values = shades.map(({ mean }) => mean[part]);
    return values.reduce((most, value) => Math.max(most, value), 0) - values.reduce((least, value) => Math.min(least, value), 255);
  });
  const longest = PARTS.reduce<0 | 1 | 2>((one, other) => (spreads[other]! > spreads[one]! ? other : one), 0);
  return { shades, count: shades.reduce((sum, { count }) => sum + count, 0), longest, spread: spreads[longest]! };
}

function total(shades: readonly Shade[], part: 0 | 1 | 2): number {
  return shades.reduce((sum, { mean, count }) => sum + mean[part] * count, 0);
}
