/** The slow futures exchange's matching: fills, positions, money, and what is cut. */
import {
  DoneReason,
  EventKind,
  LIQUIDATION_OPTION,
  OrderOption,
  PositionLeg,
  SelfTrade,
  Side,
  SystemAccount,
  type TradeOrigin,
} from '@halcyon/domain';
import { fillPurse, type IsolatedWallet } from './isolated.ts';
import { abs, least, most, up } from './math.ts';
import { type FuturesOrder, FuturesState, type NaiveContract, type Position } from './state.ts';

const MILLION = 1_000_000n;

/** An incoming order while it trades. */
export interface TakerState {
  readonly order: FuturesOrder;
  readonly limit: number;
  prevented: boolean;
}

/** One side of a trade. */
interface Party {
  readonly position: Position;
  readonly side: Side;
  /** Rate of the fee. */
  readonly ppm: bigint;
}

/** What is left while a taker goes through the book: of cross accounts, isolated positions, and wallets beside those. */
export interface Spent {
  readonly equities: Map<number, bigint>;
  readonly purses: Map<Position, IsolatedWallet>;
  readonly wallets: Map<number, bigint>;
}

export const nothingSpent = (): Spent => ({
  equities: new Map(),
  purses: new Map(),
  wallets: new Map(),
});

/** What a fill did to a side. */
interface Settled {
  readonly profit: bigint;
  readonly fee: bigint;
}

/** Trades. */
export abstract class Fills extends FuturesState {
  protected match(contract: NaiveContract, taker: TakerState): void {
    const { order } = taker;
    this.plans.onTaker(contract);
    const list = contract.book.against(order.side) as FuturesOrder[];
    const spent = nothingSpent();
    for (let maker = list[0]; maker !== undefined && order.remaining > 0; maker = list[0]) {
      const { price } = maker;
      if (order.side === Side.buy ? price > taker.limit : price < taker.limit) return;
      const own = maker.account >> 3 === order.account >> 3;
      if (this.room(maker) === 0) {
        this.end(maker, DoneReason.positionReduced);
        continue;
      }
      if (own && order.selfTrade !== SelfTrade.none) this.prevent(taker, maker);
      else if (!this.bears(maker, order.account, this.positionOf(maker).lots, spent)) {
        this.end(maker, DoneReason.marginUsed);
      } else this.trade(contract, order, maker);
      if (taker.prevented) return;
    }
  }

  private prevent(taker: TakerState, maker: FuturesOrder): void {
    const { order } = taker;
    this.emit({
      kind: EventKind.selfTradePrevented,
      seq: this.seq,
      time: this.time,
      instrument: order.instrument,
      makerOrder: maker.id,
      takerOrder: order.id,
      price: maker.price,
      quantity: Math.min(maker.remaining, order.remaining),
      mode: order.selfTrade,
    });
    if (order.selfTrade !== SelfTrade.cancelTaker) this.end(maker, DoneReason.selfTrade);
    taker.prevented = order.selfTrade !== SelfTrade.cancelMaker;
  }

  private trade(contract: NaiveContract, order: FuturesOrder, maker: FuturesOrder): void {
    const lots = Math.min(order.remaining, maker.remaining, this.room(maker));
    const price = BigInt(maker.price);
    order.remaining -= lots;
    maker.remaining -= lots;
    if (maker.remaining === 0) {
      contract.book.remove(maker);
      this.orders.delete(maker.id);
    }
    const taking = this.party(order, 'taker');
    const making = this.party(maker, 'maker');
    this.exchange(contract, taking, making, BigInt(lots), price, [order, maker], 0);
    if (maker.account >> 3 !== order.account >> 3) {
      contract.last = price;
      contract.prints.push(maker.price);
      countTrade(contract, { lots: BigInt(lots), price });
    }
    if (maker.remaining === 0) this.done(maker, DoneReason.filled, 0);
    this.plans.onMoved(contract);
  }

  /** Lots that a resting order may trade: a reduce-only one no more than is left to close. */
  private room(order: FuturesOrder): number {
    if ((order.options & OrderOption.reduceOnly) === 0) return order.remaining;
    const { lots } = this.positionOf(order);
    const closes = order.side === Side.buy ? lots < 0n : lots > 0n;
    return closes ? Number(abs(lots)) : 0;
  }

