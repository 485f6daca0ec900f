/** Names for those who give none, and for the bots. */
import { LONGEST_NAME } from "./api-types.ts";
import { t, together } from "./words.ts";

const BOT_NAMES = ["Ottavia", "Nino", "Leda", "Tullio", "Zoe", "Aldo", "Mina", "Ivo"];

/** A name as the server takes it: no stray spaces, not too long. */
export function tidyName(name: string): string {
  return name.replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME);
}

/** What a person who typed nothing is called. */
export function ownName(typed: string): string {
  return tidyName(typed) || t("page.setup.traveller");
}

/** A name for a bot that nobody at the table has yet. */
export function botName(taken: readonly string[]): string {
  const used = new Set(taken.map((name) => name.toLocaleLowerCase()));
  return BOT_NAMES.find((name) => !used.has(name.toLocaleLowerCase())) ?? `Bot ${taken.length + 1}`;
}

/** Everybody at a table, in one sentence. Reactive. */
export function atTheTable(info: { seats: readonly { name: string | null }[] }): string {
  return together(info.seats.flatMap(({ name }) => name ?? []));
}

/** Names in which no two are alike: "Ada", "Ada 2". */
export function unlike(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    let mine = name;
    for (let copy = 2; used.has(mine.toLocaleLowerCase()); copy += 1) mine = `${name} ${copy}`;
    used.add(mine.toLocaleLowerCase());
    return mine;
  });
}
