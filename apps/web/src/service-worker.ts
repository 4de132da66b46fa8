/**
 * The service worker: keeps the app's own files, so that a second visit starts without waiting, and
 * shows the offline page when no page can be fetched. It never touches the API: an answer about money
 * is fresh or it is not there.
 */

/** Files fetched at once, and all others that may stay; the build fills both in. */
declare const __PRECACHE__: readonly string[];
declare const __KEPT__: readonly string[];

const worker = globalThis as unknown as ServiceWorkerGlobalScope;
const CACHE = 'halcyon-files';
const OFFLINE = '/offline.html';
/** What the offline page is made of, besides hashed files. */
const OFFLINE_FILES: readonly string[] = ['/offline.js', '/favicon.svg'];

/** The worker's own scope, as far as it is used; the page's types do not know it. */
interface ServiceWorkerGlobalScope extends EventTarget {
  readonly clients: { claim(): Promise<void>; openWindow(path: string): Promise<unknown> };
  readonly location: Location;
  skipWaiting(): Promise<void>;
}
interface NotificationEvent extends LifeEvent {
  readonly notification: Notification;
}
interface LifeEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends LifeEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}

async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  // What an earlier version fetched under the same name has the same content.
  const missing = await Promise.all(
    __PRECACHE__.map(async (path) => (isHashed(path) && (await cache.match(path)) ? null : path)),
  );
  await cache.addAll(missing.filter((path) => path !== null));
}

async function activate(): Promise<void> {
  const cache = await caches.open(CACHE);
  const known = new Set([...__PRECACHE__, ...__KEPT__]);
  for (const request of await cache.keys()) {
    if (!known.has(new URL(request.url).pathname)) await cache.delete(request);
  }
  await worker.clients.claim();
}

/** Names below /assets/ change with their content. */
function isHashed(path: string): boolean {
  return path.startsWith('/assets/');
}

async function page(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch {
    const offline = await caches.match(OFFLINE);
    return offline ?? Response.error();
  }
}

async function file(request: Request): Promise<Response> {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request);
  if (kept !== undefined) return kept;
  const answer = await fetch(request);
  if (answer.ok && answer.type === 'basic') await cache.put(request, answer.clone());
  return answer;
}

worker.addEventListener('install', (event) => (event as LifeEvent).waitUntil(install()));
worker.addEventListener('activate', (event) => (event as LifeEvent).waitUntil(activate()));
worker.addEventListener('message', (event) => {
  if ((event as MessageEvent).data === 'take-over') void worker.skipWaiting();
});
// Of a page that could not show one by itself: see features/alerts.
worker.addEventListener('notificationclick', (event) => {
  const { notification, waitUntil } = event as NotificationEvent;
  notification.close();
  waitUntil.call(event, worker.clients.openWindow(String(notification.data)));
});
worker.addEventListener('fetch', (event) => {
  const { request, respondWith } = event as FetchEvent;
  if (request.method !== 'GET') return;
  const url = new URL(request.url);
  if (url.origin !== worker.location.origin) return;
  const answer = (work: Promise<Response>) => respondWith.call(event, work);
  if (request.mode === 'navigate') {
    if (!/^\/(api|v2|v3)(\/|$)/.test(url.pathname)) answer(page(request));
  } else if (isHashed(url.pathname) || OFFLINE_FILES.includes(url.pathname)) {
    answer(file(request));
  }
});

export {};