  /**
   * Whether what backs a resting order bears what it loses against the mark, after what it has borne of the
   * same taker. @param lots its position has then
   */
  protected bears(maker: FuturesOrder, taker: number, lots: bigint, spent: Spent): boolean {
    const position = this.positionOf(maker);
    const { contract, account } = position;
    const { terms, mark, index } = contract;
    const ppm = BigInt(contract.instrument.contract!.makerPpm);
    const price = BigInt(maker.price);
    const buys = maker.side === Side.buy;
    const open = most(0n, buys ? -lots : lots);
    let size = BigInt(maker.remaining);
    if ((maker.options & OrderOption.reduceOnly) !== 0) size = least(size, open);
    if (position.isolated) {
      const fill = { lots: buys ? size : -size, price, ppm };
      return this.purseBears(position, account === taker, fill, spent);
    }
    const closes = least(size, open);
    const [low, high] = [least(mark, index), most(mark, index)];
    const worse = (worth: bigint): bigint => (buys ? price - worth : worth - price);
    const closed = worse(buys ? high : low);
    const opened = worse(buys ? low : high);
    if (-(closes === size ? closed : opened) * MILLION >= price * ppm || account === taker)
      return true;
    const fee = (n: bigint): bigint => up(terms.marginUp(n * price) * ppm, MILLION);
    const losesClosing = terms.marginUp(closes * most(0n, closed)) + fee(closes);
    const losesOpening = terms.marginUp((size - closes) * most(0n, opened)) + fee(size - closes);
    const has = spent.equities.get(account) ?? this.equityBy('worst', position);
    const left = has - losesClosing - losesOpening;
    if (left < 0n) return false;
    spent.equities.set(account, left);
    return true;
  }

  private purseBears(
    position: Position,
    own: boolean,
    fill: Parameters<typeof fillPurse>[2],
    spent: Spent,
  ): boolean {
    const { account } = position;
    // The taker's own: what that pays out of the wallet is not known here.
    const wallet = own ? 0n : (spent.wallets.get(account) ?? this.spare(position));
    const purse = { ...(spent.purses.get(position) ?? position), wallet };
    if (fillPurse(position, purse, fill) > 0n) return false;
    spent.purses.set(position, purse);
    spent.wallets.set(account, purse.wallet);
    return true;
  }

  /** Settle units of the wallet that isolated positions may use. */
  protected spare(position: Position): bigint {
    const { account, contract } = position;
    const cross = this.equityBy('worst', { ...position, isolated: false }) * contract.terms.unit;
    return most(0n, least(this.wallet(account, contract).available, cross));
  }

  private party(order: FuturesOrder, as: 'maker' | 'taker'): Party {
    // A liquidation pays the fund's fee instead.
    const free = (order.options & LIQUIDATION_OPTION) !== 0;
    const ppm = this.ratePpm(this.markets[order.instrument]!, order.account, as);
    return { position: this.positionOf(order), side: order.side, ppm: free ? 0n : ppm };
  }

  /** The contract's rate, or the one of the account's level where that is lower. */
  ratePpm(contract: NaiveContract, account: number, as: 'maker' | 'taker'): bigint {
    const { makerPpm, takerPpm } = contract.instrument.contract!;
    const level = this.feeTiers[this.tiers.get(account >> 3) ?? 0]!;
    const own = as === 'maker' ? makerPpm : takerPpm;
    const other = as === 'maker' ? level.contractMakerPpm : level.contractTakerPpm;
    return BigInt(Math.min(own, other ?? own));
  }

  /** A trade of two positions, in the book or off it. */
  protected exchange(
    contract: NaiveContract,
    taking: Party,
    making: Party,
    lots: bigint,
    price: bigint,
    orders: readonly [FuturesOrder, FuturesOrder] | null,
    origin: TradeOrigin,
  ): void {
    this.settle(taking.position);
    this.settle(making.position);
    const trade = this.nextTrade;
    this.nextTrade += 1;
    const took = this.fill(taking, lots, price, trade);
    const made = this.fill(making, lots, price, trade);
    this.emit({
      kind: EventKind.contractTrade,
      seq: this.seq,
      time: this.time,
      instrument: contract.instrument.id,
      takerSide: taking.side,
      trade,
      price: Number(price),
      quantity: Number(lots),
      quote: Number(lots * price * contract.terms.factor),
      makerOrder: orders?.[1].id ?? 0,
      takerOrder: orders?.[0].id ?? 0,
      makerAccount: making.position.account,
      takerAccount: taking.position.account,
      makerFee: Number(made.fee),
      takerFee: Number(took.fee),
      makerProfit: Number(made.profit),
      takerProfit: Number(took.profit),
      makerRemaining: orders?.[1].remaining ?? 0,
      takerRemaining: orders?.[0].remaining ?? 0,
      origin,
      own: taking.position.account >> 3 === making.position.account >> 3,
    });
  }

  private fill({ position, side, ppm }: Party, d: bigint, price: bigint, trade: number): Settled {
    const { contract, lots: q } = position;
    const { factor } = contract.terms;
    const against = side === Side.buy ? q < 0n : q > 0n;
    const k = against ? least(d, abs(q)) : 0n;
    const part = k === 0n ? 0n : (position.cost * k) / abs(q);
    const profit = (q > 0n ? price * k - part : part - price * k) * factor;
    const fee = (price * d * factor * ppm) / MILLION;
    const { fees, clearing } = SystemAccount;
    const asset = contract.instrument.quote;
    this.pay(clearing, position.account, asset, profit);
    this.pay(position.account, fees, asset, fee);
    const closingFee = (fee * k) / d;
    if (k > 0n) {
      this.close(position, k, part, profit);
      position.profit += profit;
      position.fees += closingFee;
    }
    if (d > k)
      this.open(position, side === Side.buy ? d - k : k - d, price, trade, fee - closingFee);
    return { profit, fee };
  }

