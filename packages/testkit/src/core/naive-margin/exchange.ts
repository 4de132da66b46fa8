/** The slow exchange with margin accounts: their orders, what these may do, borrow and pay back. */
import { LoanCause, OrderType, Reject, type ReplaceCommand, Side } from '@halcyon/domain';
import type { NaiveOrder } from '../naive-book.ts';
import { down, least, most } from '../naive-futures/math.ts';
import type { NaiveLook } from '../naive-orders.ts';
import {
  type NaiveMarket,
  type NaiveRefusal,
  type NaiveRequest,
  naiveBand,
  refusal,
} from '../naive-rules.ts';
import { ISOLATED, isMargin, POCKET } from './accounts.ts';
import { NaiveLoans } from './loans.ts';
import { countsOf, hourOf, type NaiveHolding, sumsOf } from './terms.ts';

const BORROWS = 2;
const REPAYS = 4;
const MILLION = 1_000_000n;

/** What an order pays and gets at the worst, by asset; before fees. */
export interface NaiveSwap {
  readonly instrument: number;
  readonly pays: number;
  readonly gets: number;
  readonly paid: bigint;
  readonly got: bigint;
}

/** Units that coins of accounts got or paid, by account and number. */
type Moved = Map<string, bigint>;

export class NaiveMargin extends NaiveLoans {
  /** Units that the order which was checked last borrows. */
  private loan = 0n;
  /** An order that is checked, beside those that rest, and one of these that does not count. */
  private extra: NaiveSwap | null = null;
  private ending = 0;
  private incomes: { account: number; number: number; units: bigint; order: number }[] = [];

  override accountRefusal(account: number): NaiveRefusal | null {
    const known = this.coins.size > 0 && isMargin(account) && account >> 3 < this.userCount;
    return known ? null : super.accountRefusal(account);
  }

  override place(request: NaiveRequest, plan: number): NaiveRefusal | null {
    const market = this.markets[request.instrument];
    const margin = isMargin(request.account) && this.coins.size > 0;
    if (market === undefined || !margin) return super.place(request, plan);
    const { account, options = 0 } = request;
    const user = account >> 3;
    if (user >= this.userCount) return refusal(Reject.unknownUser, this.userCount - 1, user);
    const { id, base, quote } = market.instrument;
    const pair = account % 8 === ISOLATED ? id : -1;
    const strange = [base, quote].some((asset) => this.coinRefusal(account, pair, asset) !== null);
    if (strange) return refusal(Reject.unknownInstrument, 0, id);
    const plain = request.takeProfitTrigger === 0 && request.stopLossTrigger === 0;
    if ((options & ~6) !== 0 || !plain) return refusal(Reject.optionsUnknown, 6, options);
    return super.place({ ...request, options: options | 8 }, plan);
  }

  override replace(c: ReplaceCommand): NaiveRefusal | null {
    const order = this.own(c.account, c.order, c.clientId);
    const attached = c.takeProfitTrigger !== 0 || c.stopLossTrigger !== 0;
    if ('side' in order && attached && ((order.options ?? 0) & 8) !== 0) {
      return refusal(Reject.optionsUnknown, 6, order.options! & 6);
    }
    return super.replace(c);
  }

  protected override moneyRefusal(
    market: NaiveMarket,
    order: NaiveRequest,
    credit: bigint,
    ending: number,
  ): NaiveRefusal | null {
    this.loan = 0n;
    if (!isMargin(order.account)) return super.moneyRefusal(market, order, credit, ending);
    const { account, side, options = 0 } = order;
    const { id, base, quote } = market.instrument;
    const asset = side === Side.buy ? quote : base;
    this.chargeAll(account, id);
    const number = this.numberOf(account, asset, id);
    const available = this.ledger.of(account, number).available + credit;
    const needed = this.needed(market, order);
    if (needed > available) {
      if ((options & BORROWS) === 0) {
        return refusal(Reject.insufficientBalance, Number(available), Number(needed));
      }
      const coin = this.coins.get(asset)!;
      this.loan = most(needed - available, BigInt(coin.terms.loanMin));
      const wish = { account, asset, instrument: id, amount: Number(this.loan) };
      const bad = this.limitsRefusal(wish, coin);
      if (bad !== null) return bad;
    }
    const bad = this.keptRefusal(market, order, number, ending);
    return bad;
  }

  private keptRefusal(
    market: NaiveMarket,
    order: NaiveRequest,
    number: number,
    ending: number,
  ): NaiveRefusal | null {
    const { account } = order;
    const pocket = Math.floor(number / POCKET);
    const owes = this.holdings(account, pocket).some(({ debt }) => debt > 0n);
    if (this.loan === 0n && !owes) return null;
    const { base, quote } = market.instrument;
    for (const asset of [base, quote]) {
      const coin = this.coins.get(asset)!;
      if (this.closed(coin)) return refusal(Reject.indexStale, 0, coin.priceTime);
    }
    const old = this.staleRefusal(account, pocket);
    if (old !== null) return old;
    this.extra = this.swapOf(market, order);
    this.ending = ending;
    const { rate } = this.coins.get(number % POCKET)!;
    const debt = this.loan + hourOf(this.loan, rate);
    const holdings = this.holdings(account, pocket, number, this.loan, debt);
    const { equity, excess, needs } = sumsOf(holdings);
    const loss = this.ordersLoss(account, pocket, holdings);
    this.extra = null;
    this.ending = 0;
    const floor = (this.loan > 0n ? needs : equity - excess) + loss;
    if (equity >= floor) return null;
    return refusal(Reject.insufficientMargin, Number(equity), Number(floor));
  }

