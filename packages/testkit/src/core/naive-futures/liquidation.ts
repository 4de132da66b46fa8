/** The slow futures exchange's liquidations: after each command it asks every account anew. */
import {
  DoneReason,
  EventKind,
  LIQUIDATION_OPTION,
  SelfTrade,
  Side,
  SystemAccount,
  TimeInForce,
} from '@halcyon/domain';
import { abs, down, least, most, up } from './math.ts';
import { Prices } from './prices.ts';
import type { Contract, FuturesOrder, Position } from './state.ts';

const MILLION = 1_000_000n;
const STEPS = 200;
const RANK_MOST = 1_000_000n;

/** What is liquidated: an account's cross margin, or one isolated position. */
interface Target {
  readonly key: string;
  readonly account: number;
  readonly own: Position | null;
  readonly excess: bigint;
}

/** One step as it goes. */
interface Step {
  readonly position: Position;
  readonly target: Target;
  readonly mark: bigint;
  readonly excess: bigint;
  limit: bigint;
  closed: bigint;
  deleveraged: bigint;
  fee: bigint;
  paid: bigint;
  /** Margin of the isolated position that its closing gave back. */
  returned: bigint;
}

/** Liquidation. */
export abstract class Liquidation extends Prices {
  private step: Step | null = null;

  /** At the end of a command. @param most steps @returns how many are left */
  protected liquidateAll(most = STEPS): number {
    for (let left = most; left > 0; left--) {
      this.cutAll();
      const target = this.firstDue();
      if (target === null) return left;
      this.liquidate(target);
    }
    this.cutAll();
    return 0;
  }

  /** Newest reduce-only orders of all that has shrunk are cut; plans of what is closed end. */
  protected cutAll(): void {
    for (const position of this.positions.values()) {
      this.cut(position);
      if (position.lots === 0n) this.plans.onClosed(position);
    }
  }

  /** The first account, by number, that the predicate condemns; all of them are asked. */
  private firstDue(): Target | null {
    const accounts = [...new Set([...this.positions.values()].map((p) => p.account))];
    for (const account of accounts.sort((a, b) => a - b)) {
      for (const target of this.targetsOf(account)) {
        if (target.excess < 0n && !this.waits(target)) return target;
      }
    }
    return null;
  }

  private targetsOf(account: number): Target[] {
    const open = this.positionsOf(account).filter((p) => p.lots !== 0n);
    const targets: Target[] = [];
    const cross = open.filter((p) => !p.isolated);
    if (cross.every((p) => p.contract.late !== 2)) {
      const excess = this.crossExcess(account, this.contracts()[0]!);
      targets.push({ key: `${account}`, account, own: null, excess });
    }
    for (const own of open.filter((p) => p.isolated && p.contract.late !== 2)) {
      const key = `${account}/${own.contract.instrument.id}/${own.leg}`;
      targets.push({ key, account, own, excess: this.ownExcess(own) });
    }
    return targets;
  }

  private again(target: Target): bigint {
    if (target.own !== null) return this.ownExcess(target.own);
    return this.crossExcess(target.account, this.contracts()[0]!);
  }

  private positionsIn({ account, own }: Target): Position[] {
    if (own !== null) return own.lots === 0n ? [] : [own];
    return this.positionsOf(account).filter((p) => !p.isolated && p.lots !== 0n);
  }

  private liquidate(target: Target): void {
    const { account, own } = target;
    const before = this.signature(account);
    for (const position of this.positionsIn(target)) this.settle(position);
    if (this.again(target) >= 0n) return;
    const concerned = (order: FuturesOrder): boolean => {
      const position = this.positionOf(order);
      return own === null ? !position.isolated : position.contract === own.contract;
    };
    this.endAll(account, concerned, DoneReason.liquidation);
    if (own?.auto === true) this.addMargin(own);
    if (own === null) this.offset(account);
    if (this.again(target) >= 0n) return;
    const closed = this.positionsIn(target).length > 0 && this.closeWorst(target);
    const paid = own === null && this.makeGood(target);
    if (!closed && !paid) this.waitingFor.set(target.key, before);
  }

  /** What of an account a step of its liquidation depends on, beside prices. */
  private signature(account: number): string {
    const wallet = this.wallet(account, this.contracts()[0]!).available;
    const open = this.positionsOf(account).filter((p) => p.lots !== 0n);
    const own = open.map(
      (p) => `${p.contract.instrument.id}/${p.leg} ${p.lots}/${p.cost}/${p.margin}`,
    );
    return `${wallet} ${own.join(' ')}`;
  }

  /** Whether it could not be closed, and neither prices nor the account have changed since. */
  private waits({ key, account }: Target): boolean {
    return this.waitingFor.get(key) === this.signature(account);
  }

  /** Automatic margin brings an isolated position back to its initial margin, as far as it goes. */
  private addMargin(position: Position): void {
    const { contract, account } = position;
    const wanted = (this.initial(position) - this.equity(position)) * contract.terms.unit;
    this.moveMargin(position, most(0n, least(wanted, this.withdrawable(account, contract))));
  }

  /** Margin units that opening a position of this size at the mark would need. */
  protected initial({ lots, leverage, contract }: Position): bigint {
    const { terms, mark } = contract;
    return up(abs(lots) * mark * terms.factor, terms.unit * BigInt(leverage));
  }

  /** Takes settle units out of the wallet into a position's own margin, or back. */
  protected moveMargin(position: Position, units: bigint): void {
    const wallet = this.wallet(position.account, position.contract);
    position.margin += units;
    wallet.available -= units;
    wallet.held += units;
  }

