import { specs } from '@halcyon/protocol';
import { publicRoute } from '../../http/context.ts';

/** The server's clock. */
export const publicTime = publicRoute(specs.market.publicTime, ({ clock }) => ({
  serverTime: String(clock()),
}));
