import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

/** A text, or what is said of one thing and of any other number of things. */
type Sentence = string | [one: string, other: string];

const FOLDER = resolve(import.meta.dirname, "../src/carrozza/words");
const LANGUAGES = ["en", "it"];
/** Of the one catalogue the page carries only what it says. */
const TABLES = ["page", "board", "board_story", "card", "count", "part", "playtest.report"];
/** What is said on one screen only comes with that screen. */
const SCREENS = ["score", "guide", "own_boards", "workshop"];
/** So is what a report says, wherever its words stand. */
const ELSEWHERE: Record<string, string> = { "playtest.report.": "workshop" };
const COMMON = "common";

/** The game's catalogue as modules, `virtual:words/en/common`, `virtual:words/en/score` and so on: sentences by their keys. */
export function words(): Plugin {
  return {
    name: "carrozza-words",
    resolveId: (id) => (id.startsWith("virtual:words/") ? `\0${id}` : undefined),
    load(id) {
      const [, language, screen] = /^\0virtual:words\/(\w+)\/(\w+)$/.exec(id) ?? [];
      if (!language || !screen || !LANGUAGES.includes(language)) return;
      const read = (name: string) => {
        const file = resolve(FOLDER, name);
        this.addWatchFile(file);
        return parse(readFileSync(file, "utf-8"));
      };
      const catalogue = { ...read(`${language}.toml`), ...boardNames(read("rules.toml")[language]) };
      return `export default ${JSON.stringify(saidOn(screen, sentences(catalogue)))}`;
    },
  };
}

function saidOn(screen: string, found: Record<string, Sentence>): Record<string, Sentence> {
  return Object.fromEntries(Object.entries(found).filter(([key]) => screenOf(key) === screen));
}

function screenOf(key: string): string {
  const elsewhere = Object.keys(ELSEWHERE).find((table) => key.startsWith(table));
  return elsewhere ? ELSEWHERE[elsewhere]! : (SCREENS.find((screen) => key.startsWith(`page.${screen}.`)) ?? COMMON);
}

/** The boards are named, and told about, where their rules are. */
function boardNames(rules: unknown): Record<string, unknown> {
  const { board, credit } = (rules ?? {}) as Record<string, unknown>;
  return { board, board_story: credit };
}

function sentences(catalogue: Record<string, unknown>): Record<string, Sentence> {
  const found: Record<string, Sentence> = {};
  for (const table of TABLES) collect(table, tableOf(catalogue, table), found);
  return found;
}

function tableOf(catalogue: Record<string, unknown>, name: string): unknown {
  return name.split(".").reduce<unknown>((table, part) => (table as Record<string, unknown> | undefined)?.[part], catalogue);
}

function collect(key: string, entry: unknown, found: Record<string, Sentence>): void {
  if (typeof entry === "string") found[key] = entry;
  else if (isPair(entry)) found[key] = [entry.one, entry.other];
  else if (entry && typeof entry === "object") {
    for (const [name, inner] of Object.entries(entry)) collect(`${key}.${name}`, inner, found);
  }
}

function isPair(entry: unknown): entry is { one: string; other: string } {
  return typeof entry === "object" && entry !== null && "one" in entry && "other" in entry;
}
