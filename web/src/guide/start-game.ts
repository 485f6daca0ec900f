/** Sets up a guided game: the server adds the bot and deals the prepared cards. */

import * as api from "../lib/server/api.ts";
import { ownName } from "../lib/names.ts";
import { go } from "../lib/browser/router.svelte.ts";
import { keepCreated } from "../lib/browser/seats.ts";
import { settings } from "../lib/browser/settings.svelte.ts";
import type { Refusal } from "../lib/types.ts";

/** Goes to the new game, or says why there is none. */
export async function startGuidedGame(board: string, variants: string[] = []): Promise<Refusal | null> {
  const answer = await api.createGame({ board, variants, seats: [{ kind: "person", name: ownName(settings.name) }], guide: true });
  if (!answer.ok) return answer.refusal;
  keepCreated(answer.value, board, false);
  go(`/g/${answer.value.game}`);
  return null;
}
