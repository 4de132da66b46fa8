/** One step of the slow futures exchange's liquidations: the book, the fund, and who is deleveraged. */
import {
  DoneReason,
  EventKind,
  LIQUIDATION_OPTION,
  OrderType,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { abs, down, least, most, up } from './math.ts';
import type { RawOrder } from './orders.ts';
import { NaivePrices } from './prices.ts';
import type { FuturesOrder, NaiveContract, Position } from './state.ts';

const MILLION = 1_000_000n;
const RANK_MOST = 1_000_000n;

/** What is liquidated: an account's cross margin, or one isolated position. */
export interface NaiveLiquidationTarget {
  readonly key: string;
  readonly account: number;
  readonly own: Position | null;
  readonly excess: bigint;
}

/** One step as it goes. */
interface Step {
  readonly position: Position;
  readonly target: NaiveLiquidationTarget;
  readonly mark: bigint;
  readonly excess: bigint;
  /** Whether it is worth less than nothing at the index: then the fund may pay, and this much. */
  readonly bankrupt: boolean;
  fund: bigint;
  limit: bigint;
  closed: bigint;
  deleveraged: bigint;
  fee: bigint;
  paid: bigint;
  /** Margin of the isolated position that its closing gave back. */
  returned: bigint;
}

/** What the book takes, and what the rest may need then where the fund has to pay. */
interface Way {
  readonly lots: bigint;
  readonly price: bigint;
  readonly lacks: bigint | null;
}

/** Opposite positions by rank, and who of them has nothing left to give. */
interface Ranked {
  readonly list: readonly Position[];
  readonly done: Set<Position>;
}

/** Steps of liquidations. */
export abstract class NaiveClosing extends NaivePrices {
  private step: Step | null = null;
  /** Of this command. */
  protected readonly ranked = new Map<string, Ranked>();
  /** By contract and hour. */
  private readonly fundPaid = new Map<string, bigint>();

  protected again(target: NaiveLiquidationTarget): bigint {
    if (target.own !== null) return this.ownExcess(target.own);
    return this.crossExcess(target.account, this.contracts()[0]!);
  }

  protected positionsIn({ account, own }: NaiveLiquidationTarget): Position[] {
    if (own !== null) return own.lots === 0n ? [] : [own];
    return this.positionsOf(account).filter((p) => !p.isolated && p.lots !== 0n);
  }

  /** Closes one position as far as it goes; whether anything was closed. */
  protected closeWorst(target: NaiveLiquidationTarget): boolean {
    const position = this.worst(target);
    const step = this.newStep(target, position);
    this.step = step;
    const size = step.bankrupt ? abs(position.lots) : this.sizeToClose(position);
    step.limit = step.bankrupt ? this.bandEnd(position) : this.lastOf(position);
    const { lots, price, lacks } = this.wayOf(step, size);
    const units = lots === 0n ? 0n : this.sellOut(position, lots, price);
    step.closed = lots;
    if (lacks !== null) this.makeUp(step, lacks);
    this.takeFee(step, units);
    if (size > lots) this.deleverage(step, size - lots);
    this.step = null;
    if (step.closed + step.deleveraged === 0n) return false;
    this.emitStep(step);
    return true;
  }

  /** What the book takes of `size` lots, lot after lot, and what the fund has to pay for it. */
  private wayOf({ position, limit, fund }: Step, size: bigint): Way {
    const { contract } = position;
    const sign = position.lots > 0n ? 1n : -1n;
    let need = this.needOf(position);
    let left = abs(position.lots);
    let lots = 0n;
    let price = 0n;
    let start: { need: bigint; left: bigint } | null = null;
    for (const offer of this.offersTo(contract, this.ioc(position, size, limit))) {
      const value = sign * offer.price * contract.terms.factor;
      let taken = offer.lots;
      if (start !== null || value * left < need) {
        start ??= { need, left };
        const { need: from, left: of } = start;
        const pays = (k: bigint): bigint =>
          up(from * (of - left + k), of) - (from - need) - value * k;
        while (taken > 0n && pays(taken) > fund) taken = this.lower(taken, (k) => pays(k) <= fund);
      }
      if (taken === 0n) break;
      need -= value * taken;
      left -= taken;
      lots += taken;
      price = offer.price;
      if (taken < offer.lots) break;
    }
    // What is left must need no more for each lot than before the fund paid.
    const lacks =
      start === null || start.left === left ? null : down(start.need * left, start.left);
    return { lots, price, lacks };
  }

  /** The largest number below `from` that is good; 0 where none is. */
  private lower(from: bigint, good: (k: bigint) => boolean): bigint {
    let low = 0n;
    let high = from;
    while (high - low > 1n) {
      const middle = (low + high) / 2n;
      if (good(middle)) low = middle;
      else high = middle;
    }
    return low;
  }

  /** What closing a long position must bring at least, the negative of what a short one may cost at most. */
  private needOf(position: Position): bigint {
    const { cost, lots, contract } = position;
    const { factor } = contract.terms;
    return (lots > 0n ? cost : -cost) * factor - this.backingOf(position);
  }

  private backingOf(position: Position): bigint {
    const { account, contract, isolated, margin } = position;
    if (isolated) return margin;
    let backing = this.wallet(account, contract).available;
    for (const other of this.positionsOf(account)) {
      if (other === position || other.isolated) continue;
      const { terms, index } = other.contract;
      backing += terms.profit(other, index) * terms.unit;
    }
    return backing;
  }

  /** The fund pays what the fills have lost beyond what backs the position. */
  private makeUp(step: Step, need: bigint): void {
    const { position } = step;
    const { account, contract } = position;
    const lacks = this.needOf(position) - need;
    const paid = this.protect(position, least(lacks, step.fund - step.paid));
    step.paid += paid;
    if (!position.isolated || position.lots === 0n) return;
    const wallet = this.wallet(account, contract);
    wallet.available -= paid;
    wallet.held += paid;
    position.margin += paid;
  }

  protected newStep(target: NaiveLiquidationTarget, position: Position): Step {
    const { mark } = position.contract;
    const nothing = { limit: 0n, closed: 0n, deleveraged: 0n, fee: 0n, paid: 0n, returned: 0n };
    const bankrupt = this.equityBy('index', position) < 0n;
    const fund = bankrupt ? this.fundLeft(position.contract) : 0n;
    return { position, target, mark, excess: this.again(target), bankrupt, fund, ...nothing };
  }

  private worst(target: NaiveLiquidationTarget): Position {
    const loss = (p: Position): bigint => -p.contract.terms.profit(p, p.contract.mark);
    return this.positionsIn(target).reduce((a, b) => (loss(b) > loss(a) ? b : a));
  }

  /** Down to the largest size of the tier below, or all of it. */
  private sizeToClose({ lots, contract }: Position): bigint {
    const { terms, mark } = contract;
    const tier = terms.tierOf(terms.value(lots, mark));
    if (tier === 0) return abs(lots);
    const keep = (terms.bound(tier - 1) * terms.unit) / (mark * terms.factor);
    return most(1n, abs(lots) - keep);
  }

  /** The price at which closing a position takes all that backs it. */
  private lastPrice(position: Position): bigint {
    const { contract, lots, cost } = position;
    const { factor } = contract.terms;
    const backing = this.backingOf(position);
    const size = abs(lots) * factor;
    const price =
      lots > 0n ? up(cost * factor - backing, size) : down(cost * factor + backing, size);
    return most(1n, price);
  }

  /** The same of one that is worth something: no further away than the band, and not beyond the index. */
  private lastOf(position: Position): bigint {
    const { index } = position.contract;
    const last = this.lastPrice(position);
    const band = this.bandEnd(position);
    return position.lots > 0n ? least(index, most(last, band)) : most(index, least(last, band));
  }

  private bandEnd({ contract, lots }: Position): bigint {
    const { mark, instrument } = contract;
    const width = (mark * BigInt(instrument.contract!.liquidationBandPpm)) / MILLION;
    return lots > 0n ? most(1n, mark - width) : mark + width;
  }

  /** Settle units that the fund may pay for a contract in the hour that runs. */
  protected fundLeft(contract: NaiveContract): bigint {
    const { terms, instrument, mark } = contract;
    const fund = this.balance(SystemAccount.insurance, instrument.quote).available;
    const interest = this.openInterest(contract) * mark * terms.factor;
    const limit = most(1_000_000n * terms.unit, least(fund / 20n, interest / 1_000n));
    const paid = this.fundPaid.get(this.hourOf(contract)) ?? 0n;
    return most(0n, least(fund, limit - paid));
  }

  private hourOf({ instrument }: NaiveContract): string {
    return `${instrument.id} in ${Math.floor(this.time / 3_600_000)}`;
  }

  /** The liquidation's order as one that asks. */
  private ioc({ account, contract, lots, leg }: Position, size: bigint, limit: bigint): RawOrder {
    return {
      account,
      instrument: contract.instrument.id,
      side: lots > 0n ? Side.sell : Side.buy,
      type: OrderType.limit,
      timeInForce: TimeInForce.ioc,
      selfTrade: SelfTrade.none,
      price: Number(limit),
      quantity: Number(size),
      quoteAmount: 0,
      clientId: '',
      options: leg << 1,
      takeProfitTrigger: 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
    };
  }

  /** The order in the book; what it traded in settle units. */
  private sellOut(position: Position, size: bigint, limit: bigint): bigint {
    const { contract } = position;
    const id = this.nextOrder;
    this.nextOrder += 1;
    const side = position.lots > 0n ? Side.sell : Side.buy;
    const leg = position.leg << 1;
    const order: FuturesOrder = {
      id,
      account: position.account,
      instrument: contract.instrument.id,
      side,
      timeInForce: TimeInForce.ioc,
      selfTrade: SelfTrade.none,
      clientId: '',
      attached: null,
      ocoPlan: 0,
      price: Number(limit),
      quantity: Number(size),
      remaining: Number(size),
      options: leg | LIQUIDATION_OPTION,
    };
    const { account, instrument, selfTrade, price, quantity } = order;
    this.emit({
      kind: EventKind.orderOpened,
      seq: this.seq,
      time: this.time,
      order: id,
      account,
      instrument,
      side,
      type: 0,
      timeInForce: TimeInForce.ioc,
      selfTrade,
      price,
      quantity,
      quoteAmount: 0,
      options: order.options,
      clientId: '',
      plan: 0,
      takeProfitTrigger: 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
    });
    this.match(contract, { order, limit: price, prevented: false });
    const reason = order.remaining === 0 ? DoneReason.filled : DoneReason.iocRemainder;
    this.done(order, reason, order.remaining);
    let units = 0n;
    for (const event of this.events) {
      if (event.kind === EventKind.contractTrade && event.takerOrder === id) {
        units += BigInt(event.quote);
      }
    }
    return units;
  }

  /** The fund's fee of what was closed, at most what is left of the account. */
  private takeFee(step: Step, traded: bigint): void {
    const { position } = step;
    const { contract, isolated, account } = position;
    const { instrument } = contract;
    const ppm = BigInt(instrument.contract!.liquidationPpm);
    let left = this.equityBy('worst', position) * contract.terms.unit;
    if (isolated) left = position.lots === 0n ? step.returned : least(left, position.margin);
    const units = most(0n, least((traded * ppm) / MILLION, left));
    this.pay(account, SystemAccount.insurance, instrument.quote, units);
    position.fees += units;
    step.fee += units;
    if (!isolated) return;
    if (position.lots === 0n) step.returned -= units;
    else {
      const wallet = this.wallet(account, contract);
      wallet.available += units;
      wallet.held -= units;
      position.margin -= units;
    }
  }

  /** Closes the rest against the opposite positions of the highest rank, as far as each can bear it. */
  private deleverage(step: Step, size: bigint): void {
    const { position } = step;
    const { contract } = position;
    let rest = size;
    const long = position.lots > 0n;
    const price = step.bankrupt ? this.lastPrice(position) : this.lastOf(position);
    const { list, done } = this.rankedFor(position);
    for (const other of list) {
      if (rest === 0n) break;
      const open = other.lots * position.lots < 0n ? abs(other.lots) : 0n;
      if (done.has(other)) continue;
      const lots = least(rest, open === 0n ? 0n : least(open, this.bearable(other, price)));
      if (lots === 0n || lots === open) done.add(other);
      if (lots === 0n) continue;
      this.exchange(
        contract,
        { position, side: long ? Side.sell : Side.buy, ppm: 0n },
        { position: other, side: long ? Side.buy : Side.sell, ppm: 0n },
        lots,
        price,
        null,
        1,
      );
      rest -= lots;
      step.deleveraged += lots;
    }
    this.takeFee(step, step.deleveraged * price * contract.terms.factor);
  }

  /** Lots that a position can close at a price and not be worth less than nothing. */
  private bearable(position: Position, price: bigint): bigint {
    const { account, contract, isolated, margin, lots } = position;
    const { factor, unit } = contract.terms;
    const backed = this.positionsOf(account).filter((p) => !p.isolated && p.lots !== 0n);
    for (const each of isolated ? [position] : backed) this.settle(each);
    const { index, mark } = contract;
    const loses = (lots < 0n ? price - most(index, mark) : least(index, mark) - price) * factor;
    const equity = most(0n, this.equityBy('worst', position)) * unit;
    const size = abs(lots);
    let bears = loses <= 0n ? size : equity / loses;
    if (!isolated) return bears;
    const against = lots < 0n ? price * size - position.cost : position.cost - price * size;
    if (against > 0n) bears = least(bears, ((position.margin / factor) * size) / against);
    return margin < 0n ? 0n : bears;
  }

  /** Ranks as they were when the command first asked. */
  private rankedFor(position: Position): Ranked {
    const key = `${position.contract.instrument.id} ${position.lots > 0n}`;
    const known = this.ranked.get(key);
    if (known !== undefined) return known;
    const fresh = { list: this.opposite(position), done: new Set<Position>() };
    this.ranked.set(key, fresh);
    return fresh;
  }

  /** Opposite positions, the highest rank first. */
  private opposite(position: Position): Position[] {
    const found = [...this.positions.values()].filter(
      (p) => p.contract === position.contract && p.lots * position.lots < 0n,
    );
    const ranked = found.map((p) => ({ p, rank: this.rank(p) }));
    ranked.sort(
      (a, b) => Number(b.rank - a.rank) || a.p.account - b.p.account || a.p.leg - b.p.leg,
    );
    return ranked.map(({ p }) => p);
  }

  /** Profit over cost (10^-4), times value over equity (per cent); a loss is divided by it. */
  private rank(position: Position): bigint {
    const { terms, mark } = position.contract;
    const profit = terms.profit(position, mark);
    const cost = terms.marginUp(position.cost);
    const share = cost > 0n ? least(RANK_MOST, (abs(profit) * 10_000n) / cost) : RANK_MOST;
    const value = terms.marginUp(abs(position.lots) * mark);
    const equity = this.equity(position);
    const times = equity > 0n ? most(1n, least(RANK_MOST, (value * 100n) / equity)) : RANK_MOST;
    return profit >= 0n ? share * times : -up(share * 10_000n, times);
  }

  protected isLiquidated(position: Position): boolean {
    return this.step?.position === position;
  }

  /** What came of it may pay the fund's fee; what it lacks the fund pays, as far as it goes. */
  protected onOwnClosed(position: Position, net: bigint): void {
    if (this.step?.position !== position) return;
    if (net >= 0n) this.step.returned += net;
    else this.step.paid += this.protect(position, least(-net, this.step.fund - this.step.paid));
  }

  /** The fund pays into a wallet, as far as it can; what it paid. */
  protected protect({ account, contract }: Position, units: bigint): bigint {
    const { quote } = contract.instrument;
    const fund = this.balance(SystemAccount.insurance, quote).available;
    const paid = most(0n, least(units, fund));
    this.pay(SystemAccount.insurance, account, quote, paid);
    const hour = this.hourOf(contract);
    this.fundPaid.set(hour, (this.fundPaid.get(hour) ?? 0n) + paid);
    return paid;
  }

  protected emitStep(step: Step): void {
    const { position, mark, excess, limit, closed, deleveraged, fee, paid } = step;
    this.emit({
      kind: EventKind.liquidation,
      seq: this.seq,
      time: this.time,
      account: position.account,
      instrument: position.contract.instrument.id,
      leg: position.leg,
      marginMode: this.marginMode(position),
      closed: Number(closed),
      deleveraged: Number(deleveraged),
      mark: Number(mark),
      excess: Number(excess),
      limit: Number(limit),
      fee: Number(fee),
      paidByFund: Number(paid),
    });
  }
}
