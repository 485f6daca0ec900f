/** What the page's modules ask of a browser as soon as they are imported: storage, an address, media queries, events. */
import { beforeEach } from "vitest";

class Storage {
  #kept = new Map<string, string>();
  getItem = (key: string): string | null => this.#kept.get(key) ?? null;
  setItem = (key: string, value: string): void => void this.#kept.set(key, value);
  removeItem = (key: string): void => void this.#kept.delete(key);
  clear = (): void => this.#kept.clear();
}

const target = new EventTarget();
const page = {
  localStorage: new Storage(),
  sessionStorage: new Storage(),
  location: new URL("http://carrozza.test/"),
  matchMedia: () => Object.assign(new EventTarget(), { matches: false }),
  addEventListener: target.addEventListener.bind(target),
  removeEventListener: target.removeEventListener.bind(target),
  dispatchEvent: target.dispatchEvent.bind(target),
  history: {
    replaceState: (_state: unknown, _title: string, address: string) => void goTo(address),
    pushState: (_state: unknown, _title: string, address: string) => void goTo(address),
  },
  navigator: { languages: ["en"], onLine: true },
  scrollTo: () => {},
};
for (const [name, value] of Object.entries(page)) Object.defineProperty(globalThis, name, { value, configurable: true });

/** Puts the browser at an address, as a link from elsewhere does. */
export function goTo(address: string): void {
  page.location.href = new URL(address, page.location.href).href;
}

beforeEach(() => {
  page.localStorage.clear();
  page.sessionStorage.clear();
});
