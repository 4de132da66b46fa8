/** Turns a checked draft into the call that places it. */

import { newClientOid } from '../../../data/rest/client-oid.ts';
import type { OrderBody, PlanBody } from '../../../data/rest/trade.ts';
import { placeOcoOrder, placeOrder, placePlanOrder } from '../../../data/rest/trade.ts';
import type { OrderAck } from '../../../data/rest/types.ts';
import type { Draft } from './draft.ts';
import { countsQuote, type Market } from './market.ts';

/** Body of a limit or market order. */
export function orderBody(draft: Draft, market: Market, clientOid: string): OrderBody {
  const limit = draft.kind === 'limit';
  const attach = limit && draft.attach;
  return {
    symbol: market.instrument.symbol,
    side: draft.side,
    orderType: limit ? 'limit' : 'market',
    force: limit ? draft.force : 'gtc',
    size: draft.size,
    clientOid,
    ...(limit && { price: draft.price }),
    ...(attach && draft.takeProfit !== '' && { presetTakeProfitPrice: draft.takeProfit }),
    ...(attach && draft.stopLoss !== '' && { presetStopLossPrice: draft.stopLoss }),
  };
}

/** Body of a trigger order or a trailing stop. */
export function planBody(draft: Draft, market: Market, clientOid: string): PlanBody {
  const shared = {
    symbol: market.instrument.symbol,
    side: draft.side,
    size: draft.size,
    triggerType: 'fill_price',
    clientOid,
  } as const;
  if (draft.kind === 'trailing') {
    // The wire's callbackRatio is in percent, as the field is.
    const callbackRatio = draft.callback;
    return { ...shared, orderType: 'market', planType: 'track_plan', callbackRatio };
  }
  const limit = draft.execution === 'limit';
  return {
    ...shared,
    orderType: limit ? 'limit' : 'market',
    planType: countsQuote(draft) ? 'total' : 'amount',
    triggerPrice: draft.trigger,
    ...(limit && { executePrice: draft.price }),
  };
}

/** Sends the draft; gives the order's id, or rejects with an ApiError that says why it was refused. */
export function submitDraft(draft: Draft, market: Market): Promise<OrderAck> {
  if (market.send !== undefined) return market.send(draft);
  const clientOid = newClientOid();
  switch (draft.kind) {
    case 'limit':
    case 'market':
      return placeOrder(orderBody(draft, market, clientOid));
    case 'trigger':
    case 'trailing':
      return placePlanOrder(planBody(draft, market, clientOid));
    case 'oco':
      return placeOcoOrder({
        symbol: market.instrument.symbol,
        side: draft.side,
        size: draft.size,
        price: draft.price,
        triggerPrice: draft.trigger,
        ...(draft.execution === 'limit' && { executePrice: draft.stopPrice }),
        clientOid,
      });
  }
}
