/** A result as a picture: the board with its trains, and the table of points under it. */

import { marginSentence, plain, winnersSentence } from "../../ending/step-sentences.ts";
import { partsInPlay, standings, type Standing } from "../../ending/scores.ts";
import { drawingUrl } from "../../lib/server/api.ts";
import type { Board, View } from "../../lib/types.ts";
import { t } from "../../lib/words.ts";
import { Drawing } from "../../table/board/drawn/drawing.ts";
import pageStyle from "../../table/board/drawn/drawing.css?raw";
import { PLAYER_SHAPES } from "../../table/cards/shapes.ts";

const WIDTH = 1600;
const MARGIN = 48;
const ROW = 62;
const HEAD = 178;
const STYLES = /<style>([^]*?)<\/style>/g;

/** A PNG; null where the drawing does not come, or the browser cannot make a picture of it. */
export async function pictureOf(view: View, board: Board, theme: "light" | "dark"): Promise<Blob | null> {
  try {
    const response = await fetch(drawingUrl(board.id, theme), { credentials: "omit" });
    if (!response.ok) return null;
    const map = await imageOf(withPieces(await response.text(), view, await fontFaces()));
    await Promise.all(["700 40px 'Carrozza Serif'", "400 30px 'Carrozza Sans'"].map((font) => document.fonts.load(font)));
    return await painted(map, view, board);
  } catch {
    return null;
  }
}

/** The drawing as text, with what lies on it; its style stays inside, which the page's own policy would not let in. */
function withPieces(text: string, view: View, fonts: string): string {
  const style = [...text.matchAll(STYLES)].map((found) => found[1]).join("");
  const bare = new DOMParser().parseFromString(text.replace(STYLES, ""), "image/svg+xml").documentElement;
  const drawing = new Drawing(document.importNode(bare, true) as unknown as SVGSVGElement);
  drawing.show(view, { routes: [], cities: [] }, new Set());
  const { svg } = drawing;
  svg.setAttribute("width", String(WIDTH));
  svg.setAttribute("height", String(Math.round((WIDTH * drawing.height) / drawing.width)));
  const written = new XMLSerializer().serializeToString(svg);
  const dressed = `<style>${fonts}${style}${styleOfPage()}</style>`.replaceAll("&", "&amp;");
  return written.replace(/<svg[^>]*>/, (head) => head + dressed);
}

/** What the page adds to a drawing, with its colours written out. */
function styleOfPage(): string {
  const page = getComputedStyle(document.documentElement);
  return pageStyle
    .replace(/\/\*[^]*?\*\//g, "")
    .replaceAll(".stage ", "")
    .replace(/var\((--[\w-]+)\)/g, (whole, name: string) => page.getPropertyValue(name) || whole);
}

/** The page's fonts, written out: a picture loads nothing. */
async function fontFaces(): Promise<string> {
  const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]);
  const faces = rules.filter((rule) => rule instanceof CSSFontFaceRule && rule.cssText.includes("Carrozza Sans"));
  const written = faces.map(async ({ cssText, parentStyleSheet }) => {
    const address = /url\("?([^")]+)"?\)/.exec(cssText)?.[1] ?? "";
    const font = await (await fetch(new URL(address, parentStyleSheet?.href ?? location.href))).blob();
    return cssText.replace(address, await asDataUrl(font));
  });
  return (await Promise.all(written)).join("");
}

function asDataUrl(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}

async function imageOf(svg: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  return image;
}

function painted(map: HTMLImageElement, view: View, board: Board): Promise<Blob | null> {
  const rows = standings(view);
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = map.height + HEAD + rows.length * ROW + MARGIN + 40;
  const page = getComputedStyle(document.documentElement);
  const colour = (name: string) => page.getPropertyValue(`--${name}`).trim();
  const pen = canvas.getContext("2d");
  if (!pen) return Promise.resolve(null);
  pen.fillStyle = colour("page");
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.drawImage(map, 0, 0, WIDTH, map.height);
  new Painter(pen, colour).table(view, board, rows, map.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

class Painter {
  constructor(
    private readonly pen: CanvasRenderingContext2D,
    private readonly colour: (name: string) => string,
  ) {}

  table(view: View, board: Board, rows: readonly Standing[], top: number): void {
    const parts = partsInPlay(board, view.variants);
    const [first, last] = [WIDTH * 0.36, WIDTH - MARGIN];
    const places = parts.map((_, at) => first + ((last - 130 - first) * (at + 1)) / parts.length);
    this.write(winnersSentence(view), MARGIN, top + 74, "700 50px 'Carrozza Serif'");
    this.write(marginSentence(view, board), MARGIN, top + 116, "400 28px 'Carrozza Sans'", "soft");
    const head = top + HEAD - 14;
    parts.forEach((part, at) => this.write(t(`part.${part}`), places[at]!, head, "400 24px 'Carrozza Sans'", "soft", "right"));
    this.write(t("part.total"), last, head, "400 24px 'Carrozza Sans'", "soft", "right");
    rows.forEach((row, at) => {
      const line = top + HEAD + at * ROW;
      this.pen.fillStyle = this.colour(row.place === 1 ? "brass-wash" : "page");
      this.pen.fillRect(MARGIN - 20, line, WIDTH - 2 * MARGIN + 40, ROW);
      this.shape(row.seat, MARGIN + 20, line + ROW / 2);
      this.write(row.name, MARGIN + 58, line + 42, "700 32px 'Carrozza Sans'", "ink", "left", first - MARGIN - 60);
      parts.forEach((part, place) => this.write(plain(row.score[part]), places[place]!, line + 42, "400 30px 'Carrozza Sans'", "ink", "right"));
      this.write(plain(row.score.total), last, line + 44, "700 40px 'Carrozza Serif'", "ink", "right");
    });
    this.write("Carrozza", MARGIN, top + HEAD + rows.length * ROW + 58, "700 24px 'Carrozza Serif'", "soft");
  }

  private write(text: string, x: number, y: number, font: string, colour = "ink", align: CanvasTextAlign = "left", most?: number): void {
    this.pen.font = font;
    this.pen.fillStyle = this.colour(colour);
    this.pen.textAlign = align;
    this.pen.fillText(text, x, y, most);
  }

  /** As the page shows it in its own table. */
  private shape(seat: number, x: number, y: number): void {
    const fillOf = (part: string) => getComputedStyle(document.querySelector(`table .seat-${seat} ${part}`) ?? document.body).fill;
    this.pen.save();
    this.pen.translate(x, y);
    this.pen.scale(4.2, 4.2);
    this.pen.fillStyle = fillOf("circle");
    this.pen.strokeStyle = this.colour("ink");
    this.pen.lineWidth = 0.6;
    this.pen.beginPath();
    this.pen.arc(0, 0, 4.6, 0, 2 * Math.PI);
    this.pen.fill();
    this.pen.stroke();
    this.pen.fillStyle = fillOf("path");
    this.pen.fill(new Path2D(PLAYER_SHAPES[seat]));
    this.pen.restore();
  }
}
