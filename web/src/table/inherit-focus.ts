/** Whatever had the focus and is gone leaves it at this place; so does the screen before. */
export function inheritFocus(place: HTMLElement): () => void {
  let last: Element | null = null;
  const remember = (event: FocusEvent): void => {
    last = event.target as Element;
  };
  const inherit = (): void => {
    const isLost = document.activeElement === document.body || document.activeElement === null;
    if (isLost && (!last?.isConnected || last.matches(":disabled"))) place.focus({ preventScroll: true });
  };
  const watch = new MutationObserver(inherit);
  watch.observe(document.body, { childList: true, subtree: true, attributeFilter: ["disabled", "inert"] });
  document.addEventListener("focusin", remember);
  inherit();
  return () => {
    watch.disconnect();
    document.removeEventListener("focusin", remember);
  };
}
