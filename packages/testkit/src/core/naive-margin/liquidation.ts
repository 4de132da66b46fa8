/** The slow exchange with liquidations of margin accounts: every account asked after every command. */
import {
  type Command,
  CommandKind,
  DoneReason,
  EventKind,
  type FlashRepayCommand,
  InstrumentState,
  LoanCause,
  PostingReason,
  type PricesCommand,
  Reject,
  SelfTrade,
  Side,
  SystemAccount,
} from '@halcyon/domain';
import { down, least, most, up } from '../naive-futures/math.ts';
import type { NaiveLook } from '../naive-orders.ts';
import { type NaiveMarket, type NaiveRefusal, refusal } from '../naive-rules.ts';
import { POCKET } from './accounts.ts';
import { NaiveFund } from './fund.ts';
import { countsOf, type NaiveHolding, sumsOf, worthOf } from './terms.ts';

const MILLION = 1_000_000n;
const MOST = 200;
const ORDERS = 16;
const SAFE = 500_000n;
const CALL = 800_000n;

/** A coin of an account that is liquidated. */
interface Own extends NaiveHolding {
  readonly number: number;
}

interface Swap {
  readonly market: NaiveMarket;
  readonly side: Side;
  readonly pays: Own;
  readonly gets: number;
  readonly limit: number;
  readonly lots: bigint;
}

export class NaiveLiquidation extends NaiveFund {
  private readonly waits = new Set<string>();
  /** Accounts whose ratio was above 80 % when they were asked last. */
  private above = new Set<string>();
  private account = 0;
  private pocket = 0;
  private fee = 0n;
  private byFund = 0n;
  private byPools = 0n;
  /** The repayment that runs instead of a liquidation. @see flashRepay */
  private flash: { readonly asset: number; readonly id: number } | null = null;

  protected override dispatch(c: Command): NaiveRefusal | null {
    return c.kind === CommandKind.flashRepay ? this.flashRepay(c) : super.dispatch(c);
  }

  private flashRepay({ account, instrument, asset }: FlashRepayCommand): NaiveRefusal | null {
    const bad = this.loanRefusal(account, instrument, asset);
    if (bad !== null) return bad;
    this.chargeAll(account, instrument);
    this.account = account;
    this.pocket = instrument + 1;
    const owed = this.owned().filter((coin) => coin.debt > 0n);
    if (!owed.some(({ number }) => asset === -1 || number % POCKET === asset)) {
      return refusal(Reject.nothingOwed, 0, asset);
    }
    const old = this.staleRefusal(account, this.pocket);
    if (old !== null) return old;
    const id = this.movement('', '');
    this.flash = { asset, id };
    this.work();
    const ended = !this.owned().some((coin) => this.due(coin));
    this.flash = null;
    const { seq, time } = this;
    const told = { account, instrument, asset, id, ended };
    this.emit({ kind: EventKind.flashRepaid, seq, time, ...told });
    return null;
  }

  /** Whether a coin is to be paid back. */
  private due({ debt, number }: Own): boolean {
    const { flash } = this;
    const named = flash === null || flash.asset === -1 || number % POCKET === flash.asset;
    return debt > 0n && named;
  }

  private enough(coins: readonly Own[]): boolean {
    if (!coins.some((coin) => this.due(coin))) return true;
    return this.flash === null && safe(coins);
  }

  private rateOf(coin: Own): bigint {
    return this.flash === null ? coin.tiers.fee : 0n;
  }

  /** What an owner orders must be kept at the worst; a liquidation asks for nothing. */
  private mayTrade({ market, side, limit, lots }: Swap): boolean {
    if (this.flash === null) return true;
    const { id, base, quote } = market.instrument;
    const [paid, got] = this.reached(market, this.look(side), lots, limit);
    if (got === 0n) return false;
    const [pays, gets] = side === Side.buy ? [quote, base] : [base, quote];
    const holdings = this.holdings(this.account, this.pocket);
    const { excess } = sumsOf(holdings);
    const order = { instrument: id, pays, gets, paid, got };
    return excess >= this.lossWith(order, this.account, this.pocket, holdings);
  }

