/**
 * What happens to a margin account whose debts are not kept (docs/margin-rules.md): its orders go; debts are
 * paid with what it holds of the same coin; then it sells what counts most and buys what it owes, by
 * immediate-or-cancel orders within the band, until its ratio is safe. The fund takes its fee as long as the
 * account has something of its own, and pays when nothing is left; what it cannot, the pool loses.
 */
import {
  AccountKind,
  accountOf,
  assetOf,
  coinEquity,
  coinValue,
  DoneReason,
  EventKind,
  InstrumentState,
  LoanCause,
  largestThat,
  loanRatio,
  MAIN_POCKET,
  MARGIN_OPTION,
  MARGIN_SAFE_PPM,
  marginSums,
  OrderType,
  PostingReason,
  PPM,
  pairOf,
  ppmFloor,
  ratioCeil,
  ratioFloor,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import { openOrderIds } from '../spot/open-orders.ts';
import { NO_ATTACHED, type OrderRequest } from '../spot/order-request.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import type { Lending } from './lending.ts';
import type { OwnCoin } from './margin-accounts.ts';
import type { MarginTarget } from './margin-risk.ts';

/** Orders that one liquidation places at most before it waits for prices. */
const ORDERS_MAX = 16;

/** Where its orders go. */
export interface OrderEntry {
  accept(market: Market, request: OrderRequest, seat: number, balance: number, plan: number): void;
  cancel(slot: number, reason: DoneReason): void;
}

/** An order that brings an account nearer to paying what it owes. */
interface Swap {
  readonly market: Market;
  readonly side: Side;
  /** Coins that it pays, and gets. */
  readonly pays: OwnCoin;
  readonly gets: number;
  readonly limit: number;
  readonly lots: number;
}

/** Margin units that went to and fro. */
interface Tally {
  fee: number;
  paidByFund: number;
  lostByPools: number;
}

export class MarginLiquidation {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly lending: Lending;
  declare private readonly entry: OrderEntry;
  private target: MarginTarget = { user: 0, pocket: 0 };
  private tally: Tally = { fee: 0, paidByFund: 0, lostByPools: 0 };

  constructor(state: State, out: CommandOutcome, lending: Lending, entry: OrderEntry) {
    this.state = state;
    this.out = out;
    this.lending = lending;
    this.entry = entry;
  }

  /** Liquidates an account; whether that is all that can be done: else again with new prices. */
  run(target: MarginTarget): boolean {
    const { state, lending } = this;
    this.target = target;
    this.tally = { fee: 0, paidByFund: 0, lostByPools: 0 };
    lending.charge(this.account, pairOf(target.pocket));
    const { equity, keeps } = marginSums(this.coins());
    this.cancelOrders();
    const ended = this.settle();
    const { seq, time, log } = state;
    const instrument = pairOf(target.pocket);
    const seen = { account: this.account, instrument, equity, keeps };
    log.push({ kind: EventKind.marginLiquidation, seq, time, ...seen, ...this.tally, ended });
    return ended;
  }

  private get account(): number {
    const { user, pocket } = this.target;
    const { crossMargin, isolatedMargin } = AccountKind;
    return accountOf(user, pocket === MAIN_POCKET ? crossMargin : isolatedMargin);
  }

  private coins(): OwnCoin[] {
    return this.lending.accounts.coins(this.target.user, this.target.pocket);
  }

  private recordOf(coin: OwnCoin): number {
    return this.state.loans.records.find(this.account, coin.number);
  }

  private cancelOrders(): void {
    for (const id of openOrderIds(this.state, this.account, pairOf(this.target.pocket))) {
      this.entry.cancel(this.state.orders.find(id), DoneReason.liquidation);
    }
  }

  /** Pays and trades until the ratio is safe, or nothing more can be done. */
  private settle(): boolean {
    for (let orders = 0; ; orders++) {
      this.payDebts();
      const coins = this.coins();
      if (this.isSafe(coins)) return true;
      if (orders === ORDERS_MAX) return false;
      const swap = this.chooseSwap(coins);
      if (swap === null) return this.makeGood();
      if (!this.trade(swap)) return false;
    }
  }

  private isSafe(coins: readonly OwnCoin[]): boolean {
    if (!coins.some(({ debt }) => debt > 0)) return true;
    return loanRatio(marginSums(coins)) <= MARGIN_SAFE_PPM;
  }

  /** Pays debts with what is available of the same coin, and the fund's fee for that. */
  private payDebts(): void {
    const { state, lending } = this;
    for (const coin of this.coins()) {
      if (coin.debt === 0) continue;
      const record = this.recordOf(coin);
      const available = state.ledger.availableApprox(state.loans.records.balance(record));
      const { paid, fee } = this.split(coin, available, this.feePpm(coin));
      if (paid === 0) continue;
      lending.money.takeBack(record, paid, state.seq, LoanCause.liquidated);
      if (fee === 0) continue;
      lending.money.payFund(record, PostingReason.liquidationFee, -fee);
      this.tally.fee += coinValue(fee, coin.scale);
    }
  }

  /** The fund takes nothing of an account that has nothing of its own. */
  private feePpm({ risk }: OwnCoin): number {
    return marginSums(this.coins().map(netted)).equity > 0 ? risk.liquidationPpm : 0;
  }

  /** How units of a coin that is owed are divided: to the debt, and as fee for paying it. */
  private split({ debt }: OwnCoin, units: number, feePpm: number): { paid: number; fee: number } {
    const paid = Math.min(debt, ratioFloor(units, PPM, PPM + feePpm));
    return { paid, fee: Math.min(units - paid, ratioCeil(paid, feePpm, PPM)) };
  }

  /** The next order: cash buys what is owed, else what counts most is sold. null = there is nothing to sell. */
  private chooseSwap(coins: readonly OwnCoin[]): Swap | null {
    const { loans } = this.state;
    const worth = (coin: OwnCoin) => coinValue(coin.debt, coin.scale);
    const counts = (coin: OwnCoin) => coinValue(coinEquity(coin.risk, coin), coin.scale);
    const owed = coins.filter(({ debt }) => debt > 0).sort((a, b) => worth(b) - worth(a))[0]!;
    const settle = loans.settle!.asset;
    const assets = coins
      .filter(({ debt }) => debt === 0)
      .sort((a, b) => counts(b) - counts(a))
      .sort((a, b) => Number(assetOf(b.number) === settle) - Number(assetOf(a.number) === settle));
    const swaps: Swap[] = [];
    for (const asset of assets) {
      const swap = this.swapOf(coins, asset, owed);
      if (swap !== null) swaps.push(swap);
    }
    return swaps.find(isOpen) ?? swaps[0] ?? null;
  }

  /** The order that turns a coin into what is owed, or into cash. null = it is less than a lot. */
  private swapOf(coins: readonly OwnCoin[], asset: OwnCoin, owed: OwnCoin): Swap | null {
    const market = this.marketOf(asset, owed);
    const side = assetOf(asset.number) === market.instrument.base ? Side.sell : Side.buy;
    const { base, quote, quoteFactor, lotUnits, bandPpm } = market.instrument;
    const index = this.indexOf(market);
    const width = ppmFloor(index, bandPpm);
    const limit = side === Side.buy ? index + width : Math.max(1, index - width);
    const most = Math.floor(asset.held / (side === Side.sell ? lotUnits : limit * quoteFactor));
    if (most === 0) return null;
    const gets = side === Side.buy ? base : quote;
    const whole = { market, side, pays: asset, gets, limit, lots: most };
    const tooFew = (lots: number) => !this.suffices(coins, { ...whole, lots }, owed, index);
    return { ...whole, lots: Math.min(most, largestThat(most, tooFew) + 1) };
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

  /** Whether an order would make the ratio safe if it traded at the index, or brings all that is owed. */
  private suffices(coins: readonly OwnCoin[], swap: Swap, owed: OwnCoin, index: number): boolean {
    const { market, side, pays, lots } = swap;
    const { quoteFactor, lotUnits } = market.instrument;
    const [units, money] = [lots * lotUnits, lots * index * quoteFactor];
    const [paid, got] = side === Side.sell ? [units, money] : [money, units];
    const { takerPpm } = this.state.feeTiers[this.state.users.tier(this.target.user)]!;
    const net = this.inCoin(got - ppmFloor(got, takerPpm), swap.gets, owed);
    const { paid: repaid } = this.split(owed, net, owed.risk.liquidationPpm);
    if (repaid === owed.debt) return true;
    const after = coins.map((coin) => {
      if (coin === pays) return { ...coin, held: Math.max(0, coin.held - paid) };
      return coin === owed ? { ...coin, debt: coin.debt - repaid } : coin;
    });
    return loanRatio(marginSums(after)) <= MARGIN_SAFE_PPM;
  }

  /** Units of a coin in units of what is owed, by their prices; down. */
  private inCoin(units: number, asset: number, owed: OwnCoin): number {
    if (asset === assetOf(owed.number)) return units;
    const { scale } = this.state.loans.coin(asset)!;
    const above = BigInt(units) * BigInt(scale.price) * BigInt(owed.scale.divisor);
    return Number(above / (BigInt(scale.divisor) * BigInt(owed.scale.price)));
  }

  /** Places an immediate-or-cancel order; whether any of it traded. */
  private trade(swap: Swap): boolean {
    if (!isOpen(swap)) return false;
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
      options: MARGIN_OPTION,
      ...NO_ATTACHED,
    };
    this.entry.accept(market, request, seat, balance, 0);
    out.id = id;
    lending.risk.touch(record);
    return state.ledger.available(balance) !== before;
  }

  /**
   * Nothing is left to sell: the fund pays what is owed, in its coin and then in cash at the index; the pool
   * loses the rest.
   */
  private makeGood(): boolean {
    const { money } = this.lending;
    for (const coin of this.coins()) {
      if (coin.debt === 0) continue;
      const record = this.recordOf(coin);
      const units = Math.min(coin.debt, money.fund(assetOf(coin.number)));
      if (units > 0) {
        money.payFund(record, PostingReason.protection, units);
        money.takeBack(record, units, this.state.seq, LoanCause.liquidated);
        this.tally.paidByFund += coinValue(units, coin.scale);
      }
      if (units < coin.debt) this.writeOff(record, coin, coin.debt - units);
    }
    return true;
  }

  private writeOff(record: number, { scale }: OwnCoin, units: number): void {
    const { money } = this.lending;
    const { asset, divisor } = this.state.loans.settle!;
    const worth = -coinValue(-units, scale);
    const paid = Math.min(worth, Math.floor(money.fund(asset) / divisor));
    if (paid > 0) money.compensate(record, asset, paid * divisor);
    money.writeOff(record);
    this.tally.paidByFund += paid;
    this.tally.lostByPools += worth - paid;
  }
}

/** A coin as if what is held of it had paid what is owed. */
const netted = (coin: OwnCoin): OwnCoin => {
  const paid = Math.min(coin.held, coin.debt);
  return { ...coin, held: coin.held - paid, debt: coin.debt - paid };
};

const isOpen = ({ market }: Swap): boolean => market.instrument.state === InstrumentState.open;
