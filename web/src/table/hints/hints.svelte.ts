/** What an expert would do here: asked of the server, and shown until something else happens. */

import { alarm, announce } from "../../lib/browser/announce.svelte.ts";
import * as api from "../../lib/server/api.ts";
import { settings } from "../../lib/browser/settings.svelte.ts";
import type { Hint, Hints as Answer, View } from "../../lib/types.ts";
import { t } from "../../lib/words.ts";
import type { Highlight } from "../board/drawn/spots.ts";
import type { Table } from "../table.svelte.ts";
import { claimedBy, drawnBy, highlightOf } from "./on-board.ts";

/** How often it is asked again while whoever gives hints is busy, such as just after the server's start. */
const PATIENCE = 5;

export class Hints {
  asking = $state(false);
  /** Why there are none. */
  refusal = $state<string | null>(null);
  /** Which of them is looked at. */
  looked = $state<number | null>(null);
  #answer = $state.raw<(Answer & { key: string }) | null>(null);
  readonly #table: Table;

  constructor(table: Table) {
    this.#table = table;
  }

  readonly mayAsk = $derived.by(() => this.#table.asked && Boolean(this.#table.view?.can_ask_hints));

  /** Those of the position that is shown. */
  readonly found = $derived.by((): readonly Hint[] => {
    const { view } = this.#table;
    return view && this.#answer?.key === keyOf(view) ? this.#answer.hints : [];
  });

  readonly #shown = $derived.by((): Hint | undefined => (this.looked === null ? undefined : this.found[this.looked]));

  readonly highlight = $derived.by((): Highlight | null => {
    const { facts, view, you } = this.#table;
    const hint = this.#shown;
    if (!hint || !facts || !view) return null;
    return highlightOf(hint, [...view.tickets, ...view.offered], facts, new Set(you?.routes ?? []));
  });

  /** The route it claims, where trains of one's own stand pale. */
  readonly ghost = $derived.by(() => {
    const [you, route] = [this.#table.you, this.#shown ? claimedBy(this.#shown) : null];
    return you && route ? { route, seat: you.seat } : null;
  });

  /** What glows as one's choice: that of the hint alone, while one is looked at. */
  readonly routes = $derived.by((): ReadonlySet<string> | null => (this.highlight ? new Set(this.ghost ? [this.ghost.route] : []) : null));

  /** The card or deck that the hint takes from. */
  readonly drawn = $derived.by(() => (this.#shown ? drawnBy(this.#shown) : null));

  readonly tickets = $derived.by((): ReadonlySet<string> => new Set(this.#shown?.tickets ?? []));

  async ask(): Promise<void> {
    const { game, token } = this.#table;
    if (this.asking || !token) return;
    this.refusal = null;
    if (this.found.length === 0) await this.#fetch(game, token);
    this.looked = this.found.length > 0 ? 0 : null;
  }

  async #fetch(game: string, token: string): Promise<void> {
    const key = this.#table.view ? keyOf(this.#table.view) : "";
    this.asking = true;
    let answer = await api.hints(game, token);
    for (let times = 0; times < PATIENCE && !answer.ok && answer.refusal.error === "busy"; times += 1) {
      await new Promise((resolve) => setTimeout(resolve, 1000 * (answer.ok ? 0 : answer.refusal.retry_after || 1)));
      answer = await api.hints(game, token);
    }
    this.asking = false;
    if (answer.ok) {
      this.#answer = { ...answer.value, key };
      announce(inWords(answer.value.hints));
    } else {
      this.refusal = answer.refusal.message;
      alarm(answer.refusal.message);
    }
  }

  play(hint: Hint): void {
    this.looked = null;
    void this.#table.session.play(hint.move);
  }
}

/** The same as long as the same is to be decided; others may choose their opening tickets meanwhile. */
function keyOf(view: View): string {
  return [view.game, view.you, view.turns, view.phase, settings.language, ...view.legal_moves].join("\n");
}

function inWords(hints: readonly Hint[]): string {
  return [t("page.hints.found", { number: hints.length }), ...hints.map((hint) => sentencesOf(hint))].join(" ");
}

function sentencesOf(hint: Hint): string {
  return [hint.text, ...hint.reasons.map(({ text }) => text)].join(" ");
}
