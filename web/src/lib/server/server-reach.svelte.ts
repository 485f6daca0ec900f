/** Whether the server answers, and whether it keeps moves. One request that finds nobody, or a server that can save
 * nothing, starts a watch that ends when it is over. */

const PAUSES_MS = [500, 1000, 2000, 4000];

const state = $state({ lost: !navigator.onLine, returns: 0, unsaved: false });
let watching = false;
let watchingSaves = false;

/** True while neither the network nor the server can be reached. Reactive. */
export function lost(): boolean {
  return state.lost;
}

/** How often the line came back; whoever reads it in an effect is run again then. Reactive. */
export function returns(): number {
  return state.returns;
}

/** True while the server can save no moves. Reactive. */
export function unsaved(): boolean {
  return state.unsaved;
}

/** The server has said that moves are being kept, or that they are not. */
export function noteKept(kept: boolean): void {
  state.unsaved = !kept;
  if (!kept) void watchSaves();
}

async function watchSaves(): Promise<void> {
  if (watchingSaves) return;
  watchingSaves = true;
  for (let round = 0; state.unsaved; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)]));
    if (await savesAgain()) state.unsaved = false;
  }
  watchingSaves = false;
}

async function savesAgain(): Promise<boolean> {
  try {
    return (await fetch("/health", { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(4000) })).ok;
  } catch {
    return false;
  }
}

/** Every request says how it went. One that comes through while the line is lost may have set out before: it is asked anew. */
export function noteReached(reached: boolean): void {
  if (!reached) {
    state.lost = true;
    void watch();
  } else if (state.lost) {
    void knock();
  }
}

addEventListener("offline", () => noteReached(false));
addEventListener("online", () => void knock());

async function watch(): Promise<void> {
  if (watching) return;
  watching = true;
  for (let round = 0; state.lost; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, PAUSES_MS[Math.min(round, PAUSES_MS.length - 1)]));
    await knock();
  }
  watching = false;
}

async function knock(): Promise<void> {
  try {
    await fetch("/health", { cache: "no-store", credentials: "omit", signal: AbortSignal.timeout(4000) });
  } catch {
    return; // Still nobody there.
  }
  if (!state.lost) return;
  state.lost = false;
  state.returns += 1;
}
