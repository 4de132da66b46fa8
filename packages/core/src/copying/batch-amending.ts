/**
 * An order in the book gets another price or size, as the exchange's own amending does it: less at the same price keeps
 * its place, everything else enters again. Each owner's part changes as the trader's does; who may not have it, by the
 * own limits or for want of money, has nothing more in it. Many owners are asked in portions between the commands of
 * others, and the order is as it was until all were.
 */
import {
  AccountKind,
  type AmendCopyOrderCommand,
  accountOf,
  COPY_OWNERS_PER_COMMAND,
  CopyLeftOut,
  type CopySize,
  copyLimitFault,
  copyUnwanted,
  EventKind,
  keepBorne,
  leverageFor,
  OrderType,
  Reject,
  ratioFloor,
  Side,
  TimeInForce,
  type TraderPortfolio,
  toStep,
  type WantedParts,
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
import type { AmendedOrder, AmendedTerms, AskedPart } from './amended-order.ts';
import {
  type BatchAdmission,
  type Checked,
  contractOf,
  REDUCE_ONLY,
  requestOf,
} from './batch-admission.ts';
import { holdExtra, loadOwner, loadValue, needOf } from './batch-load.ts';
import type { BatchParts } from './batch-parts.ts';
import { type BatchOwner, type CopyBatch, leftOf, ownerAt, ownersLeft } from './copy-batch.ts';
import { legBits, ownPosition } from './legs.ts';
import { withinWorst } from './worst-price.ts';

const NONE = -1;

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

  /** Amends an order for all, or refuses for all. Where many are to be asked, it is amended when all were. */
  amend(portfolio: TraderPortfolio, batch: CopyBatch, command: AmendCopyOrderCommand): boolean {
    const { state, out } = this;
    if (state.copies.working.includes(batch)) {
      return out.refuse(Reject.copyUnderWay, 0, ownersLeft(batch));
    }
    const asking = state.copies.askingOf(batch.trader);
    if (asking !== null) return out.refuse(Reject.copyUnderWay, 0, asking);
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
      return this.move(portfolio, batch, { price, quantity });
    }
    return checkReduced(market, out, price, quantity) && this.reduce(market, batch, quantity);
  }

  /** The next owners are asked about an amendment that waits for them; when all were it is made. */
  sweep(): void {
    const { state, out } = this;
    const { copies } = state;
    const [amended] = copies.amended;
    if (amended === undefined) return;
    const portfolio = copies.trader(amended.trader)!;
    const batch = copies.batchesOf(amended.trader).find(({ id }) => id === amended.id)!;
    out.beside(() => {
      const checked = this.check(portfolio, batch, amended.terms);
      if (checked !== null && amended.parts.length < batch.owners.length) {
        this.ask(amended, batch, checked);
        return true;
      }
      copies.endAmending(batch);
      const made = checked !== null && this.make(amended, batch, checked);
      if (!made) this.giveUp(amended, batch);
      return made;
    });
  }

  /** What an owner has free is less than it was when it was asked. */
  limitFree(user: number): void {
    const { state, admission } = this;
    const follower = state.copies.follower(user);
    const amended = follower === null ? null : state.copies.amendedOf(follower.trader);
    if (follower === null || amended === null) return;
    const batch = state.copies.batchesOf(follower.trader).find(({ id }) => id === amended.id)!;
    const part = amended.parts[ownerAt(batch, user)];
    if (part === undefined) return;
    const owner = batch.owners[ownerAt(batch, user)]!;
    const { free, backing } = this.without(batch, owner, () => ({
      free: admission.freeOf(user, follower.asset, owner.isolated),
      backing: admission.backingAt(user, batch),
    }));
    if (free < part.free) part.free = free;
    if (backing < part.backing) part.backing = backing;
  }

  /** Less at the same price keeps its place. */
  private reduce(market: Market, batch: CopyBatch, quantity: number): boolean {
    const { orders } = this.state;
    const part = this.scaling(market, batch, quantity);
    const parts = batch.owners.map(part);
    const cut = batch.owners.reduce((sum, owner, i) => sum + leftOf(owner) - parts[i]!.lots, 0);
    this.share(batch, parts, batch.price);
    const slot = orders.find(batch.id);
    const before = orders.f64[slot * ORDER_LANES + OrderLane.quantity]!;
    this.trading.reduce(slot, before - cut);
    this.state.copies.changed(batch);
    return true;
  }

  /** Another price, or more: it leaves the book and enters again, if all that asks for it allows it. */
  private move(portfolio: TraderPortfolio, batch: CopyBatch, terms: AmendedTerms): boolean {
    const { copies, markets } = this.state;
    const checked = this.check(portfolio, batch, terms);
    if (checked === null) return false;
    const { mark } = markets[batch.instrument]!.contract!;
    const amended: AmendedOrder = { id: batch.id, trader: batch.trader, terms, mark, parts: [] };
    // The trader is one of the owners.
    const many = batch.owners.length > COPY_OWNERS_PER_COMMAND + 1;
    if (many) {
      copies.beginAmending(batch, amended);
      return true;
    }
    this.ask(amended, batch, checked);
    return this.make(amended, batch, checked);
  }

  /** The trader's own part at the new terms, checked as anybody's order; null with the refusal set. */
  private check(portfolio: TraderPortfolio, batch: CopyBatch, terms: AmendedTerms): Checked | null {
    const { trading, admission, state, out } = this;
    const market = state.markets[batch.instrument]!;
    const own = batch.owners[ownerAt(batch, batch.trader)]!;
    // It was met meanwhile.
    if (terms.quantity <= own.filled) {
      out.refuse(Reject.amendBelowFilled, own.filled, terms.quantity);
      return null;
    }
    const request = this.requestFor(market, batch, terms);
    const position = ownPosition(state, batch, batch.trader);
    if (request === null) return null;
    const worst = admission.worstOf(position, request);
    if (withinWorst(market, out, request, worst) === null) return null;
    return this.without(batch, own, () => {
      if (!trading.contracts.orders.checkPart(market, request, position)) return null;
      return admission.checkedOf(portfolio, { market, request, position }, batch.id);
    });
  }

  /** Asks the next owners. Where not all are asked in one command, they hold what they need from now on. */
  private ask({ terms, parts }: AmendedOrder, batch: CopyBatch, checked: Checked): void {
    const { state } = this;
    const { owners, amending } = batch;
    const part = this.scaling(checked.market, batch, terms.quantity);
    const most = amending ? parts.length + COPY_OWNERS_PER_COMMAND : owners.length;
    for (let i = parts.length; i < Math.min(owners.length, most); i++) {
      const owner = owners[i]!;
      const asked = this.askOwner(batch, checked, owner, part(owner));
      parts.push(asked);
      if (!amending) continue;
      const before = needOf(batch, batch.price, leftOf(owner));
      holdExtra(state, batch, owner, needOf(batch, terms.price, asked.lots) - before);
    }
  }

  /** What of a part the limits and the money of its owner bear, before the average is known. */
  private askOwner(
    batch: CopyBatch,
    checked: Checked,
    owner: BatchOwner,
    { lots: wanted, leftOut: why }: Part,
  ): AskedPart {
    const { admission } = this;
    const { user, leverage } = owner;
    const follower = user === batch.trader || owner.out ? null : this.state.copies.follower(user);
    const closes = Math.max(0, Math.min(wanted, owner.closes - owner.filled));
    const none = { leverage, slippagePpm: 0, free: 0n, backing: 0n };
    if (follower === null || wanted === 0) return { lots: wanted, closes, leftOut: why, ...none };
    const candidate = this.without(batch, owner, () => admission.candidate(follower, checked));
    const { settings, free, backing, lots: position } = candidate;
    const contract = contractOf(checked.market);
    const size = sizeOf(batch, owner, wanted, position);
    const unwanted = copyUnwanted(checked.order.instrument, settings);
    const fault = unwanted || copyLimitFault(checked.order, contract, candidate, size);
    const limited = size.opens === 0 || fault === CopyLeftOut.none;
    const kept = limited ? size : { ...size, opens: 0, leftOut: fault };
    const part = admission.withinTier(checked, kept, position, settings);
    return {
      ...{ lots: part.closes + part.opens, closes: part.closes, leftOut: part.leftOut },
      ...{ leverage: leverageFor(checked.order, contract, settings) },
      ...{ slippagePpm: settings.slippagePpm, free, backing },
    };
  }

  /** All were asked: it is amended for who bears it, or for nobody, with the refusal set. */
  private make(amended: AmendedOrder, batch: CopyBatch, checked: Checked): boolean {
    const { admission } = this;
    const { terms } = amended;
    const { market } = checked;
    const opens = checked.order.opens > 0;
    if (opens && !admission.checkMark(market, batch.side, amended.mark)) return false;
    const parts = this.partsBorne(amended, batch, checked);
    const own = batch.owners[ownerAt(batch, batch.trader)]!;
    const born = this.without(batch, own, () => admission.checkWhole(checked, parts, batch.units));
    if (!born) return false;
    this.share(batch, parts, terms.price);
    const left = parts.reduce((sum, { lots }) => sum + lots, 0);
    this.reenter(market, batch, left);
    return true;
  }

  /** It stays as it is: what owners hold for it is given back in portions. */
  private giveUp({ terms }: AmendedOrder, batch: CopyBatch): void {
    const { state, out } = this;
    const { seq, time, log } = state;
    const { id, trader, instrument, side } = batch;
    const { code, limit, value } = out;
    const about = { batch: id, trader, instrument, side, ...terms, code, limit, value };
    log.push({ kind: EventKind.copyAmendRefused, seq, time, ...about });
    state.copies.changed(batch);
  }

  /** What holds of an owner without what its part needs now. */
  private without<Of>(batch: CopyBatch, owner: BatchOwner, ask: () => Of): Of {
    const { state } = this;
    const { extra } = owner;
    const left = leftOf(owner);
    loadOwner(state, batch, owner, -left);
    holdExtra(state, batch, owner, 0);
    const answer = ask();
    loadOwner(state, batch, owner, left);
    holdExtra(state, batch, owner, extra);
    return answer;
  }

  /** The trader's own part as an order, after the checks of anybody's. */
  private requestFor(
    market: Market,
    batch: CopyBatch,
    { price, quantity }: AmendedTerms,
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
    const options = legBits(batch.leg) | (batch.reduceOnly ? REDUCE_ONLY : 0);
    const left = quantity - own.filled;
    const about = { instrument, side, type: OrderType.limit, timeInForce, price, options };
    return requestOf(account, { ...about, quantity: left });
  }

  /** What of the parts that were asked for the limits of slippage and the money of their owners bear. */
  private partsBorne({ parts, terms }: AmendedOrder, batch: CopyBatch, checked: Checked): Part[] {
    const part = this.scaling(checked.market, batch, terms.quantity);
    const now: Part[] = [];
    const asking: number[] = [];
    const columns: WantedParts = {
      ...{ closes: [], opens: [], slippagePpm: [], leverage: [], free: [], backing: [] },
    };
    for (const [i, owner] of batch.owners.entries()) {
      const own = owner.user === batch.trader;
      const asked = parts[i]!;
      const scaled = part(owner);
      // What was met since they were asked is less for all alike.
      const has = own || scaled.lots <= asked.lots ? scaled : asked;
      now.push({ lots: has.lots, leftOut: has.leftOut });
      if (own || owner.out || has.lots === 0) continue;
      asking.push(i);
      addWanted(columns, asked, has.lots);
    }
    const { closes, opens } = columns;
    const book = this.admission.bookFor(checked);
    const why = keepBorne(checked.order, contractOf(checked.market), columns, book);
    for (const [k, i] of asking.entries()) {
      if (why[k] === 0) continue;
      now[i] = { lots: closes[k]! + opens[k]!, leftOut: why[k] as CopyLeftOut };
    }
    return now;
  }

  /** What is left to an owner where the trader has so many lots in all. */
  private scaling(
    { instrument }: Market,
    batch: CopyBatch,
    quantity: number,
  ): (owner: BatchOwner) => Part {
    const own = batch.owners[ownerAt(batch, batch.trader)]!;
    const [before, left] = [leftOf(own), quantity - own.filled];
    return (owner) => {
      const { leftOut } = owner;
      const has = leftOf(owner);
      if (owner === own) return { lots: left, leftOut };
      if (left === before || has === 0) return { lots: has, leftOut };
      const lots = toStep(ratioFloor(has, left, before), instrument.quantityStep);
      return { lots, leftOut: lots === 0 ? CopyLeftOut.tooSmall : leftOut };
    };
  }

  /** Owners have other parts from now on. What they need less is given back when they are told, in portions. */
  private share(batch: CopyBatch, parts: readonly Part[], price: number): void {
    const { state } = this;
    this.parts.beginSpan(batch);
    const { held } = batch;
    batch.price = price;
    batch.held = price;
    for (const [i, owner] of batch.owners.entries()) {
      if (owner.out) continue;
      const { lots, leftOut } = parts[i]!;
      const has = needOf(batch, held, leftOf(owner)) + owner.extra;
      const needs = needOf(batch, price, lots);
      if (needs > has) loadValue(state, batch, owner, needs - has);
      owner.extra = Math.max(0, has - needs);
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

/** One more who may want so many lots. */
function addWanted(columns: WantedParts, asked: AskedPart, lots: number): void {
  const closes = Math.min(asked.closes, lots);
  columns.closes.push(closes);
  columns.opens.push(lots - closes);
  columns.slippagePpm.push(asked.slippagePpm);
  columns.leverage.push(asked.leverage);
  columns.free.push(asked.free);
  columns.backing.push(asked.backing);
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
