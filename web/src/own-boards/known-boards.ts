/** The own boards whose link this browser has opened, the latest first; only their names are kept. */

const KEPT = "carrozza.own-boards";
const MOST = 30;
const NAME = /^own-[0-9a-f]{32}(-[a-z0-9]+)*$/;
/** Where the browser keeps nothing, they live as long as the page. */
let remembered: string[] = [];

export function isOwn(board: string): boolean {
  return NAME.test(board);
}

export function knownBoards(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "null");
    if (Array.isArray(found)) return found.filter((each): each is string => typeof each === "string" && isOwn(each));
  } catch {
    // Storage is closed to us, or holds something else.
  }
  return remembered;
}

/** Puts a board first; beyond the most, those opened longest ago go. */
export function rememberBoard(board: string): void {
  if (isOwn(board)) write([board, ...knownBoards().filter((each) => each !== board)].slice(0, MOST));
}

export function forgetBoard(board: string): void {
  write(knownBoards().filter((each) => each !== board));
}

function write(boards: string[]): void {
  remembered = boards;
  try {
    localStorage.setItem(KEPT, JSON.stringify(boards));
  } catch {
    // A browser that keeps nothing still plays.
  }
}
