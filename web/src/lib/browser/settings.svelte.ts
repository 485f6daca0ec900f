/** What a person has chosen for this browser; kept there and nowhere else. */
import { LONGEST_NAME } from "../api-types.ts";
import type { Language } from "../types.ts";

export type Theme = "auto" | "light" | "dark";

interface Settings {
  language: Language;
  theme: Theme;
  /** Soft sounds; off at first. */
  sound: boolean;
  /** A buzz of the phone, and a notification of the system, when it is one's turn; off at first. */
  vibration: boolean;
  notifications: boolean;
  /** Ask before a route is claimed. */
  confirm: boolean;
  /** `auto` follows the system's wish for reduced motion. */
  motion: "auto" | "reduced";
  /** How this person was last called. */
  name: string;
  /** The last table this person set, to be offered again. */
  board: string;
  level: string;
  opponents: number;
}

const KEPT = "carrozza.settings";
const systemIsDark = matchMedia("(prefers-color-scheme: dark)");
const systemIsStill = matchMedia("(prefers-reduced-motion: reduce)");

const system = $state({ dark: systemIsDark.matches, still: systemIsStill.matches });
systemIsDark.addEventListener("change", (change) => (system.dark = change.matches));
systemIsStill.addEventListener("change", (change) => (system.still = change.matches));

export const settings: Settings = $state({ ...standard(), ...kept() });

/** Changes one or more settings and remembers them. */
export function choose(changes: Partial<Settings>): void {
  Object.assign(settings, changes);
  try {
    localStorage.setItem(KEPT, JSON.stringify(settings));
  } catch {
    // A browser that keeps nothing still plays.
  }
}

/** The theme as it is seen: never `auto`. */
export function shownTheme(): "light" | "dark" {
  return settings.theme === "auto" ? (system.dark ? "dark" : "light") : settings.theme;
}

/** Whether to leave out all movement but cross-fades. */
export function reducedMotion(): boolean {
  return settings.motion === "reduced" || system.still;
}

function standard(): Settings {
  const language = navigator.languages.find((tag) => /^(en|it)\b/.test(tag))?.slice(0, 2);
  return {
    language: language === "it" ? "it" : "en",
    theme: "auto",
    sound: false,
    vibration: false,
    notifications: false,
    confirm: false,
    motion: "auto",
    name: "",
    board: "usa",
    level: "medium",
    opponents: 2,
  };
}

function kept(): Partial<Settings> {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
    return typeof found === "object" && found !== null ? usableOf(found as Partial<Settings>) : {};
  } catch {
    return {};
  }
}

/** What was kept, less whatever this version does not know. */
function usableOf(found: Partial<Settings>): Partial<Settings> {
  const usable: Partial<Settings> = {};
  if (found.language === "en" || found.language === "it") usable.language = found.language;
  if (found.theme === "auto" || found.theme === "light" || found.theme === "dark") usable.theme = found.theme;
  if (found.motion === "auto" || found.motion === "reduced") usable.motion = found.motion;
  if (typeof found.sound === "boolean") usable.sound = found.sound;
  if (typeof found.vibration === "boolean") usable.vibration = found.vibration;
  if (typeof found.notifications === "boolean") usable.notifications = found.notifications;
  if (typeof found.confirm === "boolean") usable.confirm = found.confirm;
  if (typeof found.name === "string") usable.name = found.name.slice(0, LONGEST_NAME);
  if (typeof found.board === "string") usable.board = found.board;
  if (typeof found.level === "string") usable.level = found.level;
  if (typeof found.opponents === "number") usable.opponents = found.opponents;
  return usable;
}
