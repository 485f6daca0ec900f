/** Places by their names, and boards from lists of them. */
import { settings } from "../../lib/browser/settings.svelte.ts";
import { t } from "../../lib/words.ts";
import { type BoardDocument, readDocument } from "../document/document.ts";

export interface FoundPlace {
  name: string;
  full_name: string;
  lat: number;
  lon: number;
  /** Where that is: region and country. */
  about: string;
}

export interface Question {
  line: number;
  name: string;
  places: FoundPlace[];
}

export interface LineFault {
  list: string;
  line: number;
  message: string;
}

export interface FromLists {
  document: BoardDocument | null;
  questions: Question[];
  faults: LineFault[];
  trouble: string;
}

export interface Lists {
  title: string;
  id: string;
  cities: string;
  routes: string;
}

export async function findPlaces(name: string): Promise<FoundPlace[]> {
  try {
    const response = await fetch(`/api/workshop/places?${new URLSearchParams({ q: name, language: settings.language })}`, { credentials: "omit" });
    const { places } = response.ok ? ((await response.json()) as { places: Place[] }) : { places: [] };
    return places.map(placeOf);
  } catch {
    return [];
  }
}

export async function boardOfLists(lists: Lists): Promise<FromLists> {
  try {
    const response = await fetch(`/api/workshop/new?language=${settings.language}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(lists),
      credentials: "omit",
      referrerPolicy: "no-referrer",
    });
    const found = (await response.json()) as Partial<Answer>;
    if (!response.ok) return nothing(found.message ?? t("page.shell.went_wrong"));
    return {
      document: readDocument(found.document),
      questions: (found.questions ?? []).map(({ places, ...question }) => ({ ...question, places: places.map(placeOf) })),
      faults: found.faults ?? [],
      trouble: "",
    };
  } catch {
    return nothing(t("page.shell.unreachable"));
  }
}

interface Place {
  name: string;
  full_name?: string;
  region?: string;
  country?: string;
  lat: number;
  lon: number;
}

interface Answer {
  document: unknown;
  questions: { line: number; name: string; places: Place[] }[];
  faults: LineFault[];
  message: string;
}

function placeOf({ name, full_name = name, region = "", country = "", lat, lon }: Place): FoundPlace {
  return { name, full_name, lat, lon, about: [region, country].filter(Boolean).join(", ") };
}

function nothing(trouble: string): FromLists {
  return { document: null, questions: [], faults: [], trouble };
}
