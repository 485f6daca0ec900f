/** Whether somebody has looked around on a board yet; until then a small one tells how. */

const KEPT = "carrozza.looked-around";

export const around = $state({ looked: kept() });

export function lookAround(): void {
  if (around.looked) return;
  around.looked = true;
  try {
    localStorage.setItem(KEPT, "yes");
  } catch {
    // A browser that keeps nothing is told again.
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== null;
  } catch {
    return false;
  }
}
