/**
 * An oracle of copied orders of spot, follower by follower, in BigInt: who has how much in an order, who gets which lots of
 * what it trades, what those cost, and what each portfolio has by then. Of the exchange it reads what was told alone.
 */
import {
  COPY_DEFAULTS,
  CopyLeftOut,
  type CopySettings,
  CopySizing,
  type Event,
  EventKind,
  Side,
  SystemAccount,
} from '@halcyon/domain';
import { NaiveAllocation } from './naive-allocation.ts';

const MILLION = 1_000_000n;
/** Units of a tick times a lot, and of a lot; the fee of everybody, ppm. */
const FACTOR = 10_000n;
const LOT = 1_000n;
const FEE = 1_000n;

export interface NaivePortfolio {
  money: bigint;
  coins: bigint;
  heldMoney: bigint;
  heldCoins: bigint;
  /** What its coins have cost. */
  cost: bigint;
  settings: CopySettings;
}

interface NaiveOwner {
  readonly user: number;
  readonly lots: bigint;
  got: bigint;
  cost: bigint;
}

interface NaiveBatch {
  readonly side: Side;
  readonly owners: NaiveOwner[];
  /** Of the owners who have lots in it. */
  readonly allocation: NaiveAllocation;
  readonly held: bigint;
  traded: bigint;
  units: bigint;
  /** Lots that took from the book, and their units. */
  taken: bigint;
  takenUnits: bigint;
  ended: boolean;
}

/** A trader's order before it trades. */
export interface NaiveWish {
  readonly side: Side;
  readonly lots: number;
  /** Ticks at which sizes are reckoned. */
  readonly price: bigint;
}

export class NaiveSpotCopies {
  readonly portfolios = new Map<number, NaivePortfolio>();
  readonly batches = new Map<number, NaiveBatch>();

  begin(user: number, money: bigint, settings: CopySettings = COPY_DEFAULTS): void {
    const none = { coins: 0n, heldMoney: 0n, heldCoins: 0n, cost: 0n };
    this.portfolios.set(user, { money, ...none, settings });
  }

  /** What a portfolio is worth at a price. */
  equity(user: number, mark: bigint): bigint {
    const { money, coins } = this.portfolios.get(user)!;
    return money + this.surplus(user) + (coins * mark * FACTOR) / LOT;
  }

  /** Lots that a follower wants of an order, before the book is looked at. */
  wanted(trader: number, user: number, { side, lots, price }: NaiveWish, mark: bigint): bigint {
    const own = this.portfolios.get(user)!;
    const led = this.portfolios.get(trader)!;
    const asked = BigInt(lots);
    if (side === Side.sell) {
      const [had, has] = [(led.coins - led.heldCoins) / LOT, (own.coins - own.heldCoins) / LOT];
      return asked === had ? has : (has * asked) / had;
    }
    const { paused, sizing, size, orderMax, positionMax } = own.settings;
    if (paused !== 0) return 0n;
    const by = BigInt(size);
    const value = price * FACTOR;
    const sizes = {
      [CopySizing.ratio]: () =>
        (asked * this.equity(user, mark) * by) / (this.equity(trader, mark) * MILLION),
      [CopySizing.amount]: () => by / value,
      [CopySizing.multiple]: () => (asked * by) / MILLION,
    };
    const wants = sizes[sizing]();
    if (wants > 1_000n || (orderMax > 0 && wants * value > BigInt(orderMax))) return 0n;
    const after = own.coins / LOT + wants;
    if (positionMax > 0 && after * value > BigInt(positionMax)) return 0n;
    return wants * value > own.money - own.heldMoney ? 0n : wants;
  }

  /**
   * Follows what was told of one command and what came of it.
   * @param held ticks at which a new batch holds its parts
   */
  follow(events: readonly Event[], held: bigint): void {
    this.openBatch(events, held);
    for (const event of events) {
      if (event.kind === EventKind.trade) this.trade(event);
    }
    for (const event of events) {
      if (event.kind === EventKind.orderDone) {
        const batch = this.batches.get(event.order);
        if (batch !== undefined) batch.ended = true;
      }
    }
    for (const [id, batch] of this.batches) {
      this.give(batch);
      if (batch.ended) this.end(id, batch);
    }
  }

