/** React's view of the connections. */

import { useStore } from 'zustand';
import type { LinkState } from '../ws/channel-client.ts';
import { publicLink } from '../ws/links.ts';

/** State of the market-data connection. */
export function usePublicLink(): LinkState {
  return useStore(publicLink.state);
}
