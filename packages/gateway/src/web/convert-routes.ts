/** Small balances that become one coin in one go; shapes: domain/web/convert.ts. */
import { upperAscii } from '@halcyon/domain';
import { SMALL_QUOTES_MAX, type SmallConverted, type SmallQuote } from '@halcyon/domain/web';
import { WireError } from '@halcyon/protocol';
import { carryOut, quoteSmall } from '../convert/convert.ts';
import { assetOf } from '../http/context.ts';
import { badField } from '../http/web-error.ts';
import { amountText } from '../translate/text.ts';
import type { WebRoute } from './context.ts';
import { text } from './fields.ts';

const COIN_MAX = 20;

const quotes: WebRoute = {
  method: 'POST',
  path: '/convert/small-quotes',
  access: 'session',
  async handle({ trader }, request): Promise<SmallQuote[]> {
    const { rooms, caller } = await trader(request);
    const to = assetOf(rooms.views, upperAscii(text(request.body, 'coin', COIN_MAX)));
    return quoteSmall(rooms, caller, to).map(({ traceId, from, given, received }) => ({
      ...{ traceId, fromCoin: from.code, fromCoinSize: amountText(from, given) },
      ...{ toCoin: to.code, toCoinSize: amountText(to, received) },
    }));
  },
};

/** Each is carried out by itself: one that is refused takes nothing from the others. */
const convert: WebRoute = {
  method: 'POST',
  path: '/convert/small',
  ids: ['traceIds'],
  access: 'present',
  async handle({ trader }, request): Promise<SmallConverted[]> {
    const { rooms, account } = await trader(request);
    const named = request.body['traceIds'];
    const fits = Array.isArray(named) && named.length <= SMALL_QUOTES_MAX;
    if (!fits || !named.every((one): one is string => typeof one === 'string')) {
      throw badField('traceIds', `traceIds must be at most ${SMALL_QUOTES_MAX} names of quotes`);
    }
    const one = async (traceId: string): Promise<SmallConverted> => {
      try {
        const done = await carryOut(rooms, rooms.quotes.find(account, traceId));
        return { traceId, toCoinSize: amountText(done.quote.to, done.received), reason: '' };
      } catch (thrown) {
        if (!(thrown instanceof WireError)) throw thrown;
        return { traceId, toCoinSize: null, reason: thrown.reason };
      }
    };
    return Promise.all(named.map(one));
  },
};

/** The routes of this file. */
export const CONVERT_WEB_ROUTES: readonly WebRoute[] = [quotes, convert];
