/** The routes between two cities lie side by side: a group. */

export interface RouteToLay {
  id: string;
  a: string;
  b: string;
  length: number;
}

export interface RouteGroup {
  a: string;
  b: string;
  length: number;
  /** From left to right, seen from `a`. */
  routes: readonly RouteToLay[];
}

const SPACE_WIDTH = 9;
const PARALLEL_GAP = 1.5;

/** The groups of a board, in the order of their first routes. */
export function groupsOf(routes: readonly RouteToLay[]): RouteGroup[] {
  const groups = new Map<string, RouteToLay[]>();
  for (const route of routes) {
    const ends = [route.a, route.b].sort().join(" ");
    groups.set(ends, [...(groups.get(ends) ?? []), route]);
  }
  return [...groups.values()].flatMap((group) => {
    const first = group[0];
    return first && first.a !== first.b ? [{ a: first.a, b: first.b, length: Math.max(1, first.length), routes: group }] : [];
  });
}

/** How far the middle of each route lies to the right of the group's middle. */
export function offsetsOf(group: RouteGroup): number[] {
  const middle = (group.routes.length - 1) / 2;
  return group.routes.map((_, track) => (track - middle) * (SPACE_WIDTH + PARALLEL_GAP));
}
