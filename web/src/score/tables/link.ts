/** A table in an address: after the `#`, where no server sees it. */

import { caseOf, tableOf } from "./case.ts";
import type { RealTable } from "./real-table.ts";

/** What follows says how it was written: JSON, compressed or not, in base64 for addresses. */
const COMPRESSED = "1";
const PLAIN = "0";
const FIELD = "t=";

/** A table may be this large when it is unpacked; more is none of ours. */
const MOST_BYTES = 64 * 1024;

/** The part of the address after the `#`. */
export async function anchorOf(table: RealTable): Promise<string> {
  const written = { ...caseOf(table, true), colours: table.players.map(({ colour }) => colour) };
  const bytes = new TextEncoder().encode(JSON.stringify(written));
  if (!("CompressionStream" in globalThis)) return `${FIELD}${PLAIN}${toBase64(bytes)}`;
  return `${FIELD}${COMPRESSED}${toBase64(await through(bytes, new CompressionStream("deflate-raw")))}`;
}

export function holdsTable(anchor: string): boolean {
  return anchor.startsWith(FIELD);
}

/** The table of an address; null where there is none that this version can read. */
export async function tableIn(anchor: string, id: string): Promise<RealTable | null> {
  const [how, packed] = [anchor.charAt(FIELD.length), anchor.slice(FIELD.length + 1)];
  try {
    const bytes = fromBase64(packed);
    const text = how === PLAIN ? bytes : how === COMPRESSED ? await through(bytes, new DecompressionStream("deflate-raw")) : null;
    return text && coloured(JSON.parse(new TextDecoder().decode(text)), id);
  } catch {
    return null;
  }
}

function coloured(found: { colours?: unknown }, id: string): RealTable | null {
  const table = tableOf(found, id);
  const colours = Array.isArray(found.colours) ? found.colours : [];
  if (!table || new Set(colours).size < table.players.length) return table;
  return { ...table, players: table.players.map((player, at) => ({ ...player, colour: Number(colours[at]) % 6 || 0 })) };
}

async function through(bytes: Uint8Array, stream: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const writer = stream.writable.getWriter();
  // What goes wrong on the way in is told on the way out as well.
  void writer.write(bytes as Uint8Array<ArrayBuffer>).catch(() => {});
  void writer.close().catch(() => {});
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = (stream.readable as ReadableStream<Uint8Array>).getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    chunks.push(part.value);
    size += part.value.length;
    if (size > MOST_BYTES) throw new RangeError("too large");
  }
  const whole = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}

function toBase64(bytes: Uint8Array): string {
  const binary = Array.from(bytes, (byte) => String.fromCharCode(byte)).join("");
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
