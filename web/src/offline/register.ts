/** The page's side of the service worker. Where browsers have none, as at an http address of a local network, the page is
 * the same, but it needs the server. */
import { handlingOf } from "./routing.ts";

const WORKER = "/service-worker.js";

/** Installs the worker when the page has nothing more urgent to load. */
export function installWorker(): void {
  if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return;
  if (document.readyState === "complete") void install();
  else addEventListener("load", () => void install(), { once: true });
}

async function install(): Promise<void> {
  try {
    await navigator.serviceWorker.register(WORKER, { updateViaCache: "none" });
    const { active } = await navigator.serviceWorker.ready;
    if (active) tellOfBoards(active);
  } catch {
    // A browser that lets no worker in, as some do in private windows.
  }
}

/** What the page asked for before there was a worker to keep it, whenever the answer comes. */
function tellOfBoards(worker: ServiceWorker): void {
  const observer = new PerformanceObserver((seen) => {
    const passed = (seen.getEntries() as PerformanceResourceTiming[]).filter(({ workerStart }) => workerStart === 0);
    const keep = [...new Set(passed.map(({ name }) => name))].filter(isBoard);
    if (keep.length > 0) worker.postMessage({ keep });
  });
  observer.observe({ type: "resource", buffered: true });
}

function isBoard(url: string): boolean {
  return handlingOf({ method: "GET", mode: "cors", url, headers: new Headers() }, location.origin) === "board";
}

/** Keeps these addresses of boards and drawings for a time without a connection, though nobody has asked for them yet. */
export async function keepForLater(addresses: readonly string[]): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: addresses.map((address) => new URL(address, location.href).href) });
}
