/** How far a guide has come in each guided game: kept in this browser. */

export interface Progress {
  told: string[];
  /** Whether the learner goes on without the guide. */
  ended: boolean;
}

const KEPT = "carrozza.guide";
const MOST = 20;
/** Where the browser keeps nothing, it is remembered as long as the page lives. */
let remembered: [string, Progress][] = [];

export function progressIn(game: string): Progress {
  return kept().find(([id]) => id === game)?.[1] ?? { told: [], ended: false };
}

export function keepProgress(game: string, progress: Progress): void {
  remembered = [[game, progress] as [string, Progress], ...kept().filter(([id]) => id !== game)].slice(0, MOST);
  try {
    localStorage.setItem(KEPT, JSON.stringify(remembered));
  } catch {
    // A browser that keeps nothing still explains.
  }
}

/** The last one first. */
function kept(): [string, Progress][] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    return Array.isArray(found) ? found.filter(isProgress) : remembered;
  } catch {
    return remembered;
  }
}

function isProgress(entry: unknown): entry is [string, Progress] {
  const [game, progress] = Array.isArray(entry) ? (entry as [unknown, Partial<Progress> | null]) : [null, null];
  return typeof game === "string" && Array.isArray(progress?.told) && typeof progress.ended === "boolean";
}