  private swapOf(market: NaiveMarket, order: NaiveRequest): NaiveSwap {
    const { side, type, price, quantity, quoteAmount } = order;
    if (type === OrderType.limit) return this.swap(market, side, BigInt(quantity), price);
    const { id, base, quote, lotUnits, quoteFactor } = market.instrument;
    const band = naiveBand(market, side);
    if (side === Side.buy && quoteAmount !== 0) {
      const lots = BigInt(quoteAmount) / (BigInt(band) * BigInt(quoteFactor));
      const got = lots * BigInt(lotUnits);
      return { instrument: id, pays: quote, gets: base, paid: BigInt(quoteAmount), got };
    }
    const [paid, got] = this.reached(market, order, BigInt(quantity), band);
    const [pays, gets] = side === Side.buy ? [quote, base] : [base, quote];
    return { instrument: id, pays, gets, paid, got };
  }

  /** What lots would pay and get in the book as it is, up to a price. */
  protected reached(
    market: NaiveMarket,
    look: NaiveLook,
    most: bigint,
    limit: number,
  ): [paid: bigint, got: bigint] {
    const { side } = look;
    const { lotUnits, quoteFactor } = market.instrument;
    let left = most;
    let worth = 0n;
    for (const maker of this.offered(market, look)) {
      if (left === 0n || (side === Side.buy ? maker.price > limit : maker.price < limit)) break;
      const lots = least(left, BigInt(maker.remaining));
      worth += lots * BigInt(maker.price) * BigInt(quoteFactor);
      left -= lots;
    }
    const units = (most - left) * BigInt(lotUnits);
    return side === Side.buy ? [worth, units] : [units, worth];
  }

  /** What the orders of an account may lose when one more enters. */
  protected lossWith(
    order: NaiveSwap,
    account: number,
    pocket: number,
    holdings: readonly NaiveHolding[],
  ): bigint {
    this.extra = order;
    const loss = this.ordersLoss(account, pocket, holdings);
    this.extra = null;
    return loss;
  }

  private swap(market: NaiveMarket, side: Side, lots: bigint, price: number): NaiveSwap {
    const { id, base, quote, lotUnits, quoteFactor } = market.instrument;
    const units = lots * BigInt(lotUnits);
    const worth = lots * BigInt(price) * BigInt(quoteFactor);
    return side === Side.buy
      ? { instrument: id, pays: quote, gets: base, paid: worth, got: units }
      : { instrument: id, pays: base, gets: quote, paid: units, got: worth };
  }

  /** Whether an account that owes has at least nothing after a fill. @param moved what it got and paid before */
  protected override bears(
    market: NaiveMarket,
    maker: NaiveOrder,
    taker: number,
    moved: Moved = new Map(),
  ): boolean {
    const { account } = maker;
    if (!isMargin(account) || account === taker) return true;
    const pocket = account % 8 === ISOLATED ? maker.instrument + 1 : 0;
    const after = this.movedBy(market, maker, new Map(moved));
    const value = (units: bigint, { price, divisor }: NaiveHolding) => down(units * price, divisor);
    let [change, worth, owes] = [0n, 0n, false];
    for (const [i, holding] of this.holdings(account, pocket).entries()) {
      const key = `${account}/${this.numbersOf(account, pocket)[i]}`;
      const units = after.get(key) ?? 0n;
      change += value(units - (moved.get(key) ?? 0n), holding);
      worth += value(holding.held + units - holding.debt, holding);
      owes ||= holding.debt > 0n;
    }
    return !owes || change >= 0n || worth >= 0n;
  }

  /** What accounts got and paid once an order has traded all of it, too. */
  private movedBy(market: NaiveMarket, maker: NaiveOrder, moved: Moved): Moved {
    const { account, side, remaining, price, instrument } = maker;
    const { pays, gets, paid, got } = this.swap(market, side, BigInt(remaining), price);
    const fee = (got * BigInt(this.tierOf(account).makerPpm)) / MILLION;
    const add = (asset: number, units: bigint): void => {
      const key = `${account}/${this.numberOf(account, asset, instrument)}`;
      moved.set(key, (moved.get(key) ?? 0n) + units);
    };
    add(gets, got - fee);
    add(pays, -paid);
    return moved;
  }

  protected override *offered(market: NaiveMarket, taker: NaiveLook): Generator<NaiveOrder> {
    const moved: Moved = new Map();
    for (const maker of super.offered(market, taker)) {
      if (!this.bears(market, maker, taker.account, moved)) continue;
      yield maker;
      if (isMargin(maker.account)) this.movedBy(market, maker, moved);
    }
  }

