import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { build, type Plugin, type Rolldown } from "vite";

const WORKER = resolve(import.meta.dirname, "src/offline/service-worker.ts");
/** At the root, because a service worker rules nothing above the folder it lies in. */
const WORKER_FILE = "service-worker.js";
const DOCUMENT = "index.html";
const KEPT_OFFLINE = /^assets\/.*\.(js|css|woff2)$/;

/** Adds the service worker to the build: it is told which files there are, and has a version that changes with them. */
export function precache(): Plugin {
  return {
    name: "carrozza-precache",
    apply: "build",
    enforce: "post",
    async generateBundle(_, bundle) {
      // The names of the files are digests of what is in them.
      const files = Object.keys(bundle).filter((name) => KEPT_OFFLINE.test(name)).sort();
      const code = await workerCode();
      const version = createHash("sha256").update([sourceOf(bundle[DOCUMENT]), code, ...files].join("\n")).digest("hex").slice(0, 12);
      const list = JSON.stringify({ version, files: files.map((name) => `/${name}`) });
      this.emitFile({ type: "asset", fileName: WORKER_FILE, source: `const PRECACHE=${list};\n${code}` });
    },
  };
}

/** As a classic script in one piece, which every browser takes for a worker. */
async function workerCode(): Promise<string> {
  const output = { format: "iife" } as const;
  const made = await build({
    configFile: false,
    logLevel: "warn",
    build: { write: false, target: "es2022", rolldownOptions: { input: WORKER, output } },
  });
  const [{ code }] = (made as Rolldown.RolldownOutput).output;
  return code;
}

function sourceOf(file: Rolldown.OutputBundle[string] | undefined): string {
  if (file?.type !== "asset") throw new Error(`the build has no ${DOCUMENT}`);
  return String(file.source);
}
