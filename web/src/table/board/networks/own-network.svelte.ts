/** Whether one's own network is drawn as one line under its trains: off at first, and remembered. */

const KEPT = "carrozza.own-network";

export const ownNetwork = $state({ shown: kept() });

export function toggleOwnNetwork(): void {
  ownNetwork.shown = !ownNetwork.shown;
  try {
    localStorage.setItem(KEPT, ownNetwork.shown ? "shown" : "hidden");
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) === "shown";
  } catch {
    return false;
  }
}
