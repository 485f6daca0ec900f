/** Light or dark, on the page's root element, where the style sheet looks for it. */
import { reducedMotion, settings, shownTheme } from "./settings.svelte.ts";

const PAPER = { light: "#FBF7EC", dark: "#14181D" };

/** Shows the page as the settings say; call it inside an effect. */
export function dress(root: HTMLElement): void {
  const theme = shownTheme();
  root.dataset["theme"] = theme;
  root.dataset["motion"] = reducedMotion() ? "reduced" : "full";
  root.lang = settings.language;
  // What the installed page is called, and its shortcuts.
  const manifest = settings.language === "en" ? "/manifest.webmanifest" : `/manifest.${settings.language}.webmanifest`;
  document.querySelector('link[rel="manifest"]')?.setAttribute("href", manifest);
  for (const tag of document.querySelectorAll<HTMLMetaElement>('meta[name="theme-color"]')) tag.content = PAPER[theme];
}
