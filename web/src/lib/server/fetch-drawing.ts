/** A board's drawing as an element of the page. */
import { drawingUrl } from "./api.ts";

const dressed = new Set<string>();

/** Fetches the drawing; null where the server cannot be reached. Give each drawing on a page its own `prefix`.
 *
 * The drawing's style sheet is adopted by the document, because a strict content policy lets no `<style>` through.
 */
export async function fetchDrawing(board: string, theme: "light" | "dark", prefix = ""): Promise<SVGSVGElement | null> {
  try {
    const response = await fetch(drawingUrl(board, theme, prefix), { credentials: "omit" });
    return response.ok ? readDrawing(await response.text()) : null;
  } catch {
    return null;
  }
}

export function readDrawing(text: string): SVGSVGElement {
  const { bare, css } = separated(text);
  adopt(css);
  return parsed(bare);
}

/** A drawing and its style sheet apart: even a `<style>` that is never shown would be reported as one the policy blocked. */
export function separated(text: string): { bare: string; css: string } {
  let css = "";
  const bare = text.replace(/<style>([^]*?)<\/style>/g, (_, found: string) => {
    css += found;
    return "";
  });
  return { bare, css };
}

export function parsed(bare: string): SVGSVGElement {
  const drawing = document.importNode(new DOMParser().parseFromString(bare, "image/svg+xml").documentElement, true);
  return drawing as unknown as SVGSVGElement;
}

function adopt(css: string): void {
  if (dressed.has(css)) return;
  dressed.add(css);
  const sheet = new CSSStyleSheet();
  // In a layer, so that whatever the page says itself overrules the drawing.
  sheet.replaceSync(`@layer drawing {${css}}`);
  document.adoptedStyleSheets.push(sheet);
}
