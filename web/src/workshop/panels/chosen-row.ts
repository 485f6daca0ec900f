/** Brings the row of what is chosen on the map into sight. */
export function keepChosenInSight(row: HTMLElement, chosen: boolean): { update: (chosen: boolean) => void } {
  const show = (chosen: boolean) => {
    if (chosen && !row.contains(document.activeElement)) row.scrollIntoView({ block: "nearest" });
  };
  show(chosen);
  return { update: show };
}
