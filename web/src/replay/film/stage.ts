/** A board as pictures: its drawing with the pieces of a position, made into pixels by the browser. */
import { separated, parsed } from "../../lib/server/fetch-drawing.ts";
import { drawingUrl } from "../../lib/server/api.ts";
import { Drawing, type LastTurn, type Pieces } from "../../table/board/drawn/drawing.ts";
import sansBold from "../../../../src/carrozza/atlas/fonts/files/carrozza-sans-bold-common.woff2?url";
import sansBoldMore from "../../../../src/carrozza/atlas/fonts/files/carrozza-sans-bold-more.woff2?url";
import serifBold from "../../../../src/carrozza/atlas/fonts/files/carrozza-serif-bold-common.woff2?url";
import { captionHeight, captionOf, type Caption } from "./caption.ts";

/** The longer side, in pixels: sharp enough to read the cities, and small enough to send. */
const LONGEST = 1000;
const FONTS = [
  { family: "Carrozza Sans", url: sansBold, range: "U+0-FF, U+2000-2115, U+2117-2FFF" },
  { family: "Carrozza Sans", url: sansBoldMore, range: "U+100-1FFF, U+2116" },
  { family: "Carrozza Serif", url: serifBold, range: "U+0-2FFF" },
];
/** What the page's own style sheet says of a board that is only looked at. */
const LOOKED_AT = ".halo,.touch,.hit{fill:none;stroke:none}.claimed .sign,.claimed .masonry,.claimed .joints,.claimed .loco{display:none}";

export class Stage {
  readonly width: number;
  readonly height: number;
  private readonly drawing: Drawing;
  private readonly style: string;
  private readonly context: CanvasRenderingContext2D;
  private caption: SVGGElement | null = null;

  static async of(board: string, theme: "light" | "dark", signal: AbortSignal): Promise<Stage> {
    const [drawn, fonts] = await Promise.all([fetch(drawingUrl(board, theme), { credentials: "omit", signal }), fontFaces()]);
    if (!drawn.ok) throw new Error(`no drawing: ${drawn.status}`);
    const { bare, css } = separated(await drawn.text());
    return new Stage(new Drawing(parsed(bare)), fonts + css + LOOKED_AT);
  }

  private constructor(drawing: Drawing, style: string) {
    this.drawing = drawing;
    this.style = `<style>${style}</style>`;
    const height = drawing.height + captionHeight(drawing.width);
    const scale = LONGEST / Math.max(drawing.width, height);
    [this.width, this.height] = [Math.round(drawing.width * scale), Math.round(height * scale)];
    for (const [name, value] of Object.entries({ width: this.width, height: this.height, viewBox: `0 0 ${drawing.width} ${height}` })) {
      drawing.svg.setAttribute(name, String(value));
    }
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [this.width, this.height];
    this.context = canvas.getContext("2d", { willReadFrequently: true })!;
  }

  /** The position's pixels: red, green, blue and opacity of each. */
  async picture(pieces: Pieces, last: LastTurn, caption: Caption): Promise<Uint8ClampedArray> {
    this.drawing.show(pieces, last, new Set());
    this.caption?.remove();
    this.caption = captionOf(caption, this.drawing.width, this.drawing.height);
    this.drawing.svg.append(this.caption);
    const text = new XMLSerializer().serializeToString(this.drawing.svg).replace(/<svg[^>]*>/, (opening) => opening + this.style);
    const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
    try {
      const image = new Image();
      image.src = address;
      await image.decode();
      this.context.drawImage(image, 0, 0, this.width, this.height);
    } finally {
      URL.revokeObjectURL(address);
    }
    return this.context.getImageData(0, 0, this.width, this.height).data;
  }
}

/** A picture is drawn apart from the page, and so brings its fonts along. */
async function fontFaces(): Promise<string> {
  const faces = FONTS.map(async ({ family, url, range }) => {
    const font = await (await fetch(url)).blob();
    return `@font-face{font-family:"${family}";font-weight:700;src:url(${await dataUrl(font)}) format("woff2");unicode-range:${range}}`;
  });
  return (await Promise.all(faces)).join("");
}

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}
