/** The slow futures exchange's orders: what they must satisfy, entering, changing. */
import {
  DoneReason,
  EventKind,
  InstrumentState,
  KEPT_OPTIONS,
  legOf,
  OrderOption,
  OrderType,
  type PlaceCommand,
  Reject,
  SelfTrade,
  Side,
  TimeInForce,
  wireId,
} from '@halcyon/domain';
import { Fills, nothingSpent, type TakerState } from './fills.ts';
import { fillPurse, type IsolatedWallet } from './isolated.ts';
import { abs, down, least, most, up } from './math.ts';
import {
  type FuturesOrder,
  type NaiveContract,
  type NaiveRefusal,
  type Position,
  refusal,
} from './state.ts';

const MOST = Number.MAX_SAFE_INTEGER;
const MILLION = 1_000_000n;

/** An order as it is asked for. */
export type RawOrder = Omit<PlaceCommand, 'kind' | 'seq' | 'time'> & {
  options: number;
  /** The resting order that makes room for it. */
  replaced?: FuturesOrder;
};

/** What an order would trade and rest. */
interface Prospect {
  readonly lots: bigint;
  /** Tick-lots. */
  readonly value: bigint;
  /** Margin units that it would lose at once against the mark. */
  readonly loss: bigint;
}

/** Orders. */
export abstract class Orders extends Fills {
  /** @param plan that made it, 0 = none */
  place(c: PlaceCommand, plan = 0): NaiveRefusal | null {
    const wish: RawOrder = { ...c, options: c.options ?? 0 };
    const contract = this.markets[c.instrument];
    if (contract == null) return refusal(Reject.unknownInstrument, 0, c.instrument);
    const bad = this.accountRefusal(c.account) ?? this.legRefusal(wish);
    if (bad !== null) return bad;
    const position = this.position(c.account, contract, legOf(wish.options));
    const none = this.fromPosition(position, wish);
    if (none !== null) return none;
    const refused = this.refusalOf(contract, position, wish, 0);
    if (refused === null) this.enter(contract, wish, plan);
    return refused;
  }

  accountRefusal(account: number): NaiveRefusal | null {
    const user = Math.floor(account / 8);
    if (!Number.isSafeInteger(account) || user < 16 || user >= this.userCount) {
      return refusal(Reject.unknownUser, this.userCount - 1, user);
    }
    return account % 8 === 4 ? null : refusal(Reject.unknownAccount, 4, account % 8);
  }

  /** An order names a leg in hedge mode, and only there. */
  legRefusal({ account, options }: Pick<RawOrder, 'account' | 'options'>): NaiveRefusal | null {
    const leg = legOf(options);
    if (!this.hedging.has(account)) {
      return leg === 0 ? null : refusal(Reject.positionLegUnexpected, 0, leg);
    }
    return leg === 0 ? refusal(Reject.positionLegMissing, 1, 0) : null;
  }

  /** *Close all* and *reverse* take side and size from the position; a leg says what closes. */
  private fromPosition({ lots, leg }: Position, wish: RawOrder): NaiveRefusal | null {
    const { longLeg, shortLeg, reduceOnly } = OrderOption;
    const reverse = (wish.options & OrderOption.reverse) !== 0 && leg === 0;
    if ((wish.options & OrderOption.closeAll) !== 0) {
      if (lots === 0n) return refusal(Reject.reduceOnlyNothing, 0, 0);
      wish.side = lots > 0n ? Side.sell : Side.buy;
      wish.quantity = Number(abs(lots)) * (reverse ? 2 : 1);
      wish.options &= longLeg | shortLeg;
      if (!reverse) wish.options |= reduceOnly;
    }
    wish.options &= longLeg | shortLeg | reduceOnly;
    if (leg === 0) return null;
    wish.options &= ~reduceOnly;
    if (this.againstLeg(leg, wish.side)) wish.options |= reduceOnly;
    return null;
  }

  /** @param credit orders that make room for this one */
  protected refusalOf(
    contract: NaiveContract,
    position: Position,
    wish: RawOrder,
    credit: number,
  ): NaiveRefusal | null {
    const limit = wish.type === OrderType.limit;
    const postOnly = limit && wish.timeInForce === TimeInForce.postOnly;
    return (
      this.stateRefusal(contract, postOnly) ??
      (limit
        ? this.limitRefusal(contract, wish.side, wish.price, wish.quantity)
        : this.marketRefusal(contract, wish)) ??
      (rests(wish) ? this.countRefusal(contract, wish.account, credit) : null) ??
      this.attachedRefusal(contract, wish) ??
      this.bookRefusal(contract, wish) ??
      this.positionRefusal(contract, position, wish)
    );
  }

