/** The words of each language and of each screen, fetched when they are first needed. */
import { untrack } from "svelte";
import { settings } from "./browser/settings.svelte.ts";
import type { Language } from "./types.ts";

/** A text, or what is said of one thing and of any other number of things. */
export type Sentence = string | [one: string, other: string];
export type Catalogue = Record<string, Sentence>;
type Part = "common" | "score" | "guide" | "own_boards" | "workshop";
type File = () => Promise<{ default: Catalogue }>;

const FILES: Record<Language, Record<Part, File>> = {
  en: {
    common: () => import("virtual:words/en/common"),
    score: () => import("virtual:words/en/score"),
    guide: () => import("virtual:words/en/guide"),
    workshop: () => import("virtual:words/en/workshop"),
    own_boards: () => import("virtual:words/en/own_boards"),
  },
  it: {
    common: () => import("virtual:words/it/common"),
    score: () => import("virtual:words/it/score"),
    guide: () => import("virtual:words/it/guide"),
    workshop: () => import("virtual:words/it/workshop"),
    own_boards: () => import("virtual:words/it/own_boards"),
  },
};

const parts = new Set<Part>(["common"]);
const arrived: Record<Language, Catalogue> = { en: {}, it: {} };
let spoken = $state.raw<Catalogue>({});

/** The words of the language that was chosen last and has arrived. Reactive. */
export function catalogue(): Catalogue {
  return spoken;
}

/** Speaks the language of the settings, now and whenever it changes; settles when the first words are there. */
export function speak(): Promise<void> {
  $effect.root(() => {
    $effect(() => void loadIfReached(settings.language));
  });
  return loadIfReached(settings.language);
}

/** A screen together with the words that are said only there: both, or none. */
export async function withWords<Screen>(part: Part, screen: Promise<Screen>): Promise<Screen> {
  parts.add(part);
  const [arrivedScreen] = await Promise.all([screen, load(untrack(() => settings.language))]);
  return arrivedScreen;
}

/** Offline the page goes on in the language it has. */
function loadIfReached(language: Language): Promise<void> {
  return load(language).catch(() => {});
}

async function load(language: Language): Promise<void> {
  const files = await Promise.all([...parts].map((part) => FILES[language][part]()));
  arrived[language] = Object.assign({}, arrived[language], ...files.map((file) => file.default)) as Catalogue;
  if (language === settings.language) spoken = arrived[language];
}
