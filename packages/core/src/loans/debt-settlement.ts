/**
 * How debts of a margin account are paid with what it has (docs/margin-rules.md): first with what is
 * available of the same coin; then it sells what counts most and buys what it owes, by immediate-or-cancel
 * orders within the band, until it is enough. A liquidation and a flash repayment say which, how far and at what
 * prices.
 */
import {
  AccountKind,
  accountOf,
  assert,
  assetOf,
  coinEquity,
  coinValue,
  type DoneReason,
  InstrumentState,
  largestThat,
  MAIN_POCKET,
  MARGIN_OPTION,
  OrderType,
  PPM,
  pairOf,
  pairRates,
  ppmFloor,
  ratioCeil,
  ratioFloor,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import type { Reach } from '../matching/book.ts';
import type { CommandOutcome } from '../outcome.ts';
import { NO_ATTACHED, type OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { Lending } from './lending.ts';
import { reached } from './maker-worth.ts';
import type { OwnCoin } from './margin-accounts.ts';
import type { MarginTarget } from './margin-risk.ts';

/** Orders that are placed at most at once. */
const ORDERS_MAX = 16;

/** Where its orders go. */
export interface OrderSink {
  accept(market: Market, request: OrderRequest, seat: number, balance: number, plan: number): void;
  cancel(slot: number, reason: DoneReason): void;
}

/** An order that brings an account nearer to paying what it owes. */
export interface DebtSwap {
  readonly market: Market;
  readonly side: Side;
  /** Coins that it pays, and gets. */
  readonly pays: OwnCoin;
  readonly gets: number;
  readonly limit: number;
  readonly lots: number;
}

/** What the fund takes of what is paid: at a rate, and no more than so many units. */
export interface FundFeeTerms {
  readonly ppm: number;
  readonly most: number;
}

/** How it went: it is enough; nothing trades now; there is no order to place. */
export type Settled = 'enough' | 'stuck' | 'bare';

export abstract class DebtSettlement {
  declare protected readonly state: State;
  declare protected readonly lending: Lending;
  declare protected readonly entry: OrderSink;
  declare private readonly out: CommandOutcome;
  protected target: MarginTarget = { user: 0, pocket: 0 };
  /** How many orders were placed. */
  protected orders = 0;

  constructor(state: State, out: CommandOutcome, lending: Lending, entry: OrderSink) {
    this.state = state;
    this.out = out;
    this.lending = lending;
    this.entry = entry;
  }

  /** What its orders say beside MARGIN_OPTION. */
  protected abstract get orderOption(): number;
  /** Whether a coin is owed that is to be paid back. */
  protected abstract isDue(coin: OwnCoin): boolean;
  /** Whether no more is to be paid. */
  protected abstract isEnough(coins: readonly OwnCoin[]): boolean;
  /** What the fund takes of what is paid, ppm, if there is something to take it of. */
  protected abstract feeRate(coin: OwnCoin): number;
  /** What it takes of a coin as the account is now. */
  protected abstract feeOf(coin: OwnCoin): FundFeeTerms;
  protected abstract payBack(record: number, coin: OwnCoin, units: number, fee: number): void;
  /** Whether the account may place an order. */
  protected abstract admits(swap: DebtSwap): boolean;

  protected get account(): number {
    const { user, pocket } = this.target;
    const { crossMargin, isolatedMargin } = AccountKind;
    return accountOf(user, pocket === MAIN_POCKET ? crossMargin : isolatedMargin);
  }

  protected coins(): OwnCoin[] {
    return this.lending.accounts.coins(this.target.user, this.target.pocket);
  }

  /** What an order of the account would trade at once. */
  protected reached(market: Market, side: Side, limit: number, lots: number): Reach {
    const selfTrade = SelfTrade.none;
    return reached(this.state, market, { account: this.account, side, limit, lots, selfTrade });
  }

  protected recordOf(coin: OwnCoin): number {
    return this.state.loans.records.find(this.account, coin.number);
  }

  /** Pays and trades until it is enough, or nothing more can be done. @param orders placed already */
  protected settle(orders = 0): Settled {
    for (this.orders = orders; ; this.orders++) {
      this.payDebts();
      const coins = this.coins();
      if (this.isEnough(coins)) return 'enough';
      if (this.orders === ORDERS_MAX) return 'stuck';
      const swap = this.chooseSwap(coins);
      if (swap === null) return 'bare';
      if (!this.trade(swap)) return 'stuck';
    }
  }

  /** Pays debts with what is available of the same coin, and the fund's fee for that. */
  private payDebts(): void {
    for (const coin of this.coins()) {
      if (!this.isDue(coin)) continue;
      const { paid, fee } = split(coin.debt, coin.available, this.feeOf(coin));
      if (paid > 0) this.payBack(this.recordOf(coin), coin, paid, fee);
    }
  }

  /** The next order: cash buys what is owed, else what counts most is sold. null = there is nothing to sell. */
  private chooseSwap(coins: readonly OwnCoin[]): DebtSwap | null {
    const owed = this.largestDebt(coins);
    const swaps: DebtSwap[] = [];
    for (const asset of this.assetsOf(coins)) {
      const swap = this.swapOf(coins, asset, owed);
      if (swap !== null) swaps.push(swap);
    }
    return this.pick(swaps);
  }

  /** The next of the orders that would bring something. */
  protected pick(swaps: readonly DebtSwap[]): DebtSwap | null {
    return swaps.find(isOpen) ?? swaps[0] ?? null;
  }

  protected largestDebt(coins: readonly OwnCoin[]): OwnCoin {
    const worth = (coin: OwnCoin) => coinValue(coin.debt, coin.scale);
    return coins.filter((coin) => this.isDue(coin)).sort((a, b) => worth(b) - worth(a))[0]!;
  }

  /** What pays debts: cash, and then what counts most. */
  protected assetsOf(coins: readonly OwnCoin[]): OwnCoin[] {
    const settle = this.state.loans.settle!.asset;
    const counts = ({ risk, held, scale }: OwnCoin) =>
      coinValue(coinEquity(risk, { held, debt: 0 }), scale);
    return coins
      .filter((coin) => !this.isDue(coin))
      .sort((a, b) => counts(b) - counts(a))
      .sort((a, b) => Number(assetOf(b.number) === settle) - Number(assetOf(a.number) === settle));
  }

  /** The order that turns a coin into what is owed, or into cash. null = it is less than a lot. */
  private swapOf(coins: readonly OwnCoin[], asset: OwnCoin, owed: OwnCoin): DebtSwap | null {
    const market = this.marketOf(asset, owed);
    const side = assetOf(asset.number) === market.instrument.base ? Side.sell : Side.buy;
    const { base, quote, quoteFactor, lotUnits, bandPpm } = market.instrument;
    const index = this.indexOf(market);
    const width = ppmFloor(index, bandPpm);
    const edge = side === Side.buy ? index + width : Math.max(1, index - width);
    const limit = this.limitOf(coins, market, side, edge);
    if (limit === 0) return null;
    const most = Math.floor(
      asset.available / (side === Side.sell ? lotUnits : limit * quoteFactor),
    );
    if (most === 0) return null;
    const gets = side === Side.buy ? base : quote;
    const whole = { market, side, pays: asset, gets, limit, lots: most };
    const tooFew = (lots: number) => !this.suffices(coins, { ...whole, lots }, owed, index);
    return { ...whole, lots: Math.min(most, largestThat(most, tooFew) + 1) };
  }

  /** Worst price of an order, ticks; 0 = there is none. @param edge of the band */
  protected limitOf(
    _coins: readonly OwnCoin[],
    _market: Market,
    _side: Side,
    edge: number,
  ): number {
    return edge;
  }

  /** The market of a pair's account, of cash and what is owed, or of a coin that is sold for cash. */
  private marketOf(asset: OwnCoin, owed: OwnCoin): Market {
    const { loans, markets } = this.state;
    if (this.target.pocket !== MAIN_POCKET) return markets[pairOf(this.target.pocket)]!;
    const sold = assetOf(asset.number);
    const coin = sold === loans.settle!.asset ? assetOf(owed.number) : sold;
    return markets[loans.coin(coin)!.market]!;
  }

  /** Index price of a market, by those of its coins; ticks, down. */
  private indexOf({ instrument }: Market): number {
    const { loans } = this.state;
    const { base, quote, lotUnits, quoteFactor } = instrument;
    const [from, to] = [loans.coin(base)!, loans.coin(quote)!];
    const above = BigInt(from.index) * BigInt(lotUnits) * BigInt(to.divisor);
    const below = BigInt(from.divisor) * BigInt(to.index) * BigInt(quoteFactor);
    return Math.max(1, Number(above / below));
  }

  /** Whether an order would be enough if it traded at the index, or brings all that is owed of a coin. */
  private suffices(
    coins: readonly OwnCoin[],
    swap: DebtSwap,
    owed: OwnCoin,
    index: number,
  ): boolean {
    const { market, side, pays, lots } = swap;
    const { quoteFactor, lotUnits } = market.instrument;
    const [units, money] = [lots * lotUnits, lots * index * quoteFactor];
    const [paid, got] = side === Side.sell ? [units, money] : [money, units];
    const net = this.inCoin(got - ppmFloor(got, this.takerPpm), swap.gets, owed);
    const { paid: repaid } = split(owed.debt, net, { ppm: this.feeRate(owed), most: net });
    if (repaid === owed.debt) return true;
    const after = coins.map((coin) => {
      if (coin === pays) return { ...coin, held: Math.max(0, coin.held - paid) };
      return coin === owed ? { ...coin, debt: coin.debt - repaid } : coin;
    });
    return this.isEnough(after);
  }

  /** What its orders pay, ppm. */
  protected get takerPpm(): number {
    const { fees, users } = this.state;
    return pairRates(fees, users.tier(this.target.user), true).takerPpm;
  }

  /** Units of a coin in units of what is owed, by their prices; down. */
  protected inCoin(units: number, asset: number, owed: OwnCoin): number {
    if (asset === assetOf(owed.number)) return units;
    const { scale } = this.state.loans.coin(asset)!;
    const above = BigInt(units) * BigInt(scale.price) * BigInt(owed.scale.divisor);
    return Number(above / (BigInt(scale.divisor) * BigInt(owed.scale.price)));
  }

  /** Places an immediate-or-cancel order; whether any of it traded. */
  private trade(swap: DebtSwap): boolean {
    if (!isOpen(swap) || !this.admits(swap)) return false;
    const { state, out, lending, account } = this;
    const { market, side, limit, lots, pays } = swap;
    const record = this.recordOf(pays);
    const balance = state.loans.records.balance(record);
    const before = state.ledger.available(balance);
    const seat = state.seat(account, market.instrument);
    const { id: instrument, base, quote } = market.instrument;
    for (const asset of [base, quote]) lending.money.recordOf(account, instrument, asset);
    const { id } = out;
    const request: OrderRequest = {
      account,
      instrument,
      side,
      type: OrderType.limit,
      timeInForce: TimeInForce.ioc,
      selfTrade: SelfTrade.none,
      price: limit,
      quantity: lots,
      quoteAmount: 0,
      clientId: '',
      options: MARGIN_OPTION | this.orderOption,
      ...NO_ATTACHED,
    };
    this.entry.accept(market, request, seat, balance, 0);
    out.id = id;
    lending.risk.touch(record);
    return state.ledger.available(balance) !== before;
  }
}

/** How units are divided where a debt is paid: to the debt, and as fee for paying it. */
export function split(
  debt: number,
  units: number,
  { ppm, most }: FundFeeTerms,
): { paid: number; fee: number } {
  const kept = Math.min(most, units - ratioFloor(units, PPM, PPM + ppm));
  const paid = Math.min(debt, units - kept);
  const fee = Math.min(units - paid, most, ratioCeil(paid, ppm, PPM));
  assert(paid >= 0 && fee >= 0 && paid + fee <= units, 'INV-25: more is paid than there is');
  return { paid, fee };
}

/** A coin as if what is held of it had paid what is owed. */
export const netted = (coin: OwnCoin): OwnCoin => {
  const paid = Math.min(coin.held, coin.debt);
  return { ...coin, held: coin.held - paid, debt: coin.debt - paid };
};

export const isOpen = ({ market }: DebtSwap): boolean =>
  market.instrument.state === InstrumentState.open;