  protected override takePrices(c: PricesCommand): NaiveRefusal | null {
    const bad = super.takePrices(c);
    if (bad === null) this.waits.clear();
    return bad;
  }

  /** An account of which anything changed is tried again. */
  protected override changed(account: number, pocket: number): void {
    this.waits.delete(`${account}/${pocket}`);
  }

  protected override settleDue(): void {
    super.settleDue();
    this.callAll();
    this.liquidateAll();
  }

  /** Every account is asked for its ratio: who is above 80 % and was not before is called. */
  private callAll(): void {
    const above = new Set<string>();
    for (const { user, pocket } of this.owing()) {
      const account = user * 8 + (pocket === 0 ? 2 : 3);
      const { equity, excess } = sumsOf(this.holdings(account, pocket));
      const keeps = equity - excess;
      const calm = equity > 0n ? up(keeps * MILLION, equity) <= CALL : keeps <= 0n;
      if (calm && excess >= 0n) continue;
      above.add(`${account}/${pocket}`);
      if (this.above.has(`${account}/${pocket}`) || excess < 0n) continue;
      this.emit({
        kind: EventKind.marginCall,
        seq: this.seq,
        time: this.time,
        account,
        instrument: pocket - 1,
        equity: Number(equity),
        keeps: Number(keeps),
      });
    }
    this.above = above;
  }

  /** No plans are placed beside it, so none follow. */
  private liquidateAll(): void {
    for (let left = MOST; left > 0; left -= 1) {
      const target = this.notKept().find(({ user, pocket }) => {
        const account = user * 8 + (pocket === 0 ? 2 : 3);
        const waits = this.waits.has(`${account}/${pocket}`);
        return !waits && this.staleRefusal(account, pocket) === null;
      });
      if (target === undefined) return;
      this.account = target.user * 8 + (target.pocket === 0 ? 2 : 3);
      this.pocket = target.pocket;
      const ended = this.liquidate();
      this.settleIncomes();
      this.callAll();
      if (!ended) this.waits.add(`${this.account}/${this.pocket}`);
    }
  }

  private liquidate(): boolean {
    const { account, pocket } = this;
    this.fee = 0n;
    this.byFund = 0n;
    this.byPools = 0n;
    this.chargeAll(account, pocket - 1);
    const { equity, excess } = sumsOf(this.owned());
    const { assets, debts } = worthOf(this.owned());
    this.endAll(account, pocket - 1, DoneReason.liquidation);
    const ended = this.work();
    this.emit({
      kind: EventKind.marginLiquidation,
      seq: this.seq,
      time: this.time,
      account,
      instrument: pocket - 1,
      equity: Number(equity),
      keeps: Number(equity - excess),
      assets: Number(assets),
      debts: Number(debts),
      fee: Number(this.fee),
      paidByFund: Number(this.byFund),
      lostByPools: Number(this.byPools),
      ended,
    });
    return ended;
  }

  /** Coins that the account has or owes. */
  private owned(): Own[] {
    const numbers = this.numbersOf(this.account, this.pocket);
    return this.holdings(this.account, this.pocket)
      .map((holding, i) => ({ ...holding, number: numbers[i]! }))
      .filter(({ held, debt }) => held + debt > 0n);
  }

  private work(): boolean {
    for (let orders = 0; ; ) {
      this.payDebts();
      const coins = this.owned();
      if (this.enough(coins)) return true;
      const swap = orders < ORDERS ? this.choose(coins) : null;
      if (swap !== null && (this.trade(swap) || this.flash === null)) orders += 1;
      else if (this.flash !== null) return false;
      else if (!this.giveOver(coins)) return this.makeGood();
    }
  }

  /** What an account has less what it owes. */
  private equity(coins: readonly Own[]): bigint {
    const { assets, debts } = worthOf(net(coins));
    return assets - debts;
  }

