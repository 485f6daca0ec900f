/** Paths of small shapes around (0, 0), as the drawn boards have them. */

function written(value: number): string {
  return String(Math.round(value * 100) / 100);
}

export function polygonPath(points: readonly (readonly [number, number])[]): string {
  return `M${points.map(([x, y]) => `${written(x)} ${written(y)}`).join("L")}z`;
}

/** The corners of a polygon or, with an inner radius, of a star; the first one points up. */
export function starPoints(count: number, radius: number, inner?: number): [number, number][] {
  const radii = inner === undefined ? [radius] : [radius, inner];
  const total = count * radii.length;
  return Array.from({ length: total }, (_, step) => {
    const angle = ((-90 + (360 * step) / total) * Math.PI) / 180;
    const reach = radii[step % radii.length] ?? radius;
    return [reach * Math.cos(angle), reach * Math.sin(angle)];
  });
}

export function discPath(radius: number): string {
  const [r, width] = [written(radius), written(2 * radius)];
  return `M-${r} 0a${r} ${r} 0 1 1 ${width} 0a${r} ${r} 0 1 1-${width} 0z`;
}

/** A disc with a hole: the inner circle runs the other way. */
export function ringPath(radius: number, inner: number): string {
  const [r, width] = [written(inner), written(2 * inner)];
  return `${discPath(radius)}M-${r} 0a${r} ${r} 0 1 0 ${width} 0a${r} ${r} 0 1 0-${width} 0z`;
}

/** One shape for each seat: disc, triangle, square, diamond, pentagon, hexagon. */
export const PLAYER_SHAPES: readonly string[] = [
  discPath(2.4),
  "M0-2.6L2.8 2.1H-2.8z",
  "M-2.1-2.1h4.2v4.2h-4.2z",
  "M0-2.9L2.7 0 0 2.9-2.7 0z",
  polygonPath(starPoints(5, 2.7)),
  polygonPath(starPoints(6, 2.6)),
];
