/** What screen readers say of the routes and cities on the board. */

import type { Route, View } from "../../../lib/types.ts";
import { t } from "../../../lib/words.ts";
import type { Facts } from "../../facts.ts";

/** What does not change while it is played. */
export function routeName(route: Route, facts: Facts): string {
  const parts = [facts.routeName(route), t("page.table.spaces", { number: route.length }), t(`card.${route.color}`)];
  if (facts.hasTunnel(route)) parts.push(t("page.table.tunnel"));
  const ferry = facts.ferryOf(route);
  if (ferry) parts.push(t("page.table.ferry", { number: ferry }));
  return parts.join(", ");
}

export function routeLabel(name: string, owner: string | undefined, canTake: boolean, isWanted: boolean): string {
  const parts = [name];
  if (owner) parts.push(t("page.table.owned_by", { player: owner }));
  if (canTake) parts.push(t("page.table.can_take"));
  if (!owner && isWanted) parts.push(t("page.table.on_way"));
  return parts.join(", ");
}

export function cityLabel(id: string, name: string, view: Pick<View, "players" | "alvin"> | null, canChoose: boolean): string {
  const parts = [name];
  for (const player of view?.players ?? []) {
    if (player.stations.includes(id)) parts.push(t("page.table.station_of", { player: player.name }));
    if (player.markers.includes(id)) parts.push(t("page.table.marker_of", { player: player.name }));
  }
  if (view?.alvin?.city === id) parts.push("Alvin");
  if (canChoose) parts.push(t("page.table.can_choose"));
  return parts.join(", ");
}
