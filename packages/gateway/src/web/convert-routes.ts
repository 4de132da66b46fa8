/** Small balances that become one coin in one go; shapes: domain/web/convert.ts. */
import type { SmallConverted } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import { carryOut, quoteSmall } from '../convert/convert.ts';
import { assetOf } from '../http/context.ts';
import { amountText } from '../translate/text.ts';
import { type WebRoute, webRoute } from './route.ts';

const quotes = webRoute('POST /convert/small-quotes', async ({ trader }, request) => {
  const { venueContext, caller } = await trader(request);
  const to = assetOf(venueContext.views, request.fields.coin);
  return quoteSmall(venueContext, caller, to).map(({ traceId, from, given, received }) => ({
    ...{ traceId, fromCoin: from.code, fromCoinSize: amountText(from, given) },
    ...{ toCoin: to.code, toCoinSize: amountText(to, received) },
  }));
});

/** Each is carried out by itself: one that is refused takes nothing from the others. */
const convert = webRoute('POST /convert/small', async ({ trader }, request) => {
  const { venueContext, account } = await trader(request);
  const one = async (traceId: string): Promise<SmallConverted> => {
    try {
      const done = await carryOut(venueContext, venueContext.quotes.find(account, traceId));
      return { traceId, toCoinSize: amountText(done.quote.to, done.received), reason: '' };
    } catch (thrown) {
      if (!(thrown instanceof WireError)) throw thrown;
      return { traceId, toCoinSize: null, reason: thrown.reason };
    }
  };
  return Promise.all(request.fields.traceIds.map(one));
});

/** The routes of this file. */
export const CONVERT_WEB_ROUTES: readonly WebRoute[] = [quotes, convert];
