/**
 * What owners of copied orders have, worked out from events lot by lot in BigInt: an oracle for what the core works
 * out in portions, lazily and from totals alone.
 */
import {
  type ContractTradeEvent,
  type CopyBatchTradedEvent,
  type CopyFilledEvent,
  CopyLeftOut,
  type Event,
  EventKind,
  Side,
} from '@halcyon/domain';
import { NaiveAllocation } from './naive-allocation.ts';

/** Ppm of what a lot is worth. */
export interface NaiveFees {
  readonly taker: bigint;
  readonly maker: bigint;
}

interface Owner {
  readonly user: number;
  lots: bigint;
  /** Lots of spans before, of this one, and those of it that took from the book. */
  base: bigint;
  got: bigint;
  took: bigint;
  /** Lots of spans before that it has not been told of, and what they were traded at: units. */
  owed: { lots: bigint; taken: bigint; made: bigint };
  /** As it was told last. */
  told: { filled: bigint; cost: bigint; fee: bigint };
  /** It was told of more than is handed out by then: its next fee is not looked at. */
  ahead: boolean;
  out: boolean;
}

interface Batch {
  readonly side: Side;
  /** Ticks at which others met it. */
  price: bigint;
  /** How many owners have to be told before anybody knows who has how much in it. */
  untold: number;
  /** Who was told of it since, and which parts became smaller meanwhile, after how many of the trades that wait. */
  readonly heard: Set<Owner>;
  shrunk: { readonly owner: Owner; readonly event: CopyFilledEvent; readonly after: number }[];
  /** A part became smaller: the order in the book does, too. */
  shrinks: boolean;
  readonly owners: Owner[];
  /** Lots and ticks of what it traded and is not handed out: nobody knows yet who is in it. */
  waiting: { lots: bigint; value: bigint }[];
  sharing: { readonly lots: NaiveAllocation; readonly among: Owner[] } | null;
  /** Lots and units of those who are in it. */
  lots: bigint;
  units: bigint;
  /** The same of what the span took from the book. */
  taken: bigint;
  takenUnits: bigint;
  /**
   * Owners who have left since it traded last. What they leave is not their share to the unit, and the others' follows
   * with the next trade, or when it is over.
   */
  gone: bigint;
}

const MILLION = 1_000_000n;

/** @throws on the first thing that is not as it must be */
export class NaiveBatches {
  readonly batches = new Map<number, Batch>();
  private readonly unit: bigint;
  private readonly fees: NaiveFees;
  /** Events of owners that were looked at. */
  checked = 0;

  /** @param unit units of a tick-lot */
  constructor(unit: bigint, fees: NaiveFees) {
    this.unit = unit;
    this.fees = fees;
  }

  /** Follows what was told, in order. */
  follow(events: readonly Event[]): void {
    for (const event of events) {
      if (event.kind === EventKind.copyBatchTraded) this.begin(event);
      else if (event.kind === EventKind.contractTrade) this.trade(event);
      else if (event.kind === EventKind.copyFilled) this.tell(event);
      else if (event.kind === EventKind.orderAmended) this.amend(event.order);
    }
  }

  /** When nothing is under way: everybody was told all. */
  settle(): void {
    for (const [id, batch] of this.batches) {
      expectAll(batch.sharing !== null, `batch ${id} has owners who were not told`);
      for (const owner of batch.owners) {
        if (owner.out) continue;
        const cost = this.costOf(batch, owner);
        expectAll(owner.told.filled === owner.base + owner.got, `${owner.user} has other lots`);
        const apart = owner.told.cost - cost;
        const near = (apart < 0n ? -apart : apart) <= batch.gone;
        expectAll(near, `${owner.user} paid ${owner.told.cost}, not ${cost}`);
      }
    }
  }

  private begin(event: CopyBatchTradedEvent): void {
    const { batch: id, side, owners, leftOut } = event;
    const known = this.batches.get(id);
    if (known !== undefined) {
      known.gone = 0n;
      return;
    }
    const [lots, value] = [BigInt(event.filled), BigInt(event.cost)];
    this.batches.set(id, {
      ...{ side, price: 0n, untold: owners + leftOut, heard: new Set(), shrunk: [] },
      ...{ shrinks: false, owners: [], sharing: null },
      ...{ waiting: lots === 0n ? [] : [{ lots, value }], lots: 0n, units: 0n },
      ...{ taken: lots, takenUnits: value * this.unit, gone: 0n },
    });
  }

