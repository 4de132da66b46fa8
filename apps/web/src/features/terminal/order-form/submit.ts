/** Turns a checked draft into the call that places it. */

import type { OrderBody, PlanBody } from '../../../data/rest/trade.ts';
import { placeOcoOrder, placeOrder, placePlanOrder } from '../../../data/rest/trade.ts';
import { countsQuote, type Draft, type Market } from './draft.ts';

/** A client order id that nobody else makes: the same order is never placed twice by a retry. */
export function newClientOid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(12));
  return `web-${[...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

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

/** Sends the draft; rejects with an ApiError that says why it was refused. */
export async function submitDraft(draft: Draft, market: Market): Promise<void> {
  if (market.send !== undefined) {
    await market.send(draft);
    return;
  }
  const clientOid = newClientOid();
  switch (draft.kind) {
    case 'limit':
    case 'market':
      await placeOrder(orderBody(draft, market, clientOid));
      return;
    case 'trigger':
    case 'trailing':
      await placePlanOrder(planBody(draft, market, clientOid));
      return;
    case 'oco':
      await placeOcoOrder({
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
