/** What the rules allow now, sorted by what a player points at. It all comes from the view's
 * `legal_moves`, which lists the payments for one thing from the cheapest on. */

import type { CardKind, Cards, View } from "../../lib/types.ts";
import { parseCards, writeCards } from "../cards/cards.ts";

export interface Choices {
  claims: Map<string, Cards[]>;
  stations: Map<string, Cards[]>;
  markers: Map<string, Cards[]>;
  starts: Set<string>;
  alvin: Set<string>;
  draws: Set<CardKind | "deck">;
  tickets: boolean;
  extra: Cards[];
  decline: boolean;
  noMarker: boolean;
  pass: boolean;
  keep: boolean;
}

export function choicesOf(view: View | null): Choices {
  const choices: Choices = {
    claims: new Map(),
    stations: new Map(),
    markers: new Map(),
    starts: new Set(),
    alvin: new Set(),
    draws: new Set(),
    tickets: false,
    extra: [],
    decline: false,
    noMarker: false,
    pass: false,
    keep: false,
  };
  for (const move of view?.legal_moves ?? []) sort(choices, move);
  return choices;
}

function sort(choices: Choices, move: string): void {
  const [verb, what = "", ...rest] = move.split(" ");
  const cards = parseCards(rest.join(" "));
  if (verb === "claim") add(choices.claims, what, cards);
  else if (verb === "station") add(choices.stations, what, cards);
  else if (verb === "marker") add(choices.markers, what, cards);
  else if (verb === "start") choices.starts.add(what);
  else if (verb === "alvin") choices.alvin.add(what);
  else if (move === "draw tickets") choices.tickets = true;
  else if (verb === "draw") choices.draws.add(what as CardKind | "deck");
  else if (verb === "pay") choices.extra.push(parseCards([what, ...rest].join(" ")));
  else if (verb === "decline") choices.decline = true;
  else if (verb === "no") choices.noMarker = true;
  else if (verb === "pass") choices.pass = true;
  else if (verb === "keep") choices.keep = true;
}

function add(payments: Map<string, Cards[]>, what: string, cards: Cards): void {
  const known = payments.get(what);
  if (known) known.push(cards);
  else payments.set(what, [cards]);
}

/** The colour that is paid with; the locomotive where it is all there is. */
export function colourOf(cards: Cards): CardKind {
  const colour = (Object.keys(cards) as CardKind[]).find((kind) => kind !== "locomotive" && (cards[kind] ?? 0) > 0);
  return colour ?? "locomotive";
}

/** The payments that begin with this kind of card, cheapest first; a locomotive goes with all locomotives. */
export function paidWith(payments: readonly Cards[], kind: CardKind): Cards[] {
  return payments.filter((cards) => colourOf(cards) === kind);
}

export function withCards(words: string, cards: Cards): string {
  return `${words} ${writeCards(cards)}`.trim();
}
