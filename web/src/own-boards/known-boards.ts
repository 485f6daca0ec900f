/** The own boards whose link this browser has opened, the latest first: their names, and what they are called. */

interface Known {
  id: string;
  title: string;
}

const KEPT = "carrozza.own-boards";
const MOST = 30;
const NAME = /^own-[0-9a-f]{32}(-[a-z0-9]+)*$/;
/** Where the browser keeps nothing, they live as long as the page. */
let remembered: Known[] = [];

export function isOwn(board: string): boolean {
  return NAME.test(board);
}

export function knownBoards(): string[] {
  return read().map(({ id }) => id);
}

/** What a board was called when it was last opened here; otherwise its name. */
export function knownTitle(board: string): string {
  return read().find(({ id }) => id === board)?.title ?? board;
}

/** Puts a board first; beyond the most, those opened longest ago go. */
export function rememberBoard(id: string, title: string): void {
  if (isOwn(id)) write([{ id, title }, ...read().filter((each) => each.id !== id)].slice(0, MOST));
}

export function forgetBoard(board: string): void {
  write(read().filter(({ id }) => id !== board));
}

function read(): Known[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    if (Array.isArray(found)) return found.filter(isKnown);
  } catch {
    // Storage is closed to us, or holds something else.
  }
  return remembered;
}

function isKnown(found: unknown): found is Known {
  const { id, title } = (found ?? {}) as Partial<Known>;
  return typeof id === "string" && isOwn(id) && typeof title === "string";
}

function write(boards: Known[]): void {
  remembered = boards;
  try {
    localStorage.setItem(KEPT, JSON.stringify(boards));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
