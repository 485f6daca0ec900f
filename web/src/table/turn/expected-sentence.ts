/** What whoever is asked can do now, in one sentence and no more than is so. */

import type { View } from "../../lib/types.ts";
import { either, t } from "../../lib/words.ts";
import type { Choices } from "./choices.ts";

export function expectedNow(view: View, choices: Choices): string {
  if (view.phase !== "turn") return view.expected;
  const can = [
    ...(choices.draws.size > 0 ? [t("page.table.can_draw")] : []),
    ...(choices.claims.size > 0 ? [t("page.table.can_claim")] : []),
    ...(choices.tickets ? [t("page.table.can_draw_tickets")] : []),
    ...(choices.stations.size > 0 ? [t("page.table.can_build")] : []),
  ];
  if (can.length === 0) return view.expected;
  const sentence = either(can);
  return `${sentence.charAt(0).toLocaleUpperCase(view.language)}${sentence.slice(1)}.`;
}
