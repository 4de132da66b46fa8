/**
 * Rows of pushes as JSON texts. Prices carry the instrument's full price scale and sizes its full
 * quantity scale, so that a level always has the same text; amounts carry no trailing zeros.
 */
import {
  type Asset,
  type Instrument,
  type OrderId,
  OrderType,
  Side,
  type TradeId,
  wireId,
} from '@halcyon/domain';
import type { ChannelRow } from '@halcyon/protocol';
import type {
  BalanceView,
  CandleView,
  OrderStatus,
  OrderView,
  PlanStatus,
  PlanView,
  TradeView,
  Views,
} from '@halcyon/views';
import { planExtras, sizeUnit } from '../translate/plan-rows.ts';
import {
  amountText,
  averagePriceText,
  candleTexts,
  priceText,
  rateText,
  sizeText,
} from '../translate/text.ts';
import { usdtVolumeText } from '../translate/value.ts';
import {
  forceWord,
  orderTypeWord,
  planStatusWord,
  planTypeWord,
  selfTradeWord,
  sideWord,
  triggerByWord,
} from '../translate/words.ts';

/** A book level; a level that is gone has the size `0`. */
export function wireLevel(
  instrument: Instrument,
  price: number,
  total: number,
): readonly [string, string] {
  return [priceText(instrument, price), total === 0 ? '0' : sizeText(instrument, total)];
}

function quoteAsset(views: Views, instrument: Instrument): Asset | undefined {
  return views.asset(instrument.quote);
}

/** A ticker row. */
export function tickerJson(instrument: Instrument, views: Views, now: number): string {
  const ticker = views.ticker(instrument.id);
  const price = (ticks: number): string => priceText(instrument, ticks);
  return JSON.stringify({
    instId: instrument.symbol,
    lastPr: price(ticker.last),
    open24h: price(ticker.open),
    high24h: price(ticker.high),
    low24h: price(ticker.low),
    change24h: rateText(ticker.changePpm),
    bidPr: price(ticker.bidPrice),
    askPr: price(ticker.askPrice),
    bidSz: sizeText(instrument, ticker.bidSize),
    askSz: sizeText(instrument, ticker.askSize),
    baseVolume: sizeText(instrument, ticker.baseVolume),
    quoteVolume: amountText(quoteAsset(views, instrument), ticker.quoteVolume),
    openUtc: price(ticker.openUtc),
    changeUtc24h: rateText(ticker.changeUtcPpm),
    ts: String(now),
  } satisfies ChannelRow<'SPOT', 'ticker'>);
}

/** A public trade row. */
export function tradeJson(
  instrument: Instrument,
  trade: Pick<TradeView, 'trade' | 'price' | 'quantity' | 'takerSide' | 'time'>,
): string {
  const price = priceText(instrument, trade.price);
  const size = sizeText(instrument, trade.quantity);
  const side = sideWord(trade.takerSide);
  const id = wireId(trade.trade);
  return `{"ts":"${trade.time}","price":"${price}","size":"${size}","side":"${side}","tradeId":"${id}"}`;
}

/** A candle row: start, open, high, low, close, base volume, quote volume, its worth in USDT. */
export function candleJson(instrument: Instrument, views: Views, candle: CandleView): string {
  const quote = amountText(quoteAsset(views, instrument), candle.quoteVolume);
  return JSON.stringify([
    ...candleTexts(instrument, candle),
    quote,
    usdtVolumeText(views, instrument, candle.quoteVolume),
  ]);
}

/** A balance row. */
export function balanceJson(asset: Asset, balance: BalanceView): string {
  return JSON.stringify({
    coin: asset.code,
    available: amountText(asset, balance.available),
    frozen: amountText(asset, balance.held),
    locked: '0',
    limitAvailable: '0',
    uTime: String(balance.updatedTime),
  } satisfies ChannelRow<'SPOT', 'account'>);
}

/** The fill that a row of the orders channel reports. */
export interface RowFill {
  readonly trade: TradeId;
  readonly price: number;
  readonly quantity: number;
  /** Quote units. */
  readonly quote: number;
  readonly fee: number;
  /** Contracts: what it realised. */
  readonly profit: number;
  readonly time: number;
  readonly maker: boolean;
}

/** An order at one moment: what does not change comes from the view, the rest from the event. */
export interface OrderMoment {
  readonly order: OrderView;
  readonly status: OrderStatus;
  /** Lots as amended at that moment. */
  readonly quantity: number;
  readonly price: number;
  readonly filledBase: number;
  readonly filledQuote: bigint;
  readonly fee: number;
  readonly profit: number;
  readonly time: number;
  readonly fill: RowFill | null;
}

