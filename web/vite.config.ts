import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig } from "vite";
import { packed } from "./packing.ts";
import { precache } from "./precache.ts";
import { words } from "./words.ts";

const server = process.env["CARROZZA_SERVER"] ?? "http://127.0.0.1:8102";

const SHARED = /node_modules\/(?!uqr)|src\/lib\/(?!game-connection)|src\/shell\/(?!ShareLink)|src\/own-boards\/(all-boards|dropped-file|known-boards)|PlayerShape|cards\/shapes|preload-helper/;

export default defineConfig({
  plugins: [svelte(), words(), precache(), packed()],
  build: {
    outDir: "../src/carrozza/server/page",
    emptyOutDir: true,
    target: "es2022",
    assetsInlineLimit: 0,
    license: { fileName: "licences.md" },
    modulePreload: { polyfill: false },
    rolldownOptions: {
      checks: { pluginTimings: false },
      // What every screen shares comes as one file: many small ones cost a first visit more than they spare it.
      output: { codeSplitting: { groups: [{ name: "page", test: SHARED }] } },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 8103,
    fs: { allow: [".."] },
    proxy: { "/api": { target: server, ws: true }, "/health": server },
  },
});
