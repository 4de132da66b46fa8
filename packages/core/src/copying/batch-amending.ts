/**
 * An order in the book gets another price or size, as the exchange's own amending does it: less at the same price keeps
 * its place, everything else enters again. Each owner's part changes as the trader's does; who may not have it, by the
 * own limits or for want of money, has nothing more in it.
 */
import {
  AccountKind,
  type AmendCopyOrderCommand,
  accountOf,
  bornSizes,
  CopyLeftOut,
  type CopySize,
  copyLimitFault,
  copyUnwanted,
  OrderType,
  Reject,
  ratioFloor,
  Side,
  TimeInForce,
  type TraderPortfolio,
  toStep,
} from '@halcyon/domain';
import {
  ORDER_LANES,
  ORDER_WORDS,
  OrderFlag,
  OrderLane,
  OrderWord,
} from '../matching/order-record.ts';
import type { CommandOutcome } from '../outcome.ts';
import { checkChanged, checkLimitSize, checkReduced, checkState } from '../spot/order-checks.ts';
import type { OrderRequest } from '../spot/order-request.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import {
  type BatchAdmission,
  type Checked,
  contractOf,
  REDUCE_ONLY,
  requestOf,
} from './batch-admission.ts';
import { loadOwner, ownPosition } from './batch-load.ts';
import type { BatchParts } from './batch-parts.ts';
import { type BatchOwner, type CopyBatch, leftOf, ownerAt, ownersLeft } from './copy-batch.ts';

const NONE = -1;

/** Price and size of a trader's order: all of its lots. */
interface Terms {
  readonly price: number;
  readonly quantity: number;
}

/** What an owner has left in the book from now on. */
interface Part {
  readonly lots: number;
  readonly leftOut: CopyLeftOut;
}

export class BatchAmending {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly trading: SpotTrading;
  declare private readonly admission: BatchAdmission;
  declare private readonly parts: BatchParts;

  constructor(
    state: State,
    out: CommandOutcome,
    trading: SpotTrading,
    { admission, parts }: { readonly admission: BatchAdmission; readonly parts: BatchParts },
  ) {
    this.state = state;
    this.out = out;
    this.trading = trading;
    this.admission = admission;
    this.parts = parts;
  }

  /** Amends an order for all, or refuses for all. */
  amend(portfolio: TraderPortfolio, batch: CopyBatch, command: AmendCopyOrderCommand): boolean {
    const { state, out } = this;
    if (state.copies.working.includes(batch)) {
      return out.refuse(Reject.copyUnderWay, 0, ownersLeft(batch));
    }
    const gathered = state.copies.gatheredOf(batch.trader);
    if (gathered !== null) {
      return out.refuse(Reject.copyUnderWay, 0, gathered.followers.length - gathered.next);
    }
    const own = batch.owners[ownerAt(batch, batch.trader)]!;
    // The trader has all of it: what rests is the others'.
    if (leftOf(own) === 0) return out.refuse(Reject.orderNotFound, 0, batch.id);
    const price = command.price === 0 ? batch.price : command.price;
    const quantity = command.quantity === 0 ? own.lots : command.quantity;
    if (price === batch.price && quantity === own.lots) {
      return out.refuse(Reject.amendNothing, own.lots, quantity);
    }
    if (quantity <= own.filled) return out.refuse(Reject.amendBelowFilled, own.filled, quantity);
    out.id = batch.id;
    const market = state.markets[batch.instrument]!;
    if (price !== batch.price || quantity > own.lots) {
      return this.move(portfolio, market, batch, { price, quantity });
    }
    return checkReduced(market, out, price, quantity) && this.reduce(market, batch, quantity);
  }