  /** Settle units that may leave an account's wallet. */
  withdrawable(account: number, contract: Contract): bigint {
    const { unit } = contract.terms;
    let losses = 0n;
    for (const position of this.positionsOf(account)) {
      if (position.isolated) continue;
      losses += most(0n, -position.contract.terms.profit(position, position.contract.mark));
    }
    const needed = this.needed(account) + losses;
    return most(0n, this.wallet(account, contract).available - needed * unit);
  }

  /** The long and the short leg of a contract close each other at the mark. */
  private offset(account: number): void {
    const open = this.positionsOf(account).filter((p) => p.lots !== 0n && !p.isolated);
    for (const contract of this.contracts()) {
      const long = open.find((p) => p.contract === contract && p.lots > 0n);
      const short = open.find((p) => p.contract === contract && p.lots < 0n);
      if (long === undefined || short === undefined) continue;
      const lots = least(long.lots, -short.lots);
      this.exchange(
        contract,
        { position: long, side: Side.sell, ppm: 0n },
        { position: short, side: Side.buy, ppm: 0n },
        lots,
        contract.mark,
        null,
        2,
      );
    }
  }

  /** Closes one position as far as it goes; whether anything was closed. */
  private closeWorst(target: Target): boolean {
    const position = this.worst(target);
    const step: Step = this.newStep(target, position);
    this.step = step;
    const size = this.sizeToClose(position);
    const before = abs(position.lots);
    const byFund = this.setLimit(step);
    const units = this.sellOut(step, size);
    step.closed = before - abs(position.lots);
    this.takeFee(step, units);
    const rest = size - step.closed;
    if (rest > 0n && byFund) this.deleverage(step, rest);
    this.step = null;
    this.tellStep(step);
    return step.closed + step.deleveraged > 0n;
  }

  private newStep(target: Target, position: Position): Step {
    const { mark } = position.contract;
    const nothing = { limit: 0n, closed: 0n, deleveraged: 0n, fee: 0n, paid: 0n, returned: 0n };
    return { position, target, mark, excess: this.again(target), ...nothing };
  }

  private worst(target: Target): Position {
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

  /** The price at which closing a position takes all that backs it, and this more. */
  private lastPrice(position: Position, more: bigint): bigint {
    const { account, contract, lots, cost, isolated, margin } = position;
    const { factor } = contract.terms;
    let backing = isolated ? margin : this.wallet(account, contract).available;
    for (const other of this.positionsOf(account)) {
      if (isolated || other === position || other.isolated) continue;
      const { terms, mark } = other.contract;
      backing += terms.profit(other, mark) * terms.unit;
    }
    backing += more;
    const size = abs(lots) * factor;
    const price =
      lots > 0n ? up(cost * factor - backing, size) : down(cost * factor + backing, size);
    return most(1n, price);
  }

  /** Sets the worst price of a step; whether it is the money of account and fund that bounds it. */
  private setLimit(step: Step): boolean {
    const { position, mark } = step;
    const { instrument } = position.contract;
    const fund = this.balance(SystemAccount.insurance, instrument.quote).available;
    const last = this.lastPrice(position, fund);
    const width = (mark * BigInt(instrument.contract!.liquidationBandPpm)) / MILLION;
    const band = position.lots > 0n ? most(1n, mark - width) : mark + width;
    const byFund = position.lots > 0n ? last > band : last < band;
    step.limit = byFund ? last : band;
    return byFund;
  }

  /** The order in the book; what it traded in settle units. */
  private sellOut({ position, limit }: Step, size: bigint): bigint {
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
    let left = this.equity(position) * contract.terms.unit;
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

  /** Closes the rest against the opposite positions of the highest rank. */
  private deleverage(step: Step, size: bigint): void {
    const { position } = step;
    const { contract } = position;
    let rest = size;
    const long = position.lots > 0n;
    const price = this.lastPrice(position, 0n);
    for (const other of this.opposite(position)) {
      const lots = least(rest, abs(other.lots));
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
      if (rest === 0n) break;
    }
    this.takeFee(step, step.deleveraged * price * contract.terms.factor);
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

  /** With nothing left open a wallet below zero is made good, as far as it goes; whether it all was. */
  private makeGood(target: Target): boolean {
    if (this.positionsIn(target).length > 0) return false;
    const contract = this.contracts()[0]!;
    const missing = -this.wallet(target.account, contract).available;
    const excess = this.again(target);
    const paid = this.protect(target.account, contract, missing);
    if (paid <= 0n) return missing <= 0n;
    const position = this.positionsOf(target.account)[0]!;
    this.tellStep({ ...this.newStep(target, position), excess, paid });
    return paid === missing;
  }

  protected isLiquidated(position: Position): boolean {
    return this.step?.position === position;
  }

  /** What came of it may pay the fund's fee; what it lacks the fund pays, as far as it goes. */
  protected onOwnClosed(position: Position, net: bigint): void {
    if (this.step?.position !== position) return;
    if (net >= 0n) this.step.returned += net;
    else this.step.paid += this.protect(position.account, position.contract, -net);
  }

  private protect(account: number, contract: Contract, units: bigint): bigint {
    const { quote } = contract.instrument;
    const fund = this.balance(SystemAccount.insurance, quote).available;
    const paid = most(0n, least(units, fund));
    this.pay(SystemAccount.insurance, account, quote, paid);
    return paid;
  }

  private tellStep(step: Step): void {
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
