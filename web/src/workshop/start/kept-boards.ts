/** The boards of this device, in the browser's own database; where it has none, they live as long as the page. */

import { type BoardDocument, type LatLon, readDocument } from "../document/document.ts";

/** A layout as the server gives it, and where its cities were when it was asked for. */
export interface KeptLayout {
  readonly layout: ServerLayout;
  readonly at: Readonly<Record<string, LatLon>>;
}

/** In tenths of millimetres and of degrees. */
export interface ServerLayout {
  readonly digest: string;
  readonly size: readonly number[];
  readonly cities: Readonly<Record<string, readonly number[]>>;
  readonly labels: Readonly<Record<string, readonly (number | string)[]>>;
  readonly routes: Readonly<Record<string, readonly (readonly number[])[]>>;
  readonly furniture: Readonly<Record<string, readonly number[]>>;
}

/** A picture that lies under the map: on this device only. */
export interface Underlay {
  readonly image: Blob;
  readonly opacity: number;
  /** Its corners on the globe: upper left and lower right. */
  readonly from: LatLon;
  readonly to: LatLon;
}

export interface KeptBoard {
  readonly id: string;
  readonly document: BoardDocument;
  readonly laid: KeptLayout | null;
  readonly underlay?: Underlay | null;
  /** In milliseconds since 1970. */
  readonly changed: number;
}

const DATABASE = "carrozza-workshop";
const STORE = "boards";
const remembered = new Map<string, KeptBoard>();

export async function keptBoards(): Promise<KeptBoard[]> {
  const found = (await inStore("readonly", (store) => store.getAll())) ?? [...remembered.values()];
  return (found as unknown[]).flatMap((each) => readKept(each) ?? []).sort((one, other) => other.changed - one.changed);
}

export async function keptBoard(id: string): Promise<KeptBoard | null> {
  return readKept((await inStore("readonly", (store) => store.get(id))) ?? remembered.get(id));
}

/** Whether it is kept beyond this visit. */
export async function keepBoard(board: KeptBoard): Promise<boolean> {
  remembered.set(board.id, board);
  return (await inStore("readwrite", (store) => store.put(board))) !== null;
}

export async function forgetBoard(id: string): Promise<void> {
  remembered.delete(id);
  await inStore("readwrite", (store) => store.delete(id));
}

export function newBoard(document: BoardDocument, layout: ServerLayout | null = null): KeptBoard {
  return { id: newId(), document, laid: layout && { layout, at: placesOf(document) }, changed: Date.now() };
}

export function duplicateOf(board: KeptBoard, title: string): KeptBoard {
  return { ...board, id: newId(), document: { ...board.document, title }, changed: Date.now() };
}

export function placesOf(document: BoardDocument): Record<string, LatLon> {
  return Object.fromEntries(document.cities.map(({ id, lat, lon }) => [id, [lat, lon] as const]));
}

function newId(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(5)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

function readKept(value: unknown): KeptBoard | null {
  const { id, document, laid = null, underlay = null, changed } = (value ?? {}) as Partial<KeptBoard>;
  const read = readDocument(document);
  return typeof id === "string" && read ? { id, document: read, laid, underlay, changed: changed ?? 0 } : null;
}

/** The result of a request to the database; null where there is none. */
async function inStore<T>(mode: IDBTransactionMode, ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T | null> {
  try {
    const database = await opened();
    return await settled(ask(database.transaction(STORE, mode).objectStore(STORE)));
  } catch {
    return null;
  }
}

let opening: Promise<IDBDatabase> | undefined;

function opened(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(DATABASE, 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "id" });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  return opening;
}

function settled<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
