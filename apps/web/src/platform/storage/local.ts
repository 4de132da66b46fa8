/** Small preferences in localStorage; where storage is denied they last as long as the page. */

const memory = new Map<string, string>();

/** The stored text; null when there is none. */
export function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key) ?? memory.get(key) ?? null;
  } catch {
    return memory.get(key) ?? null;
  }
}

/** Stores a text. */
export function writeLocal(key: string, value: string): void {
  memory.set(key, value);
  try {
    localStorage.setItem(key, value);
  } catch {
    // Denied or full: the copy in memory serves this page.
  }
}

/** Removes a text. */
export function removeLocal(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Denied: there was nothing to remove.
  }
}