  protected stateRefusal({ instrument }: NaiveContract, postOnly: boolean): NaiveRefusal | null {
    const { state } = instrument;
    if (state === InstrumentState.open || state === InstrumentState.reduceOnly) return null;
    if (state === InstrumentState.postOnly) {
      return postOnly ? null : refusal(Reject.instrumentPostOnly, 0, state);
    }
    if (state === InstrumentState.cancelOnly) return refusal(Reject.instrumentCancelOnly, 0, state);
    return refusal(Reject.instrumentHalted, 0, state);
  }

  /** The worst price that an order of a side may have. */
  protected band({ mark, instrument }: NaiveContract, side: Side): number {
    if (mark === 0n) return side === Side.buy ? MOST : 1;
    const width = (mark * BigInt(instrument.bandPpm)) / MILLION;
    return Number(side === Side.buy ? mark + width : most(1n, mark - width));
  }

  protected limitRefusal(
    contract: NaiveContract,
    side: Side,
    price: number,
    quantity: number,
  ): NaiveRefusal | null {
    if (!Number.isSafeInteger(price) || price < 1) return refusal(Reject.priceRange, MOST, price);
    const bad = this.quantityRefusal(contract, quantity);
    if (bad !== null) return bad;
    const notional = this.notionalRefusal(contract, BigInt(price) * BigInt(quantity));
    if (notional !== null) return notional;
    const bound = this.band(contract, side);
    if (side === Side.buy && price > bound) return refusal(Reject.priceBandHigh, bound, price);
    if (side === Side.sell && price < bound) return refusal(Reject.priceBandLow, bound, price);
    return null;
  }

  private notionalRefusal(
    { instrument, terms }: NaiveContract,
    tickLots: bigint,
  ): NaiveRefusal | null {
    const { notionalMin } = instrument;
    const units = tickLots * terms.factor;
    if (tickLots > 0n && units < BigInt(notionalMin)) {
      return refusal(Reject.notionalTooSmall, notionalMin, Number(units));
    }
    return units > BigInt(MOST) ? refusal(Reject.notionalTooLarge, MOST, Number(units)) : null;
  }

  private quantityRefusal({ instrument }: NaiveContract, quantity: number): NaiveRefusal | null {
    const { quantityMin, quantityMax } = instrument;
    if (quantity < quantityMin) return refusal(Reject.quantityTooSmall, quantityMin, quantity);
    return quantity > quantityMax ? refusal(Reject.quantityTooLarge, quantityMax, quantity) : null;
  }

  private marketRefusal(
    contract: NaiveContract,
    { quantity, side }: RawOrder,
  ): NaiveRefusal | null {
    const tickLots = BigInt(quantity) * contract.mark;
    const bad =
      this.quantityRefusal(contract, quantity) ?? this.notionalRefusal(contract, tickLots);
    if (bad !== null) return bad;
    return contract.book.against(side).length === 0 ? refusal(Reject.noLiquidity, 0, 0) : null;
  }

  private countRefusal(
    contract: NaiveContract,
    account: number,
    credit: number,
  ): NaiveRefusal | null {
    const { id, openOrdersMax } = contract.instrument;
    const mine = [...this.orders.values()].filter(
      (o) => o.account >> 3 === account >> 3 && o.instrument === id,
    );
    const here = mine.length - credit + 1;
    return here > openOrdersMax ? refusal(Reject.openOrdersInstrument, openOrdersMax, here) : null;
  }

  private attachedRefusal(contract: NaiveContract, wish: RawOrder): NaiveRefusal | null {
    const entry = wish.type === OrderType.limit ? wish.price : Number(contract.last);
    const sign = wish.side === Side.buy ? 1 : -1;
    const { takeProfitTrigger, stopLossTrigger } = wish;
    for (const [trigger, gain] of [
      [takeProfitTrigger, sign],
      [stopLossTrigger, -sign],
    ] as const) {
      if (trigger === 0 || entry === 0 || (trigger - entry) * gain > 0) continue;
      return refusal(Reject.triggerWouldFireNow, entry, trigger);
    }
    return null;
  }

