/**
 * What owners of batches have of what those traded: worked out in portions after each command, or at once for an
 * owner who is asked for. Whenever that is, an owner has the same: it follows from what the batch has traded.
 */
import {
  assert,
  COPY_OWNERS_PER_COMMAND,
  type CopyLots,
  copyCost,
  copyFills,
  copyLots,
  EventKind,
  PostingReason,
  ppmFloor,
  Side,
  SystemAccount,
} from '@halcyon/domain';
import type { ContractTrading } from '../futures/contract-trading.ts';
import { ORDER_LANES, OrderLane } from '../matching/order-record.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import { emitBatch } from './batch-events.ts';
import { holdExtra, loadOwner } from './batch-load.ts';
import { type BatchOwner, type CopyBatch, leftOf, ownerAt } from './copy-batch.ts';
import { ownPosition, setOpening } from './legs.ts';
import { reprice } from './repricing.ts';
import { SpotParts } from './spot-parts.ts';

/** Passes over the owners after which others' trades prolong them no more: the rest is worked out at once. */
const PASSES_MAX = 2;

/** What the owners of a span have in it, and the place of each among those who have something. */
interface Shared {
  readonly batch: CopyBatch;
  /** Null where nobody has anything left. */
  readonly lots: CopyLots | null;
  readonly places: Int32Array;
}

/** Lots that an owner gets, and the units of what took from the book and of the rest. */
interface GivenParts {
  readonly lots: number;
  readonly tookUnits: number;
  readonly madeUnits: number;
}

/** Lots of a span that owners have: all, and those that took from the book. */
interface Parts {
  readonly all: ArrayLike<number>;
  readonly taken: ArrayLike<number>;
}

export class BatchParts {
  declare private readonly state: State;
  declare private readonly contracts: ContractTrading;
  declare readonly spot: SpotParts;
  /** Of the span that was looked at last. */
  private shared: Shared | null = null;

  constructor(state: State, contracts: ContractTrading) {
    this.state = state;
    this.contracts = contracts;
    this.spot = new SpotParts(state);
  }

  /** Works out the next portion. */
  sweep(): void {
    let seen = 0;
    for (const batch of [...this.state.copies.working]) {
      const prolonged = batch.seen >= PASSES_MAX * batch.owners.length;
      seen += batch.behind;
      this.proceed(batch, prolonged ? Number.POSITIVE_INFINITY : COPY_OWNERS_PER_COMMAND);
      if (seen >= COPY_OWNERS_PER_COMMAND) return;
    }
  }

  /** Works out what one portfolio has of batches. */
  settle(user: number): void {
    const { copies } = this.state;
    const trader = copies.portfolios.get(user)?.trader ?? user;
    for (const batch of copies.batchesOf(trader)) {
      const at = ownerAt(batch, user);
      if (at !== -1) this.settleOwner(batch, at);
    }
  }

  /** The same of one batch. @param at the owner's place */
  settleOwner(batch: CopyBatch, at: number): void {
    const { all, taken } = this.partsOf(batch, at, at + 1);
    this.give(batch, batch.owners[at]!, all[0]!, taken[0]!);
  }

  /**
   * What owners have and what is left of it begin a new span. What the last one has traded is theirs, and is given
   * later where it has not been yet: so nobody has to wait for all of them.
   */
  beginSpan(batch: CopyBatch): void {
    const { owners } = batch;
    const { all, taken } = this.partsOf(batch, 0, owners.length);
    for (const [i, owner] of owners.entries()) {
      if (owner.out) continue;
      const { lots, tookUnits, madeUnits } = this.newOf(batch, owner, all[i]!, taken[i]!);
      owner.due += lots;
      owner.dueTaken += tookUnits;
      owner.dueMade += madeUnits;
      owner.base += all[i]!;
      owner.open -= all[i]!;
    }
    batch.from = batch.filled;
    batch.taken = 0;
    batch.takenUnits = 0;
    this.shared = null;
  }

  /** Of each owner the lots that it has yet to get. */
  owedOf(batch: CopyBatch): Float64Array {
    const { owners } = batch;
    const { all, taken } = this.partsOf(batch, 0, owners.length);
    return Float64Array.from(owners, (owner, i) => {
      if (owner.out) return 0;
      return owner.due + this.newOf(batch, owner, all[i]!, taken[i]!).lots;
    });
  }

  /** @param most owners whose part changes, or a few more */
  private proceed(batch: CopyBatch, most: number): void {
    for (let changed = 0; batch.behind > 0 && changed < most; ) changed += this.pass(batch);
    if (batch.behind === 0) this.finish(batch);
  }

