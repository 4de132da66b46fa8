/** Installing the page as an app: the browser's offer is kept until a person takes it. */

import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

/** The event that Chromium sends when the page can be installed. */
interface InstallOffer extends Event {
  prompt(): Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

/** How installing stands. */
export interface Install {
  readonly offer: InstallOffer | null;
  readonly installed: boolean;
}

const installStore = createStore<Install>(() => ({
  offer: null,
  installed: globalThis.matchMedia?.('(display-mode: standalone)').matches ?? false,
}));

/** Listens for the browser's offer; call once, early, because it comes early. */
export function startInstall(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installStore.setState({ offer: event as InstallOffer });
  });
  window.addEventListener('appinstalled', () => {
    installStore.setState({ offer: null, installed: true });
  });
}

/** Shows the browser's question. It can be asked once an offer. */
export async function install(): Promise<void> {
  const { offer } = installStore.getState();
  if (offer === null) return;
  installStore.setState({ offer: null });
  await offer.prompt();
}

/** How installing stands; re-renders on change. */
export function useInstall(): Install {
  return useStore(installStore);
}
