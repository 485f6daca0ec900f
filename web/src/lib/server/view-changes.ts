/** Views from their changes: over a socket the server sends the whole view first, then only what changes in it. */
import type { LiveMessage, View } from "../types.ts";

export class HeldView {
  #view: View | null = null;

  /** A new connection begins with a whole view. */
  forget(): void {
    this.#view = null;
  }

  /** The message with the whole view in the place of its changes; null where there is no view to change. */
  complete(message: LiveMessage): Exclude<LiveMessage, { type: "changes" }> | null {
    if (message.type === "view") this.#view = message.view;
    if (message.type !== "changes") return message;
    if (!this.#view) return null;
    this.#view = { ...this.#view, ...message.changes };
    return { type: "view", number: message.number, view: this.#view, moves: message.moves };
  }
}
