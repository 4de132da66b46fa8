/**
 * What an order must satisfy before it may enter, in the order of precedence of the reject codes.
 * Each check refuses with the limit and the value that broke it.
 */
import {
  type AccountKind,
  type AttachedPrices,
  FIRST_USER_ID,
  type InstrumentState,
  assert as importedAssert,
  isMargin,
  kindOf,
  OPEN_ORDERS_PER_ACCOUNT,
  type OrderType,
  ownerOf,
  parseWireId,
  Reject,
  type SelfTrade,
  type Side,
  type TimeInForce,
  wireId,
} from '@halcyon/domain';
import { reached } from '../loans/maker-worth.ts';
import type { CommandOutcome } from '../outcome.ts';
import { Rules } from '../rules.ts';
import type { Market } from '../state/market.ts';
import { bandLimit } from '../state/price-band.ts';
import type { State } from '../state/state.ts';
import type { OrderRequest } from './order-request.ts';

// What the hot code reads and calls: own constants, because the compiler cannot fold imported ones.
const assert: typeof importedAssert = importedAssert;
const OPEN: typeof InstrumentState.open = 0;
const ONLY_POST: typeof InstrumentState.postOnly = 1;
const CANCEL_ONLY: typeof InstrumentState.cancelOnly = 2;
const HALTED: typeof InstrumentState.halted = 3;
const PAUSED: typeof InstrumentState.paused = 4;
const STALE: typeof InstrumentState.feedStale = 5;
const REDUCING: typeof InstrumentState.reduceOnly = 6;
const SPOT: typeof AccountKind.spot = 0;
const FUTURES: typeof AccountKind.usdtFutures = 4;
const LIMIT: typeof OrderType.limit = 0;
const GTC: typeof TimeInForce.gtc = 0;
const FOK: typeof TimeInForce.fok = 2;
const POST_ONLY: typeof TimeInForce.postOnly = 3;
const ALLOW: typeof SelfTrade.none = 0;
const BUY: typeof Side.buy = 0;
const SELL: typeof Side.sell = 1;
/** Characters of an id on the wire, whatever it is of. */
const WIRE_ID_LENGTH = wireId(0).length;
const FIRST_ACCOUNT = FIRST_USER_ID * 8;
const ORDERS_MAX = OPEN_ORDERS_PER_ACCOUNT;
const UNITS_MAX = Number.MAX_SAFE_INTEGER;

/** Whether `account` is a spot account that exists. */
export const tradesSpot = (state: State, account: number): boolean => {
  const spot = (account | 0) === account && (account & 7) === SPOT;
  return spot && account >= FIRST_ACCOUNT && account < state.users.count * 8;
};

/** Whether `account` exists and can trade spot. */
export const checkAccount = (state: State, out: CommandOutcome, account: number): boolean => {
  if (tradesSpot(state, account)) return true;
  const user = ownerOf(account);
  assert(state.users.count >= FIRST_USER_ID, "the exchange's own users are gone");
  if (!Number.isSafeInteger(account) || user < FIRST_USER_ID || user >= state.users.count) {
    return out.refuse(Reject.unknownUser, state.users.count - 1, user);
  }
  assert(account >= FIRST_ACCOUNT, 'an account of the exchange itself is let in');
  if (kindOf(account) === SPOT) return true;
  return out.refuse(Reject.unknownAccount, 0, kindOf(account));
};

/** Whether an account exists and can trade contracts. */
export const checkContractAccount = (
  state: State,
  out: CommandOutcome,
  account: number,
): boolean => {
  const user = ownerOf(account);
  if (!Number.isSafeInteger(account) || user < FIRST_USER_ID || user >= state.users.count) {
    return out.refuse(Reject.unknownUser, state.users.count - 1, user);
  }
  assert(account >= FIRST_ACCOUNT, 'an account of the exchange itself is let in');
  if (kindOf(account) === FUTURES) return true;
  return out.refuse(Reject.unknownAccount, FUTURES, kindOf(account));
};

