/** Links to give away: for those who look on, and for oneself on another device. */

import { keysOf, ownSeat, secretLink } from "../../lib/seats.ts";
import { t } from "../../lib/words.ts";

export interface SharedLink {
  title: string;
  about: string;
  link: string;
  secret?: boolean;
}

export function sharedLinks(game: string, isAroundOneDevice: boolean): SharedLink[] {
  const keys = keysOf(game);
  const { watch } = keys;
  const own = isAroundOneDevice ? undefined : ownSeat(keys)?.token;
  return [
    ...(watch ? [{ title: t("page.table.share_watch"), about: t("page.table.share_watch_about"), link: secretLink(game, "watch", watch) }] : []),
    ...(own ? [{ title: t("page.table.share_seat"), about: t("page.table.share_seat_about"), link: secretLink(game, "seat", own), secret: true }] : []),
  ];
}
