/** The slow exchange's parent orders: levels with what each has left, searched from the front. */
import {
  type AmendParentCommand,
  DoneReason,
  EventKind,
  OrderType,
  type ParentCommand,
  ParentKind,
  ParentState,
  type PlaceParentCommand,
  Reject,
  wireId,
} from '@halcyon/domain';
import type { NaiveChanges } from './naive-changes.ts';
import { joinable, type Wish, wantedBy } from './naive-chase.ts';
import { forceOf, levelsOf, nextOf, type Placing, termsRefusal } from './naive-parent-terms.ts';
import { type NaiveRefusal, type NaiveRequest, refusal, stateRefusal } from './naive-rules.ts';
import { firstLots, sliceNow, slicePrice, sliceStart, type TwapWish } from './naive-twap.ts';

const PER_USER = 100;
const PER_COMMAND = 100;
const UNPAID = 10n ** 30n;
const NO_PRICES = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};

interface NaiveParent {
  readonly id: number;
  wish: Wish;
  state: ParentState;
  code: number;
  filled: number;
  names: number;
  /** What each level still has to place. */
  levels: number[];
  children: { readonly order: number; readonly level: number; readonly lots: number }[];
  told: string;
  /** TWAP: when it began, and the next slice. */
  readonly begun: number;
  slice: number;
  /** Chase: where its child stands, and since when. */
  at: number;
  movedAt: number;
}

/** All parent orders, oldest first. */
export class NaiveParents {
  readonly all = new Map<number, NaiveParent>();
  private readonly touched: NaiveParent[] = [];
  private placing = 0;
  /** What chase orders may join, as it was before any parent was worked. */
  private joinable = new Map<number, number>();
  private taking = false;
  private readonly x: NaiveChanges;

  constructor(x: NaiveChanges) {
    this.x = x;
  }

  apply(c: ParentCommand): NaiveRefusal | null {
    const { x } = this;
    if (x.rules < 14) return refusal(Reject.parameterRange, 14, x.rules);
    if (c.kind === 112) return this.place(c);
    const id = c.order !== 0 ? c.order : x.holder(c.account, c.clientId);
    const parent = this.all.get(id);
    if (parent === undefined || parent.wish.account !== c.account) {
      return refusal(Reject.parentNotFound, 0, id);
    }
    x.outcome.id = id;
    if (c.kind === 113) return this.amend(parent, c);
    if (c.kind === 115) {
      this.close(parent, DoneReason.cancelled);
      return null;
    }
    const wanted = c.paused ? ParentState.paused : ParentState.working;
    if (parent.state === wanted) return refusal(Reject.settingUnchanged, wanted, wanted);
    if (c.paused) {
      this.stop(parent, 0);
      return null;
    }
    const bad = this.freeRefusal(c.account) ?? this.roundRefusal(parent, true);
    if (bad !== null) return bad;
    parent.state = ParentState.working;
    parent.code = 0;
    this.touch(parent);
    return null;
  }

  private place(c: PlaceParentCommand): NaiveRefusal | null {
    const { x } = this;
    if (c.parentKind >= 2 && x.rules < 15) return refusal(Reject.parameterRange, 15, x.rules);
    const market = x.markets[c.instrument];
    if (market === undefined) return refusal(Reject.unknownInstrument, 0, c.instrument);
    const mine = [...this.all.values()].filter(({ wish }) => wish.account >> 3 === c.account >> 3);
    const bad =
      x.accountRefusal(c.account) ??
      this.freeRefusal(c.account) ??
      x.clientIdRefusal(c.account, c.clientId) ??
      (mine.length < PER_USER ? null : refusal(Reject.parentsUser, PER_USER, mine.length + 1)) ??
      termsRefusal(market, c, c.quantity, c.slices);
    if (bad !== null) return bad;
    const { kind: _k, seq: _s, time: _t, ...asked } = c;
    const { duration = 0, slippage = 0, ...plain } = asked;
    const wish = c.parentKind === ParentKind.twap ? { ...plain, duration, slippage } : plain;
    const parent: NaiveParent = {
      id: x.nextOrder,
      wish,
      state: ParentState.working,
      code: 0,
      filled: 0,
      names: 0,
      levels: levelsOf(wish, c.quantity, market),
      children: [],
      told: '',
      ...{ begun: x.time, slice: 0, at: 0, movedAt: 0 },
    };
    const refused = this.roundRefusal(parent, true);
    if (refused !== null) return refused;
    x.nextOrder += 1;
    x.outcome.id = parent.id;
    this.all.set(parent.id, parent);
    x.reserve(c.account, c.clientId, parent.id);
    this.tell(parent);
    this.touch(parent);
    return null;
  }

