/** Whose turn it is in all windows of this browser, for titles and the badge of the installed page. */
import { badged, unseenTurns, type Shown, type Windows } from "./unseen-turns.ts";
import { t } from "../words.ts";

/** What windows say to each other: what they show, or that they are new and would like to know. */
interface News {
  from: string;
  shown?: Shown | null;
  isNew?: boolean;
}

const ME = Math.random().toString(36).slice(2);
const channel = typeof BroadcastChannel === "undefined" ? null : new BroadcastChannel("carrozza.turns");
let windows = $state.raw<Windows>({});

/** Says what this window shows; null where it is no game. */
export function showGame(game: { game: string; myTurn: boolean } | null): void {
  tell(game && { ...game, visible: !document.hidden });
}

/** A title as the window's tab bears it. Reactive. */
export function titled(title: string): string {
  return badged(title, unseenTurns(windows), windows[ME]?.game ?? null, t("page.alerts.your_turn"));
}

function tell(shown: Shown | null): void {
  note(ME, shown);
  channel?.postMessage({ from: ME, shown } satisfies News);
}

function note(from: string, shown: Shown | null): void {
  const { [from]: _, ...others } = windows;
  windows = shown ? { ...others, [from]: shown } : others;
  const { length } = unseenTurns(windows);
  void (length > 0 ? navigator.setAppBadge?.(length) : navigator.clearAppBadge?.())?.catch(() => undefined);
}

function lookedAt(): void {
  const own = windows[ME];
  if (own) tell({ ...own, visible: !document.hidden });
}

if (channel) {
  channel.onmessage = ({ data }: MessageEvent<News>) => {
    if (data.isNew) lookedAt();
    else note(data.from, data.shown ?? null);
  };
  channel.postMessage({ from: ME, isNew: true } satisfies News);
  // A window that is closed waits for nobody; one that comes back by the browser's own history does again.
  addEventListener("pagehide", () => channel.postMessage({ from: ME, shown: null } satisfies News));
  addEventListener("pageshow", lookedAt);
}
if (typeof document !== "undefined") document.addEventListener("visibilitychange", lookedAt);