  private trade({ makerOrder, takerOrder, price, quantity }: ContractTradeEvent): void {
    const [lots, value] = [BigInt(quantity), BigInt(price) * BigInt(quantity)];
    for (const order of [makerOrder, takerOrder]) {
      const batch = this.batches.get(order);
      if (batch === undefined) continue;
      if (order === makerOrder) batch.price = BigInt(price);
      else {
        batch.taken += lots;
        batch.takenUnits += value * this.unit;
      }
      batch.waiting.push({ lots, value });
      batch.gone = 0n;
      if (batch.sharing !== null) this.handOut(batch);
    }
  }

  /** The trader has amended it: what owners have from now on they are told. */
  private amend(order: number): void {
    const batch = this.batches.get(order);
    if (batch === undefined) return;
    const { shrinks } = batch;
    batch.shrinks = false;
    if (shrinks) return;
    this.endSpan(batch);
    batch.sharing = null;
    batch.untold = batch.owners.filter(({ out }) => !out).length;
  }

  private tell(event: CopyFilledEvent): void {
    const batch = this.batches.get(event.batch);
    if (batch === undefined) throw new Error(`batch ${event.batch} was not told of`);
    const found = batch.owners.find(({ user }) => user === event.portfolio);
    const lots = BigInt(event.lots);
    if (found === undefined) {
      expectAll(batch.sharing === null, `${event.portfolio} comes into a batch late`);
      const told = { filled: 0n, cost: 0n, fee: 0n };
      const { portfolio: user } = event;
      const owed = { lots: 0n, taken: 0n, made: 0n };
      batch.owners.push({
        user,
        lots,
        base: 0n,
        got: 0n,
        took: 0n,
        owed,
        told,
        ahead: false,
        out: false,
      });
    } else if (batch.untold > 0) {
      if (batch.heard.has(found)) {
        this.hearAgain(batch, found, event);
        return;
      }
      found.lots = lots;
    } else if (lots < found.lots || event.leftOut === CopyLeftOut.gone) {
      this.shrink(batch, found, event);
      return;
    }
    const owner = batch.owners.find(({ user }) => user === event.portfolio)!;
    if (batch.untold > 0) {
      batch.heard.add(owner);
      batch.untold -= 1;
      if (batch.untold === 0) this.allHeard(batch);
    }
    this.check(batch, owner, event);
  }

  /** Somebody is told again before all were told: what it has is looked at when all are known. */
  private hearAgain(batch: Batch, owner: Owner, event: CopyFilledEvent): void {
    const { filled, cost, fee } = event;
    owner.told = { filled: BigInt(filled), cost: BigInt(cost), fee: BigInt(fee) };
    const less = BigInt(event.lots) < owner.lots;
    if (!less && event.leftOut !== CopyLeftOut.gone) return;
    batch.shrunk.push({ owner, event, after: batch.waiting.length });
    batch.shrinks = less;
  }

  /** All are known: what was traded meanwhile is handed out, and parts become smaller where they did. */
  private allHeard(batch: Batch): void {
    const { waiting, shrunk } = batch;
    batch.heard.clear();
    batch.shrunk = [];
    batch.waiting = [];
    this.beginSpan(batch);
    let next = 0;
    for (const { owner, event, after } of shrunk) {
      batch.waiting = waiting.slice(next, after);
      next = after;
      this.handOut(batch);
      this.shrink(batch, owner, event, true);
    }
    batch.waiting = waiting.slice(next);
    this.handOut(batch);
  }

