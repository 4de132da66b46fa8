/** What the slow futures exchange knows: maps and arrays, searched from the front. */
import {
  type DoneReason,
  type Event,
  EventKind,
  type FeeTier,
  type Instrument,
  legOf,
  MarginMode,
  OrderOption,
  type Outcome,
  PositionLeg,
  PositionMode,
  Side,
} from '@halcyon/domain';
import type { NaiveBook, NaiveOrder } from '../naive-book.ts';
import { type NaiveRefusal, refusal } from '../naive-rules.ts';
import { abs, down, least, most, type NaiveContractTerms } from './math.ts';

export { type NaiveRefusal, refusal };

/** A resting order of a contract. */
export interface FuturesOrder extends NaiveOrder {
  options: number;
}

/** A position and what its owner has set for it. */
export interface Position {
  readonly account: number;
  readonly contract: NaiveContract;
  readonly leg: PositionLeg;
  lots: bigint;
  cost: bigint;
  margin: bigint;
  leverage: number;
  isolated: boolean;
  auto: boolean;
  opened: number;
  profit: bigint;
  fees: bigint;
  funding: bigint;
  /** The last round of funding that it has settled. */
  round: number;
}

/** A contract, its book and its prices. */
export interface NaiveContract {
  readonly instrument: Instrument;
  readonly terms: NaiveContractTerms;
  readonly book: NaiveBook;
  last: bigint;
  /** The last price of trades of the impact size, and the trades since, as lots at prices. */
  lastCounted: bigint;
  uncounted: { readonly lots: bigint; readonly price: bigint }[];
  /** Prices that have traded since plans were last looked at. */
  prints: number[];
  index: bigint;
  indexTime: number;
  mark: bigint;
  /** Mean distance of the middle of the book from the index, 1/1024 of a tick. */
  basis: bigint;
  /** 1 = the index is late, 2 = stale. */
  late: 0 | 1 | 2;
  sampled: number;
  premiums: bigint[];
  rate: bigint;
  due: number;
  /** Whether positions still settle the last round, and what they have paid more than received. */
  settling: boolean;
  paid: bigint;
  round: number;
  frozenRate: bigint;
  frozenMark: bigint;
}

/** A balance. */
export interface NaiveContractBalance {
  available: bigint;
  held: bigint;
}

/** What plans are told of orders and positions, see FuturesPlans. */
interface PlansOfOrders {
  onMoved(contract: NaiveContract): void;
  onTaker(contract: NaiveContract): void;
  onClosed(position: Position): void;
  attach(order: FuturesOrder, filled: number): void;
}

/** State and the questions that everything asks of it. */
export abstract class FuturesState {
  abstract readonly plans: PlansOfOrders;
  readonly balances = new Map<string, NaiveContractBalance>();
  readonly assets: { readonly scale: number }[] = [];
  readonly markets: (NaiveContract | null)[] = [];
  readonly positions = new Map<string, Position>();
  /** What could not be liquidated and waits for prices or a change; its state then. */
  readonly waitingFor = new Map<string, string>();
  readonly hedging = new Set<number>();
  readonly orders = new Map<number, FuturesOrder>();
  readonly tiers = new Map<number, number>();
  /** Users that are no persons. */
  readonly simulated = new Set<number>();
  feeTiers: readonly FeeTier[] = [{ makerPpm: 1_000, takerPpm: 1_000 }];
  userCount = 16;
  nextOrder = 1;
  nextTrade = 1;
  nextMovement = 1;
  seq = 0;
  time = 0;
  events: Event[] = [];
  outcome: Outcome = { seq: 0, time: 0, code: 0, limit: 0, value: 0, id: 0, otherId: 0 };

  balance(account: number, asset: number): NaiveContractBalance {
    const key = `${account}:${asset}`;
    let found = this.balances.get(key);
    if (found === undefined) {
      found = { available: 0n, held: 0n };
      this.balances.set(key, found);
    }
    return found;
  }