  protected bookRefusal(contract: NaiveContract, wish: RawOrder): NaiveRefusal | null {
    if (wish.type !== OrderType.limit) return null;
    if (wish.timeInForce === TimeInForce.postOnly) {
      const { book } = contract;
      const other = book.best(wish.side === Side.buy ? Side.sell : Side.buy);
      const takes = book.crosses(wish.side, wish.price);
      return takes ? refusal(Reject.postOnlyWouldTake, other, wish.price) : null;
    }
    if (wish.timeInForce !== TimeInForce.fok) return null;
    const reached = Number(this.metBy(contract, wish).lots);
    return reached < wish.quantity ? refusal(Reject.fokNotFillable, reached, wish.quantity) : null;
  }

  /** What an order would trade now, in tick-lots. */
  private metBy(contract: NaiveContract, wish: RawOrder): { lots: bigint; value: bigint } {
    let lots = 0n;
    let value = 0n;
    for (const offer of this.offersTo(contract, wish)) {
      lots += offer.lots;
      value += offer.lots * offer.price;
    }
    return { lots, value };
  }

  /** The same piece by piece: a copy of all positions is traded with. */
  protected *offersTo(
    contract: NaiveContract,
    wish: RawOrder,
  ): Generator<{ readonly lots: bigint; readonly price: bigint }> {
    const limit = wish.type === OrderType.limit ? wish.price : this.band(contract, wish.side);
    const sign = wish.side === Side.buy ? 1n : -1n;
    const own = this.position(wish.account, contract, legOf(wish.options));
    const lotsOf = new Map<Position, bigint>([[own, own.lots]]);
    const spent = nothingSpent();
    let left = BigInt(wish.quantity);
    for (const maker of contract.book.against(wish.side)) {
      const isBeyond = wish.side === Side.buy ? maker.price > limit : maker.price < limit;
      if (isBeyond || left === 0n) break;
      if (wish.selfTrade !== SelfTrade.none && maker.account >> 3 === wish.account >> 3) {
        if (wish.selfTrade === SelfTrade.cancelMaker) continue;
        break;
      }
      const order = this.orders.get(maker.id)!;
      const position = this.positionOf(order);
      const now = lotsOf.get(position) ?? position.lots;
      const open = wish.side === Side.buy ? now : -now;
      const nothing = (order.options & OrderOption.reduceOnly) !== 0 && open <= 0n;
      if (nothing || !this.bears(order, wish.account, now, spent)) continue;
      const isReducing = (order.options & OrderOption.reduceOnly) !== 0;
      // Again while it closes: where an order meets its own position nothing gets less.
      for (let open = BigInt(maker.remaining); open > 0n && left > 0n; ) {
        const closable = most(0n, (lotsOf.get(position) ?? position.lots) * sign);
        const lots = least(least(open, left), isReducing ? closable : open);
        if (lots === 0n) break;
        lotsOf.set(position, (lotsOf.get(position) ?? position.lots) - lots * sign);
        lotsOf.set(own, (lotsOf.get(own) ?? own.lots) + lots * sign);
        open -= lots;
        left -= lots;
        yield { lots, price: BigInt(maker.price) };
      }
    }
  }

  /** @param changes whether it is a resting order that is changed, not a new one */
  protected positionRefusal(
    contract: NaiveContract,
    position: Position,
    wish: RawOrder,
    changes = false,
  ): NaiveRefusal | null {
    if ((wish.options & OrderOption.reduceOnly) !== 0) {
      const bad = this.clamp(position, wish, changes);
      if (bad !== null) return bad;
      return this.closingRefusal(position, wish, this.prospectOf(contract, wish));
    }
    const prospect = this.prospectOf(contract, wish);
    const { value } = prospect;
    const before = this.reach(position);
    const after =
      wish.side === Side.buy ? this.reach(position, value, 0n) : this.reach(position, 0n, value);
    const { replaced } = wish;
    const now = replaced === undefined ? before : this.with(replaced, () => this.reach(position));
    if (after <= now) return this.closingRefusal(position, wish, prospect);
    return this.openingRefusal(contract, position, wish, prospect, after);
  }

