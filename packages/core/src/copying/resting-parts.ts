/**
 * Parts of batches that rest become smaller, or leave: an owner is liquidated, ends, pauses, or has a smaller
 * position than the part would close. What the owner has got stays; what is left leaves the book.
 */
import {
  AccountKind,
  accountOf,
  assert,
  CopyLeftOut,
  DoneReason,
  EVERY_INSTRUMENT,
  ownerOf,
  Side,
} from '@halcyon/domain';
import type { CopyParts } from '../futures/copy-parts.ts';
import { PositionLane } from '../futures/positions.ts';
import { ORDER_LANES, OrderLane } from '../matching/order-record.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { State } from '../state/state.ts';
import { holdExtra, loadOwner } from './batch-load.ts';
import type { AskedBatch } from './batch-margin.ts';
import type { BatchParts } from './batch-parts.ts';
import { type BatchOwner, type CopyBatch, leftOf, ownerAt } from './copy-batch.ts';
import { askedPart, endedBy } from './gathered-order.ts';
import { endGathered, shrinkAsked } from './gathered-parts.ts';
import { isOf, type LegName } from './legs.ts';

const NONE = -1;

/** How a part becomes smaller. */
interface Shrinking {
  /** Lots of what is left that may stay. */
  readonly most: number;
  readonly why: CopyLeftOut;
  /** It leaves the batch for good: what it paid for what it got stays as it is. */
  readonly out: boolean;
}

export class RestingParts implements CopyParts {
  declare private readonly state: State;
  declare private readonly trading: SpotTrading;
  declare private readonly parts: BatchParts;

  constructor(state: State, trading: SpotTrading, parts: BatchParts) {
    this.state = state;
    this.trading = trading;
    this.parts = parts;
  }

  /** Nothing of a batch rests any more; what it has traded is still given. */
  end({ id }: CopyBatch, reason: DoneReason): void {
    const slot = this.state.orders.find(id);
    if (slot !== NONE) this.trading.cancel(slot, reason);
  }

  /** All that a trader has in the book ends. */
  endAll(trader: number): void {
    for (const batch of this.batchesOf(trader)) this.end(batch, DoneReason.cancelled);
    const gathered = this.state.copies.gatheredOf(trader);
    if (gathered !== null) endGathered(this.state, gathered, endedBy(DoneReason.cancelled));
  }

  /** A portfolio leaves all batches: the trader's end for all. */
  leaveAll(user: number): void {
    this.leave(accountOf(user, AccountKind.usdtFutures), EVERY_INSTRUMENT, DoneReason.cancelled);
  }

  leave(account: number, instrument: number, reason: DoneReason): void {
    const user = ownerOf(account);
    this.leaveGathered(user, instrument, reason);
    for (const batch of this.batchesOf(this.traderOf(user))) {
      if (instrument !== EVERY_INSTRUMENT && batch.instrument !== instrument) continue;
      const at = ownerAt(batch, user);
      if (at === NONE || batch.owners[at]!.out) continue;
      if (user === batch.trader) {
        this.end(batch, reason);
        this.parts.settleOwner(batch, at);
      } else this.shrink(batch, at, { most: 0, why: CopyLeftOut.gone, out: true });
    }
  }

  /** The part in an order whose followers are being asked; the trader's ends it for all. */
  private leaveGathered(user: number, instrument: number, reason: DoneReason): void {
    const { state } = this;
    const gathered = state.copies.gatheredOf(this.traderOf(user));
    if (gathered === null) return;
    if (instrument !== EVERY_INSTRUMENT && gathered.instrument !== instrument) return;
    const owner = askedPart(gathered, user);
    if (user === gathered.trader) endGathered(state, gathered, endedBy(reason));
    else if (owner !== null) shrinkAsked(state, gathered, owner, 0);
  }

  /** A portfolio copies nothing more that opens: of its parts stays what closes. */
  pause(user: number): void {
    const gathered = this.state.copies.gatheredOf(this.traderOf(user));
    const asked = gathered === null ? null : askedPart(gathered, user);
    if (gathered !== null && asked !== null) {
      shrinkAsked(this.state, gathered, asked, asked.closes, CopyLeftOut.paused);
    }
    for (const batch of this.batchesOf(this.traderOf(user))) {
      const at = ownerAt(batch, user);
      if (at === NONE) continue;
      const owner = batch.owners[at]!;
      this.parts.settleOwner(batch, at);
      const most = Math.max(0, owner.closes - owner.filled);
      this.shrink(batch, at, { most, why: CopyLeftOut.paused, out: false });
    }
  }

  leaveOut({ batch, unable }: AskedBatch): void {
    const { state, parts } = this;
    batch.strained = true;
    if (unable.length === 0) return;
    // Nobody is given anything here: somebody is trading.
    parts.beginSpan(batch);
    let all = 0;
    for (const at of unable) {
      const owner = batch.owners[at]!;
      this.forgoMore(batch, at, 0);
      const cut = leftOf(owner);
      all += cut;
      owner.open -= cut;
      owner.lots -= cut;
      owner.leftOut = CopyLeftOut.tooLittleFree;
      loadOwner(state, batch, owner, -cut);
      parts.tell(batch, owner);
    }
    this.takeFromBook(batch, all);
  }

