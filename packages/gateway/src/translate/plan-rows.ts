/** Plan orders as rows of the wire. */
import { type Instrument, ownerOf, wireId, wireUserId } from '@halcyon/domain';
import { type DataOf, ERRORS, type specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { percentText } from '../base/percent-text.ts';
import { rejectName } from '../refusals/rejects.ts';
import type { CommonOrderFacts } from './order-facts.ts';
import { feeDetail, type HistoryRow, type OpenRow, rowInstrument } from './order-rows.ts';
import type { PlanFacts } from './plan-facts.ts';
import { amountText, averagePriceText, priceText, sizeText } from './text.ts';
import { planStatusWord, planTypeWord, sideWord, triggerByWord } from './words.ts';

type PlanPage = DataOf<typeof specs.trade.currentPlanOrder>;
type PlanRow = PlanPage['orderList'][number];
type EndedPlanRow = DataOf<typeof specs.trade.historyPlanOrder>['orderList'][number];

/** A row of the waiting plans. */
export function planRow(views: Views, plan: PlanFacts): PlanRow {
  const instrument = rowInstrument(views, plan.instrument);
  return {
    orderId: wireId(plan.id),
    clientOid: plan.clientId,
    symbol: instrument.symbol,
    size: planSize(views, plan),
    executePrice: plan.price === 0 ? '' : priceText(instrument, plan.price),
    triggerPrice: priceText(instrument, plan.triggerPrice),
    status: planStatusWord(plan.status),
    orderType: plan.price === 0 ? 'market' : 'limit',
    side: sideWord(plan.side),
    planType: planTypeWord(plan.planType, plan.quoteAmount !== 0),
    sizeUnit: sizeUnit(plan),
    triggerType: triggerByWord(plan.triggerBy),
    enterPointSource: 'API',
    ...planExtras(plan),
    uTime: String(plan.updatedTime),
    cTime: String(plan.createdTime),
  };
}

/** A row of the ended plans. @param order that it became; null: none */
export function endedPlanRow(
  views: Views,
  plan: PlanFacts,
  order: CommonOrderFacts | null,
): EndedPlanRow {
  return {
    ...planRow(views, plan),
    ...filledBy(rowInstrument(views, plan.instrument), plan, order),
  };
}

/** What the order that a plan became has filled. */
export function filledBy(instrument: Instrument, plan: PlanFacts, order: CommonOrderFacts | null) {
  return {
    executeOrderId: plan.order === 0 ? '' : wireId(plan.order),
    priceAvg: averagePriceText(instrument, order?.filledLots ?? 0, order?.filledQuote ?? 0n),
    baseVolume: sizeText(instrument, order?.filledLots ?? 0),
  };
}

/** Fields that only some plans have: how far a trailing stop lets the price come back, why one failed. */
export function planExtras(plan: Pick<PlanFacts, 'callbackPpm' | 'code'>): {
  callbackRatio?: string;
  reason?: string;
  errorCode?: string;
} {
  return {
    ...(plan.callbackPpm === 0 ? {} : { callbackRatio: percentText(plan.callbackPpm) }),
    ...(plan.code === 0 ? {} : failure(plan.code)),
  };
}

function failure(code: number): { reason: string; errorCode: string } {
  const reason = rejectName(code);
  return { reason, errorCode: ERRORS[reason].code };
}

/** Whether a plan's size counts base or quote coins. */
export function sizeUnit(plan: Pick<PlanFacts, 'quoteAmount'>): 'base' | 'quote' {
  return plan.quoteAmount === 0 ? 'base' : 'quote';
}

/** A plan's size in the coin that it counts. */
export function planSize(views: Views, plan: PlanFacts): string {
  const instrument = rowInstrument(views, plan.instrument);
  return plan.quoteAmount === 0
    ? sizeText(instrument, plan.quantity)
    : amountText(views.asset(instrument.quote), plan.quoteAmount);
}

/** What a page of plans says of the next one. @param plans may be one more than `limit`: then there is one */
export function pageEnd(
  plans: readonly PlanFacts[],
  limit: number,
): Pick<PlanPage, 'nextFlag' | 'idLessThan'> {
  const last = plans.slice(0, limit).at(-1);
  return {
    nextFlag: plans.length > limit,
    idLessThan: last === undefined ? '' : wireId(last.id),
  };
}

/** A waiting TP/SL as a row of unfilled-orders. */
export function tpslOpenRow(views: Views, plan: PlanFacts): OpenRow {
  const instrument = rowInstrument(views, plan.instrument);
  return {
    ...tpslCommon(views, plan),
    priceAvg: plan.price === 0 ? '0' : priceText(instrument, plan.price),
    basePrice: '0',
    presetTakeProfitPrice: '',
    executeTakeProfitPrice: '',
    presetStopLossPrice: '',
    executeStopLossPrice: '',
  };
}

/** An ended TP/SL as a row of history-orders. @param order that it became; null: none */
export function tpslHistoryRow(
  views: Views,
  plan: PlanFacts,
  order: CommonOrderFacts | null,
): HistoryRow {
  const instrument = rowInstrument(views, plan.instrument);
  const { priceAvg, baseVolume } = filledBy(instrument, plan, order);
  return {
    ...tpslCommon(views, plan),
    price: plan.price === 0 ? '0' : priceText(instrument, plan.price),
    priceAvg,
    baseVolume,
    quoteVolume: amountText(views.asset(instrument.quote), order?.filledQuote ?? 0n),
    feeDetail: order === null ? '' : feeDetail(views, order),
    cancelReason: plan.code === 0 ? '' : rejectName(plan.code),
  };
}

function tpslCommon(views: Views, plan: PlanFacts) {
  const instrument = rowInstrument(views, plan.instrument);
  return {
    userId: wireUserId(views.shownAs(ownerOf(plan.account))),
    symbol: instrument.symbol,
    orderId: wireId(plan.id),
    clientOid: plan.clientId,
    size: planSize(views, plan),
    orderType: plan.price === 0 ? ('market' as const) : ('limit' as const),
    side: sideWord(plan.side),
    status: plan.status === 'live' ? plan.status : planStatusWord(plan.status),
    baseVolume: '0',
    quoteVolume: '0',
    enterPointSource: 'API' as const,
    orderSource: plan.price === 0 ? ('market' as const) : ('normal' as const),
    cTime: String(plan.createdTime),
    uTime: String(plan.updatedTime),
    tpslType: 'tpsl' as const,
    triggerPrice: priceText(instrument, plan.triggerPrice),
  };
}