  /** What of its worth an order must bring at the least: `[kept, whole]`. */
  private floor(coins: readonly Own[]): [bigint, bigint] {
    const own = net(coins);
    const { assets } = worthOf(own);
    const equity = this.equity(coins);
    if (equity >= 0n) return [assets - equity, assets];
    const cash = [...this.coins.values()].find(({ market }) => market === -1)!;
    const owed = own.filter(({ debt, number }) => debt > 0n && number % POCKET !== cash.asset);
    let has = this.fundOf(cash.asset) / cash.divisor;
    for (const coin of owed) has += worth(coin, this.fundOf(coin.number % POCKET));
    const loss = most(0n, least(has, this.mayPay()) + equity);
    return [most(0n, assets - loss), assets];
  }

  /** The pool takes the first coin for the largest debt. */
  private giveOver(coins: readonly Own[]): boolean {
    const owed = this.largestDebt(coins);
    const asset = this.ranked(coins).find(({ held }) => held > 0n);
    if (asset === undefined) return false;
    const cap = (most(0n, this.equity(coins)) * asset.divisor) / asset.price;
    const cost = up(owed.debt * owed.price * asset.divisor, owed.divisor * asset.price);
    const part = (units: bigint) => {
      const kept = least(cap, units - (units * MILLION) / (MILLION + owed.tiers.fee));
      const paid = least(cost, units - kept);
      const fee = least(least(units - paid, cap), up(paid * owed.tiers.fee, MILLION));
      const gain = (paid * asset.price * owed.divisor) / (asset.divisor * owed.price);
      return { paid, fee, debt: least(owed.debt, gain) };
    };
    const enough = (units: bigint): boolean => {
      const { paid, fee, debt } = part(units);
      if (debt === owed.debt) return true;
      return this.enough(
        coins.map((each) => {
          if (each === asset) return { ...each, held: each.held - paid - fee };
          return each === owed ? { ...each, debt: each.debt - debt } : each;
        }),
      );
    };
    const { paid, fee, debt } = part(fewest(asset.held, enough));
    this.move(SystemAccount.loans, asset.number, PostingReason.takenOver, -paid);
    const loan = this.debt(this.account, owed.number);
    if (debt > 0n) this.forgive(loan, debt, LoanCause.takenOver);
    if (fee > 0n) {
      this.move(SystemAccount.insurance, asset.number, PostingReason.liquidationFee, -fee);
      this.fee += worth(asset, fee);
    }
    return true;
  }

  private payDebts(): void {
    for (const coin of this.owned()) {
      if (!this.due(coin)) continue;
      const debt = this.debt(this.account, coin.number);
      const { available } = this.ledger.of(this.account, coin.number);
      const rate = this.rateOf(coin);
      const cap = (most(0n, this.equity(this.owned())) * coin.divisor) / coin.price;
      const kept = least(cap, available - (available * MILLION) / (MILLION + rate));
      const paid = least(coin.debt, available - kept);
      if (paid === 0n) continue;
      const fee = least(least(available - paid, cap), up(paid * rate, MILLION));
      const [id, cause] = [
        this.flash?.id ?? this.seq,
        this.flash === null ? 'liquidated' : 'repaid',
      ] as const;
      this.takeBack(debt, paid, id, LoanCause[cause]);
      if (fee === 0n) continue;
      this.move(SystemAccount.insurance, coin.number, PostingReason.liquidationFee, -fee);
      this.fee += worth(coin, fee);
    }
  }

  /** From a system account to the one that is liquidated. */
  private move(from: number, number: number, reason: PostingReason, units: bigint): void {
    const asset = number % POCKET;
    this.post(from, asset, reason, this.seq, -units, 0n, 0n, this.pocket - 1);
    this.post(this.account, asset, reason, this.seq, units, 0n, 0n, this.pocket - 1);
  }

  private largestDebt(coins: readonly Own[]): Own {
    return coins
      .filter((coin) => this.due(coin))
      .reduce((a, b) => (worth(b, b.debt) > worth(a, a.debt) ? b : a));
  }

