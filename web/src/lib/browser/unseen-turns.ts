/** Where it is this device's turn and nobody looks: pure, over what the windows of one browser tell each other. */

/** What one window shows. */
export interface Shown {
  game: string;
  myTurn: boolean;
  /** Whether somebody can see it: a window in front. */
  visible: boolean;
}

export type Windows = Readonly<Record<string, Shown>>;

/** The games that wait for a move from here, and that no window has before the player's eyes. */
export function unseenTurns(windows: Windows): string[] {
  const all = Object.values(windows);
  const seen = new Set(all.filter(({ visible }) => visible).map(({ game }) => game));
  return [...new Set(all.filter(({ game, myTurn }) => myTurn && !seen.has(game)).map(({ game }) => game))];
}

/** A window's title with the number of games that wait, and first of all that its own does. */
export function badged(title: string, unseen: readonly string[], own: string | null, yourTurn: string): string {
  if (unseen.length === 0) return title;
  const isOwn = own !== null && unseen.includes(own);
  return `(${unseen.length}) ${isOwn ? `${yourTurn} – ` : ""}${title}`;
}