/** Whether an account exists and can trade anything. */
export const checkTrader = (state: State, out: CommandOutcome, account: number): boolean => {
  if (kindOf(account) === FUTURES) return checkContractAccount(state, out, account);
  const known = Number.isSafeInteger(account) && ownerOf(account) < state.users.count;
  if (known && isMargin(account) && state.loans.active) return true;
  return checkAccount(state, out, account);
};

/** Whether an account exists and can trade in this market. */
export const checkAccountAt = (
  state: State,
  market: Market,
  out: CommandOutcome,
  account: number,
): boolean =>
  market.contract === null
    ? checkAccount(state, out, account)
    : checkContractAccount(state, out, account);

/** Whether the instrument takes an order with this time in force now. */
export const checkState = (market: Market, out: CommandOutcome, postOnly: boolean): boolean => {
  const { state } = market.instrument;
  assert(state >= OPEN && state <= REDUCING, 'an instrument is in a state that is not known');
  if (state === OPEN || (state === ONLY_POST && postOnly)) return true;
  if (state === HALTED) return out.refuse(Reject.instrumentHalted, 0, state);
  if (state === CANCEL_ONLY) return out.refuse(Reject.instrumentCancelOnly, 0, state);
  if (state === PAUSED) return out.refuse(Reject.instrumentPaused, 0, state);
  if (state === STALE) return out.refuse(Reject.feedStale, 0, state);
  // Whether an order reduces is checked where its position is known.
  if (state === REDUCING) return true;
  assert(state === ONLY_POST && !postOnly, 'an order is refused that the instrument takes');
  return out.refuse(Reject.instrumentPostOnly, 0, state);
};

/**
 * All checks of a new order but account and money.
 * @param ending open orders that it replaces: 0 or 1
 * @param planned whether a plan made it: what was on the steps when it was placed stays as it is, and
 *   its client id is the plan's
 */
export const checkOrder = (
  state: State,
  market: Market,
  out: CommandOutcome,
  order: OrderRequest,
  seat: number,
  ending: number,
  planned: boolean,
): boolean => {
  assert(order.instrument === market.instrument.id, 'an order is checked at another instrument');
  assert(ending >= 0 && ending <= 1, 'an order replaces less than none, or several');
  const postOnly = order.timeInForce === POST_ONLY && order.type === LIMIT;
  return (
    checkState(market, out, postOnly) &&
    (planned || checkClientId(state, out, order.account, order.clientId)) &&
    (order.type === LIMIT
      ? checkLimitSize(market, out, order.side, order.price, order.quantity)
      : checkMarketSize(state, market, out, order)) &&
    checkCounts(state, market, out, order, seat, ending) &&
    checkAttached(market, out, order) &&
    (planned || checkSteps(market, out, order)) &&
    checkAtBook(state, market, out, order, postOnly)
  );
};

/**
 * INV-13: the client id is free. The id of an open plan is kept for what that plan will enter, which
 * is not checked: it enters in any case, and has the name from then on.
 */
export const checkClientId = (
  state: State,
  out: CommandOutcome,
  account: number,
  clientId: string,
): boolean => {
  if (clientId === '') return true;
  const ended = state.users.endedCount(ownerOf(account));
  const holder = state.clientIds.holder(account, clientId, state.time, ended);
  assert(ended >= 0, 'a user has ended less than no orders');
  assert(holder >= 0 && holder < state.nextOrder, 'INV-13: a client id is held by no order');
  const taken = holder !== 0 ? holder : openPlan(state, account, clientId);
  return taken === 0 || out.refuse(Reject.clientIdDuplicate, 0, taken);
};

/** The open plan of the account whose id on the wire this is, 0 = none. */
const openPlan = (state: State, account: number, clientId: string): number => {
  if (clientId.length !== WIRE_ID_LENGTH || state.rules < Rules.planIds) return 0;
  const id = parseWireId(clientId);
  return id !== null && state.plans.get(id)?.account === account ? id : 0;
};

