/** The file of a board to give away: `NAME.carrozza-board`. */

import { type BoardDocument, readDocument } from "./document.ts";
import type { KeptBoard, ServerLayout } from "../start/kept-boards.ts";

export const SUFFIX = ".carrozza-board";
export const LARGEST_BUNDLE = 512_000;

export interface Bundle {
  carrozza_board: 1;
  board: BoardDocument;
  layout?: ServerLayout;
}

/** A layout that is no longer that of the board stays out. */
export function bundleOf({ document, laid }: Pick<KeptBoard, "document" | "laid">, isLaid: boolean): Bundle {
  return { carrozza_board: 1, board: document, ...(laid && isLaid ? { layout: laid.layout } : {}) };
}

/** The board of a file's text; null where it holds none. */
export function readBundle(text: string): { document: BoardDocument; layout: ServerLayout | null } | null {
  try {
    const found = JSON.parse(text) as Partial<Bundle>;
    const document = readDocument(found.board);
    return document && { document, layout: found.layout ?? null };
  } catch {
    return null;
  }
}
