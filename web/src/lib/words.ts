/** The page's words, from the game's one catalogue, in the language of the settings. */
import { catalogue } from "./catalogue.svelte.ts";
import { settings } from "./browser/settings.svelte.ts";
import type { Language } from "./types.ts";

export type Values = Record<string, string | number>;

export const LANGUAGES: readonly Language[] = ["en", "it"];

/** The sentence of that key with its values filled in; `number` chooses between one and many. Reactive. */
export function t(key: string, values: Values = {}): string {
  const sentence = catalogue()[key];
  if (sentence === undefined) {
    console.error(`no words for '${key}'`);
    return key;
  }
  const text = typeof sentence === "string" ? sentence : sentence[(values["number"] ?? 1) === 1 ? 0 : 1];
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** Whether there are words for that key. Reactive. */
export function knows(key: string): boolean {
  return key in catalogue();
}

/** Several names or things in one sentence: "Ada, Bruno and Carla". Reactive. */
export function together(names: readonly string[]): string {
  return listed(names, "conjunction");
}

/** One of several: "draw cards or claim a route". Reactive. */
export function either(names: readonly string[]): string {
  return listed(names, "disjunction");
}

const formats = new Map<string, Intl.ListFormat>();

function listed(names: readonly string[], type: "conjunction" | "disjunction"): string {
  const language = settings.language === "en" ? "en-GB" : settings.language;
  const key = `${language} ${type}`;
  const format = formats.get(key) ?? new Intl.ListFormat(language, { type });
  formats.set(key, format);
  return format.format(names);
}
