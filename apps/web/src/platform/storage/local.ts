/** Small preferences in localStorage; where storage is denied they last as long as the page. */

const memory = new Map<string, string>();

/** Hears of a text that changed. @param own whether this page wrote it, by `writeLocal` or `removeLocal` */
export type LocalFollower = (key: string, own: boolean) => void;

const followers = new Set<LocalFollower>();

globalThis.addEventListener?.('storage', ({ key }: StorageEvent) => {
  if (key === null) return;
  memory.delete(key);
  tell(key, false);
});

/** Has something told of changes, those of other tabs among them; the returned function ends that. */
export function followLocal(follower: LocalFollower): () => void {
  followers.add(follower);
  return () => followers.delete(follower);
}

function tell(key: string, own: boolean): void {
  for (const follower of followers) follower(key, own);
}

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
  tell(key, true);
}

/** Removes a text. */
export function removeLocal(key: string): void {
  memory.delete(key);
  try {
    localStorage.removeItem(key);
  } catch {
    // Denied: there was nothing to remove.
  }
  tell(key, true);
}