/** Price, quantity, notional and band of a limit order. */
export const checkLimitSize = (
  market: Market,
  out: CommandOutcome,
  side: Side,
  price: number,
  quantity: number,
): boolean => {
  const { instrument } = market;
  if (!Number.isSafeInteger(price) || price < 1) {
    return out.refuse(Reject.priceRange, UNITS_MAX, price);
  }
  if (!checkQuantity(market, out, quantity)) return false;
  const notional = price * quantity * instrument.quoteFactor;
  if (notional < instrument.notionalMin) {
    return out.refuse(Reject.notionalTooSmall, instrument.notionalMin, notional);
  }
  if (notional > UNITS_MAX) return out.refuse(Reject.notionalTooLarge, UNITS_MAX, notional);
  assert(notional > 0, 'an order is worth nothing');
  const bound = bandLimit(market, side);
  if (side === BUY && price > bound) return out.refuse(Reject.priceBandHigh, bound, price);
  if (side === SELL && price < bound) return out.refuse(Reject.priceBandLow, bound, price);
  assert(price > 0 && quantity > 0, 'an order without a price or a quantity is let in');
  return true;
};

/** Whether a resting order may get another price or size: what stays as it is may be off its step. */
export const checkChanged = (
  { instrument }: Market,
  out: CommandOutcome,
  before: Pick<OrderRequest, 'price' | 'quantity'>,
  { price, quantity }: Pick<OrderRequest, 'price' | 'quantity'>,
): boolean => {
  const { priceStep, quantityStep } = instrument;
  return (
    (price === before.price || isOnStep(out, Reject.priceStep, priceStep, price)) &&
    (quantity === before.quantity || isOnStep(out, Reject.quantityStep, quantityStep, quantity))
  );
};

/** Whether a resting order may be made smaller in its place. */
export const checkReduced = (
  market: Market,
  out: CommandOutcome,
  price: number,
  quantity: number,
): boolean => {
  const { quantityMin, notionalMin, quoteFactor, quantityStep } = market.instrument;
  if (!Number.isSafeInteger(quantity) || quantity < quantityMin) {
    return out.refuse(Reject.quantityTooSmall, quantityMin, quantity);
  }
  const notional = price * quantity * quoteFactor;
  if (notional < notionalMin) return out.refuse(Reject.notionalTooSmall, notionalMin, notional);
  return isOnStep(out, Reject.quantityStep, quantityStep, quantity);
};

const checkQuantity = (market: Market, out: CommandOutcome, quantity: number): boolean => {
  const { quantityMin, quantityMax } = market.instrument;
  assert(quantityMin >= 1, 'an instrument takes orders of nothing');
  assert(quantityMax >= quantityMin, 'an instrument takes no quantity');
  if (!Number.isSafeInteger(quantity) || quantity < quantityMin) {
    return out.refuse(Reject.quantityTooSmall, quantityMin, quantity);
  }
  if (quantity > quantityMax) return out.refuse(Reject.quantityTooLarge, quantityMax, quantity);
  return true;
};

/** A quote amount to spend: whole units, at least the minimum notional. The quantity says nothing beside it. */
export function checkAmount(
  { rules }: State,
  out: CommandOutcome,
  order: { readonly quoteAmount: number; readonly quantity: number },
  notionalMin: number,
): boolean {
  const { quoteAmount: amount, quantity } = order;
  assert(notionalMin >= 0, 'a minimum notional is negative');
  if (amount > UNITS_MAX) return out.refuse(Reject.notionalTooLarge, UNITS_MAX, amount);
  if (!Number.isSafeInteger(amount) || amount < Math.max(1, notionalMin)) {
    return out.refuse(Reject.notionalTooSmall, notionalMin, amount);
  }
  assert(amount >= 1, 'an amount of nothing is spent');
  const whole = rules < Rules.wholeLots || (Number.isSafeInteger(quantity) && quantity >= 0);
  return whole || out.refuse(Reject.quantityTooSmall, 0, quantity);
}