  private close(position: Position, k: bigint, part: bigint, profit: bigint): void {
    const { lots } = position;
    const back = this.givenBack(position, k, profit);
    const wallet = this.wallet(position.account, position.contract);
    position.margin -= back;
    wallet.held -= back;
    wallet.available += back;
    position.cost -= part;
    position.lots += lots > 0n ? -k : k;
    if (position.isolated) this.onOwnClosed(position, profit + back);
  }

  /** Margin that an isolated position gives back for `k` of its lots. */
  private givenBack(position: Position, k: bigint, profit: bigint): bigint {
    const { lots, margin } = position;
    if (k === abs(lots)) return margin;
    // What a liquidation leaves open keeps all that the loss leaves, and what better prices bring.
    if (!position.isolated) return 0n;
    if (this.isLiquidated(position)) return least(margin, -profit);
    return most((margin * k) / abs(lots), least(margin, most(0n, -profit)));
  }

  /** Whether a step of a liquidation closes this position right now. */
  protected abstract isLiquidated(position: Position): boolean;

  /** A part of an isolated position is closed. @param net profit and margin that came of it */
  protected abstract onOwnClosed(position: Position, net: bigint): void;

  private open(position: Position, lots: bigint, price: bigint, trade: number, fee: bigint): void {
    // Where an account's own orders meet, one trade may open twice: that is one position.
    if (position.lots === 0n && position.opened !== trade) {
      this.plans.onClosed(position);
      position.opened = trade;
      position.profit = 0n;
      position.fees = 0n;
      position.funding = 0n;
      position.round = position.contract.round;
    }
    position.fees += fee;
    const cost = price * abs(lots);
    position.lots += lots;
    position.cost += cost;
    if (!position.isolated) return;
    const wallet = this.wallet(position.account, position.contract);
    const asked = up(cost * position.contract.terms.factor, BigInt(position.leverage));
    const units = least(asked, most(0n, wallet.available));
    position.margin += units;
    wallet.available -= units;
    wallet.held += units;
  }

  /** Cuts the newest reduce-only orders of a position to what is left to close. */
  protected cut(position: Position): void {
    const reduceOnly = ({ options }: FuturesOrder): boolean =>
      (options & OrderOption.reduceOnly) !== 0;
    const mine = this.ordersOf(position).filter(reduceOnly);
    for (const order of mine.sort((a, b) => b.id - a.id)) {
      const closes = order.side === Side.buy ? position.lots < 0n : position.lots > 0n;
      const room = closes ? abs(position.lots) : 0n;
      const excess = this.reducing(position) - room;
      if (excess <= 0n) return;
      if (excess >= BigInt(order.remaining)) this.end(order, DoneReason.positionReduced);
      else this.shrink(order, Number(excess));
    }
  }

  private shrink(order: FuturesOrder, lots: number): void {
    order.remaining -= lots;
    order.quantity -= lots;
    this.amended(order, true);
  }

  protected amended(order: FuturesOrder, keptPlace: boolean): void {
    const { id, account, instrument, price, quantity, remaining } = order;
    this.plans.onMoved(this.markets[instrument]!);
    this.emit({
      kind: EventKind.orderAmended,
      seq: this.seq,
      time: this.time,
      order: id,
      account,
      instrument,
      price,
      quantity,
      remaining,
      keptPlace,
    });
  }

  /** Fundings that a position has not settled yet. */
  protected abstract settle(position: Position): void;

  /** Whether an order of a side is against a leg of hedge mode. */
  protected againstLeg(leg: PositionLeg, side: Side): boolean {
    if (leg === PositionLeg.long) return side === Side.sell;
    return leg === PositionLeg.short && side === Side.buy;
  }
}

/** The mark's last price moves once trades are worth the impact size: to the mean of those since, or of a large one. */
function countTrade(contract: NaiveContract, trade: NaiveContract['uncounted'][number]): void {
  const size = contract.terms.impact;
  const worth = (trades: NaiveContract['uncounted']): bigint =>
    trades.reduce((sum, { lots, price }) => sum + lots * price, 0n);
  contract.uncounted = worth([trade]) >= size ? [trade] : [...contract.uncounted, trade];
  const { uncounted } = contract;
  if (worth(uncounted) < size) return;
  contract.lastCounted = worth(uncounted) / uncounted.reduce((sum, { lots }) => sum + lots, 0n);
  contract.uncounted = [];
}