  /** What pays debts, in its order. */
  private ranked(coins: readonly Own[]): Own[] {
    const cash = [...this.coins.values()].find(({ market }) => market === -1)!.asset;
    const rank = (coin: Own) => (coin.number % POCKET === cash ? 1 : 0);
    const value = (coin: Own) => worth(coin, countsOf(coin.tiers, coin.held));
    return coins
      .filter((coin) => !this.due(coin))
      .sort((a, b) => {
        const [x, y] = [value(a), value(b)];
        return rank(b) - rank(a) || (x > y ? -1 : x < y ? 1 : a.number - b.number);
      });
  }

  private choose(coins: readonly Own[]): Swap | null {
    const owed = this.largestDebt(coins);
    const swaps = this.ranked(coins)
      .map((asset) => this.swapFor(coins, asset, owed))
      .filter((swap) => swap !== null);
    const open = ({ market }: Swap) => market.instrument.state === InstrumentState.open;
    if (this.flash !== null) return swaps.find(open) ?? swaps[0] ?? null;
    for (const swap of swaps.filter(open)) {
      const lots = this.lotsUpTo(swap);
      if (lots > 0n) return { ...swap, lots };
    }
    return null;
  }

  private look(side: Side): NaiveLook {
    return { account: this.account, side, selfTrade: SelfTrade.none };
  }

  /** Lots of an order that the book has. */
  private lotsUpTo({ market, side, limit, lots }: Swap): bigint {
    const [paid, got] = this.reached(market, this.look(side), lots, limit);
    return (side === Side.buy ? got : paid) / BigInt(market.instrument.lotUnits);
  }

  /** The worst price of an order, 0 = none. */
  private limitFor(
    coins: readonly Own[],
    { instrument }: NaiveMarket,
    side: Side,
    edge: bigint,
  ): bigint {
    if (this.flash !== null) return edge;
    const [kept, whole] = this.floor(coins);
    if (whole === 0n) return 0n;
    const { base, quote, lotUnits, quoteFactor } = instrument;
    const [from, to] = [this.coins.get(base)!, this.coins.get(quote)!];
    const lot = BigInt(lotUnits) * from.price * to.divisor;
    const tick = BigInt(quoteFactor) * to.price * from.divisor;
    const net = MILLION - BigInt(this.tierOf(this.account).takerPpm);
    if (side === Side.sell) return most(edge, up(lot * kept * MILLION, tick * whole * net));
    return kept === 0n ? edge : least(edge, (lot * whole * net) / (tick * kept * MILLION));
  }

  private swapFor(coins: readonly Own[], asset: Own, owed: Own): Swap | null {
    const coin = this.coins.get(asset.number % POCKET)!;
    const through = coin.market === -1 ? this.coins.get(owed.number % POCKET)! : coin;
    const market = this.markets[this.pocket === 0 ? through.market : this.pocket - 1]!;
    const { base, quote, lotUnits, quoteFactor, bandPpm } = market.instrument;
    const [lot, factor] = [BigInt(lotUnits), BigInt(quoteFactor)];
    const side = coin.asset === base ? Side.sell : Side.buy;
    const [from, to] = [this.coins.get(base)!, this.coins.get(quote)!];
    const index = most(1n, (from.price * lot * to.divisor) / (from.divisor * to.price * factor));
    const width = (index * BigInt(bandPpm)) / MILLION;
    const edge = side === Side.buy ? index + width : most(1n, index - width);
    const limit = this.limitFor(coins, market, side, edge);
    if (limit === 0n) return null;
    const { available } = this.ledger.of(this.account, asset.number);
    const all = available / (side === Side.sell ? lot : limit * factor);
    if (all === 0n) return null;
    const gets = side === Side.buy ? base : quote;
    const enough = (lots: bigint): boolean => {
      const [units, money] = [lots * lot, lots * index * factor];
      const [paid, got] = side === Side.sell ? [units, money] : [money, units];
      const net = got - (got * BigInt(this.tierOf(this.account).takerPpm)) / MILLION;
      const into = this.coins.get(gets)!;
      const same = gets === owed.number % POCKET;
      const gain = same ? net : (net * into.price * owed.divisor) / (into.divisor * owed.price);
      const repaid = least(owed.debt, (gain * MILLION) / (MILLION + this.rateOf(owed)));
      if (repaid === owed.debt) return true;
      return this.enough(
        coins.map((each) => {
          if (each === asset) return { ...each, held: most(0n, each.held - paid) };
          return each === owed ? { ...each, debt: each.debt - repaid } : each;
        }),
      );
    };
    return { market, side, pays: asset, gets, limit: Number(limit), lots: fewest(all, enough) };
  }