  trim(position: number): void {
    const { positions } = this.state;
    const user = ownerOf(positions.account(position));
    const name = { instrument: positions.instrument(position), leg: positions.leg(position) };
    // The newest first, as those of anybody.
    this.trimGathered(position, user, name);
    for (const batch of this.batchesOf(this.traderOf(user)).reverse()) {
      if (!batch.reduceOnly || !isOf(batch, name)) continue;
      const at = ownerAt(batch, user);
      if (at === NONE) continue;
      this.parts.settleOwner(batch, at);
      this.forgoMore(batch, at);
      const lots = positions.lots(position);
      const room = Math.max(0, batch.side === Side.sell ? lots : -lots);
      const excess = positions.lane(position, PositionLane.reduceLots) - room;
      if (excess <= 0) return;
      const owner = batch.owners[at]!;
      const most = Math.max(0, leftOf(owner) - excess);
      if (most === 0 && user === batch.trader) this.end(batch, DoneReason.positionReduced);
      else this.shrink(batch, at, { most, why: CopyLeftOut.nothingToClose, out: false });
    }
  }

  private trimGathered(position: number, user: number, name: LegName): void {
    const { state } = this;
    const gathered = state.copies.gatheredOf(this.traderOf(user));
    if (gathered === null || !gathered.reduceOnly || !isOf(gathered, name)) return;
    const owner = askedPart(gathered, user);
    const lots = state.positions.lots(position);
    const room = Math.max(0, gathered.side === Side.sell ? lots : -lots);
    const excess = state.positions.lane(position, PositionLane.reduceLots) - room;
    if (owner === null || excess <= 0) return;
    const most = Math.max(0, leftOf(owner) - excess);
    if (most === 0 && user === gathered.trader) {
      endGathered(state, gathered, endedBy(DoneReason.positionReduced));
    } else shrinkAsked(state, gathered, owner, most, CopyLeftOut.nothingToClose);
  }

  private batchesOf(trader: number): CopyBatch[] {
    return [...this.state.copies.batchesOf(trader)];
  }

  private traderOf(user: number): number {
    return this.state.copies.portfolios.get(user)?.trader ?? user;
  }

  /** Leaves an owner less of what is left to it. */
  private shrink(batch: CopyBatch, at: number, { most, why, out }: Shrinking): void {
    const { state, parts } = this;
    parts.settleOwner(batch, at);
    const owner = batch.owners[at]!;
    this.forgoMore(batch, at, most);
    const cut = leftOf(owner) - Math.min(leftOf(owner), most);
    // What a batch that is over has given is given for good.
    if (batch.ended || (cut === 0 && !out)) return;
    parts.beginSpan(batch);
    owner.open -= cut;
    owner.lots -= cut;
    loadOwner(state, batch, owner, -cut);
    if (out) this.takeOut(batch, owner);
    owner.leftOut = why;
    parts.tell(batch, owner);
    if (cut > 0) this.takeFromBook(batch, cut);
  }

  /** Of an amendment that it was asked about already, an owner whose part became smaller has no more than that. */
  private forgoMore(batch: CopyBatch, at: number, most: number = Number.MAX_SAFE_INTEGER): void {
    const owner = batch.owners[at]!;
    const asked = batch.amending && this.state.copies.amendedOf(batch.trader)?.parts[at];
    if (!asked) return;
    holdExtra(this.state, batch, owner, 0);
    asked.lots = Math.min(asked.lots, leftOf(owner), most);
  }

  /** Its lots and what they cost are no longer shared with the others. */
  private takeOut(batch: CopyBatch, owner: BatchOwner): void {
    assert(leftOf(owner) === 0, 'INV-36: who leaves a batch has lots in the book');
    const market = this.state.markets[batch.instrument]!;
    this.parts.spot.paySurplus(batch, market, owner);
    owner.out = true;
    batch.filled -= owner.filled;
    batch.units -= owner.cost;
    batch.from = batch.filled;
    assert(batch.filled >= 0 && batch.units >= 0, 'INV-29: who leaves takes more than there is');
  }

  /** Lots leave the book; the others keep their place. */
  takeFromBook({ id }: CopyBatch, lots: number): void {
    const { orders } = this.state;
    const slot = orders.find(id);
    assert(slot !== NONE, 'INV-36: a batch that rests is not in the book');
    const lane = slot * ORDER_LANES;
    const remaining = orders.f64[lane + OrderLane.remaining]!;
    if (remaining === lots) this.trading.cancel(slot, DoneReason.cancelled);
    else this.trading.reduce(slot, orders.f64[lane + OrderLane.quantity]! - lots);
  }
}
