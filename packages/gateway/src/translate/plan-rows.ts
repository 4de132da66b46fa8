/** Plan orders as rows of the wire. */
import { ownerOf, wireId, wireUserId } from '@halcyon/domain';
import { type DataOf, ERRORS, type specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { type HistoryRow, type OpenRow, rowInstrument } from './order-rows.ts';
import type { PlanFacts } from './plan-facts.ts';
import { rejectName } from './rejects.ts';
import { amountText, percentText, priceText, sizeText } from './text.ts';
import { planStatusWord, planTypeWord, sideWord, triggerByWord } from './words.ts';

/** A page of plan orders. */
export type PlanPage = DataOf<typeof specs.trade.currentPlanOrder>;
type PlanRow = PlanPage['orderList'][number];

/** A row of the plan lists. */
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

/**
 * A page of plans; `plans` may have one row more than `limit`, which says that there is a next page.
 */
export function planPage(views: Views, plans: readonly PlanFacts[], limit: number): PlanPage {
  const shown = plans.slice(0, limit);
  const last = shown.at(-1);
  return {
    nextFlag: plans.length > limit,
    idLessThan: last === undefined ? '' : wireId(last.id),
    orderList: shown.map((plan) => planRow(views, plan)),
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

/** An ended TP/SL as a row of history-orders. */
export function tpslHistoryRow(views: Views, plan: PlanFacts): HistoryRow {
  const instrument = rowInstrument(views, plan.instrument);
  return {
    ...tpslCommon(views, plan),
    price: plan.price === 0 ? '0' : priceText(instrument, plan.price),
    priceAvg: '0',
    feeDetail: '',
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
    orderType: plan.price === 0 ? 'market' : 'limit',
    side: sideWord(plan.side),
    status: plan.status === 'live' ? 'live' : planStatusWord(plan.status),
    baseVolume: '0',
    quoteVolume: '0',
    enterPointSource: 'API',
    orderSource: plan.price === 0 ? 'market' : 'normal',
    cTime: String(plan.createdTime),
    uTime: String(plan.updatedTime),
    tpslType: 'tpsl',
    triggerPrice: priceText(instrument, plan.triggerPrice),
  };
}
