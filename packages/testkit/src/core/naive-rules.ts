/** What an order must satisfy, written again from the specification with bigint arithmetic. */
import {
  type AttachedPrices,
  type Instrument,
  InstrumentState,
  OrderType,
  Reject,
  type SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import type { NaiveBook, NaiveOrder } from './naive-book.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const MILLION = 1_000_000n;

/** A refusal as the outcome shows it. */
export interface NaiveRefusal {
  readonly code: number;
  readonly limit: number;
  readonly value: number;
}

/** What is asked for; a place command is one. */
export interface NaiveRequest extends AttachedPrices {
  readonly account: number;
  readonly instrument: number;
  readonly side: Side;
  readonly type: OrderType;
  readonly timeInForce: TimeInForce;
  readonly selfTrade: SelfTrade;
  readonly price: number;
  readonly quantity: number;
  readonly quoteAmount: number;
  readonly clientId: string;
  readonly options?: number;
}

/** A market as the auditor sees it. */
export interface NaiveMarket {
  instrument: Instrument;
  readonly book: NaiveBook;
  lastPrice: number;
  /** First trade since the plans were last looked at, 0 = none. */
  /** Prices that traded since plans were last looked at. */
  prints: number[];
}

export function refusal(code: number, limit: number, value: number): NaiveRefusal {
  return { code, limit, value };
}

/** The worst price a taker of `side` may reach. */
export function naiveBand(market: NaiveMarket, side: Side): number {
  if (market.lastPrice === 0) return side === Side.buy ? MOST : 1;
  const last = BigInt(market.lastPrice);
  const width = (last * BigInt(market.instrument.bandPpm)) / MILLION;
  if (side === Side.buy) return Number(last + width > BigInt(MOST) ? BigInt(MOST) : last + width);
  return Number(last - width < 1n ? 1n : last - width);
}

/** Whether the instrument takes orders now. */
export function stateRefusal(market: NaiveMarket, postOnly: boolean): NaiveRefusal | null {
  const { state } = market.instrument;
  switch (state) {
    case InstrumentState.open:
      return null;
    case InstrumentState.postOnly:
      return postOnly ? null : refusal(Reject.instrumentPostOnly, 0, state);
    case InstrumentState.cancelOnly:
      return refusal(Reject.instrumentCancelOnly, 0, state);
    default:
      return refusal(Reject.instrumentHalted, 0, state);
  }
}

/** Price, quantity, notional and band of a limit order. */
export function limitRefusal(
  market: NaiveMarket,
  side: Side,
  price: number,
  quantity: number,
): NaiveRefusal | null {
  const { notionalMin, quoteFactor } = market.instrument;
  if (!Number.isSafeInteger(price) || price < 1) return refusal(Reject.priceRange, MOST, price);
  const bad = quantityRefusal(market, quantity);
  if (bad !== null) return bad;
  const notional = BigInt(price) * BigInt(quantity) * BigInt(quoteFactor);
  if (notional < BigInt(notionalMin)) {
    return refusal(Reject.notionalTooSmall, notionalMin, Number(notional));
  }
  if (notional > BigInt(MOST)) return refusal(Reject.notionalTooLarge, MOST, Number(notional));
  const bound = naiveBand(market, side);
  if (side === Side.buy && price > bound) return refusal(Reject.priceBandHigh, bound, price);
  if (side === Side.sell && price < bound) return refusal(Reject.priceBandLow, bound, price);
  return null;
}

function quantityRefusal(market: NaiveMarket, quantity: number): NaiveRefusal | null {
  const { quantityMin, quantityMax } = market.instrument;
  if (!Number.isSafeInteger(quantity) || quantity < quantityMin) {
    return refusal(Reject.quantityTooSmall, quantityMin, quantity);
  }
  return quantity > quantityMax ? refusal(Reject.quantityTooLarge, quantityMax, quantity) : null;
}

/** Prices and quantity of an order are multiples of the instrument's steps. */
export function stepRefusal(market: NaiveMarket, order: NaiveRequest): NaiveRefusal | null {
  const isLimit = order.type === OrderType.limit;
  const spends = !isLimit && order.side === Side.buy && order.quoteAmount !== 0;
  return (
    (isLimit ? offPriceStep(market, order.price) : null) ??
    (spends ? null : offQuantityStep(market, order.quantity)) ??
    offPriceStep(market, order.takeProfitTrigger) ??
    offPriceStep(market, order.stopLossTrigger) ??
    offPriceStep(market, order.takeProfitPrice) ??
    offPriceStep(market, order.stopLossPrice)
  );
}

export function offPriceStep({ instrument }: NaiveMarket, price: number): NaiveRefusal | null {
  const { priceStep } = instrument;
  const on = BigInt(price) % BigInt(priceStep) === 0n;
  return on ? null : refusal(Reject.priceStep, priceStep, price);
}

export function offQuantityStep({ instrument }: NaiveMarket, lots: number): NaiveRefusal | null {
  const { quantityStep } = instrument;
  const on = BigInt(lots) % BigInt(quantityStep) === 0n;
  return on ? null : refusal(Reject.quantityStep, quantityStep, lots);
}

/** What of a plan its steps look at. */
type Planned = Pick<NaiveRequest, 'side' | 'price' | 'quantity' | 'quoteAmount'> & {
  readonly triggerPrice: number;
};

/** The same for a plan; what an amend leaves as it was is not looked at again. */
export function planStepRefusal(
  market: NaiveMarket,
  plan: Planned,
  before: Planned | null,
): NaiveRefusal | null {
  for (const key of ['triggerPrice', 'price'] as const) {
    const bad = offPriceStep(market, plan[key]);
    if (bad !== null && plan[key] !== before?.[key]) return bad;
  }
  const spends = plan.side === Side.buy && plan.price === 0 && plan.quoteAmount !== 0;
  if (spends || plan.quantity === before?.quantity) return null;
  return offQuantityStep(market, plan.quantity);
}

/** Size of a market order, and whether there is anything to trade with. */
export function marketRefusal(market: NaiveMarket, order: NaiveRequest): NaiveRefusal | null {
  const { notionalMin, quoteFactor } = market.instrument;
  if (order.side === Side.buy && order.quoteAmount !== 0) {
    const bad = amountRefusal(order, notionalMin);
    if (bad !== null) return bad;
  } else {
    const bad = quantityRefusal(market, order.quantity);
    if (bad !== null) return bad;
    const notional = BigInt(order.quantity) * BigInt(market.lastPrice) * BigInt(quoteFactor);
    if (market.lastPrice > 0 && notional < BigInt(notionalMin)) {
      return refusal(Reject.notionalTooSmall, notionalMin, Number(notional));
    }
    if (notional > BigInt(MOST)) return refusal(Reject.notionalTooLarge, MOST, Number(notional));
  }
  return market.book.against(order.side).length === 0 ? refusal(Reject.noLiquidity, 0, 0) : null;
}

/** A quote amount to spend. */
export function amountRefusal(
  { quoteAmount: amount, quantity }: Pick<NaiveRequest, 'quoteAmount' | 'quantity'>,
  notionalMin: number,
): NaiveRefusal | null {
  if (amount > MOST) return refusal(Reject.notionalTooLarge, MOST, amount);
  const enough = Number.isSafeInteger(amount) && amount >= Math.max(1, notionalMin);
  if (!enough) return refusal(Reject.notionalTooSmall, notionalMin, amount);
  const whole = Number.isSafeInteger(quantity) && quantity >= 0;
  return whole ? null : refusal(Reject.quantityTooSmall, 0, quantity);
}

/** Attached prices are whole ticks, the profit beyond the entry's price and the loss before it. */
export function attachedRefusal(market: NaiveMarket, order: NaiveRequest): NaiveRefusal | null {
  if (order.takeProfitTrigger === 0 && order.stopLossTrigger === 0) return null;
  for (const trigger of [order.takeProfitTrigger, order.stopLossTrigger]) {
    if (!Number.isSafeInteger(trigger) || trigger < 0) {
      return refusal(Reject.triggerPriceRange, MOST, trigger);
    }
  }
  for (const price of [order.takeProfitPrice, order.stopLossPrice]) {
    if (!Number.isSafeInteger(price) || price < 0) return refusal(Reject.priceRange, MOST, price);
  }
  const entry = order.type === OrderType.limit ? order.price : market.lastPrice;
  const sign = order.side === Side.buy ? 1 : -1;
  const gains: [trigger: number, gain: number][] = [
    [order.takeProfitTrigger, sign],
    [order.stopLossTrigger, -sign],
  ];
  for (const [trigger, gain] of gains) {
    if (trigger === 0 || entry === 0 || (trigger - entry) * gain > 0) continue;
    return refusal(Reject.triggerWouldFireNow, entry, trigger);
  }
  return null;
}

/** Post-only must not take, fill-or-kill must fill. @param offered orders that it would trade with */
export function bookRefusal(
  market: NaiveMarket,
  order: NaiveRequest,
  offered: Iterable<NaiveOrder>,
): NaiveRefusal | null {
  const { book } = market;
  if (order.type !== OrderType.limit) return null;
  if (order.timeInForce === TimeInForce.postOnly) {
    const other = book.best(order.side === Side.buy ? Side.sell : Side.buy);
    const takes = book.crosses(order.side, order.price);
    return takes ? refusal(Reject.postOnlyWouldTake, other, order.price) : null;
  }
  if (order.timeInForce !== TimeInForce.fok) return null;
  let lots = 0;
  for (const maker of offered) {
    const beyond = order.side === Side.buy ? maker.price > order.price : maker.price < order.price;
    if (beyond || lots >= order.quantity) break;
    lots += maker.remaining;
  }
  const reached = Math.min(lots, order.quantity);
  return reached < order.quantity ? refusal(Reject.fokNotFillable, reached, order.quantity) : null;
}
