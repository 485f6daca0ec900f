/** What a screen reader announces: every change, and then what they are asked. */

import { announce } from "../../lib/browser/announce.svelte.ts";
import type { LiveMessage, Ticket, View } from "../../lib/types.ts";
import { t, together } from "../../lib/words.ts";
import { KINDS } from "../cards/cards.ts";
import { choicesOf } from "../turn/choices.ts";
import { expectedNow } from "../turn/expected-sentence.ts";
import type { Facts } from "../facts.ts";

export class Announcements {
  private heard: View | null = null;

  /** What was so before this page was opened is in the log, and what is asked then stands where the focus goes. */
  hear(message: LiveMessage, facts: Facts | null): void {
    if (message.type !== "view") return;
    const [before, view] = [this.heard, message.view];
    this.heard = view;
    if (!before) return;
    for (const event of message.moves) if (event.number > before.number) announce(event.text);
    for (const ticket of newlyCompleted(before, view)) announce(completedSentence(ticket, facts));
    if (before.last_turns === null && view.last_turns !== null) announce(t("page.table.last_round"));
    announce(askedAnew(before, view));
  }
}

/** The tickets that were still to do. */
export function newlyCompleted(before: View, view: View): Ticket[] {
  const toDo = new Set(before.tickets.filter((ticket) => !ticket.completed).map((ticket) => ticket.id));
  return view.tickets.filter((ticket) => ticket.completed && toDo.has(ticket.id));
}

export function completedSentence(ticket: Ticket, facts: Facts | null): string {
  return t("page.table.ticket_completed", { ticket: facts?.ticketName(ticket) ?? "", number: ticket.points });
}

/** Whatever is asked that was not asked before, and of which cards. */
function askedAnew(before: View, view: View): string {
  const choices = choicesOf(view);
  const expected = expectedNow(view, choices);
  const wasAsked = before.my_turn;
  if (!view.my_turn || (wasAsked && expected === expectedNow(before, choicesOf(before)))) return "";
  return [...(wasAsked ? [] : [t("page.table.your_turn")]), expected, ...(choices.draws.size > 0 ? [rowInWords(view)] : [])].join(" ");
}

function rowInWords({ row }: View): string {
  const cards = KINDS.filter((kind) => row.includes(kind)).map((kind) => {
    const number = row.filter((card) => card === kind).length;
    return t("card.counted", { number, colour: t(`card.${kind}`, { number }) });
  });
  return cards.length > 0 ? t("page.table.row_holds", { cards: together(cards) }) : "";
}
