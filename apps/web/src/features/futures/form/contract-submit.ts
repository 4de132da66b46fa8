/** Turns a checked draft into the request of one side, and sends it. */

import { toText, trimZeros } from '../../../data/decimal.ts';
import { newClientOid } from '../../../data/rest/client-oid.ts';
import {
  type ContractOrderBody,
  type ContractPlanBody,
  placeContractOrder,
  placeContractPlan,
} from '../../../data/rest/contracts.ts';
import type { MarginModeWord, OrderAck } from '../../../data/rest/types.ts';
import { type Draft, hasPrice, type Side } from '../../desk/order-form/draft.ts';
import { mayAttach } from './contract-draft.ts';
import { type ContractMarket, lotsOf, priceOf } from './order-sums.ts';

/** What the requests of all kinds begin with. */
function head(draft: Draft, market: ContractMarket, side: Side, clientOid: string) {
  const { instrument, account } = market;
  const hedge = account?.hedge ?? false;
  const lots = lotsOf(draft, market, priceOf(draft, market, side));
  const marginMode: MarginModeWord =
    account?.contract.settings[0].marginMode === 1 ? 'isolated' : 'crossed';
  const shared = {
    symbol: instrument.symbol,
    size: trimZeros(toText(BigInt(lots), instrument.sizeScale)),
    marginMode,
    clientOid,
  } as const;
  if (!hedge) return { ...shared, side, reduceOnly: draft.reduceOnly ? 'YES' : 'NO' } as const;
  // In hedge mode the wire's side names the position: to close a long is "buy".
  const close = draft.intent === 'close';
  const named: Side = close ? (side === 'buy' ? 'sell' : 'buy') : side;
  return { ...shared, side: named, tradeSide: draft.intent } as const;
}

/** Body of a limit or market order. */
export function contractOrderBody(
  draft: Draft,
  market: ContractMarket,
  side: Side,
  clientOid: string,
): ContractOrderBody {
  const limit = draft.kind === 'limit';
  const attach = draft.attach && mayAttach(draft, market.account?.hedge ?? false);
  return {
    ...head(draft, market, side, clientOid),
    orderType: limit ? 'limit' : 'market',
    force: limit ? draft.force : 'gtc',
    ...(limit && { price: draft.price }),
    ...(attach && draft.takeProfit !== '' && { presetStopSurplusPrice: draft.takeProfit }),
    ...(attach && draft.stopLoss !== '' && { presetStopLossPrice: draft.stopLoss }),
  };
}

/** Body of a trigger order or a trailing stop. */
export function contractPlanBody(
  draft: Draft,
  market: ContractMarket,
  side: Side,
  clientOid: string,
): ContractPlanBody {
  const { triggerBy: triggerType } = draft;
  const shared = { ...head(draft, market, side, clientOid), triggerType };
  if (draft.kind === 'trailing') {
    // The wire's callbackRatio is in percent, as the field is.
    const callbackRatio = draft.callback;
    return { ...shared, orderType: 'market', planType: 'track_plan', callbackRatio };
  }
  const limit = hasPrice(draft);
  return {
    ...shared,
    orderType: limit ? 'limit' : 'market',
    planType: 'normal_plan',
    triggerPrice: draft.trigger,
    ...(limit && { price: draft.price }),
  };
}

/** Sends the order of a side; rejects with an ApiError that says why it was refused. */
export function submitContract(
  draft: Draft,
  market: ContractMarket,
  side: Side,
): Promise<OrderAck> {
  const clientOid = newClientOid();
  if (draft.kind === 'limit' || draft.kind === 'market') {
    return placeContractOrder(contractOrderBody(draft, market, side, clientOid));
  }
  return placeContractPlan(contractPlanBody(draft, market, side, clientOid));
}
