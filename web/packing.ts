import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import type { Plugin } from "vite";

const WORTH_PACKING = /\.(js|css|html|svg|webmanifest|md)$/;
const SMALLEST = 600;

/** Puts a .br and a .gz beside every text that is worth it, so that the server packs nothing while somebody waits. */
export function packed(): Plugin {
  let folder = "";
  return {
    name: "carrozza-packed",
    apply: "build",
    configResolved: (config) => void (folder = config.build.outDir),
    writeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: "utf-8" })) {
        if (!WORTH_PACKING.test(name)) continue;
        const file = join(folder, name);
        const text = readFileSync(file);
        if (text.length < SMALLEST) continue;
        writeFileSync(`${file}.br`, brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
