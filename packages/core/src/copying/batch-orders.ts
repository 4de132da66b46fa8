/** A trader's order with those of all followers: who is in the batch, and its one trade with the book. */
import {
  COPY_LOTS_MAX,
  COPY_OWNERS_PER_COMMAND,
  CopyLeftOut,
  copyAverage,
  copyNeeds,
  type FollowerPortfolio,
  OrderType,
  Reject,
  Side,
  SystemAccount,
  TimeInForce,
  type TraderPortfolio,
  UNITS_MAX,
} from '@halcyon/domain';
import type { CommandOutcome } from '../outcome.ts';
import type { SpotTrading } from '../spot/spot-trading.ts';
import type { Market } from '../state/market.ts';
import type { State } from '../state/state.ts';
import {
  type BatchAdmission,
  type BatchTrading,
  contractOf,
  isReduceOnly,
  legNameOf,
  lotsOf,
  mayRest,
  ownerOf,
  requestOf,
} from './batch-admission.ts';
import type { BatchAmending } from './batch-amending.ts';
import { emitBasis, emitBatch } from './batch-events.ts';
import { holdFor } from './batch-load.ts';
import type { Closers } from './closers.ts';
import { type BatchOwner, type CopyBatch, ownerAt } from './copy-batch.ts';
import type { BatchOrder, GatheredOrder } from './gathered-order.ts';
import { nextGathered } from './gathered-parts.ts';
import { Gathering } from './gathering.ts';
import { closedLeg, findPosition, type LegName, legBits, lotsIn } from './legs.ts';
import { type Worst, worstPrice } from './worst-price.ts';

const NIL = -1;
/** An order whose followers were asked in its own command. */
const AT_ONCE = { id: 0, held: 0 };
const TIMES_IN_FORCE: readonly unknown[] = Object.values(TimeInForce);

/** On which side followers close together, and those who were asked. */
export interface ClosingTogether {
  readonly market: Market;
  readonly side: Side;
  readonly asked: Closers;
  readonly worst: Worst;
}

/** Lots that a follower closes of so many that are open. */
export type ClosedPart = (open: number, follower: FollowerPortfolio) => number;

export class BatchOrders {
  declare private readonly state: State;
  declare private readonly out: CommandOutcome;
  declare private readonly trading: SpotTrading;
  declare private readonly admission: BatchAdmission;
  declare private readonly amending: BatchAmending;
  declare private readonly gathering: Gathering;

  constructor(
    state: State,
    out: CommandOutcome,
    trading: SpotTrading,
    {
      admission,
      amending,
    }: { readonly admission: BatchAdmission; readonly amending: BatchAmending },
  ) {
    this.state = state;
    this.out = out;
    this.trading = trading;
    this.admission = admission;
    this.amending = amending;
    this.gathering = new Gathering(state, out, admission);
  }

  /**
   * Trades for a trader and all who follow, or refuses for all.
   * @param planned it comes of a plan @param id that it was given before, 0 = none
   */
  place(portfolio: TraderPortfolio, asked: BatchOrder, planned = false, id = 0): boolean {
    const { state, out } = this;
    const market = state.markets[asked.instrument];
    if (market?.contract == null || market.instrument.quote !== portfolio.asset) {
      return out.refuse(Reject.unknownInstrument, 0, asked.instrument);
    }
    const { timeInForce } = asked;
    if (!TIMES_IN_FORCE.includes(timeInForce)) {
      return out.refuse(Reject.copyTimeInForce, TimeInForce.postOnly, timeInForce);
    }
    const { mark, indexTime } = market.contract;
    if (mark === 0) return out.refuse(Reject.indexStale, 0, indexTime);
    const gathered = this.gathering.begin(portfolio, asked, planned, id);
    if (gathered === null) return false;
    if (state.copies.gathered.includes(gathered)) return true;
    this.gathering.proceed(gathered);
    return this.tradeGathered(portfolio, gathered);
  }

  /** What a follower has free is less than it was when it was asked. */
  limitFree(user: number): void {
    this.gathering.limitFree(user);
    this.amending.limitFree(user);
  }

  /** The next portion of followers is asked about an order that waits for them; when all were it trades. */
  gather(): void {
    const gathered = nextGathered(this.state);
    const portfolio = gathered === null ? null : this.state.copies.trader(gathered.trader);
    if (gathered === null || portfolio === null) return;
    const { followers, next } = gathered;
    if (next < followers.length) {
      this.gathering.proceed(gathered);
      return;
    }
    this.out.beside(() => {
      const traded = this.tradeGathered(portfolio, gathered);
      this.gathering.finish(gathered, traded);
      return traded;
    });
  }

  private tradeGathered(portfolio: TraderPortfolio, gathered: GatheredOrder): boolean {
    const ready = this.gathering.ready(portfolio, gathered);
    if (ready === null) return false;
    const { checked, owners } = ready;
    const { best } = this.admission.bookFor(checked);
    const batch = this.trade(portfolio.user, checked, owners, gathered);
    emitBasis(this.state, batch, checked, best);
    return true;
  }