  /** Each order as if it got its coin last and paid its coin first; gains count for nothing. */
  protected override ordersLoss(
    account: number,
    pocket: number,
    holdings: readonly NaiveHolding[],
  ): bigint {
    const swaps = this.extra === null ? [] : [this.extra];
    for (const order of this.orders.values()) {
      if (order.account !== account || order.id === this.ending) continue;
      if (pocket !== 0 && order.instrument !== pocket - 1) continue;
      const market = this.markets[order.instrument]!;
      swaps.push(this.swap(market, order.side, BigInt(order.remaining), order.price));
    }
    const { makerPpm, takerPpm } = this.tierOf(account);
    const fee = (got: bigint) => (got * BigInt(Math.max(makerPpm, takerPpm))) / MILLION;
    const numbers = this.numbersOf(account, pocket);
    const coinOf = (asset: number) =>
      holdings[numbers.findIndex((number) => number % POCKET === asset)]!;
    let loss = 0n;
    for (const { pays, gets, paid, got } of swaps) {
      let [low, high] = [coinOf(pays).held, coinOf(gets).held];
      for (const other of swaps) {
        if (other.pays === pays) low -= other.paid;
        if (other.gets === gets) high += other.got - fee(other.got);
      }
      low = most(0n, low);
      const [from, to] = [coinOf(pays), coinOf(gets)];
      const lost = countsOf(from.tiers, low + paid) - countsOf(from.tiers, low);
      const gained = countsOf(to.tiers, high) - countsOf(to.tiers, high - got + fee(got));
      const effect = down(gained * to.price, to.divisor) + down(-lost * from.price, from.divisor);
      if (effect < 0n) loss -= effect;
    }
    return loss;
  }

  protected override accept(market: NaiveMarket, request: NaiveRequest, plan: number): void {
    const { account, side, options = 0 } = request;
    if (!isMargin(account)) {
      super.accept(market, request, plan);
      return;
    }
    const { id, base, quote } = market.instrument;
    const [pays, gets] = side === Side.buy ? [quote, base] : [base, quote];
    if (this.loan > 0n) {
      const debt = this.debt(account, this.numberOf(account, pays, id));
      this.lend(debt, this.loan, this.nextOrder, LoanCause.orderBorrowed);
    }
    const number = this.numberOf(account, gets, id);
    const before = this.ledger.of(account, number).available;
    super.accept(market, request, plan);
    this.changed(account, Math.floor(number / POCKET));
    const got = this.ledger.of(account, number).available - before;
    if ((options & REPAYS) !== 0) this.payBack(account, number, got, this.outcome.id);
  }

  protected override amendMoney(
    market: NaiveMarket,
    order: NaiveOrder,
    price: number,
    remaining: number,
  ): NaiveRefusal | null {
    if (!isMargin(order.account)) return super.amendMoney(market, order, price, remaining);
    const request = {
      ...order,
      type: OrderType.limit,
      timeInForce: 0 as const,
      price,
      quantity: remaining,
      quoteAmount: 0,
      options: 0,
      takeProfitTrigger: 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
    };
    return this.moneyRefusal(market, request, this.hold(market, order)[1], order.id);
  }

  protected override reenter(
    market: NaiveMarket,
    order: NaiveOrder,
    price: number,
    quantity: number,
    remaining: number,
  ): void {
    const { account, side, options = 0 } = order;
    const { id, base, quote } = market.instrument;
    const number = this.numberOf(account, side === Side.buy ? base : quote, id);
    const before = this.ledger.of(account, number).available;
    super.reenter(market, order, price, quantity, remaining);
    const got = this.ledger.of(account, number).available - before;
    if (isMargin(account)) this.changed(account, Math.floor(number / POCKET));
    const repays = isMargin(account) && (options & REPAYS) !== 0;
    if (repays) this.payBack(account, number, got, order.id);
  }

  protected override onMakerFill(maker: NaiveOrder, asset: number, units: bigint): void {
    const { account, options = 0, instrument, id } = maker;
    if (!isMargin(account)) return;
    const number = this.numberOf(account, asset, instrument);
    this.changed(account, Math.floor(number / POCKET));
    if ((options & REPAYS) === 0) return;
    this.incomes.push({ account, number, units, order: id });
  }

  protected override settleDue(): void {
    super.settleDue();
    this.settleIncomes();
  }

  protected settleIncomes(): void {
    for (const { account, number, units, order } of this.incomes) {
      this.payBack(account, number, units, order);
    }
    this.incomes = [];
  }

  /** Enters an order that nothing is asked of. */
  protected enter(market: NaiveMarket, request: NaiveRequest): void {
    this.loan = 0n;
    this.accept(market, request, 0);
  }

  private payBack(account: number, number: number, units: bigint, order: number): void {
    const debt = this.debt(account, number);
    this.charge(debt);
    const { available } = this.ledger.of(account, number);
    const amount = least(least(units, available), debt.principal + debt.interest);
    if (amount > 0n) this.takeBack(debt, amount, order, LoanCause.orderRepaid);
  }
}