const checkMarketSize = (
  state: State,
  market: Market,
  out: CommandOutcome,
  order: OrderRequest,
): boolean => {
  const { notionalMin, quoteFactor } = market.instrument;
  assert(order.type !== LIMIT, 'a limit order is checked as a market order');
  assert(market.lastPrice >= 0, 'a last price is negative');
  const byAmount = order.side === BUY && order.quoteAmount !== 0 && market.contract === null;
  if (byAmount) {
    if (!checkAmount(state, out, order, notionalMin)) return false;
  } else {
    if (!checkQuantity(market, out, order.quantity)) return false;
    const notional = order.quantity * market.lastPrice * quoteFactor;
    if (market.lastPrice > 0 && notional < notionalMin) {
      return out.refuse(Reject.notionalTooSmall, notionalMin, notional);
    }
    if (notional > UNITS_MAX) return out.refuse(Reject.notionalTooLarge, UNITS_MAX, notional);
  }
  const other = market.book.best(order.side === BUY ? SELL : BUY);
  return other === 0 ? out.refuse(Reject.noLiquidity, 0, 0) : true;
};

const checkCounts = (
  state: State,
  market: Market,
  out: CommandOutcome,
  order: OrderRequest,
  seat: number,
  ending: number,
): boolean => {
  const rests =
    order.type === LIMIT && (order.timeInForce === GTC || order.timeInForce === POST_ONLY);
  if (!rests) return true;
  const here = state.seats.restingCount(seat) - ending + 1;
  assert(here >= 1, 'INV-05: more orders end than a seat has');
  const { openOrdersMax } = market.instrument;
  if (here > openOrdersMax) return out.refuse(Reject.openOrdersInstrument, openOrdersMax, here);
  const inAll = state.users.restingCount(order.account >>> 3) - ending + 1;
  assert(inAll >= here, 'INV-05: a user has fewer orders than one of his seats');
  if (inAll <= ORDERS_MAX) return true;
  return out.refuse(Reject.openOrdersAccount, ORDERS_MAX, inAll);
};

/**
 * Prices of an attached take profit and stop loss: whole ticks, 0 = not set or market; the profit on
 * the winning side of the entry's price (the last price for a market entry), the loss on the other.
 */
const checkAttached = (market: Market, out: CommandOutcome, order: OrderRequest): boolean => {
  const { takeProfitTrigger, stopLossTrigger } = order;
  if (takeProfitTrigger === 0 && stopLossTrigger === 0) return true;
  const entry = order.type === LIMIT ? order.price : market.lastPrice;
  assert(order.type !== LIMIT || entry > 0, 'a limit order without a price is let in');
  return checkAttachedPrices(out, order, order.side, entry);
};

/** Whether what is attached to an order lies beyond its entry. @param entry ticks, 0 = not known */
export const checkAttachedPrices = (
  out: CommandOutcome,
  attached: AttachedPrices,
  side: Side,
  entry: number,
): boolean => {
  const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = attached;
  assert(entry >= 0, 'an entry price is negative');
  const buying = side === BUY;
  return (
    isTicks(out, Reject.triggerPriceRange, takeProfitTrigger) &&
    isTicks(out, Reject.triggerPriceRange, stopLossTrigger) &&
    isTicks(out, Reject.priceRange, takeProfitPrice) &&
    isTicks(out, Reject.priceRange, stopLossPrice) &&
    isBeyond(out, buying, entry, takeProfitTrigger) &&
    isBeyond(out, !buying, entry, stopLossTrigger)
  );
};

function isBeyond(out: CommandOutcome, above: boolean, entry: number, trigger: number): boolean {
  assert(entry >= 0, 'an entry price is negative');
  assert(trigger >= 0, 'a trigger that is no price is compared');
  if (trigger === 0 || entry === 0) return true;
  if (above ? trigger > entry : trigger < entry) return true;
  return out.refuse(Reject.triggerWouldFireNow, entry, trigger);
}

