/** An animated GIF, written frame by frame: each holds only what has changed since the one before. */

/** The last of the 256 colours means: as it was. */
export const UNCHANGED = 255;
const LARGEST_CODE = 4096;
const LARGEST_BLOCK = 255;

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

export class Gif {
  private readonly width: number;
  private readonly height: number;
  private readonly bytes = new Bytes();
  private before: Uint8Array | null = null;

  /** `colours`: red, green and blue of up to 255 colours. The film begins again when it is over. */
  constructor(width: number, height: number, colours: Uint8Array) {
    this.width = width;
    this.height = height;
    this.bytes.text("GIF89a").short(width).short(height).byte(0b1111_0111, 0, 0);
    const table = new Uint8Array(256 * 3);
    table.set(colours.subarray(0, UNCHANGED * 3));
    this.bytes.all(table);
    this.bytes.byte(0x21, 0xff, 11).text("NETSCAPE2.0").byte(3, 1, 0, 0, 0);
  }

  /** `pixels`: a colour's number each, the first row first. */
  add(pixels: Uint8Array, milliseconds: number): void {
    const box = this.before ? changed(this.before, pixels, this.width) : { left: 0, top: 0, width: this.width, height: this.height };
    const keepsWhatWas = 0b0000_0101;
    this.bytes.byte(0x21, 0xf9, 4, keepsWhatWas).short(Math.round(milliseconds / 10)).byte(UNCHANGED, 0);
    this.bytes.byte(0x2c).short(box.left).short(box.top).short(box.width).short(box.height).byte(0);
    this.bytes.byte(8);
    this.bytes.blocks(compressed(this.cut(pixels, box)));
    this.before = pixels;
  }

  finish(): Uint8Array<ArrayBuffer> {
    return this.bytes.byte(0x3b).made();
  }

  private cut(pixels: Uint8Array, { left, top, width, height }: Box): Uint8Array {
    const part = new Uint8Array(width * height);
    for (let y = 0, to = 0; y < height; y += 1) {
      for (let x = 0, from = (top + y) * this.width + left; x < width; x += 1, from += 1, to += 1) {
        part[to] = this.before && this.before[from] === pixels[from] ? UNCHANGED : pixels[from]!;
      }
    }
    return part;
  }
}

/** Where two pictures differ; a single pixel where they do not, because a frame cannot be empty. */
export function changed(before: Uint8Array, after: Uint8Array, width: number): Box {
  let [left, right, top, bottom] = [width, -1, -1, -1];
  for (let at = 0; at < after.length; at += 1) {
    if (before[at] === after[at]) continue;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (top < 0) top = y;
    bottom = y;
    if (x < left) left = x;
    if (x > right) right = x;
  }
  return right < 0 ? { left: 0, top: 0, width: 1, height: 1 } : { left, top, width: right - left + 1, height: bottom - top + 1 };
}

/** LZW as GIF has it, for pixels of eight bits. */
export function compressed(pixels: Uint8Array): Uint8Array {
  const [clear, end] = [256, 257];
  const bits = new Bits();
  const known = new Map<number, number>();
  let [next, size] = [end + 1, 9];
  bits.add(clear, size);
  let prefix = pixels[0]!;
  for (let at = 1; at < pixels.length; at += 1) {
    const key = (prefix << 8) | pixels[at]!;
    const code = known.get(key);
    if (code !== undefined) {
      prefix = code;
      continue;
    }
    bits.add(prefix, size);
    prefix = pixels[at]!;
    if (next < LARGEST_CODE) {
      if (next >= 1 << size) size += 1;
      known.set(key, next);
      next += 1;
    } else {
      bits.add(clear, size);
      known.clear();
      [next, size] = [end + 1, 9];
    }
  }
  bits.add(prefix, size);
  if (next < LARGEST_CODE && next >= 1 << size) size += 1;
  bits.add(end, size);
  return bits.made();
}

class Bytes {
  private room = new Uint8Array(1 << 16);
  private length = 0;

  byte(...values: number[]): this {
    return this.all(Uint8Array.from(values));
  }

  short(value: number): this {
    return this.byte(value & 0xff, value >> 8);
  }

  text(text: string): this {
    return this.all(new TextEncoder().encode(text));
  }

  all(values: Uint8Array): this {
    while (this.length + values.length > this.room.length) {
      const larger = new Uint8Array(this.room.length * 2);
      larger.set(this.room);
      this.room = larger;
    }
    this.room.set(values, this.length);
    this.length += values.length;
    return this;
  }

  blocks(values: Uint8Array): this {
    for (let at = 0; at < values.length; at += LARGEST_BLOCK) {
      const block = values.subarray(at, at + LARGEST_BLOCK);
      this.byte(block.length).all(block);
    }
    return this.byte(0);
  }

  made(): Uint8Array<ArrayBuffer> {
    return this.room.slice(0, this.length);
  }
}

/** Codes of any number of bits, the lowest first. */
class Bits {
  private readonly bytes = new Bytes();
  private held = 0;
  private count = 0;
  private chunk: number[] = [];

  add(code: number, size: number): void {
    this.held |= code << this.count;
    this.count += size;
    for (; this.count >= 8; this.count -= 8, this.held >>>= 8) this.chunk.push(this.held & 0xff);
    if (this.chunk.length >= 4096) this.flush();
  }

  made(): Uint8Array {
    if (this.count > 0) this.chunk.push(this.held & 0xff);
    this.flush();
    return this.bytes.made();
  }

  private flush(): void {
    this.bytes.byte(...this.chunk);
    this.chunk = [];
  }
}