  private amend(parent: NaiveParent, c: AmendParentCommand): NaiveRefusal | null {
    const { x } = this;
    const { wish } = parent;
    const market = x.markets[wish.instrument]!;
    const after: Wish = {
      ...wish,
      price: c.price || wish.price,
      farPrice: c.farPrice || wish.farPrice,
      quantity: c.quantity || wish.quantity,
      slices: c.slices || wish.slices,
      visible: c.visible || wish.visible,
      ...(c.slippage ? { slippage: c.slippage } : {}),
    };
    if (JSON.stringify(after) === JSON.stringify(wish)) {
      return refusal(Reject.amendNothing, wish.quantity, after.quantity);
    }
    const twap = wish.parentKind === ParentKind.twap;
    if (twap && after.slices !== wish.slices) {
      return refusal(Reject.parentParts, wish.slices, after.slices);
    }
    let traded = parent.filled;
    for (const { order, lots } of parent.children) traded += lots - x.orders.get(order)!.remaining;
    if (after.quantity <= traded) {
      return refusal(Reject.amendBelowFilled, traded, after.quantity);
    }
    const slice = twap
      ? Math.max(parent.slice, sliceNow(after as TwapWish, x.time - parent.begun))
      : 0;
    const bad = termsRefusal(market, after, after.quantity - traded, after.slices - slice);
    if (bad !== null) return bad;
    const levels = levelsOf(after, after.quantity - traded, market);
    const bare = { ...parent, wish: after, levels, children: [] };
    const refused = this.roundRefusal(bare, false);
    if (refused !== null) return refused;
    this.take(parent, DoneReason.cancelled);
    Object.assign(parent, { wish: after, levels, slice });
    this.touch(parent);
    return null;
  }

  /** An order was entered for a plan or a parent. */
  adopt(id: number, order: number, lots: number): void {
    const parent = this.all.get(id);
    if (parent === undefined) return;
    parent.names += 1;
    parent.children.push({ order, level: this.placing, lots });
  }

  /** The parent of an order, 0 = none. */
  ofChild(order: number): number {
    for (const { id, children } of this.all.values()) {
      if (children.some((child) => child.order === order)) return id;
    }
    return 0;
  }

  ended(order: number, filled: number): void {
    const parent = this.all.get(this.ofChild(order));
    if (parent === undefined) return;
    const at = parent.children.findIndex((child) => child.order === order);
    const [child] = parent.children.splice(at, 1);
    const left = child!.lots - filled;
    parent.filled += filled;
    parent.at = 0;
    const { parentKind } = parent.wish;
    const one = parentKind === ParentKind.iceberg || parentKind === ParentKind.chase;
    if (this.taking) parent.levels[child!.level]! += left;
    else if (left > 0 && one) parent.levels = [0];
    this.touch(parent);
  }

  cancelAll(account: number, instrument: number, reason: DoneReason): void {
    for (const parent of [...this.all.values()]) {
      const { wish } = parent;
      if (wish.account !== account) continue;
      if (instrument === -1 || instrument === wish.instrument) this.close(parent, reason);
    }
  }

  /** A root is frozen or closed. */
  restrict(root: number, mode: number): void {
    for (const parent of [...this.all.values()]) {
      if (this.x.rootOf(parent.wish.account >> 3) !== root) continue;
      if (mode === 2) this.close(parent, DoneReason.cancelled);
      else if (parent.state === ParentState.working) this.stop(parent, Reject.takesNoDeposits);
    }
  }