function isTicks(out: CommandOutcome, code: number, ticks: number): boolean {
  assert(code !== 0, 'a check has nothing to refuse with');
  const whole = Number.isSafeInteger(ticks) && ticks >= 0;
  assert(!whole || ticks <= UNITS_MAX, 'a whole price is over the largest');
  return whole || out.refuse(code, UNITS_MAX, ticks);
}

/** Prices and quantity of a new order are multiples of the instrument's steps. */
const checkSteps = (market: Market, out: CommandOutcome, order: OrderRequest): boolean => {
  const { priceStep, quantityStep } = market.instrument;
  if (priceStep === 1 && quantityStep === 1) return true;
  const isLimit = order.type === LIMIT;
  const spot = market.contract === null;
  const byAmount = spot && !isLimit && order.side === BUY && order.quoteAmount !== 0;
  return (
    (!isLimit || isOnStep(out, Reject.priceStep, priceStep, order.price)) &&
    (byAmount || isOnStep(out, Reject.quantityStep, quantityStep, order.quantity)) &&
    checkAttachedSteps(out, order, priceStep)
  );
};

/** Whether the prices of what is attached to an order are multiples of the instrument's step. */
export const checkAttachedSteps = (
  out: CommandOutcome,
  attached: AttachedPrices,
  priceStep: number,
): boolean =>
  isOnStep(out, Reject.priceStep, priceStep, attached.takeProfitTrigger) &&
  isOnStep(out, Reject.priceStep, priceStep, attached.stopLossTrigger) &&
  isOnStep(out, Reject.priceStep, priceStep, attached.takeProfitPrice) &&
  isOnStep(out, Reject.priceStep, priceStep, attached.stopLossPrice);

/** Whether a price or a quantity is a multiple of its step; 0, which is none, is. */
export const isOnStep = (
  out: CommandOutcome,
  code: Reject,
  step: number,
  value: number,
): boolean => {
  assert(step >= 1, 'an instrument has a step of nothing');
  return step === 1 || value % step === 0 || out.refuse(code, step, value);
};

/** Units that an order of spot or margin may pay at most: quote for a buy, base for a sell. */
export const unitsNeeded = (state: State, market: Market, order: OrderRequest): number => {
  const { account, side, type, price, quantity, quoteAmount } = order;
  const { quoteFactor, lotUnits } = market.instrument;
  if (side === SELL) return quantity * lotUnits;
  if (type === LIMIT) return price * quantity * quoteFactor;
  if (quoteAmount !== 0) return quoteAmount;
  const wish = { account, side, limit: bandLimit(market, side), lots: quantity, selfTrade: ALLOW };
  return reached(state, market, wish).quote;
};

/** What the book itself must allow: post-only and, of spot, fill-or-kill. */
export const checkAtBook = (
  state: State,
  market: Market,
  out: CommandOutcome,
  order: OrderRequest,
  postOnly: boolean,
): boolean => {
  assert(!postOnly || order.type === LIMIT, 'a market order is post-only');
  if (postOnly && market.book.crosses(order.side, order.price)) {
    const other = market.book.best(order.side === BUY ? SELL : BUY);
    return out.refuse(Reject.postOnlyWouldTake, other, order.price);
  }
  // What a contract's reduce-only orders trade depends on positions: see `Sweep`.
  if (order.timeInForce !== FOK || order.type !== LIMIT || market.contract !== null) return true;
  const { side, price, quantity, selfTrade } = order;
  const wish = { account: order.account, side, limit: price, lots: quantity, selfTrade };
  const { lots } = reached(state, market, wish);
  assert(lots >= 0 && lots <= quantity, 'INV-06: a book offers more than an order wants');
  return lots < quantity ? out.refuse(Reject.fokNotFillable, lots, quantity) : true;
};
