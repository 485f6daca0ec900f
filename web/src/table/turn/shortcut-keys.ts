/** What single keys do at the table. */

import { toggleOwnNetwork } from "../board/networks/own-network.svelte.ts";
import type { Decision } from "./decision.svelte.ts";
import { beside } from "../popovers/beside.ts";
import type { Table } from "../table.svelte.ts";

const SLOTS = "12345";

/** Does what the key stands for; says whether it stands for anything. */
export function pressKey(key: string, table: Table, decision: Decision): boolean {
  const { asked, board, session, view, you } = table;
  const slot = key.length === 1 ? SLOTS.indexOf(key) : -1;
  if (slot >= 0) {
    const kind = session.slots[slot];
    if (asked && kind) decision.draw(kind, slot);
  } else if (key === "d" && asked) decision.draw("deck", null);
  else if (key === "t" && asked) decision.draw("tickets", null);
  else if (key === "u" && view?.can_undo) void session.undo();
  else if (key === "r" && asked) decision.openList();
  else if (key === "h" && asked && view?.can_ask_hints) decision.openHints();
  else if (key === "o" && you) toggleOwnNetwork();
  else if (key === "+" || key === "=") board?.closer();
  else if (key === "-") board?.farther();
  else if (key === "0") board?.fit();
  else if (key === "?") decision.open = { what: "help", at: beside(document.querySelector("[data-act=help]")) };
  else return false;
  return true;
}
