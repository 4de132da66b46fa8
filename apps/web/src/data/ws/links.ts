/** The page's two connections. */

import { web } from '../rest/web.ts';
import { PageStream } from './page-stream.ts';

/** Market data. */
export const publicLink = new PageStream({ path: '/v2/ws/public' });

/** Orders, fills and balances of the signed-in person; logs in with a one-time token. */
export const privateLink = new PageStream({
  path: '/v2/ws/private',
  token: async () => (await web('GET /ws-token')).token,
});
