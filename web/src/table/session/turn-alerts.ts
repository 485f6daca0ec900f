/** Calls the player of a seat when it is their turn: in the tab's title, by a buzz, by a notification. */
import { gameTitle } from "../../lib/boards.ts";
import { notifyOfTurn, vibrate, withdrawNotification } from "../../lib/browser/notifications.ts";
import { showGame } from "../../lib/browser/turns.svelte.ts";
import type { LiveMessage } from "../../lib/types.ts";

export class TurnAlerts {
  private readonly game: string;
  private myTurn: boolean | null = null;

  constructor(game: string) {
    this.game = game;
    document.addEventListener("visibilitychange", this.look);
  }

  /** A turn that was ours already when the page was opened calls nobody. */
  hear(message: LiveMessage): void {
    if (message.type !== "view") return;
    const [before, { view }] = [this.myTurn, message];
    this.myTurn = view.my_turn;
    showGame({ game: this.game, myTurn: view.my_turn });
    if (!view.my_turn) {
      if (before) this.withdraw();
    } else if (before === false) {
      vibrate();
      void notifyOfTurn(this.game, gameTitle({ board: view.board, title: view.board })).catch(() => undefined);
    }
  }

  close(): void {
    document.removeEventListener("visibilitychange", this.look);
    this.withdraw();
    showGame(null);
  }

  private readonly look = (): void => {
    if (!document.hidden) this.withdraw();
  };

  private withdraw(): void {
    void withdrawNotification(this.game).catch(() => undefined);
  }
}