  private openBatch(events: readonly Event[], held: bigint): void {
    const begun = events.find((event) => event.kind === EventKind.copyBatchTraded);
    if (begun === undefined || this.batches.has(begun.batch)) return;
    const told = new Map<number, bigint>();
    for (const event of events) {
      if (event.kind === EventKind.copyFilled && event.batch === begun.batch) {
        told.set(event.portfolio, BigInt(event.lots));
      }
    }
    const owners = [...told]
      .filter(([, lots]) => lots > 0n)
      .sort(([a], [b]) => a - b)
      .map(([user, lots]) => ({ user, lots, got: 0n, cost: 0n }));
    const { side } = begun;
    const allocation = new NaiveAllocation(owners.map(({ lots }) => Number(lots)));
    const none = { traded: 0n, units: 0n, taken: 0n, takenUnits: 0n, ended: false };
    this.batches.set(begun.batch, { side, owners, allocation, held, ...none });
    for (const { user, lots } of owners) this.hold(user, side, lots, held);
  }

  private trade(event: Extract<Event, { kind: typeof EventKind.trade }>): void {
    const { makerOrder, takerOrder, takerAccount, makerAccount, quantity, quote } = event;
    for (const [order, account] of [
      [makerOrder, makerAccount],
      [takerOrder, takerAccount],
    ] as const) {
      const batch = account === SystemAccount.copying ? this.batches.get(order) : undefined;
      if (batch === undefined) continue;
      batch.traded += BigInt(quantity);
      batch.units += BigInt(quote);
      for (let i = 0; i < quantity; i++) batch.allocation.next();
      if (order !== takerOrder) continue;
      batch.taken += BigInt(quantity);
      batch.takenUnits += BigInt(quote);
    }
  }

  /** Each owner has the lots that are its own by now, for the price of the order; the fee is of what it receives. */
  private give(batch: NaiveBatch): void {
    const { side, owners, allocation, held, traded, units, taken, takenUnits } = batch;
    const first = takenPart(owners, taken);
    for (const [i, owner] of owners.entries()) {
      const lots = allocation.fills[i]! - owner.got;
      const took = first[i]! > owner.got ? first[i]! - owner.got : 0n;
      const made = lots - took;
      owner.got += lots;
      const cost = costOf(side, owner.got, traded, units);
      const own = this.portfolios.get(owner.user)!;
      if (side === Side.buy) {
        own.cost = atLeastZero(own.cost + cost - owner.cost);
        own.money -= lots * held * FACTOR;
        own.coins += lots * LOT - feeOf(took * LOT) - feeOf(made * LOT);
      } else {
        const tookUnits = costOf(side, took, taken, takenUnits);
        if (lots > 0n) own.cost -= (own.cost * lots * LOT) / own.coins;
        own.coins -= lots * LOT;
        own.money += lots * held * FACTOR - feeOf(tookUnits) - feeOf(made * held * FACTOR);
      }
      this.hold(owner.user, side, -lots, held);
      owner.cost = cost;
    }
  }

  private end(id: number, batch: NaiveBatch): void {
    const { side, owners, held } = batch;
    for (const owner of owners) {
      this.portfolios.get(owner.user)!.money += surplusOf(batch, owner);
      this.hold(owner.user, side, owner.got - owner.lots, held);
    }
    this.batches.delete(id);
  }

  private surplus(user: number): bigint {
    let units = 0n;
    for (const batch of this.batches.values()) {
      const owner = batch.owners.find((one) => one.user === user);
      if (owner !== undefined) units += surplusOf(batch, owner);
    }
    return units;
  }

  private hold(user: number, side: Side, lots: bigint, held: bigint): void {
    const own = this.portfolios.get(user)!;
    if (side === Side.buy) own.heldMoney += lots * held * FACTOR;
    else own.heldCoins += lots * LOT;
  }
}

/** What an order was traded better for than the price that was held. */
function surplusOf({ side, held }: NaiveBatch, { got, cost }: NaiveOwner): bigint {
  const counted = got * held * FACTOR;
  return side === Side.buy ? counted - cost : cost - counted;
}

/** Of each owner the lots of those that took from the book. */
function takenPart(owners: readonly NaiveOwner[], taken: bigint): bigint[] {
  if (owners.length === 0) return [];
  const allocation = new NaiveAllocation(owners.map(({ lots }) => Number(lots)));
  for (let i = 0n; i < taken; i++) allocation.next();
  return allocation.fills;
}

/** Who buys pays up, who sells is paid down. */
function costOf(side: Side, lots: bigint, all: bigint, units: bigint): bigint {
  if (lots === 0n) return 0n;
  const up = side === Side.buy ? all - 1n : 0n;
  return (lots * units + up) / all;
}

function feeOf(units: bigint): bigint {
  return (units * FEE) / MILLION;
}

function atLeastZero(units: bigint): bigint {
  return units > 0n ? units : 0n;
}

/** Whether a follower is out of an order for what only the book decides. */
export function byTheBook(leftOut: CopyLeftOut): boolean {
  return leftOut === CopyLeftOut.slippage || leftOut === CopyLeftOut.tooLittleFree;
}
