/** Turns a checked draft of a pair into the call that places it. */

import type { OrderBody, PlanBody } from '../../../data/rest/trade.ts';
import { placeOcoOrder, placeOrder, placePlanOrder } from '../../../data/rest/trade.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import type { OrderAck } from '../../../data/rest/types.ts';
import { hasPrice, isPlan, type OrderDraft } from '../../desk/order-form/draft.ts';
import { SPOT_PLANS } from '../../desk/order-form/form-kinds.ts';
import type { FormMarket } from '../../desk/order-form/order-product.ts';
import { orderTerms, planTerms } from '../../desk/order-form/wire-terms.ts';
import { countsQuote } from './spot-sums.ts';

/** What the requests of all kinds begin with. */
function head(
  { side, size }: OrderDraft,
  { instrument: { symbol } }: FormMarket,
  clientOid: string,
) {
  return { symbol, side, size, clientOid };
}

/** Body of a limit or market order. */
export function orderBody(draft: OrderDraft, market: FormMarket, clientOid: string): OrderBody {
  const attach = draft.kind === 'limit' && draft.attach;
  return {
    ...head(draft, market, clientOid),
    ...orderTerms(draft),
    ...(attach && draft.takeProfit !== '' && { presetTakeProfitPrice: draft.takeProfit }),
    ...(attach && draft.stopLoss !== '' && { presetStopLossPrice: draft.stopLoss }),
  };
}

/** Body of a plan. */
export function planBody(draft: OrderDraft, market: FormMarket, clientOid: string): PlanBody {
  return {
    ...head(draft, market, clientOid),
    triggerType: 'fill_price',
    ...planTerms(draft, countsQuote(draft) ? 'total' : (SPOT_PLANS[draft.kind] ?? 'amount')),
    ...(hasPrice(draft) && { executePrice: draft.price }),
  };
}

/** Sends the draft; gives the order's id, or rejects with an ApiError that says why it was refused. */
export function sendSpot(draft: OrderDraft, market: FormMarket): Promise<OrderAck> {
  const clientOid = newClientOid();
  if (isPlan(draft)) return placePlanOrder(planBody(draft, market, clientOid));
  if (draft.kind !== 'oco') return placeOrder(orderBody(draft, market, clientOid));
  return placeOcoOrder({
    ...head(draft, market, clientOid),
    price: draft.price,
    triggerPrice: draft.trigger,
    ...(draft.execution === 'limit' && { executePrice: draft.stopPrice }),
  });
}
