/** Under the map of a film: what happened, and everybody's points. Drawn into the map's own SVG, in its millimetres. */
import { made } from "../../table/board/drawn/svg.ts";

export interface Caption {
  sentence: string;
  players: readonly { seat: number; name: string; points: string; isBright: boolean }[];
}

/** Of the map's width. */
const HEIGHT = 0.085;
const LETTER = 0.024;
/** A letter is about so wide for its height. */
const NARROW = 0.56;

export function captionHeight(width: number): number {
  return Math.round(width * HEIGHT);
}

/** The letters' size that lets a text fit. */
export function fitting(text: string, room: number, wanted: number): number {
  return Math.min(wanted, room / Math.max(1, text.length * NARROW));
}

export function captionOf({ sentence, players }: Caption, width: number, top: number): SVGGElement {
  const [height, letter, edge] = [captionHeight(width), width * LETTER, width * 0.02];
  const ground = made("rect", { class: "page", x: "0", y: String(top), width: String(width), height: String(height) });
  const said = text(sentence, width / 2, top + height * 0.4, fitting(sentence, width - 2 * edge, letter), "middle");
  const column = (width - 2 * edge) / Math.max(1, players.length);
  const seats = players.flatMap(({ seat, name, points, isBright }, index) => {
    const [x, y, wagon] = [edge + index * column, top + height * 0.8, letter / 11];
    const words = `${name}  ${points}`;
    const label = text(words, x + letter * 2.2, y, fitting(words, column - letter * 2.6, letter), "start");
    if (!isBright) label.classList.add("softened");
    return [made("use", { class: "train", href: `#wagon-${seat}`, transform: `translate(${x + letter} ${y - letter * 0.35}) scale(${wagon})` }), label];
  });
  return made("g", { class: "film-caption" }, ground, said, ...seats);
}

function text(words: string, x: number, y: number, size: number, anchor: "start" | "middle"): SVGTextElement {
  const element = made("text", { class: anchor, x: String(x), y: String(y), "font-size": String(size) });
  element.textContent = words;
  return element;
}
