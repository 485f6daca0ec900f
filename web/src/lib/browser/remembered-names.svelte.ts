/** Names of those who play at this device, offered wherever one is asked for. Kept here and nowhere else. */
import { tidyName } from "../names.ts";

/** The id of the list that inputs name: `<input list={NAME_LIST}>`; it stands once in the page. */
export const NAME_LIST = "remembered-names";

const KEPT = "carrozza.names";
const MOST = 16;

let names = $state.raw<readonly string[]>(kept());

/** The last one first. Reactive. */
export function rememberedNames(): readonly string[] {
  return names;
}

/** Remembers names as people typed them; empty ones are nobody's. */
export function rememberNames(...typed: readonly string[]): void {
  save(merged(typed, kept()));
}

export function forgetNames(): void {
  save([]);
}

/** The new ones first, none twice, and no more than there is room for. */
export function merged(typed: readonly string[], before: readonly string[]): string[] {
  const found = new Map<string, string>();
  for (const name of [...typed, ...before].map(tidyName)) {
    const key = name.toLocaleLowerCase();
    if (name && !found.has(key)) found.set(key, name);
  }
  return [...found.values()].slice(0, MOST);
}

function save(all: readonly string[]): void {
  names = all;
  try {
    if (all.length > 0) localStorage.setItem(KEPT, JSON.stringify(all));
    else localStorage.removeItem(KEPT);
  } catch {
    // They are known as long as the page is open.
  }
}

function kept(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(found) ? found.filter((name) => typeof name === "string").slice(0, MOST) : [];
  } catch {
    return [];
  }
}