  /** Goes on with the pass by a portion of owners. @returns how many of them something changed for */
  private pass(batch: CopyBatch): number {
    const { owners, next } = batch;
    const end = Math.min(owners.length, next + Math.min(COPY_OWNERS_PER_COMMAND, batch.behind));
    const { all, taken } = this.partsOf(batch, next, end);
    let changed = 0;
    for (let i = next; i < end; i++) {
      if (this.give(batch, owners[i]!, all[i - next]!, taken[i - next]!)) changed += 1;
    }
    batch.behind -= end - next;
    batch.seen += end - next;
    batch.next = end === owners.length ? 0 : end;
    return changed;
  }

  /** Lots that owners from one to before another have got in the span. */
  private partsOf(batch: CopyBatch, from: number, to: number): Parts {
    const { lots, places } = this.sharedOf(batch);
    const total = batch.filled - batch.from;
    assert(lots !== null || total === 0, 'INV-28: a batch has traded what nobody has in it');
    const [first, last] = [places[from]!, places[to]!];
    const spread = (filled: number): ArrayLike<number> => {
      const fills = lots === null ? [] : copyFills(lots, filled, first, last);
      const each = new Float64Array(to - from);
      for (let i = from; i < to; i++) {
        if (places[i] !== places[i + 1]) each[i - from] = fills[places[i]! - first]!;
      }
      return each;
    };
    const all = spread(total);
    return { all, taken: batch.taken === total ? all : spread(batch.taken) };
  }

  private sharedOf(batch: CopyBatch): Shared {
    if (this.shared?.batch === batch) return this.shared;
    const { owners } = batch;
    const places = new Int32Array(owners.length + 1);
    const open: number[] = [];
    for (let i = 0; i < owners.length; i++) {
      const lots = owners[i]!.open;
      if (lots > 0) open.push(lots);
      places[i + 1] = open.length;
    }
    this.shared = { batch, lots: open.length === 0 ? null : copyLots(open), places };
    return this.shared;
  }

  /**
   * Gives an owner what it has not got: lots for what they were traded at and the fee of the own level, and
   * the difference to the price that the whole batch has by now.
   * @param all @param taken lots of the span that are the owner's @returns whether anything changed
   */
  private give(batch: CopyBatch, owner: BatchOwner, all: number, taken: number): boolean {
    if (owner.out || owner.at === batch.version) return false;
    const first = owner.at === 0;
    owner.at = batch.version;
    const { side } = batch;
    const market = this.state.markets[batch.instrument]!;
    const since = this.newOf(batch, owner, all, taken);
    const lots = owner.due + since.lots;
    const tookUnits = owner.dueTaken + since.tookUnits;
    const madeUnits = owner.dueMade + since.madeUnits;
    owner.due = 0;
    owner.dueTaken = 0;
    owner.dueMade = 0;
    const cost = copyCost(side, owner.filled + lots, batch.filled, batch.units);
    const apart = cost - owner.cost - tookUnits - madeUnits;
    const got = { lots, units: tookUnits + madeUnits };
    const fee = this.feeOf(batch, market, owner.user, { ...got, tookUnits, madeUnits });
    owner.filled += lots;
    owner.cost = cost;
    owner.fee += fee;
    if (market.contract === null) {
      this.spot.give(batch, market, owner, { lots, fee, cost: got.units + apart });
    } else {
      if (lots > 0) {
        this.handOver(batch, market, owner, { ...got, fee });
        loadOwner(this.state, batch, owner, -lots);
      }
      if (apart !== 0) this.reprice(batch, market, owner, apart);
    }
    // Nothing more will come: what is left needs no margin.
    if (batch.ended) {
      loadOwner(this.state, batch, owner, -leftOf(owner));
      this.spot.paySurplus(batch, market, owner);
    }
    if (owner.extra !== 0 && !batch.amending) holdExtra(this.state, batch, owner, 0);
    const changed = lots > 0 || apart !== 0;
    if (changed || first) this.tell(batch, owner);
    return changed || first;
  }

  /** Lots of the span that an owner has not got, and what they were traded at. */
  private newOf(
    { side, instrument, price, taken: allTaken, takenUnits }: CopyBatch,
    { base, open, filled, due }: BatchOwner,
    all: number,
    taken: number,
  ): { readonly lots: number; readonly tookUnits: number; readonly madeUnits: number } {
    const had = filled + due - base;
    const lots = all - had;
    assert(lots >= 0 && all <= open, 'INV-28: a lot is taken back from an owner, or too many');
    // What took from the book is the first of a span.
    const took = Math.max(0, taken - had);
    const tookUnits = copyCost(side, took, allTaken, takenUnits);
    const { quoteFactor } = this.state.markets[instrument]!.instrument;
    return { lots, tookUnits, madeUnits: (lots - took) * price * quoteFactor };
  }

