/** A connection of the page: its state is in a store, and it follows what the device and its person do. */

import { StreamClient, type StreamState } from '@halcyon/client/streams';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { marked } from '../../platform/simulation/venue.ts';

interface Options {
  /** Path of the endpoint on our own origin. */
  readonly path: string;
  /** For the private endpoint: gets a one-time token for the login message. */
  readonly token?: () => Promise<string>;
}

/** A client of `/v2/ws/public` or `/v2/ws/private`. */
export class PageStream extends StreamClient {
  /** As the stale indicator shows it. */
  readonly state: StoreApi<StreamState>;

  constructor({ path, token }: Options) {
    const state = createStore<StreamState>(() => 'idle');
    super({
      url: () => location.origin.replace(/^http/, 'ws') + marked(path),
      login: token && (async () => ({ token: await token() })),
      pingMs: 10_000,
      pongMs: 5_000,
      reconnectMs: 500,
      // What the server's rules do not allow would be refused at once again.
      refusedMs: 30_000,
      onState: (now) => state.setState(now, true),
    });
    this.state = state;
    globalThis.addEventListener?.('online', () => this.retryNow());
    globalThis.addEventListener?.('offline', () => this.giveUp());
    globalThis.document?.addEventListener('visibilitychange', () => {
      if (document.visibilityState === 'visible') this.ping();
    });
  }
}
