/** The hint that a small board can be dragged: shown until somebody has done so. */

const KEPT = "carrozza.looked-around";

export const panHint = $state({ isDone: kept() });

export function endPanHint(): void {
  if (panHint.isDone) return;
  panHint.isDone = true;
  try {
    localStorage.setItem(KEPT, "yes");
  } catch {
    // A browser that keeps nothing shows the hint again.
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}