/** A row of the orders channel. */
export function orderJson(instrument: Instrument, views: Views, moment: OrderMoment): string {
  const { order, fill } = moment;
  const quote = quoteAsset(views, instrument);
  const feeAsset = views.asset(order.feeAsset);
  const fee = (units: number): string => amountText(feeAsset, -units);
  const market = order.type === OrderType.market;
  const byAmount = order.quoteAmount > 0;
  const size = (lots: number): string =>
    byAmount ? amountText(quote, order.quoteAmount) : sizeText(instrument, lots);
  const value = BigInt(moment.price) * BigInt(moment.quantity) * BigInt(instrument.quoteFactor);
  const row: Partial<ChannelRow<'SPOT', 'orders'>> = {
    instId: instrument.symbol,
    orderId: wireId(order.order),
    clientOid: order.clientId,
    size: size(order.originalQuantity),
    newSize: size(moment.quantity),
    notional: byAmount ? size(0) : amountText(quote, market ? moment.filledQuote : value),
    orderType: orderTypeWord(order.type),
    force: forceWord(order.timeInForce),
    side: sideWord(order.side),
  };
  if (!market) row.price = priceText(instrument, moment.price);
  if (fill !== null) {
    row.fillPrice = priceText(instrument, fill.price);
    row.tradeId = wireId(fill.trade);
    row.baseVolume = sizeText(instrument, fill.quantity);
    row.fillTime = String(fill.time);
    row.fillFee = fee(fill.fee);
    row.fillFeeCoin = feeAsset?.code ?? '';
    row.tradeScope = fill.maker ? 'M' : 'T';
  }
  row.accBaseVolume = sizeText(instrument, moment.filledBase);
  row.priceAvg = averagePriceText(instrument, moment.filledBase, moment.filledQuote);
  row.status = moment.status;
  row.cTime = String(order.createdTime);
  row.uTime = String(moment.time);
  row.stpMode = selfTradeWord(order.selfTrade);
  row.feeDetail =
    moment.filledBase === 0 ? [] : [{ feeCoin: feeAsset?.code ?? '', fee: fee(moment.fee) }];
  row.enterPointSource = 'API';
  return JSON.stringify(row);
}

/** One side of a trade. */
export interface FillMoment {
  readonly orderId: OrderId;
  readonly order: OrderView | undefined;
  readonly side: Side;
  readonly trade: TradeId;
  readonly price: number;
  readonly quantity: number;
  readonly quote: number;
  readonly fee: number;
  readonly maker: boolean;
  readonly time: number;
}

/** A row of the fill channel. */
export function fillJson(instrument: Instrument, views: Views, fill: FillMoment): string {
  const feeAsset = views.asset(fill.side === Side.buy ? instrument.base : instrument.quote);
  return JSON.stringify({
    orderId: wireId(fill.orderId),
    clientOid: fill.order?.clientId ?? '',
    tradeId: wireId(fill.trade),
    symbol: instrument.symbol,
    orderType: orderTypeWord(fill.order?.type ?? OrderType.limit),
    side: sideWord(fill.side),
    priceAvg: priceText(instrument, fill.price),
    size: sizeText(instrument, fill.quantity),
    amount: amountText(quoteAsset(views, instrument), fill.quote),
    tradeScope: fill.maker ? 'maker' : 'taker',
    feeDetail: [
      {
        feeCoin: feeAsset?.code ?? '',
        deduction: 'no',
        totalDeductionFee: '0',
        totalFee: amountText(feeAsset, -fill.fee),
      },
    ],
    cTime: String(fill.time),
    uTime: String(fill.time),
  } satisfies ChannelRow<'SPOT', 'fill'>);
}

/** A plan at one moment; what does not change comes from the view. */
export interface PlanMoment {
  readonly status: PlanStatus;
  /** Reject code of a failed plan, else 0. */
  readonly code: number;
  readonly time: number;
}

/** A row of the orders-algo channel. */
export function planJson(
  instrument: Instrument,
  views: Views,
  plan: PlanView,
  moment: PlanMoment,
): string {
  const { status, code, time } = moment;
  const byAmount = plan.quoteAmount > 0;
  const size = byAmount
    ? amountText(quoteAsset(views, instrument), plan.quoteAmount)
    : sizeText(instrument, plan.quantity);
  const triggerPrice = priceText(instrument, plan.triggerPrice);
  return JSON.stringify({
    instId: instrument.symbol,
    orderId: wireId(plan.plan),
    clientOid: plan.clientId,
    triggerPrice,
    triggerType: triggerByWord(plan.triggerBy),
    planType: planTypeWord(plan.planType, byAmount),
    sizeUnit: sizeUnit(plan),
    price: triggerPrice,
    size,
    actualSize: status === 'executed' ? size : '0',
    orderType: plan.price === 0 ? 'market' : 'limit',
    side: sideWord(plan.side),
    status: status === 'live' ? status : planStatusWord(status),
    executePrice: plan.price === 0 ? '' : priceText(instrument, plan.price),
    enterPointSource: 'API',
    ...planExtras({ callbackPpm: plan.callbackPpm, code }),
    cTime: String(plan.createdTime),
    uTime: String(time),
    stpMode: 'none',
  } satisfies ChannelRow<'SPOT', 'orders-algo'>);
}
