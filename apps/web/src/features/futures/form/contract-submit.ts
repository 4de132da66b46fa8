/** Turns a checked draft of a contract into the request of its side, and sends it. */

import { toText, trimZeros } from '../../../data/decimal.ts';
import {
  type ContractOrderBody,
  type ContractPlanBody,
  placeContractOrder,
  placeContractPlan,
} from '../../../data/rest/contracts.ts';
import { newClientOid } from '../../../data/rest/trading.ts';
import type { OrderAck, PositionMarginMode } from '../../../data/rest/types.ts';
import { hasPrice, isPlan, type OrderDraft, type SideName } from '../../desk/order-form/draft.ts';
import { orderTerms, planTerms } from '../../desk/order-form/wire-terms.ts';
import { mayAttach } from './contract-draft.ts';
import { type ContractFormMarket, lotsOf, priceOf } from './order-sums.ts';
import { CONTRACT_PLANS } from './plan-words.ts';

/** What the requests of all kinds begin with. */
function head(draft: OrderDraft, market: ContractFormMarket, clientOid: string) {
  const { instrument, account } = market;
  const { side, intent } = draft;
  const hedge = account?.hedge ?? false;
  const lots = lotsOf(draft, market, priceOf(draft, market));
  const marginMode: PositionMarginMode =
    account?.contract.settings[0].marginMode === 1 ? 'isolated' : 'crossed';
  const shared = {
    symbol: instrument.symbol,
    size: trimZeros(toText(BigInt(lots), instrument.sizeScale)),
    marginMode,
    clientOid,
  } as const;
  if (!hedge) return { ...shared, side, reduceOnly: draft.reduceOnly ? 'YES' : 'NO' } as const;
  // In hedge mode the wire's side names the position: to close a long is "buy".
  const named: SideName = intent === 'open' ? side : side === 'buy' ? 'sell' : 'buy';
  return { ...shared, side: named, tradeSide: intent } as const;
}

/** Body of a limit or market order. */
export function contractOrderBody(
  draft: OrderDraft,
  market: ContractFormMarket,
  clientOid: string,
): ContractOrderBody {
  const attach = draft.attach && mayAttach(draft, market);
  return {
    ...head(draft, market, clientOid),
    ...orderTerms(draft),
    ...(attach && draft.takeProfit !== '' && { presetStopSurplusPrice: draft.takeProfit }),
    ...(attach && draft.stopLoss !== '' && { presetStopLossPrice: draft.stopLoss }),
  };
}

/** Body of a plan. */
export function contractPlanBody(
  draft: OrderDraft,
  market: ContractFormMarket,
  clientOid: string,
): ContractPlanBody {
  return {
    ...head(draft, market, clientOid),
    triggerType: draft.triggerBy,
    ...planTerms(draft, CONTRACT_PLANS[draft.kind] ?? 'normal_plan'),
    ...(hasPrice(draft) && { price: draft.price }),
  };
}

/** Sends the order; rejects with an ApiError that says why it was refused. */
export function sendContract(draft: OrderDraft, market: ContractFormMarket): Promise<OrderAck> {
  const clientOid = newClientOid();
  return isPlan(draft)
    ? placeContractPlan(contractPlanBody(draft, market, clientOid))
    : placeContractOrder(contractOrderBody(draft, market, clientOid));
}