  /** Cuts a reduce-only order to what is left to close. */
  private clamp(position: Position, wish: RawOrder, changes: boolean): NaiveRefusal | null {
    const closes = wish.side === Side.buy ? position.lots < 0n : position.lots > 0n;
    const taken = rests(wish) ? this.reducing(position) : 0n;
    const left = closes ? Number(abs(position.lots) - taken) : 0;
    if (changes && wish.quantity > left) {
      return refusal(Reject.reduceOnlyNothing, left, wish.quantity);
    }
    if (left <= 0) return refusal(Reject.reduceOnlyNothing, 0, wish.quantity);
    wish.quantity = Math.min(wish.quantity, left);
    return null;
  }

  /** What an order trades against the book as it is, and then rests, where it may. */
  private prospectOf(contract: NaiveContract, wish: RawOrder): Prospect {
    let { lots, value } = this.metBy(contract, wish);
    if (rests(wish)) {
      value += (BigInt(wish.quantity) - lots) * BigInt(wish.price);
      lots = BigInt(wish.quantity);
    }
    const worse =
      wish.side === Side.buy ? value - lots * contract.mark : lots * contract.mark - value;
    return { lots, value, loss: contract.terms.marginUp(most(0n, worse)) };
  }

  private openingRefusal(
    contract: NaiveContract,
    position: Position,
    wish: RawOrder,
    { lots, value, loss }: Prospect,
    after: bigint,
  ): NaiveRefusal | null {
    const { terms, instrument, mark } = contract;
    if (contract.index === 0n || contract.late === 2) {
      return refusal(Reject.indexStale, 0, contract.indexTime);
    }
    const { state } = instrument;
    if (state === InstrumentState.reduceOnly) {
      return refusal(Reject.instrumentReduceOnly, 0, state);
    }
    const largest = this.largest(position);
    const wanted = terms.marginUp(after);
    if (wanted > largest) return refusal(Reject.positionTier, Number(largest), Number(wanted));
    const bought = wish.side === Side.buy ? BigInt(wish.quantity) : 0n;
    const open = this.openInterest(contract) + bought;
    const { openInterestMax, takerPpm } = instrument.contract!;
    if (open > BigInt(openInterestMax)) {
      return refusal(Reject.openInterest, openInterestMax, Number(open));
    }
    const fee = up(terms.marginUp(value) * BigInt(takerPpm), MILLION);
    const now = (): [bigint, bigint] => [
      this.needs(position, this.reach(position)),
      this.free(wish.account, contract),
    ];
    const [before, free] = wish.replaced === undefined ? now() : this.with(wish.replaced, now);
    const more = this.needs(position, after) - before + loss + fee;
    if (more > free) return refusal(Reject.insufficientMargin, Number(free), Number(more));
    if (loss === 0n || !(position.isolated || rests(wish))) return this.keptByPurse(position, wish);
    const own = up(value * terms.factor, terms.unit * BigInt(position.leverage));
    const signed = wish.side === Side.buy ? lots : -lots;
    const left = own + terms.share({ lots: signed, cost: value }, mark);
    if (left < 0n) return refusal(Reject.insufficientMargin, Number(own), Number(own - left));
    return this.keptByPurse(position, wish);
  }

  private keptByPurse(position: Position, wish: RawOrder): NaiveRefusal | null {
    if (!position.isolated) return null;
    return this.purseRefusal(position, wish, Reject.insufficientMargin);
  }

  /** Margin units that a position may be worth at its leverage. */
  protected largest({ contract, leverage }: Position): bigint {
    const fit = contract.terms.tiers.filter((tier) => tier.leverageMax >= leverage).at(-1);
    return BigInt(fit?.upTo ?? 0) * 10_000n;
  }

  /** An order that closes may not lose more than the equity behind its position, with its fee. */
  private closingRefusal(
    position: Position,
    wish: RawOrder,
    { lots, value }: Prospect,
  ): NaiveRefusal | null {
    const { contract, isolated } = position;
    const { terms, instrument, index, mark } = contract;
    if (isolated) return this.purseRefusal(position, wish, Reject.closeBeyondBankruptcy);
    const buys = wish.side === Side.buy;
    const closes = least(lots, most(0n, buys ? -position.lots : position.lots));
    const [low, high] = [least(index, mark), most(index, mark)];
    const worth = closes * (buys ? high : low) + (lots - closes) * (buys ? low : high);
    const loss = terms.marginUp(most(0n, buys ? value - worth : worth - value));
    if (loss === 0n) return null;
    const equity = this.equityBy('worst', position);
    const fee = up(terms.marginUp(value) * BigInt(instrument.contract!.takerPpm), MILLION);
    if (loss + fee <= equity) return null;
    return refusal(Reject.closeBeyondBankruptcy, Number(equity), Number(loss + fee));
  }