  /** Says what an owner has in a batch, and has got. */
  tell(batch: CopyBatch, { user: portfolio, leftOut, lots, filled, cost, fee }: BatchOwner): void {
    const { seq, time, log } = this.state;
    const about = { batch: batch.id, portfolio, leftOut, lots, filled, cost, fee };
    log.push({ kind: EventKind.copyFilled, seq, time, ...about });
  }

  private feeOf(
    batch: CopyBatch,
    market: Market,
    user: number,
    { lots, tookUnits: took, madeUnits: made }: GivenParts,
  ): number {
    const { fees, users } = this.state;
    const { contract } = market;
    if (contract === null) {
      return this.spot.feeOf(batch, market, user, { lots, took, made });
    }
    const { takerPpm, makerPpm } = contract.terms;
    const tier = users.tier(user);
    const taking = ppmFloor(took, fees.contractTakerPpm(tier, takerPpm));
    return taking + ppmFloor(made, fees.contractMakerPpm(tier, makerPpm));
  }

  private handOver(
    batch: CopyBatch,
    market: Market,
    owner: BatchOwner,
    { lots, units, fee }: { readonly lots: number; readonly units: number; readonly fee: number },
  ): void {
    const { quoteFactor } = market.instrument;
    const cost = Math.floor(units / quoteFactor);
    const below = units - cost * quoteFactor;
    const signed = batch.side === Side.buy ? { lots, rest: below } : { lots: -lots, rest: -below };
    const position = this.positionOf(batch, owner);
    const from = this.aggregateOf(market);
    this.contracts.settlement.handOver(market, from, position, { cost, fee, ...signed });
  }

  /** The batch's price has moved with what it traded since: so does that of the lots that an owner has got. */
  private reprice(batch: CopyBatch, market: Market, owner: BatchOwner, units: number): void {
    const { state, contracts } = this;
    const position = ownPosition(state, batch, owner.user);
    const about = { batch: this.aggregateOf(market), owner: position, side: batch.side, units };
    reprice(state, contracts.money, market, about);
  }

  private aggregateOf({ instrument }: Market): number {
    const { state } = this;
    return state.seats.position(state.seat(SystemAccount.copying, instrument));
  }

  /** The position of an owner; one that opens has the leverage and margin mode of the settings. */
  private positionOf(batch: CopyBatch, owner: BatchOwner): number {
    const position = ownPosition(this.state, batch, owner.user);
    if (batch.held === 0) setOpening(this.state, position, owner);
    return position;
  }

  /** All that a batch has traded is given; it is over where nothing of it is in the book. */
  private finish(batch: CopyBatch): void {
    const { copies, orders } = this.state;
    let [given, left, units] = [0, 0, 0];
    for (const owner of batch.owners) {
      if (owner.out) continue;
      given += owner.filled;
      left += leftOf(owner);
      units += owner.cost;
    }
    assert(given === batch.filled, 'INV-28: owners of a batch have other lots than it traded');
    const slot = batch.ended ? -1 : orders.find(batch.id);
    const rests = slot === -1 ? 0 : orders.f64[slot * ORDER_LANES + OrderLane.remaining]!;
    assert(batch.ended || rests === left, 'INV-36: a batch rests with other lots than its owners');
    batch.seen = 0;
    batch.strained = false;
    copies.working = copies.working.filter((one) => one !== batch);
    if (!batch.ended) return;
    copies.forget(batch);
    this.shared = null;
    if (batch.price !== 0) emitBatch(this.state, batch);
    this.payRounding(batch, units);
  }

  /** INV-29: what the price left over is the exchange's rounding. */
  private payRounding({ id, instrument, side, units }: CopyBatch, paid: number): void {
    const { ledger, markets } = this.state;
    const left = (side === Side.buy ? 1 : -1) * (paid - units);
    assert(left >= 0, 'INV-29: owners of a batch paid less than it did');
    if (left === 0) return;
    const { quote } = markets[instrument]!.instrument;
    const { copying, rounding } = SystemAccount;
    const { contractTrade, tradeOut } = PostingReason;
    const reason = markets[instrument]!.contract === null ? tradeOut : contractTrade;
    const slots = [ledger.slot(copying, quote), ledger.slot(rounding, quote)] as const;
    ledger.post(slots[0], copying, quote, reason, id, -left, 0, instrument);
    ledger.post(slots[1], rounding, quote, reason, id, left, 0, instrument);
  }
}
