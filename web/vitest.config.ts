import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vitest/config";
import { words } from "./words.ts";

/** Tests of the page's TypeScript without a browser; `tests/web` opens the page in Chromium. */
export default defineConfig({
  plugins: [svelte(), words()],
  // Svelte's reactive runtime instead of the one that renders on servers.
  resolve: { conditions: ["browser"] },
  server: { fs: { allow: [".."] } },
  test: {
    include: ["tests/**/*.test.ts"],
    setupFiles: ["tests/browser.ts"],
    environment: "node",
    testTimeout: 120_000,
    // A process for each file took three times as long as the tests; every test begins with an empty storage.
    pool: "threads",
    isolate: false,
  },
});
