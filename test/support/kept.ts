/** What the app keeps in the browser. */
import type { Page } from 'playwright-core';

/** What it keeps under a key of the area `default`, as JSON; '' = nothing. */
export function kept(page: Page, key: string): Promise<string> {
  return page.evaluate<string>(`(async () => {
    const result = (request) => new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
    // One that is opened before the page made it would stand in the page's way.
    const made = await indexedDB.databases();
    if (!made.some(({ name }) => name === 'default')) return '';
    const database = await result(indexedDB.open('default'));
    if (!database.objectStoreNames.contains('local_cache')) {
      database.close();
      return '';
    }
    const store = database.transaction('local_cache').objectStore('local_cache');
    const value = await result(store.get('${key}'));
    database.close();
    return JSON.stringify(value) ?? '';
  })()`);
}