  /** After every command. */
  run(): void {
    this.joinable = joinable(this.x, [...this.all.values()]);
    for (const parent of this.all.values()) if (this.isDue(parent)) this.touch(parent);
    let left = PER_COMMAND;
    const later: NaiveParent[] = [];
    for (let parent = this.touched.shift(); parent; parent = this.touched.shift()) {
      if (!this.all.has(parent.id)) continue;
      if (left === 0 && this.x.rules >= 15) {
        later.push(parent);
        continue;
      }
      this.passSlices(parent);
      let next = this.next(parent);
      for (; left > 0 && next !== null; next = this.next(parent)) {
        left -= 1;
        this.enter(parent, next);
      }
      const moves = next === null && parent.at !== 0 && this.isDue(parent);
      if (moves && left > 0) this.moveChild(parent);
      if (moves) left -= 1;
      if (next === null && left >= 0) this.settle(parent);
      else later.push(parent);
      left = Math.max(0, left);
    }
    this.touched.push(...later);
  }

  /** Whether the time, or the book, gives a parent something to do. */
  private isDue(parent: NaiveParent): boolean {
    const { wish, state, begun, slice, at, movedAt } = parent;
    const { time } = this.x;
    const working = state === ParentState.working;
    if (wish.parentKind === ParentKind.twap) {
      const twap = wish as TwapWish;
      return time >= begun + sliceStart(twap, working ? slice : twap.slices);
    }
    if (wish.parentKind !== ParentKind.chase || !working) return false;
    const wanted = wantedBy(this.x, wish, this.joinable.get(parent.id) ?? 0);
    return wanted !== 0 && wanted !== at && time - movedAt >= 250;
  }

  private passSlices(parent: NaiveParent): void {
    const { begun, state } = parent;
    if (parent.wish.parentKind !== ParentKind.twap) return;
    const wish = parent.wish as TwapWish;
    const market = this.x.markets[wish.instrument]!;
    const now = Math.min(wish.slices, sliceNow(wish, this.x.time - begun));
    if (now === wish.slices) parent.levels = [0];
    if (state !== ParentState.working) return;
    const skip = (count: number): void => {
      const left = parent.levels[0]!;
      parent.levels = [left - firstLots(left, count, wish.slices - parent.slice, market)];
      parent.slice += count;
    };
    if (now > parent.slice) skip(now - parent.slice);
    if (parent.slice !== now || now === wish.slices) return;
    const lots = firstLots(parent.levels[0]!, 1, wish.slices - now, market);
    if (slicePrice(market, wish, lots) === 0) skip(1);
  }

  private moveChild(parent: NaiveParent): void {
    const { x } = this;
    const order = x.orders.get(parent.children[0]!.order)!;
    const before = { ...x.outcome };
    const price = wantedBy(x, parent.wish, this.joinable.get(parent.id) ?? 0);
    const bad = x.takeTo(order, price, order.quantity);
    x.outcome = before;
    if (bad !== null) this.stop(parent, bad.code);
    else Object.assign(parent, { at: price, movedAt: x.time });
  }

  private settle(parent: NaiveParent): void {
    const at = this.touched.indexOf(parent);
    if (at >= 0) this.touched.splice(at, 1);
    const waits = parent.levels.some((lots) => lots > 0);
    if (waits || parent.children.length > 0) this.tell(parent);
    else this.finish(parent);
  }

  private enter(parent: NaiveParent, next: Placing): void {
    const { x } = this;
    const before = { ...x.outcome };
    this.placing = next.level;
    x.plans.onNextTaker(parent.wish.instrument);
    parent.levels[next.level]! -= next.lots;
    const bad = x.place(this.orderOf(parent, next), parent.id);
    x.outcome = before;
    if (bad === null) {
      if (parent.wish.parentKind === ParentKind.twap) parent.slice += 1;
      if (parent.wish.parentKind === ParentKind.chase) {
        Object.assign(parent, { at: next.price, movedAt: x.time });
      }
      return;
    }
    parent.levels[next.level]! += next.lots;
    this.stop(parent, bad.code);
  }

  private next(parent: NaiveParent): Placing | null {
    if (parent.state !== ParentState.working) return null;
    return this.nextOf(parent, this.joinable.get(parent.id) ?? 0);
  }

  private nextOf(parent: NaiveParent, joined: number): Placing | null {
    const { x } = this;
    const { wish, levels, children, begun, slice, movedAt } = parent;
    const market = x.markets[wish.instrument]!;
    const left = levels[0]!;
    switch (wish.parentKind) {
      case ParentKind.twap: {
        const twap = wish as TwapWish;
        const now = sliceNow(twap, x.time - begun);
        if (now < slice || now >= twap.slices || left === 0 || children.length > 0) return null;
        const lots = firstLots(left, 1, twap.slices - now, market);
        const price = slicePrice(market, twap, lots);
        return price === 0 ? null : { level: 0, price, lots };
      }
      case ParentKind.chase: {
        const price = wantedBy(x, wish, joined);
        const waits = left > 0 && children.length === 0 && x.time - movedAt >= 250;
        return waits && price !== 0 ? { level: 0, price, lots: left } : null;
      }
      default:
        return nextOf(wish, levels, children.length, market);
    }
  }

