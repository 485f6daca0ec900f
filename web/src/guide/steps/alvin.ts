/** Alvin the alien, a variant of Old West. */

import type { Moment } from "../moment.ts";
import { on, type Step, type Target } from "../step.ts";

const atAlvin = (now: Moment): Target => ({ part: "board", cities: now.view.alvin ? [now.view.alvin.city] : [] });

export const alvin: Step = {
  id: "alvin",
  unless: ["alvin_held"],
  when: (now) => now.isTurn && now.view.alvin?.holder === null,
  target: atAlvin,
  values: (now) => ({ city: now.facts.cityName(now.view.alvin?.city ?? ""), number: now.facts.board.variants["alvin"]?.points ?? 0 }),
};

export const alvinMoved: Step = {
  id: "alvin_moved",
  when: (now) => now.view.my_turn && now.view.phase === "move_alvin",
  target: on("action-line"),
  proposes: ["alvin"],
};

export const alvinHeld: Step = {
  id: "alvin_held",
  words: (now) => (now.view.alvin?.holder === now.view.you ? "alvin_yours" : "alvin_theirs"),
  when: (now) => now.view.phase === "turn" && (now.view.alvin?.holder ?? null) !== null,
  target: atAlvin,
  values: (now) => ({
    player: now.view.alvin?.holder ?? "",
    city: now.facts.cityName(now.view.alvin?.city ?? ""),
    number: now.facts.board.variants["alvin"]?.points ?? 0,
  }),
};