  pay(from: number, to: number, asset: number, units: bigint): void {
    this.balance(from, asset).available -= units;
    this.balance(to, asset).available += units;
  }

  /** The money of an account that has the settle coin of a contract. */
  wallet(account: number, contract: NaiveContract): NaiveContractBalance {
    return this.balance(account, contract.instrument.quote);
  }

  /** Contracts in the order of their numbers. */
  contracts(): NaiveContract[] {
    return this.markets.filter((market) => market !== null);
  }

  position(account: number, contract: NaiveContract, leg: PositionLeg): Position {
    const key = `${account}/${contract.instrument.id}/${leg}`;
    let found = this.positions.get(key);
    if (found === undefined) {
      found = this.newPosition(account, contract, leg);
      this.positions.set(key, found);
    }
    return found;
  }

  private newPosition(account: number, contract: NaiveContract, leg: PositionLeg): Position {
    const { tiers } = contract.instrument.contract!;
    // A leg of hedge mode begins with the settings of the contract.
    const net = leg === PositionLeg.net ? null : this.position(account, contract, PositionLeg.net);
    return {
      account,
      contract,
      leg,
      lots: 0n,
      cost: 0n,
      margin: 0n,
      leverage: net?.leverage ?? Math.min(20, tiers[0]!.leverageMax),
      isolated: net?.isolated ?? false,
      auto: false,
      opened: 0,
      profit: 0n,
      fees: 0n,
      funding: 0n,
      round: contract.round,
    };
  }

  /** All positions of an account, open or not, by contract and leg. */
  positionsOf(account: number): Position[] {
    return [...this.positions.values()].filter((p) => p.account === account).sort(byPlace);
  }

  /** Which position an order of an account is for. */
  positionOf({ account, instrument, options }: FuturesOrder): Position {
    return this.position(account, this.markets[instrument]!, legOf(options));
  }

  /** An account's resting orders for a position. */
  ordersOf(position: Position): FuturesOrder[] {
    const { account, contract, leg } = position;
    const { id } = contract.instrument;
    return [...this.orders.values()].filter(
      (order) =>
        order.account === account && order.instrument === id && legOf(order.options) === leg,
    );
  }

  /** Value of a position's resting orders of a side that are not reduce-only, tick-lots. */
  waiting(position: Position, side: Side): bigint {
    let sum = 0n;
    for (const order of this.ordersOf(position)) {
      if (order.side !== side || (order.options & OrderOption.reduceOnly) !== 0) continue;
      sum += BigInt(order.price) * BigInt(order.remaining);
    }
    return sum;
  }

  /** Lots of a position's resting reduce-only orders. */
  reducing(position: Position): bigint {
    let sum = 0n;
    for (const order of this.ordersOf(position)) {
      if ((order.options & OrderOption.reduceOnly) !== 0) sum += BigInt(order.remaining);
    }
    return sum;
  }

  /** The larger of what a position may become by its orders and these more, tick-lots. */
  reach(position: Position, moreBuys = 0n, moreSells = 0n): bigint {
    const buys = this.waiting(position, Side.buy) + moreBuys;
    const sells = this.waiting(position, Side.sell) + moreSells;
    const value = position.lots * position.contract.mark;
    if (position.leg === PositionLeg.long) return value + buys;
    if (position.leg === PositionLeg.short) return sells - value;
    return most(abs(value + buys), abs(value - sells));
  }

  /** Margin units that a position and its orders need, if its reach is this. */
  needs(position: Position, reach: bigint): bigint {
    const { contract, isolated, lots, leverage } = position;
    const { factor, unit } = contract.terms;
    const own = isolated ? abs(lots) * contract.mark : 0n;
    return -down(-(reach - own) * factor, unit * BigInt(leverage));
  }

  needed(account: number): bigint {
    let sum = 0n;
    for (const position of this.positionsOf(account)) {
      sum += this.needs(position, this.reach(position));
    }
    return sum;
  }