  private orderOf({ id, wish, names }: NaiveParent, { price, lots }: Placing): NaiveRequest {
    const { account, instrument, side, selfTrade, postOnly, parentKind } = wish;
    return {
      ...NO_PRICES,
      account,
      instrument,
      side,
      selfTrade,
      type: OrderType.limit,
      timeInForce: forceOf(parentKind, postOnly),
      price,
      quantity: lots,
      quoteAmount: 0,
      clientId: `${wireId(id)}#${names + 1}`,
    };
  }

  private freeRefusal(account: number): NaiveRefusal | null {
    const mode = this.x.modes.get(this.x.rootOf(account >> 3)) ?? 0;
    if (mode === 2) return refusal(Reject.accountClosed, 0, account);
    return mode === 0 ? null : refusal(Reject.takesNoDeposits, mode, account);
  }

  private roundRefusal(parent: NaiveParent, paid: boolean): NaiveRefusal | null {
    const { x } = this;
    const { account, instrument, side } = parent.wish;
    const market = x.markets[instrument]!;
    const joined = joinable(x, [...this.all.values()], [parent]).get(parent.id) ?? 0;
    const after = { ...parent, levels: [...parent.levels], children: [...parent.children] };
    let count = 0;
    let needed = 0n;
    for (;;) {
      const next = this.nextOf(after, joined);
      if (next === null) break;
      const request = { ...this.orderOf(parent, next), clientId: '' };
      const bad = x.orderRefusal(market, request, UNPAID, 0);
      if (bad !== null) return bad;
      needed += x.needed(market, request);
      after.levels[next.level]! -= next.lots;
      after.children.push({ order: 0, level: next.level, lots: next.lots });
      count += 1;
    }
    const { parentKind } = parent.wish;
    if (count === 0) return stateRefusal(market, parentKind === ParentKind.chase);
    const mine = [...x.orders.values()].filter(
      (o) => o.account >> 3 === account >> 3 && o.instrument === instrument,
    );
    const { openOrdersMax, base, quote } = market.instrument;
    if (parentKind !== ParentKind.twap && mine.length + count > openOrdersMax) {
      return refusal(Reject.openOrdersInstrument, openOrdersMax, mine.length + count);
    }
    if (!paid) return null;
    const { available } = x.ledger.of(account, side === 0 ? quote : base);
    if (available >= needed) return null;
    return refusal(Reject.insufficientBalance, Number(available), Number(needed));
  }

  private touch(parent: NaiveParent): void {
    if (!this.touched.includes(parent)) this.touched.push(parent);
  }

  private stop(parent: NaiveParent, code: number): void {
    parent.state = ParentState.paused;
    parent.code = code;
    this.take(parent, DoneReason.cancelled);
    this.touch(parent);
  }

  private take(parent: NaiveParent, reason: DoneReason): void {
    this.taking = true;
    for (const { order } of [...parent.children]) this.x.end(this.x.orders.get(order)!, reason);
    this.taking = false;
  }

  private close(parent: NaiveParent, reason: DoneReason): void {
    this.take(parent, reason);
    this.finish(parent);
  }

  private finish(parent: NaiveParent): void {
    const { account, clientId, quantity } = parent.wish;
    parent.state = parent.filled === quantity ? ParentState.filled : ParentState.cancelled;
    parent.code = 0;
    this.all.delete(parent.id);
    this.x.endClientId(account, clientId, parent.id);
    this.tell(parent);
  }

  private tell({ id, wish, state, code, filled }: NaiveParent): void {
    const now = JSON.stringify([wish, state, code, filled]);
    const parent = this.all.get(id);
    if (parent !== undefined && parent.told === now) return;
    if (parent !== undefined) parent.told = now;
    const { seq, time } = this.x;
    const kind = EventKind.parentOrderSet;
    this.x.emit({ kind, seq, time, parent: id, ...wish, state, code, filled });
  }
}