  /**
   * Followers close what they have on one side of a contract, or a part of it, as one batch. They are asked in portions.
   * @param partOf how many of so many open lots a follower closes @returns whether all were asked, and it has traded
   */
  close(
    trader: number,
    { market, side, asked, worst }: ClosingTogether,
    partOf: ClosedPart,
  ): boolean {
    const { instrument } = market;
    const name = { instrument: instrument.id, leg: closedLeg(this.state, trader, side) };
    if (!this.askClosers(trader, { side, asked }, name, partOf)) return false;
    const order = {
      ...{ instrument: instrument.id, side, type: OrderType.limit, timeInForce: TimeInForce.ioc },
      ...{ price: worstPrice(market, side, worst), options: legBits(name.leg) },
    };
    const request = requestOf(SystemAccount.copying, { ...order, quantity: 1 });
    const all = this.closersLeft(name, side, asked.owners);
    const whole = this.admission.reach({ market, request }, lotsOf(all));
    if (whole.lots === 0) return true;
    const price = copyAverage(side, whole);
    // Whoever would lose more than what backs the position is liquidated, and none the worse for the others.
    const owners = all.filter((owner) => {
      return this.bearsToClose(market, name, side, owner, asked, price);
    });
    const most = BigInt(UNITS_MAX - owners.length);
    const sum = lotsOf(owners);
    if (sum === 0 || sum > COPY_LOTS_MAX) return true;
    if (BigInt(whole.cost) * BigInt(instrument.quoteFactor) > most) return true;
    this.out.beside(() => {
      this.trade(trader, { market, request }, owners);
      return true;
    });
    return true;
  }

  /** Asks the next followers who may have something to close on a side. @returns whether all were asked */
  private askClosers(
    trader: number,
    { side, asked }: Pick<ClosingTogether, 'side' | 'asked'>,
    name: LegName,
    partOf: ClosedPart,
  ): boolean {
    const { state, admission } = this;
    const { positions, copies } = state;
    const followers = [...copies.followersOf(trader)].sort((a, b) => a - b);
    let at = followers.findIndex((user) => user >= asked.nextUser);
    if (at === -1) return true;
    const end = Math.min(followers.length, at + COPY_OWNERS_PER_COMMAND);
    for (; at < end; at++) {
      const user = followers[at]!;
      const position = findPosition(state, name, user);
      const open = position === NIL ? 0 : openOn(side, positions.lots(position));
      const lots = open <= 0 ? 0 : partOf(open, copies.follower(user)!);
      if (lots === 0) continue;
      const own = {
        leverage: positions.leverage(position),
        isolated: positions.isolated(position),
      };
      const leftOut = CopyLeftOut.none;
      asked.owners.push(ownerOf({ user, lots, closes: lots, leftOut, ...own }));
      asked.backing.push(admission.backingOf(position));
    }
    asked.nextUser = followers[end - 1]! + 1;
    return end === followers.length;
  }

  /** Whose position became smaller since it was asked closes no more than there is. */
  private closersLeft(name: LegName, side: Side, owners: readonly BatchOwner[]): BatchOwner[] {
    const { state } = this;
    return owners.flatMap((owner): BatchOwner[] => {
      // It has left meanwhile.
      if (state.copies.follower(owner.user) === null) return [];
      const lots = Math.min(owner.lots, openOn(side, lotsIn(state, name, owner.user)));
      if (lots <= 0) return [];
      return [lots === owner.lots ? owner : ownerOf({ ...owner, lots, closes: lots })];
    });
  }

  /** What backs a position is asked for again where what it had may not be plainly enough. */
  private bearsToClose(
    market: Market,
    name: LegName,
    side: Side,
    { user, lots, leverage }: BatchOwner,
    { owners, backing }: Closers,
    price: number,
  ): boolean {
    const { admission } = this;
    const closing = { side, lots, opens: 0, leverage };
    const lost = copyNeeds(closing, contractOf(market), { price, mark: market.contract!.mark });
    if (lost * 2n <= backing[ownerAt({ owners }, user)]!) return true;
    return lost <= admission.backingAt(user, name);
  }

  /** The aggregate trades with the book, and rests if it may; what it got is worked out for each owner later. */
  private trade(
    trader: number,
    { market, request }: BatchTrading,
    owners: readonly BatchOwner[],
    gathered: Pick<GatheredOrder, 'id' | 'held'> = AT_ONCE,
  ): CopyBatch {
    const { state, trading, out } = this;
    const { side, price } = request;
    const quantity = lotsOf(owners);
    const account = SystemAccount.copying;
    const seat = state.seat(account, market.instrument);
    const position = state.seats.position(seat);
    const { settlement } = trading.contracts;
    settlement.beginBatch();
    state.copies.taking = trader;
    const { nextOrder } = state;
    // One that has waited for followers has its id.
    if (gathered.id !== 0) state.nextOrder = gathered.id;
    trading.accept(market, { ...request, account, quantity, options: 0 }, seat, position, 0);
    if (gathered.id !== 0) state.nextOrder = nextOrder;
    settlement.endBatch();
    const { taken, takenValue: value } = settlement;
    const { quoteFactor } = market.instrument;
    const units = value * quoteFactor;
    const rests = mayRest(request) ? price : 0;
    const batch: CopyBatch = {
      ...{ id: out.id, trader, ...legNameOf(request), side },
      ...{ price: rests, held: gathered.held || rests },
      ...{ reduceOnly: isReduceOnly(request), owners, traded: taken, value },
      ...{ filled: taken, units, from: 0, taken, takenUnits: units },
      ended: state.orders.find(out.id) === NIL,
      ...{ version: 0, next: 0, behind: 0, seen: 0, fresh: false },
      ...{ amending: false, strained: false },
    };
    state.copies.begin(batch);
    if (gathered.held === 0) for (const owner of owners) holdFor(state, batch, owner);
    emitBatch(state, batch);
    return batch;
  }
}

/** Lots that an order of a side can close of a position; below zero = it is on the same side. */
function openOn(side: Side, lots: number): number {
  return side === Side.sell ? lots : -lots;
}