  /** Less at the same price keeps its place. */
  private reduce(market: Market, batch: CopyBatch, quantity: number): boolean {
    const { orders } = this.state;
    const parts = this.scale(market, batch, quantity);
    const cut = batch.owners.reduce((sum, owner, i) => sum + leftOf(owner) - parts[i]!.lots, 0);
    this.share(batch, parts);
    const slot = orders.find(batch.id);
    const before = orders.f64[slot * ORDER_LANES + OrderLane.quantity]!;
    this.trading.reduce(slot, before - cut);
    this.state.copies.changed(batch);
    return true;
  }

  /** Another price, or more: it leaves the book and enters again, if all that asks for it allows it. */
  private move(
    portfolio: TraderPortfolio,
    market: Market,
    batch: CopyBatch,
    terms: Terms,
  ): boolean {
    const { state } = this;
    // What the parts need now must not stand in their way.
    for (const owner of batch.owners) loadOwner(state, batch, owner, -leftOf(owner));
    const parts = this.partsMoved(portfolio, market, batch, terms);
    if (parts === null) {
      for (const owner of batch.owners) loadOwner(state, batch, owner, leftOf(owner));
      return false;
    }
    this.share(batch, parts, terms.price);
    this.reenter(
      market,
      batch,
      parts.reduce((sum, { lots }) => sum + lots, 0),
    );
    return true;
  }

  /** What each owner would have left, or null with the refusal set. */
  private partsMoved(
    portfolio: TraderPortfolio,
    market: Market,
    batch: CopyBatch,
    terms: Terms,
  ): Part[] | null {
    const { trading, admission } = this;
    const request = this.requestFor(market, batch, terms);
    if (request === null) return null;
    const position = ownPosition(this.state, batch, batch.trader);
    if (!trading.contracts.orders.checkPart(market, request, position)) return null;
    const checked = admission.checkedOf(portfolio, { market, request, position }, batch.id);
    const parts = this.partsBorne(batch, checked, this.scale(market, batch, terms.quantity));
    return admission.checkWhole(checked, parts, batch.units) ? parts : null;
  }

  /** The trader's own part as an order, after the checks of anybody's. */
  private requestFor(
    market: Market,
    batch: CopyBatch,
    { price, quantity }: Terms,
  ): OrderRequest | null {
    const { out, state } = this;
    const { side, instrument, trader } = batch;
    const own = batch.owners[ownerAt(batch, trader)]!;
    const word = state.orders.find(batch.id) * ORDER_WORDS + OrderWord.flags;
    const flags = state.orders.i32[word]!;
    const timeInForce = ((flags >>> OrderFlag.timeInForceShift) & 3) as TimeInForce;
    const postOnly = timeInForce === TimeInForce.postOnly;
    const before = { price: batch.price, quantity: own.lots };
    if (!checkState(market, out, postOnly)) return null;
    if (!checkLimitSize(market, out, side, price, quantity)) return null;
    if (!checkChanged(market, out, before, { price, quantity })) return null;
    if (postOnly && market.book.crosses(side, price)) {
      const best = market.book.best(side === Side.buy ? Side.sell : Side.buy);
      out.refuse(Reject.postOnlyWouldTake, best, price);
      return null;
    }
    const account = accountOf(trader, AccountKind.usdtFutures);
    const options = batch.reduceOnly ? REDUCE_ONLY : 0;
    const left = quantity - own.filled;
    const about = { instrument, side, type: OrderType.limit, timeInForce, price, options };
    return requestOf(account, { ...about, quantity: left });
  }

