/** Plan orders of contracts as rows of the wire. */
import { PlanType, wireId } from '@halcyon/domain';
import type { DataOf, specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { marginOf } from './contract-order-rows.ts';
import { positionWords } from './contract-words.ts';
import type { OrderFacts } from './order-facts.ts';
import { rowInstrument } from './order-rows.ts';
import type { PlanFacts } from './plan-facts.ts';
import { planExtras } from './plan-rows.ts';
import { averagePriceText, priceText, sizeText } from './text.ts';
import { planStatusWord, triggerByWord } from './words.ts';

type PendingRow = Omit<DataOf<typeof specs.mix.plansPending>['entrustedList'][number], 'endId'>;
type HistoryRow = Omit<DataOf<typeof specs.mix.plansHistory>['entrustedList'][number], 'endId'>;

/** What lists can be narrowed to. */
export type ContractPlanWord =
  | 'normal_plan'
  | 'track_plan'
  | 'profit_loss'
  | 'profit_plan'
  | 'loss_plan'
  | 'moving_plan'
  | 'pos_profit'
  | 'pos_loss';

const { trigger, trailing, takeProfit, stopLoss, positionProfit, positionLoss } = PlanType;
const TYPES: Readonly<Record<ContractPlanWord, readonly PlanType[]>> = {
  normal_plan: [trigger],
  track_plan: [trailing],
  moving_plan: [trailing],
  profit_loss: [takeProfit, stopLoss, positionProfit, positionLoss],
  profit_plan: [takeProfit, positionProfit],
  loss_plan: [stopLoss, positionLoss],
  pos_profit: [positionProfit],
  pos_loss: [positionLoss],
};

/** The kinds of plan that a word of a list means. */
export function planTypesOf(word: ContractPlanWord): readonly PlanType[] {
  return TYPES[word];
}

/** `planType` of rows: one of a position without a size is for all of it. */
export function contractPlanWord({
  planType,
  quantity,
}: Pick<PlanFacts, 'planType' | 'quantity'>): ContractPlanWord {
  switch (planType) {
    case trailing:
      return 'track_plan';
    case positionProfit:
      return quantity === 0 ? 'pos_profit' : 'profit_plan';
    case positionLoss:
      return quantity === 0 ? 'pos_loss' : 'loss_plan';
    case takeProfit:
      return 'profit_plan';
    case stopLoss:
      return 'loss_plan';
    default:
      return 'normal_plan';
  }
}

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
    stopSurplusTriggerPrice: '',
    stopSurplusTriggerType: '',
    stopSurplusExecutePrice: '',
    stopLossTriggerPrice: '',
    stopLossTriggerType: '',
    stopLossExecutePrice: '',
    cTime: String(plan.createdTime),
    uTime: String(plan.updatedTime),
  };
}

/** A row of the ended plans. @param order that it became; null: none */
export function endedPlanRow(views: Views, plan: PlanFacts, order: OrderFacts | null): HistoryRow {
  const contract = rowInstrument(views, plan.instrument);
  const { callbackRatio: _callback, ...failure } = planExtras(plan);
  return {
    ...contractPlanRow(views, plan),
    executeOrderId: plan.order === 0 ? '' : wireId(plan.order),
    priceAvg: averagePriceText(contract, order?.filledLots ?? 0, order?.filledQuote ?? 0n),
    baseVolume: sizeText(contract, order?.filledLots ?? 0),
    ...failure,
  };
}
