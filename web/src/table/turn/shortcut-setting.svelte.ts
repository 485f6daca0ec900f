/** Single keys as shortcuts: on at first, and off for those whom they disturb. */

const KEPT = "carrozza.shortcuts";

export const shortcuts = $state({ on: kept() });

export function setShortcuts(on: boolean): void {
  shortcuts.on = on;
  try {
    localStorage.setItem(KEPT, on ? "on" : "off");
  } catch {
    // A browser that keeps nothing still plays.
  }
}

function kept(): boolean {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true;
  }
}
