/** The words of each language, fetched when the language is first spoken. */
import { settings } from "./settings.svelte.ts";
import type { Language } from "./types.ts";

/** A text, or what is said of one thing and of any other number of things. */
export type Sentence = string | [one: string, other: string];
export type Catalogue = Record<string, Sentence>;

const FILES: Record<Language, () => Promise<{ default: Catalogue }>> = {
  en: () => import("virtual:words/en"),
  it: () => import("virtual:words/it"),
};

let spoken = $state.raw<{ language: Language; words: Catalogue }>({ language: settings.language, words: {} });

/** The words of the language that was chosen last and has arrived. Reactive. */
export function catalogue(): Catalogue {
  return spoken.words;
}

/** Speaks the language of the settings, now and whenever it changes; settles when the first words are there. */
export function speak(): Promise<void> {
  $effect.root(() => {
    $effect(() => void load(settings.language));
  });
  return load(settings.language);
}

async function load(language: Language): Promise<void> {
  try {
    const { default: words } = await FILES[language]();
    if (language === settings.language) spoken = { language, words };
  } catch {
    // Offline just now: the page goes on in the language it has.
  }
}
