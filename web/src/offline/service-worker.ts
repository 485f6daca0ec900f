/** The service worker: the page opens without a connection, with the boards that this browser has seen.
 *
 * Each build has a cache of its own, filled before the worker takes over. A document comes from the network where there
 * is one; its files have their digests in their names, so that no version ever gets those of another, and a window that
 * is open when a new version comes goes on with its own.
 */
import { belongsTogether, handlingOf, isOutage, KEPT, mayBeKept, nearest, outdated, SHELL } from "./routing.ts";

/** Written before this code by the build (`web/precache.ts`). */
declare const PRECACHE: { version: string; files: readonly string[] };

interface LaterEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LaterEvent {
  request: Request;
  preloadResponse: Promise<Response | undefined>;
  respondWith(answer: Promise<Response>): void;
}
interface NotificationEvent extends LaterEvent {
  notification: Notification;
}
interface Window {
  url: string;
  focus(): Promise<unknown>;
}
interface Scope {
  clients: { claim(): Promise<void>; matchAll(of: { type: "window"; includeUncontrolled: true }): Promise<Window[]>; openWindow(url: string): Promise<unknown> };
  registration: ServiceWorkerRegistration;
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: LaterEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
  addEventListener(type: "message", listener: (event: LaterEvent & { data: { keep?: string[] } }) => void): void;
  addEventListener(type: "notificationclick", listener: (event: NotificationEvent) => void): void;
}
const worker = self as unknown as Scope;

const PAGE = `carrozza-page-${PRECACHE.version}`;
const BOARDS = `carrozza-boards-${PRECACHE.version}`;
/** A network that gives no answer for so long is taken for none, where there is something kept. */
const PATIENCE_MS = 5000;
const MOST_BOARDS = 150;

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(takeOver()));
worker.addEventListener("message", (event) => event.waitUntil(keepBoards(event.data.keep ?? [])));
worker.addEventListener("fetch", (event) => {
  const handling = handlingOf(event.request, location.origin);
  if (handling === "shell") event.respondWith(shell(event));
  else if (handling === "asset") event.respondWith(asset(event.request));
  else if (handling === "board") event.respondWith(board(event));
});
worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(String(event.notification.data)));
});

async function install(): Promise<void> {
  const page = await caches.open(PAGE);
  await page.addAll(PRECACHE.files);
  await page.add(new Request(SHELL, { cache: "reload", credentials: "omit" }));
  const document = await page.match(SHELL);
  if (!belongsTogether((await document?.text()) ?? "", PRECACHE.files)) {
    await caches.delete(PAGE);
    throw new Error("the server has another version by now");
  }
  await keepBoards(await boardsOfBefore());
  await worker.skipWaiting();
}

async function takeOver(): Promise<void> {
  for (const name of outdated(await caches.keys(), PAGE, BOARDS)) await caches.delete(name);
  await worker.registration.navigationPreload?.enable();
  await worker.clients.claim();
}

async function shell(event: FetchEvent): Promise<Response> {
  const fresh = fromNetwork(event);
  event.waitUntil(fresh.catch(() => undefined));
  const answer = await soon(fresh);
  if (answer && !isOutage(answer.status)) return answer;
  const kept = await (await caches.open(PAGE)).match(SHELL, { ignoreVary: true });
  return kept ?? fresh;
}

async function fromNetwork(event: FetchEvent): Promise<Response> {
  return (await event.preloadResponse) ?? fetch(event.request);
}

async function asset(request: Request): Promise<Response> {
  return (await caches.match(request.url, { ignoreVary: true })) ?? fetch(request);
}

async function board(event: FetchEvent): Promise<Response> {
  const address = event.request.url;
  const fresh = fetch(event.request);
  event.waitUntil(fresh.then((answer) => keep(address, answer.clone())).catch(() => undefined));
  const answer = await soon(fresh);
  if (answer && !isOutage(answer.status)) return answer;
  const cache = await caches.open(BOARDS);
  const found = nearest(address, (await cache.keys()).map(({ url }) => url));
  const kept = found && (await cache.match(found, { ignoreVary: true }));
  return kept ? marked(kept) : fresh;
}

function marked(kept: Response): Response {
  const headers = new Headers(kept.headers);
  headers.set(KEPT, "1");
  return new Response(kept.body, { status: kept.status, headers });
}

/** The answer; null where none came within our patience. */
function soon(answer: Promise<Response>): Promise<Response | null> {
  const late = new Promise<null>((resolve) => setTimeout(() => resolve(null), PATIENCE_MS));
  return Promise.race([answer.catch(() => null), late]);
}

async function keep(address: string, answer: Response): Promise<void> {
  if (!mayBeKept(answer)) return;
  const cache = await caches.open(BOARDS);
  await cache.put(address, answer);
  const all = await cache.keys();
  for (const oldest of all.slice(0, -MOST_BOARDS)) await cache.delete(oldest);
}

/** What a page had asked for before this worker was there, will need later, or kept with the version before. */
async function keepBoards(addresses: readonly string[]): Promise<void> {
  const cache = await caches.open(BOARDS);
  for (const address of addresses) {
    const request = new Request(address, { credentials: "omit" });
    if (handlingOf(request, location.origin) !== "board" || (await cache.match(request.url, { ignoreVary: true }))) continue;
    await fetch(request).then((answer) => keep(request.url, answer), () => undefined);
  }
}

async function boardsOfBefore(): Promise<string[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith("carrozza-boards-") && name !== BOARDS);
  const kept = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
  return [...new Set(kept.flat().map(({ url }) => url))];
}

/** Brings the window with that address to the front, or opens one. */
async function show(address: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
  const open = windows.find(({ url }) => new URL(url).pathname === new URL(address, location.origin).pathname);
  await (open ? open.focus() : worker.clients.openWindow(address));
}
