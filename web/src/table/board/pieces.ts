/** Pieces on the map: trains, stations, markers and Alvin, as symbols that the drawing uses. */

import { reducedMotion } from "../../lib/settings.svelte.ts";
import { MARKER_EDGE, PLAYER_SHAPES } from "../cards/shapes.ts";
import { EASE, LANDING } from "../motion/timing.ts";
import { made } from "./svg.ts";

const SEATS = 6;

/** Adds the symbols of every seat to a drawing, where it has none yet. */
export function definePieces(svg: SVGSVGElement, theme: string): void {
  const defs = svg.querySelector("defs");
  if (!defs) return;
  for (let seat = 0; seat < SEATS; seat += 1) {
    if (!svg.querySelector(`#wagon-${seat}`)) defs.append(...piecesOf(seat, theme));
  }
  if (!svg.querySelector("#alvin")) defs.append(alvin(theme));
}

/** Lets a piece come down; without motion it only appears. */
export function land(piece: SVGElement, delay: number): void {
  const still = reducedMotion();
  const frames = still
    ? [{ opacity: 0 }, { opacity: 1 }]
    : [
        { opacity: 0, translate: "0 -14px", scale: "1.25" },
        { opacity: 1, translate: "0 0", scale: "1" },
      ];
  piece.animate(frames, { duration: LANDING, delay: still ? 0 : delay, easing: EASE, fill: "backwards" });
}

function piecesOf(seat: number, theme: string): SVGElement[] {
  const shape = `#shape-${seat}`;
  const symbol = (name: string, ...parts: SVGElement[]): SVGElement => {
    const piece = made("g", { class: `piece seat-${seat}` }, ...parts);
    return made("g", { id: `${name}-${seat}`, class: `carrozza carrozza-${theme}` }, piece);
  };
  return [
    made("path", { id: `shape-${seat}`, d: PLAYER_SHAPES[seat] ?? "" }),
    symbol(
      "wagon",
      made("path", { class: "wheels", d: "M-7 3a1.9 1.9 0 0 0 3.8 0zM3.2 3a1.9 1.9 0 0 0 3.8 0z" }),
      made("path", { class: "body", d: "M-8.7-3.2H8.7V3.3H-8.7z" }),
      made("path", { class: "roof", d: "M-9.7-2.3C-9.7-4.3-8.2-4.9-6.4-4.9H6.4C8.2-4.9 9.7-4.3 9.7-2.3z" }),
      made("use", { class: "shape", href: shape, y: "0.5" }),
    ),
    symbol(
      "station",
      made("path", { class: "body", d: "M-6.2-1.4H6.2V5.4H-6.2z" }),
      made("path", { class: "roof", d: "M-8-1L0-8.4 8-1z" }),
      made("path", { class: "foot", d: "M-7.6 5h15.2v1.5h-15.2z" }),
      made("use", { class: "shape", href: shape, y: "1.9" }),
    ),
    symbol(
      "marker",
      made("path", { class: "body", d: MARKER_EDGE }),
      made("circle", { class: "rim", r: "4.7" }),
      made("use", { class: "shape", href: shape }),
    ),
  ];
}

function alvin(theme: string): SVGElement {
  const skin = (d: string): SVGElement => made("path", { class: "skin", d });
  const tip = (cx: string): SVGElement => made("circle", { class: "skin", cx, cy: "-10", r: "1.1" });
  const eye = (cx: string, turn: string): SVGElement =>
    made("ellipse", { class: "eye", cx, cy: "-2.6", rx: "1.5", ry: "2.1", transform: `rotate(${turn} ${cx} -2.6)` });
  return made(
    "g",
    { id: "alvin", class: `carrozza carrozza-${theme}` },
    made("path", { class: "antennae", d: "M-1.8-6.4C-2.2-8.4-3-9.4-4-9.8M1.8-6.4C2.2-8.4 3-9.4 4-9.8" }),
    tip("-4.1"),
    tip("4.1"),
    skin("M-3 2.2C-3.6 5-3.4 6.6-2.8 7.4H2.8C3.4 6.6 3.6 5 3 2.2z"),
    skin("M0 3.8C-3.4 3.8-6-.6-6-3.2-6-5.8-3.4-7.2 0-7.2S6-5.8 6-3.2C6-.6 3.4 3.8 0 3.8z"),
    eye("-2.7", "-18"),
    eye("2.7", "18"),
    made("path", { class: "glint", d: "M-3.2-3.6h.9v.9h-.9zM2.2-3.6h.9v.9h-.9z" }),
    made("path", { class: "smile", d: "M-1.5 1C-.7 1.9.7 1.9 1.5 1" }),
  );
}
