/** The ids that routes have by themselves, as the server makes them: their cities and, in a double, the colour. */

import { type BoardDocument, joins, slug } from "./document.ts";

export function routeIds(document: BoardDocument): string[] {
  return document.routes.map((route, index) => route.id ?? ownId(document, index));
}

function ownId(document: BoardDocument, index: number): string {
  const route = document.routes[index]!;
  const beside = document.routes.filter((each) => joins(each, route.a, route.b));
  if (beside.length === 1) return slug(`${route.a}-${route.b}`);
  const colors = new Set(beside.map(({ color }) => color));
  const suffix = colors.size === beside.length ? route.color : String(beside.indexOf(route) + 1);
  return slug(`${beside[0]!.a}-${beside[0]!.b}-${suffix}`);
}
