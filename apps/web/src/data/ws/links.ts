/** The page's two connections. */

import { web } from '../rest/web.ts';
import { ChannelClient } from './channel-client.ts';

/** Market data. */
export const publicLink = new ChannelClient({ path: '/v2/ws/public' });

/** Orders, fills and balances of the signed-in person; logs in with a one-time token. */
export const privateLink = new ChannelClient({
  path: '/v2/ws/private',
  token: async () => (await web('GET /ws-token')).token,
});
