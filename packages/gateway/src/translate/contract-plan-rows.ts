/** Plan orders of contracts as rows of the wire. */
import { type AttachedPrices, type Instrument, TriggerBy, wireId } from '@halcyon/domain';
import type { DataOf, specs, TriggerWord } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { marginOf } from './contract-order-rows.ts';
import { contractPlanWord } from './contract-sources.ts';
import { positionWords } from './contract-words.ts';
import type { CommonOrderFacts } from './order-facts.ts';
import { rowInstrument } from './order-rows.ts';
import type { PlanFacts } from './plan-facts.ts';
import { filledBy, planExtras } from './plan-rows.ts';
import { priceText, sizeText } from './text.ts';
import { planStatusWord, triggerByWord } from './words.ts';

type PendingRow = Omit<DataOf<typeof specs.mix.plansPending>['entrustedList'][number], 'endId'>;
type HistoryRow = Omit<DataOf<typeof specs.mix.plansHistory>['entrustedList'][number], 'endId'>;

/** A row of the waiting plans. */
export function contractPlanRow(views: Views, plan: PlanFacts): PendingRow {
  const contract = rowInstrument(views, plan.instrument);
  const { side, posSide, tradeSide, posMode, reduceOnly } = positionWords(plan.options, plan.side);
  const price = plan.price === 0 ? '' : priceText(contract, plan.price);
  return {
    planType: contractPlanWord(plan),
    symbol: contract.symbol,
    size: plan.quantity === 0 ? '' : sizeText(contract, plan.quantity),
    orderId: wireId(plan.id),
    clientOid: plan.clientId,
    price,
    executePrice: price,
    callbackRatio: planExtras(plan).callbackRatio ?? '',
    triggerPrice: priceText(contract, plan.triggerPrice),
    triggerType: triggerByWord(plan.triggerBy),
    planStatus: plan.status === 'live' ? 'live' : planStatusWord(plan.status),
    side,
    posSide,
    tradeSide,
    posMode,
    ...marginOf(views, plan),
    reduceOnly,
    orderType: plan.price === 0 ? 'market' : 'limit',
    orderSource: plan.price === 0 ? 'market' : 'normal',
    enterPointSource: 'API',
    ...attachedOf(contract, plan.attached),
    cTime: String(plan.createdTime),
    uTime: String(plan.updatedTime),
  };
}

function attachedOf(contract: Instrument, attached: AttachedPrices | null) {
  const { takeProfitTrigger = 0, takeProfitPrice = 0, takeProfitBy } = attached ?? {};
  const { stopLossTrigger = 0, stopLossPrice = 0, stopLossBy } = attached ?? {};
  const price = (ticks: number) => (ticks === 0 ? '' : priceText(contract, ticks));
  const type = (trigger: number, by: TriggerBy = TriggerBy.last): TriggerWord | '' =>
    trigger === 0 ? '' : triggerByWord(by);
  return {
    stopSurplusTriggerPrice: price(takeProfitTrigger),
    stopSurplusTriggerType: type(takeProfitTrigger, takeProfitBy),
    stopSurplusExecutePrice: price(takeProfitPrice),
    stopLossTriggerPrice: price(stopLossTrigger),
    stopLossTriggerType: type(stopLossTrigger, stopLossBy),
    stopLossExecutePrice: price(stopLossPrice),
  };
}

/** A row of the ended plans. @param order that it became; null: none */
export function endedPlanRow(
  views: Views,
  plan: PlanFacts,
  order: CommonOrderFacts | null,
): HistoryRow {
  const contract = rowInstrument(views, plan.instrument);
  const { callbackRatio: _callback, ...failure } = planExtras(plan);
  return {
    ...contractPlanRow(views, plan),
    ...filledBy(contract, plan, order),
    ...failure,
  };
}
