/** Links to give away: for those who look on, and for oneself on another device. */

import type { Answer } from "../../lib/server/api.ts";
import { keep, keysOf, ownSeat, secretLink } from "../../lib/browser/seats.ts";
import { t } from "../../lib/words.ts";

export interface SharedLink {
  title: string;
  about: string;
  link: string;
  secret?: boolean;
}

/** The link to one's own seat; around one device there is nobody whose it would be. */
export function seatLink(game: string, isAroundOneDevice: boolean): SharedLink | null {
  const own = isAroundOneDevice ? undefined : ownSeat(keysOf(game))?.token;
  return own ? { title: t("page.table.share_seat"), about: t("page.table.share_seat_about"), link: secretLink(game, "seat", own), secret: true } : null;
}

/** The link for those who look on. Whoever was given none yet asks for one with the token of their seat; where anybody may
 * watch, the table's plain address is enough. Empty where nobody may, or nobody can be asked. */
export async function watchLink(game: string, token: string | null, ask: (token: string) => Promise<Answer<{ watch: string }>>): Promise<string> {
  const keys = keysOf(game);
  if (keys.watch) return secretLink(game, "watch", keys.watch);
  if (!token) return `${location.origin}/g/${game}`;
  const answer = await ask(token);
  if (!answer.ok) return "";
  keep(game, { ...keysOf(game), watch: answer.value.watch });
  return secretLink(game, "watch", answer.value.watch);
}