  /** Fee of what is new: as it was traded, whatever the batch's price has become. */
  private check(batch: Batch, owner: Owner, event: CopyFilledEvent): void {
    const now = { filled: BigInt(event.filled), cost: BigInt(event.cost), fee: BigInt(event.fee) };
    const { told, owed } = owner;
    expectAll(now.filled >= told.filled, `a lot was taken back from ${owner.user}`);
    const { took, taken } = this.tookOf(batch, owner);
    owner.told = now;
    this.checked += 1;
    if (batch.sharing === null) return;
    const lots = now.filled - told.filled;
    if (lots < owed.lots + took) return;
    owner.owed = { lots: 0n, taken: 0n, made: 0n };
    const { ahead } = owner;
    owner.ahead = false;
    if (ahead) return;
    const taking = owed.taken + taken;
    const made = owed.made + (lots - owed.lots - took) * batch.price * this.unit;
    const fee = (taking * this.fees.taker) / MILLION + (made * this.fees.maker) / MILLION;
    expectAll(now.fee - told.fee === fee, `${owner.user} paid ${now.fee - told.fee}, not ${fee}`);
  }

  /** Lots of this span that took from the book and that an owner was not told of, and their units. */
  private tookOf(batch: Batch, { told, owed, base, took: all }: Owner) {
    const had = told.filled + owed.lots - base;
    const took = all > had ? all - had : 0n;
    const { side, takenUnits, taken } = batch;
    return { took, taken: took === 0n ? 0n : share(side, took, takenUnits, taken) };
  }

  private shrink(batch: Batch, owner: Owner, event: CopyFilledEvent, late = false): void {
    expectAll(batch.waiting.length === 0, 'a part became smaller before all was handed out');
    const alike = owner.told.filled === BigInt(event.filled);
    expectAll(late || alike, 'a part became smaller, and got lots');
    if (!late) batch.shrinks = BigInt(event.lots) < owner.lots;
    owner.lots = BigInt(event.lots);
    if (event.leftOut === CopyLeftOut.gone) {
      const [filled, cost] = [BigInt(event.filled), BigInt(event.cost)];
      expectAll(owner.lots === filled, `${owner.user} is gone, and has lots left`);
      owner.out = true;
      batch.gone += 1n;
      batch.lots -= filled;
      batch.units -= cost;
    }
    this.endSpan(batch);
    this.beginSpan(batch);
  }

  private endSpan(batch: Batch): void {
    for (const owner of batch.owners) {
      const { owed, told } = owner;
      const { took, taken } = this.tookOf(batch, owner);
      const lots = owner.out ? 0n : owner.base + owner.got - told.filled - owed.lots;
      owner.ahead ||= lots < took;
      owed.lots += lots;
      owed.taken += taken;
      owed.made += (lots - took) * batch.price * this.unit;
      owner.base += owner.got;
      owner.got = 0n;
      owner.took = 0n;
    }
    batch.taken = 0n;
    batch.takenUnits = 0n;
  }

  private beginSpan(batch: Batch): void {
    batch.owners.sort((a, b) => a.user - b.user);
    const among = batch.owners.filter(({ lots, base, out }) => !out && lots > base);
    if (among.length === 0) {
      batch.sharing = { lots: new NaiveAllocation([1]), among };
      return;
    }
    const lots = among.map((owner) => Number(owner.lots - owner.base));
    batch.sharing = { lots: new NaiveAllocation(lots), among };
    this.handOut(batch);
  }

  private handOut(batch: Batch): void {
    const { lots: allocation, among } = batch.sharing!;
    for (const { lots, value } of batch.waiting) {
      for (let i = 0n; i < lots; i++) allocation.next();
      batch.lots += lots;
      batch.units += value * this.unit;
      for (const [i, owner] of among.entries()) {
        owner.got = allocation.fills[i]!;
        if (among.reduce((sum, { got }) => sum + got, 0n) <= batch.taken) owner.took = owner.got;
      }
    }
    batch.waiting = [];
  }

  private costOf(batch: Batch, owner: Owner): bigint {
    const lots = owner.base + owner.got;
    return lots === 0n ? 0n : share(batch.side, lots, batch.units, batch.lots);
  }
}

/** To the disadvantage of who has it. */
function share(side: Side, lots: bigint, units: bigint, all: bigint): bigint {
  return side === Side.buy ? (lots * units + all - 1n) / all : (lots * units) / all;
}

function expectAll(holds: boolean, what: string): void {
  if (!holds) throw new Error(what);
}
