import { describe, expect, test } from "vitest";
import en from "virtual:words/en/guide";
import it from "virtual:words/it/guide";
import type { Catalogue } from "../../src/lib/catalogue.svelte.ts";
import { ALL_STEPS } from "../../src/guide/steps/index.ts";

const STEP = "page.guide.step_";
/** What steps say that have more than one way to say it. */
const VARIANTS = [
  "tickets_shared",
  "row_gray",
  "tickets_more",
  "tickets_long",
  "welcome_usa",
  "welcome_europe",
  "welcome_italy_basic",
  "welcome_italy_advanced",
  "welcome_old_west",
  "welcome_old_west_alvin",
  "alvin_yours",
  "alvin_theirs",
];

function sentencesIn(text: string): number {
  return text.split(/[.!?](?:\s|$)/).filter((part) => part.trim() !== "").length;
}

describe.each([["English", en as Catalogue], ["Italian", it as Catalogue]])("in %s", (_, words) => {
  const told = Object.keys(words).filter((key) => key.startsWith(STEP));
  test("every step has its words, and no words are without a step", () => {
    const ids = ALL_STEPS.filter(({ id }) => id !== "alvin_held").map(({ id }) => id);
    expect(new Set(told.map((key) => key.slice(STEP.length)))).toEqual(new Set([...ids, ...VARIANTS]));
  });
  test.each(told)("%s has two sentences", (key) => {
    for (const text of [words[key]!].flat()) expect(sentencesIn(text)).toBe(2);
  });
  test.each(Object.keys(words).filter((key) => key.startsWith("page.guide.count_")))("%s has two sentences", (key) => {
    expect(sentencesIn(words[key] as string)).toBe(2);
  });
});
