/** React's view of the connections. */

import type { StreamState } from '@halcyon/client/streams';
import { useStore } from 'zustand';
import { publicLink } from '../ws/links.ts';

/** State of the market-data connection. */
export function usePublicLink(): StreamState {
  return useStore(publicLink.state);
}