  /** What of the parts the limits and the money of their owners bear. */
  private partsBorne(batch: CopyBatch, checked: Checked, wanted: readonly Part[]): Part[] {
    const { admission } = this;
    const { copies } = this.state;
    const contract = contractOf(checked.market);
    const asking = batch.owners.flatMap((owner, i) => {
      const follower =
        owner.user === batch.trader || owner.out ? null : copies.follower(owner.user);
      if (follower === null || wanted[i]!.lots === 0) return [];
      return [{ i, owner, candidate: admission.candidate(follower, checked) }];
    });
    const sizes = asking.map(({ i, owner, candidate }): CopySize => {
      const size = sizeOf(batch, owner, wanted[i]!.lots, candidate.lots);
      const { settings } = candidate;
      const unwanted = copyUnwanted(checked.order.instrument, settings);
      const leftOut = unwanted || copyLimitFault(checked.order, contract, candidate, size);
      return size.opens === 0 || leftOut === CopyLeftOut.none
        ? size
        : { ...size, opens: 0, leftOut };
    });
    const candidates = asking.map(({ candidate }) => candidate);
    const book = admission.bookFor(checked);
    const borne = bornSizes(checked.order, contract, candidates, sizes, book);
    const parts = [...wanted];
    for (const [k, { i, candidate }] of asking.entries()) {
      const { lots, settings } = candidate;
      const size = admission.withinTier(checked, borne[k]!, lots, settings);
      parts[i] = { lots: size.closes + size.opens, leftOut: size.leftOut };
    }
    return parts;
  }

  /** What is left to each owner where the trader has so many lots in all. */
  private scale({ instrument }: Market, batch: CopyBatch, quantity: number): Part[] {
    const own = batch.owners[ownerAt(batch, batch.trader)]!;
    const [before, left] = [leftOf(own), quantity - own.filled];
    return batch.owners.map((owner): Part => {
      const { leftOut } = owner;
      const has = leftOf(owner);
      if (owner === own) return { lots: left, leftOut };
      if (left === before || has === 0) return { lots: has, leftOut };
      const lots = toStep(ratioFloor(has, left, before), instrument.quantityStep);
      return { lots, leftOut: lots === 0 ? CopyLeftOut.tooSmall : leftOut };
    });
  }

  /** Owners have other parts from now on, and are told. @param price that it gets; without one the loads are there */
  private share(batch: CopyBatch, parts: readonly Part[], price?: number): void {
    const { state } = this;
    this.parts.beginSpan(batch);
    if (price !== undefined) {
      batch.price = price;
      batch.held = price;
    }
    for (const [i, owner] of batch.owners.entries()) {
      if (owner.out) continue;
      const { lots, leftOut } = parts[i]!;
      loadOwner(state, batch, owner, price === undefined ? lots - owner.open : lots);
      owner.open = lots;
      owner.lots = owner.filled + lots;
      owner.leftOut = leftOut;
      owner.at = 0;
    }
  }

  /** The aggregate enters again; what it takes from the book is the first of the span. */
  private reenter(market: Market, batch: CopyBatch, left: number): void {
    const { state, trading } = this;
    const { settlement } = trading.contracts;
    const { f64 } = state.orders;
    const lane = state.orders.find(batch.id) * ORDER_LANES;
    const traded = f64[lane + OrderLane.quantity]! - f64[lane + OrderLane.remaining]!;
    settlement.beginBatch();
    trading.reenter(state.orders.find(batch.id), batch.price, traded + left);
    settlement.endBatch();
    const { taken, takenValue } = settlement;
    const units = takenValue * market.instrument.quoteFactor;
    batch.traded += taken;
    batch.value += takenValue;
    batch.filled += taken;
    batch.units += units;
    batch.taken = taken;
    batch.takenUnits = units;
    batch.ended = state.orders.find(batch.id) === NONE;
    state.copies.changed(batch);
  }
}

/** What of a part closes the position and what opens. One that only closes is no larger than the position. */
function sizeOf(
  batch: CopyBatch,
  { closes, filled }: BatchOwner,
  lots: number,
  position: number,
): CopySize {
  const { none: leftOut } = CopyLeftOut;
  if (batch.reduceOnly) {
    const room = Math.max(0, batch.side === Side.sell ? position : -position);
    return { closes: Math.min(lots, room), opens: 0, leftOut };
  }
  const closing = Math.min(lots, Math.max(0, closes - filled));
  return { closes: closing, opens: lots - closing, leftOut };
}
