/**
 * Asks all followers of a trader whether they are in an order: at once where they are few, else in portions between the
 * commands of others. When all were asked it trades, once.
 */
import {
  COPY_OWNERS_PER_COMMAND,
  CopyLeftOut,
  copySize,
  DoneReason,
  keepBorne,
  leverageFor,
  Reject,
  Side,
  type TraderPortfolio,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import {
  type BatchAdmission,
  type Checked,
  contractOf,
  isReduceOnly,
  legNameOf,
  mayRest,
  ownerOf,
} from './batch-admission.ts';
import { holdFor, loadOwner } from './batch-load.ts';
import { type BatchOwner, leftOf, ownerAt } from './copy-batch.ts';
import { type BatchOrder, endedBy, type GatheredOrder } from './gathered-order.ts';
import { emitGathered, endGathered, removeGathered, shrinkAsked } from './gathered-parts.ts';
import { findPosition, lotsIn } from './legs.ts';

const NIL = -1;

/** An order whose followers have all been asked, and who is in it. */
export interface ReadyOrder {
  readonly gathered: GatheredOrder;
  readonly checked: Checked;
  readonly owners: readonly BatchOwner[];
}

export class Gathering {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly admission: BatchAdmission;

  constructor(state: State, out: CommandOutcome, admission: BatchAdmission) {
    this.state = state;
    this.out = out;
    this.admission = admission;
  }

  /**
   * An order whose followers are to be asked.
   * @param id that it was given before, 0 = none @returns null with the refusal set
   */
  begin(
    portfolio: TraderPortfolio,
    asked: BatchOrder,
    planned: boolean,
    id: number,
  ): GatheredOrder | null {
    const { state, admission } = this;
    const market = state.markets[asked.instrument]!;
    const checked = admission.check(portfolio, market, asked, planned);
    if (checked === null) return null;
    const { request, order } = checked;
    const { user: trader } = portfolio;
    const followers = [...state.copies.followersOf(trader)].sort((a, b) => a - b);
    const reduceOnly = isReduceOnly(request);
    const many = followers.length > COPY_OWNERS_PER_COMMAND;
    const { side } = request;
    const gathered = {
      ...{ id, trader, ...legNameOf(request), side, asked, planned, request, order, reduceOnly },
      ...{ held: many ? holdPrice(market, checked) : 0, own: this.ownOf(portfolio, checked) },
      ...{ owners: [], followers, next: 0 },
      ...{ free: [], backing: [], slippagePpm: [] },
    };
    if (!many) return gathered;
    return this.wait(id === 0 ? { ...gathered, id: state.nextOrder++ } : gathered);
  }

  /** Many are asked after this command and the next ones. */
  private wait(gathered: GatheredOrder): GatheredOrder {
    const { state, out } = this;
    out.id = gathered.id;
    state.copies.gathered.push(gathered);
    holdFor(state, gathered, gathered.own);
    emitGathered(state, gathered, 0, endedBy(DoneReason.filled));
    return gathered;
  }

  /** Asks the next followers. @returns whether all have been asked */
  proceed(gathered: GatheredOrder): boolean {
    const { state, admission } = this;
    const { followers, request, own } = gathered;
    const market = state.markets[gathered.instrument]!;
    const position = findPosition(state, gathered, own.user);
    const before = admission.restingBefore(gathered.trader, request);
    const checked = { market, request, position, order: gathered.order, before };
    const end = Math.min(followers.length, gathered.next + COPY_OWNERS_PER_COMMAND);
    for (; gathered.next < end; gathered.next++) {
      this.ask(gathered, checked, followers[gathered.next]!);
    }
    return end === followers.length;
  }

  /** Who is in an order whose followers have all been asked; null with the refusal set. */
  ready(portfolio: TraderPortfolio, gathered: GatheredOrder): ReadyOrder | null {
    const { admission } = this;
    const checked = gathered.id === 0 ? this.again(gathered) : this.recheck(portfolio, gathered);
    if (checked === null) return null;
    this.clip(gathered);
    this.keepBorne(gathered, checked);
    const { own, owners } = gathered;
    const at = owners.findIndex(({ user }) => user > own.user);
    const all = at === -1 ? [...owners, own] : owners.toSpliced(at, 0, own);
    if (!admission.checkWhole(checked, all)) return null;
    return { gathered, checked, owners: all };
  }

  /** Of each part stays what limits of slippage and the owner's money bear. */
  private keepBorne(gathered: GatheredOrder, checked: Checked): void {
    const { owners, order, slippagePpm, free, backing } = gathered;
    const closes = owners.map((owner) => owner.closes);
    const opens = owners.map((owner) => owner.lots - owner.closes);
    const leverage = owners.map((owner) => owner.leverage);
    const parts = { closes, opens, slippagePpm, leverage, free, backing };
    const book = this.admission.bookFor(checked);
    const why = keepBorne(order, contractOf(checked.market), parts, book);
    for (let i = 0; i < why.length; i++) {
      if (why[i] === 0) continue;
      const lots = closes[i]! + opens[i]!;
      shrinkAsked(this.state, gathered, owners[i]!, lots, why[i] as CopyLeftOut);
    }
  }

  /** What a follower has free changed by the own doing: what counts is the least since it was asked. */
  limitFree(user: number): void {
    const { state, admission } = this;
    const follower = state.copies.follower(user);
    const gathered = follower === null ? null : state.copies.gatheredOf(follower.trader);
    if (follower === null || gathered === null) return;
    const at = ownerAt(gathered, user);
    if (at === NIL) return;
    const owner = gathered.owners[at]!;
    loadOwner(state, gathered, owner, -leftOf(owner));
    const free = admission.freeOf(user, follower.asset, owner.isolated);
    const backing = admission.backingAt(user, gathered);
    loadOwner(state, gathered, owner, leftOf(owner));
    if (free < gathered.free[at]!) gathered.free[at] = free;
    if (backing < gathered.backing[at]!) gathered.backing[at] = backing;
  }

  /** It trades now, or has ended. */
  finish(gathered: GatheredOrder, traded: boolean): void {
    if (traded) {
      removeGathered(this.state, gathered);
      return;
    }
    const { code, limit, value } = this.out;
    endGathered(this.state, gathered, { reason: DoneReason.cancelled, code, limit, value });
  }

  /** The order as it was checked in this command. */
  private again(gathered: GatheredOrder): Checked {
    const { admission, state } = this;
    const { trader, instrument, request, order } = gathered;
    const position = findPosition(state, gathered, trader);
    const before = admission.restingBefore(trader, request);
    return { market: state.markets[instrument]!, request, position, order, before };
  }

  /** After other commands: the trader's own order is checked anew, and nothing of it may have changed. */
  private recheck(portfolio: TraderPortfolio, gathered: GatheredOrder): Checked | null {
    const { state, out, admission } = this;
    const { own, request, order, trader, instrument } = gathered;
    const market = state.markets[instrument]!;
    const waits = state.copies.reduced.filter((one) => one.trader === trader).length;
    if (waits > 0) {
      out.refuse(Reject.copyUnderWay, 0, waits);
      return null;
    }
    const { side, price } = { ...order, side: gathered.side };
    if (order.opens > 0 && !admission.checkMark(market, side, price)) return null;
    loadOwner(state, gathered, own, -leftOf(own));
    const checked = admission.check(portfolio, market, gathered.asked, gathered.planned);
    loadOwner(state, gathered, own, leftOf(own));
    if (checked === null) return null;
    const { closes, position } = checked.order;
    const same = closes === order.closes && position === order.position;
    if (!same || checked.request.quantity !== request.quantity) {
      out.refuse(Reject.copyPositionMoved, order.position, position);
      return null;
    }
    return { ...checked, order };
  }

  /** Whose position became smaller meanwhile closes no more than there is. */
  private clip(gathered: GatheredOrder): void {
    const { state } = this;
    const { side, request, owners } = gathered;
    if (gathered.id === 0 || mayRest(request)) return;
    for (const owner of owners) {
      if (owner.closes === 0) continue;
      const lots = lotsIn(state, gathered, owner.user);
      const room = Math.max(0, side === Side.sell ? lots : -lots);
      const excess = owner.closes - room;
      if (excess <= 0) continue;
      owner.closes = room;
      shrinkAsked(state, gathered, owner, owner.lots - excess, owner.leftOut);
    }
  }

  private ask(gathered: GatheredOrder, checked: Checked, user: number): void {
    const { state, admission } = this;
    const follower = state.copies.follower(user);
    // It has left meanwhile.
    if (follower === null) return;
    const { market, order } = checked;
    const contract = contractOf(market);
    const candidate = admission.candidate(follower, checked);
    const { settings, lots, isolated } = candidate;
    const wanted = copySize(order, contract, candidate);
    const { closes, opens, leftOut } = admission.withinTier(checked, wanted, lots, settings);
    const leverage = leverageFor(order, contract, settings);
    const owner = ownerOf({ user, lots: closes + opens, closes, leftOut, leverage, isolated });
    gathered.owners.push(owner);
    gathered.free.push(candidate.free);
    gathered.backing.push(candidate.backing);
    gathered.slippagePpm.push(settings.slippagePpm);
    if (gathered.held !== 0) holdFor(state, gathered, owner);
  }

  private ownOf({ user }: TraderPortfolio, { request, order, position }: Checked): BatchOwner {
    const { positions } = this.state;
    const own = { leverage: positions.leverage(position), isolated: positions.isolated(position) };
    const { quantity: lots } = request;
    return ownerOf({ user, lots, closes: order.closes, leftOut: CopyLeftOut.none, ...own });
  }
}

/** Ticks at which margin is held until the order trades; what only closes at once needs none. */
function holdPrice({ contract }: Market, { request }: Checked): number {
  if (mayRest(request)) return request.price;
  return isReduceOnly(request) ? 0 : contract!.mark;
}
