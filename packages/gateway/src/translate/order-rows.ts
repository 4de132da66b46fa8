/** Orders as rows of the wire, each list with its quirks. */
import { type Instrument, OrderType, ownerOf, wireId, wireUserId } from '@halcyon/domain';
import type { DataOf, specs } from '@halcyon/protocol';
import type { Views } from '@halcyon/views';
import { type CommonOrderFacts, isByQuote } from './order-facts.ts';
import { spotSource } from './order-kinds.ts';
import { amountText, averagePriceText, priceText, sizeText } from './text.ts';
import { cancelReasonWord, orderTypeWord, sideWord } from './words.ts';

/** A row of orderInfo. */
export type InfoRow = DataOf<typeof specs.trade.orderInfo>[number];
/** A row of unfilled-orders. */
export type OpenRow = DataOf<typeof specs.trade.unfilledOrders>[number];
/** A row of history-orders. */
export type HistoryRow = DataOf<typeof specs.trade.historyOrders>[number];

/** The instrument of a row; rows of instruments that are gone cannot be (they are never removed). */
export function rowInstrument(views: Views, id: number): Instrument {
  const instrument = views.instrument(id);
  if (instrument === undefined) throw new Error(`instrument ${id} is unknown to the views`);
  return instrument;
}

/** A row of orderInfo: price is the limit price, priceAvg the average fill. */
export function infoRow(views: Views, order: CommonOrderFacts): InfoRow {
  const instrument = rowInstrument(views, order.instrument);
  return {
    ...head(views, instrument, order),
    price: order.type === OrderType.market ? '0' : priceText(instrument, order.price),
    ...middle(views, instrument, order),
    priceAvg: averagePriceText(instrument, order.filledLots, order.filledQuote),
    ...filled(views, instrument, order),
    feeDetail: feeDetail(views, order),
    orderSource: orderSource(views, order),
    cancelReason: cancelReasonWord(order.doneReason),
    cTime: String(order.createdTime),
    uTime: String(order.updatedTime),
  };
}

/** A row of history-orders. */
export function historyRow(views: Views, order: CommonOrderFacts): HistoryRow {
  return { ...infoRow(views, order), tpslType: 'normal', triggerPrice: null };
}

/**
 * A row of unfilled-orders: here priceAvg is the limit price and basePrice the average fill; a
 * `price` must not appear, clients tell the rows apart by that.
 */
export function openRow(views: Views, order: CommonOrderFacts): OpenRow {
  const instrument = rowInstrument(views, order.instrument);
  const preset = (ticks: number) => (ticks === 0 ? '' : priceText(instrument, ticks));
  return {
    ...head(views, instrument, order),
    priceAvg: priceText(instrument, order.price),
    ...middle(views, instrument, order),
    basePrice: averagePriceText(instrument, order.filledLots, order.filledQuote),
    ...filled(views, instrument, order),
    presetTakeProfitPrice: preset(order.takeProfitTrigger),
    executeTakeProfitPrice: preset(order.takeProfitPrice),
    presetStopLossPrice: preset(order.stopLossTrigger),
    executeStopLossPrice: preset(order.stopLossPrice),
    orderSource: orderSource(views, order),
    cTime: String(order.createdTime),
    uTime: String(order.updatedTime),
    tpslType: 'normal',
    triggerPrice: null,
  };
}

function head(views: Views, instrument: Instrument, order: CommonOrderFacts) {
  return {
    userId: wireUserId(views.shownAs(ownerOf(order.account))),
    symbol: instrument.symbol,
    orderId: wireId(order.id),
    clientOid: order.clientId,
  };
}

function middle(views: Views, instrument: Instrument, order: CommonOrderFacts) {
  const size = isByQuote(order)
    ? amountText(views.asset(instrument.quote), order.quoteAmount)
    : sizeText(instrument, order.quantity);
  return {
    size,
    orderType: orderTypeWord(order.type),
    side: sideWord(order.side),
    status: order.status,
  };
}

function filled(views: Views, instrument: Instrument, order: CommonOrderFacts) {
  return {
    baseVolume: sizeText(instrument, order.filledLots),
    quoteVolume: amountText(views.asset(instrument.quote), order.filledQuote),
    enterPointSource: 'API' as const,
  };
}

/**
 * The fees of an order as JSON text; empty without fills. Fees are negative and written as JSON
 * numbers, digit by digit from the exact amount.
 */
export function feeDetail(views: Views, order: CommonOrderFacts): string {
  if (order.filledLots === 0) return '';
  const asset = views.asset(order.feeAsset);
  const code = asset?.code ?? '';
  const fee = amountText(asset, -order.fee);
  return (
    `{"newFees":{"c":0,"d":0,"deduction":false,"r":${fee},"t":${fee},"totalDeductionFee":0},` +
    `"${code}":{"deduction":false,"feeCoinCode":"${code}","totalDeductionFee":0,"totalFee":${fee}}}`
  );
}

function orderSource(views: Views, order: CommonOrderFacts): OpenRow['orderSource'] {
  const planType = order.plan === 0 ? undefined : views.plan(order.plan)?.planType;
  const source = planType === undefined ? null : spotSource(planType);
  const type = orderTypeWord(order.type);
  if (source !== null) return `${source}_${type}`;
  return type === 'market' ? 'market' : 'normal';
}
