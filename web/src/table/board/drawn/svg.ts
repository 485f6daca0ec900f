/** Elements of SVG, and the geometry of the spaces of a route. */

const SVG = "http://www.w3.org/2000/svg";
/** A space is 20 by 9. */
const HALF_SPACE = 10;
const HALO_INSET = 2.5;

export interface Place {
  x: number;
  y: number;
}

/** A space of a route: its middle, and its turn in degrees. */
export interface Turned extends Place {
  angle: number;
}

export function made<Name extends keyof SVGElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...content: SVGElement[]
): SVGElementTagNameMap[Name] {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...content);
  return element;
}

/** A blank that takes no room: a name in several lines is still several words. */
export function blank(): SVGTSpanElement {
  const space = made("tspan", { "font-size": "0" });
  space.textContent = " ";
  return space;
}

/** What `translate(...) rotate(...)` says. */
export function readTransform(transform: string): Turned {
  const moved = /translate\((-?[\d.]+)[ ,](-?[\d.]+)\)/.exec(transform);
  const turned = /rotate\((-?[\d.]+)/.exec(transform);
  return { x: Number(moved?.[1] ?? 0), y: Number(moved?.[2] ?? 0), angle: Number(turned?.[1] ?? 0) };
}

/** How far a point is from the middle line of a space, roughly. */
export function distanceToSpace(at: Place, space: Turned): number {
  const angle = radians(space);
  const [dx, dy] = [at.x - space.x, at.y - space.y];
  const along = Math.abs(dx * Math.cos(angle) + dy * Math.sin(angle));
  const across = Math.abs(-dx * Math.sin(angle) + dy * Math.cos(angle));
  return Math.hypot(Math.max(0, along - HALF_SPACE + 1), across);
}

/** A line through the spaces, from a little inside the first to a little inside the last: round ends do the rest. */
export function lineThrough(spaces: readonly Turned[], inset = HALO_INSET): string {
  const reach = HALF_SPACE - inset;
  const points = spaces.flatMap((space) => {
    const [dx, dy] = [Math.cos(radians(space)) * reach, Math.sin(radians(space)) * reach];
    return [
      { x: space.x - dx, y: space.y - dy },
      { x: space.x + dx, y: space.y + dy },
    ];
  });
  const ordered = runsBack(spaces) ? points.flatMap((_, at) => points[at % 2 === 0 ? at + 1 : at - 1] ?? []) : points;
  return `M${ordered.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}`;
}

/** Whether the spaces follow each other against the direction in which they are turned. */
function runsBack(spaces: readonly Turned[]): boolean {
  const [first, last] = [spaces[0], spaces[spaces.length - 1]];
  if (!first || !last) return false;
  return (last.x - first.x) * Math.cos(radians(first)) + (last.y - first.y) * Math.sin(radians(first)) < 0;
}

function radians({ angle }: Turned): number {
  return (angle * Math.PI) / 180;
}
