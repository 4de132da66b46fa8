/** The service worker as the page sees it: registered once, asked to take over when told to. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { reloadPage } from '../links/page.ts';

const waitingStore = createStore<{ readonly worker: ServiceWorker | null }>(() => ({
  worker: null,
}));

/** How often an open page asks for a new version, in milliseconds. */
const ASK_MS = 30 * 60_000;

function watch(registration: ServiceWorkerRegistration): void {
  const note = () => {
    // Without a controller this is the first version ever: nothing to update from.
    if (registration.waiting !== null && navigator.serviceWorker.controller !== null) {
      waitingStore.setState({ worker: registration.waiting });
    }
  };
  note();
  registration.addEventListener('updatefound', () => {
    registration.installing?.addEventListener('statechange', note);
  });
  setInterval(() => void registration.update().catch(() => undefined), ASK_MS);
}

/** Registers the worker after the page has loaded. Without one the page works, online only. */
export function startWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => {
    navigator.serviceWorker
      .register('/sw.js', { updateViaCache: 'none' })
      .then(watch)
      .catch(() => undefined);
  };
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/** Lets the waiting version take over, and loads the page from it. */
export function applyUpdate(): void {
  const { worker } = waitingStore.getState();
  navigator.serviceWorker.addEventListener('controllerchange', reloadPage, { once: true });
  worker?.postMessage('take-over');
}

/** Whether a new version waits to be let in. */
export function useUpdateReady(): boolean {
  return useStore(waitingStore, (state) => state.worker !== null);
}