  private trade(swap: Swap): boolean {
    const { market, side, pays, limit, lots } = swap;
    if (market.instrument.state !== InstrumentState.open || !this.mayTrade(swap)) return false;
    const before = this.ledger.of(this.account, pays.number).available;
    const { id } = this.outcome;
    this.enter(market, {
      account: this.account,
      instrument: market.instrument.id,
      side,
      type: 0,
      timeInForce: 1,
      selfTrade: SelfTrade.none,
      price: limit,
      quantity: Number(lots),
      quoteAmount: 0,
      clientId: '',
      options: this.flash === null ? 9 : 8,
      takeProfitTrigger: 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
    });
    this.outcome.id = id;
    return this.ledger.of(this.account, pays.number).available !== before;
  }

  private makeGood(): boolean {
    const cash = [...this.coins.values()].find(({ market }) => market === -1)!;
    for (const coin of this.owned()) {
      if (coin.debt === 0n) continue;
      const { insurance, loans } = SystemAccount;
      const { protection } = PostingReason;
      const debt = this.debt(this.account, coin.number);
      const asset = coin.number % POCKET;
      const allowed = (this.mayPay() * coin.divisor) / coin.price;
      const units = least(least(coin.debt, allowed), this.fundOf(asset));
      if (units > 0n) {
        this.move(insurance, coin.number, protection, units);
        this.takeBack(debt, units, this.seq, LoanCause.liquidated);
        this.byFund += worth(coin, units);
        this.fundPays(up(units * coin.price, coin.divisor));
      }
      const rest = coin.debt - units;
      if (rest === 0n) continue;
      const value = up(rest * coin.price, coin.divisor);
      const paid = least(least(value, this.mayPay()), this.fundOf(cash.asset) / cash.divisor);
      if (paid > 0n) {
        const moved = paid * cash.divisor;
        const pair = this.pocket - 1;
        this.post(insurance, cash.asset, protection, this.seq, -moved, 0n, 0n, pair);
        this.post(loans, cash.asset, protection, this.seq, moved, 0n, 0n, pair);
        this.fundPays(paid);
      }
      this.forgive(debt, rest, LoanCause.writtenOff);
      this.byFund += paid;
      this.byPools += value - paid;
    }
    return true;
  }
}

/** Coins as if what is held of each had paid what is owed of it. */
function net(coins: readonly Own[]): Own[] {
  return coins.map((coin) => {
    const paid = least(coin.held, coin.debt);
    return { ...coin, held: coin.held - paid, debt: coin.debt - paid };
  });
}

/** The least number that is enough, or `all` where none is. */
function fewest(all: bigint, enough: (number: bigint) => boolean): bigint {
  if (!enough(all)) return all;
  let [low, high] = [0n, all];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (enough(middle)) high = middle;
    else low = middle;
  }
  return high;
}

function worth({ price, divisor }: NaiveHolding, units: bigint): bigint {
  return down(units * price, divisor);
}

/** The ratio of what must be kept to what there is is one half at most. */
function safe(coins: readonly NaiveHolding[]): boolean {
  const { equity, excess } = sumsOf(coins);
  const keeps = equity - excess;
  if (equity <= 0n) return equity >= keeps;
  return keeps <= 0n || up(keeps * MILLION, equity) <= SAFE;
}