  /** Margin units that new orders may use. */
  free(account: number, contract: NaiveContract): bigint {
    let sum = down(this.wallet(account, contract).available, contract.terms.unit);
    for (const position of this.positionsOf(account)) {
      if (!position.isolated)
        sum += position.contract.terms.profit(position, position.contract.mark);
    }
    return sum - this.needed(account);
  }

  /** What the predicate of liquidation says of an account's cross margin; below 0: liquidated. */
  crossExcess(account: number, contract: NaiveContract): bigint {
    let sum = down(this.wallet(account, contract).available, contract.terms.unit);
    for (const position of this.positionsOf(account)) {
      if (!position.isolated)
        sum += position.contract.terms.share(position, position.contract.mark);
    }
    return sum;
  }

  /** The same of an isolated position. */
  ownExcess(position: Position): bigint {
    const { terms, mark } = position.contract;
    return down(position.margin, terms.unit) + terms.share(position, mark);
  }

  /** Margin units that back a position and what it is backed with. */
  equity({ account, contract, isolated, ...position }: Position): bigint {
    const { unit } = contract.terms;
    if (isolated)
      return down(position.margin, unit) + contract.terms.profit(position, contract.mark);
    let sum = down(this.wallet(account, contract).available, unit);
    for (const each of this.positionsOf(account)) {
      if (!each.isolated) sum += each.contract.terms.profit(each, each.contract.mark);
    }
    return sum;
  }

  /** The same where positions are worth what the index says, or what is worse of index and mark. */
  equityBy(by: 'index' | 'worst', { account, contract, isolated, ...position }: Position): bigint {
    const { unit } = contract.terms;
    const profit = (
      p: Pick<Position, 'lots' | 'cost'>,
      { terms, index, mark }: NaiveContract,
    ): bigint => {
      const worse = p.lots > 0n ? least(index, mark) : most(index, mark);
      return terms.profit(p, by === 'index' ? index : worse);
    };
    if (isolated) return down(position.margin, unit) + profit(position, contract);
    let sum = down(this.wallet(account, contract).available, unit);
    for (const each of this.positionsOf(account)) {
      if (!each.isolated) sum += profit(each, each.contract);
    }
    return sum;
  }

  mode(account: number): PositionMode {
    return this.hedging.has(account) ? PositionMode.hedge : PositionMode.oneWay;
  }

  /** Lots that all long positions of a contract have. */
  openInterest(contract: NaiveContract): bigint {
    let sum = 0n;
    for (const position of this.positions.values()) {
      if (position.contract === contract && position.lots > 0n) sum += position.lots;
    }
    return sum;
  }

  marginMode(position: Position): MarginMode {
    return position.isolated ? MarginMode.isolated : MarginMode.cross;
  }

  emit(event: Event): void {
    this.events.push(event);
  }

  /** Takes an order out of the book and ends it. */
  end(order: FuturesOrder, reason: DoneReason): void {
    const contract = this.markets[order.instrument]!;
    contract.book.remove(order);
    this.orders.delete(order.id);
    this.plans.onMoved(contract);
    this.done(order, reason, order.remaining);
  }

  done(order: FuturesOrder, reason: DoneReason, remaining: number): void {
    const { id, account, instrument, quantity } = order;
    const { seq, time } = this;
    const kind = EventKind.orderDone;
    this.emit({ kind, seq, time, order: id, account, instrument, reason, remaining });
    if (quantity > remaining) this.plans.attach(order, quantity - remaining);
  }

  /** Ends orders of an account, oldest first. */
  endAll(account: number, which: (order: FuturesOrder) => boolean, reason: DoneReason): void {
    const mine = [...this.orders.values()].filter((o) => o.account === account && which(o));
    for (const order of mine.sort((a, b) => a.id - b.id)) this.end(order, reason);
  }
}

function byPlace(a: Position, b: Position): number {
  return a.contract.instrument.id - b.contract.instrument.id || a.leg - b.leg;
}
