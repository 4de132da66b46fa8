import { specs, WireError } from '@halcyon/protocol';
import { instrumentOf, publicRoute } from '../../http/context.ts';

/** Instruments open without a call auction, so none has the data of one. */
export const auction = publicRoute(specs.market.auction, ({ views }, { symbol }) => {
  instrumentOf(views, symbol);
  throw new WireError('noAuction', { symbol });
});
