/** What calls a player back: a notification of the system, a buzz of the phone; only where the player wants it. */
import { choose, settings } from "./settings.svelte.ts";
import { t } from "../words.ts";

const BUZZ_MS = [70, 60, 70];

/** Without https browsers have no notifications. */
export const canNotify = "Notification" in globalThis && globalThis.isSecureContext === true;
/** Browsers of desktops have the function as well, and nothing to buzz with. */
export const canVibrate = "vibrate" in navigator && navigator.maxTouchPoints > 0;

/** Asks the browser's leave; says whether it was given. Until then, and without it, the setting stays off. */
export async function turnOnNotifications(): Promise<boolean> {
  choose({ notifications: true });
  const permission = await Notification.requestPermission();
  if (permission !== "granted") choose({ notifications: false });
  return permission === "granted";
}

export function vibrate(): void {
  if (settings.vibration && canVibrate) navigator.vibrate(BUZZ_MS);
}

/** Tells of a turn in a window that nobody looks at. */
export async function notifyOfTurn(game: string, board: string): Promise<void> {
  if (!settings.notifications || !document.hidden || !canNotify || Notification.permission !== "granted") return;
  const address = `/g/${game}`;
  const options = { body: t("page.alerts.waits", { board }), icon: "/icon-192.png", tag: address, lang: settings.language, data: address };
  const worker = await registered();
  // Phones let only the worker do it; it also opens the game when the notification is touched.
  if (worker) return worker.showNotification(t("page.alerts.your_turn"), options);
  const shown = new Notification(t("page.alerts.your_turn"), options);
  shown.onclick = () => {
    focus();
    shown.close();
  };
}

/** Takes the notification of a game away: it is looked at, or the turn is over. */
export async function withdrawNotification(game: string): Promise<void> {
  const shown = await (await registered())?.getNotifications({ tag: `/g/${game}` });
  for (const each of shown ?? []) each.close();
}

async function registered(): Promise<ServiceWorkerRegistration | undefined> {
  const worker = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  return worker?.active ? worker : undefined;
}
