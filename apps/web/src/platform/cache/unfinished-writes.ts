/**
 * Writes that have not ended when their page goes away. IndexedDB then drops them, so that a choice
 * made just before a reload would be lost, or the deleted draft of an order be back. The session
 * storage of the tab, which is written at once, carries them over to its next page.
 */

/** A write to a database; without an entry the key is removed. */
export interface Write {
  readonly database: string;
  readonly key: string;
  readonly entry?: unknown;
}

/** sessionStorage key. */
const CARRIED_KEY = 'unfinished-writes';
/** A write of more characters is not carried: it is a snapshot of the market, which the next page fetches. */
const CARRIED_MAX = 10_000;

const underWay = new Set<Write>();
const carried = takeCarried();

globalThis.addEventListener?.('pagehide', carry);
// A page that comes back from the browser's memory ends its writes itself.
globalThis.addEventListener?.('pageshow', forget);

/** Does a write, which is carried over to the next page unless it ends before. */
export async function carrying<T>(write: Write, act: () => Promise<T>): Promise<T> {
  underWay.add(write);
  try {
    return await act();
  } finally {
    underWay.delete(write);
  }
}

/** Whether the page before this one left writes to a database. */
export function hasCarried(database: string): boolean {
  return carried.some((write) => write.database === database);
}

/** What the page before this one left, oldest first; the caller writes it. Given out once. */
export function carriedTo(database: string): Write[] {
  const own = carried.filter((write) => write.database === database);
  carried.splice(0, carried.length, ...carried.filter((write) => !own.includes(write)));
  return own;
}

function carry(): void {
  const small = [...carried, ...underWay].filter(
    (write) => JSON.stringify(write).length <= CARRIED_MAX,
  );
  if (small.length === 0) return;
  try {
    sessionStorage.setItem(CARRIED_KEY, JSON.stringify(small));
  } catch {
    // Denied or full: they are lost, as the cache may lose anything.
  }
}

function takeCarried(): Write[] {
  try {
    const text = sessionStorage.getItem(CARRIED_KEY);
    forget();
    const writes: unknown = text === null ? [] : JSON.parse(text);
    return Array.isArray(writes) ? writes : [];
  } catch {
    return [];
  }
}

function forget(): void {
  try {
    sessionStorage.removeItem(CARRIED_KEY);
  } catch {
    // Denied: nothing was carried.
  }
}