  /** Isolated: the first fill that its margin, or the wallet for the fee, does not bear. */
  private purseRefusal(position: Position, wish: RawOrder, reject: Reject): NaiveRefusal | null {
    const { contract } = position;
    const fills = [...this.offersTo(contract, wish)];
    const met = fills.reduce((sum, { lots }) => sum + lots, 0n);
    const rest = BigInt(wish.quantity) - met;
    if (rests(wish) && rest > 0n) fills.push({ lots: rest, price: BigInt(wish.price) });
    const { lots, cost, margin } = position;
    const purse: IsolatedWallet = { lots, cost, margin, wallet: this.spare(position) };
    const ppm = BigInt(contract.instrument.contract!.takerPpm);
    for (const fill of fills) {
      const signed = wish.side === Side.buy ? fill.lots : -fill.lots;
      const missing = fillPurse(position, purse, { lots: signed, price: fill.price, ppm });
      if (missing === 0n) continue;
      const { unit } = contract.terms;
      const has = down(margin, unit);
      return refusal(reject, Number(has), Number(has + up(missing, unit)));
    }
    return null;
  }

  /** Enters an order that nothing speaks against. @returns how much of it has traded */
  protected enter(contract: NaiveContract, wish: RawOrder, plan = 0): number {
    const { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice } = wish;
    const prices = { takeProfitTrigger, takeProfitPrice, stopLossTrigger, stopLossPrice };
    const id = this.nextOrder;
    const clientId = plan === 0 ? '' : wireId(plan);
    this.nextOrder += 1;
    this.outcome.id = id;
    const order: FuturesOrder = {
      id,
      account: wish.account,
      instrument: wish.instrument,
      side: wish.side,
      timeInForce: wish.timeInForce,
      selfTrade: wish.selfTrade,
      clientId,
      attached: takeProfitTrigger + stopLossTrigger === 0 ? null : prices,
      ocoPlan: 0,
      price: wish.price,
      quantity: wish.quantity,
      remaining: wish.quantity,
      options: wish.options & KEPT_OPTIONS,
    };
    const { account, instrument, side, selfTrade, price, quantity } = order;
    this.emit({
      kind: EventKind.orderOpened,
      seq: this.seq,
      time: this.time,
      order: id,
      account,
      instrument,
      side,
      type: wish.type,
      timeInForce: wish.timeInForce,
      selfTrade,
      price,
      quantity,
      quoteAmount: 0,
      options: wish.options,
      clientId,
      plan,
      ...prices,
    });
    const limit = wish.type === OrderType.limit ? price : this.band(contract, side);
    this.run(contract, { order, limit, prevented: false }, rests(wish), wish.type);
    return quantity - order.remaining;
  }

  protected run(contract: NaiveContract, taker: TakerState, rest: boolean, type: OrderType): void {
    this.match(contract, taker);
    const { order } = taker;
    if (rest && order.remaining > 0 && !taker.prevented) {
      this.rest(contract, order);
      return;
    }
    let reason: DoneReason = DoneReason.bandReached;
    if (order.remaining === 0) reason = DoneReason.filled;
    else if (taker.prevented) reason = DoneReason.selfTrade;
    else if (type === OrderType.limit) reason = DoneReason.iocRemainder;
    else if (contract.book.against(order.side).length === 0) reason = DoneReason.noLiquidity;
    this.done(order, reason, order.remaining);
  }

  private rest(contract: NaiveContract, order: FuturesOrder): void {
    contract.book.add(order);
    this.orders.set(order.id, order);
    const { seq, time } = this;
    const { id, account, remaining } = order;
    this.emit({ kind: EventKind.orderRested, seq, time, order: id, account, remaining });
    this.plans.onMoved(contract);
  }

  /** Asks something as if an order were there. */
  protected with<T>(order: FuturesOrder, ask: () => T): T {
    this.orders.set(order.id, order);
    const answer = ask();
    this.orders.delete(order.id);
    return answer;
  }
}

function rests({ type, timeInForce }: RawOrder): boolean {
  const waits = timeInForce === TimeInForce.gtc || timeInForce === TimeInForce.postOnly;
  return type === OrderType.limit && waits;
}
