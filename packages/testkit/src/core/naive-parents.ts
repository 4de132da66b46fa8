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
  TimeInForce,
  wireId,
} from '@halcyon/domain';
import type { NaiveOrders } from './naive-orders.ts';
import {
  limitRefusal,
  type NaiveMarket,
  type NaiveRefusal,
  type NaiveRequest,
  offPriceStep,
  offQuantityStep,
  refusal,
} from './naive-rules.ts';

const PER_USER = 100;
const PER_COMMAND = 100;
const UNPAID = 10n ** 30n;
const NO_PRICES = {
  takeProfitTrigger: 0,
  takeProfitPrice: 0,
  stopLossTrigger: 0,
  stopLossPrice: 0,
};

type Wish = Omit<PlaceParentCommand, 'kind' | 'seq' | 'time'>;

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
}

interface Placing {
  readonly level: number;
  readonly price: number;
  readonly lots: number;
}

/** All parent orders, oldest first. */
export class NaiveParents {
  readonly all = new Map<number, NaiveParent>();
  private readonly touched: NaiveParent[] = [];
  private placing = 0;
  private taking = false;
  private readonly x: NaiveOrders;

  constructor(x: NaiveOrders) {
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
    const market = x.markets[c.instrument];
    if (market === undefined) return refusal(Reject.unknownInstrument, 0, c.instrument);
    const mine = [...this.all.values()].filter(({ wish }) => wish.account >> 3 === c.account >> 3);
    const bad =
      x.accountRefusal(c.account) ??
      this.freeRefusal(c.account) ??
      x.clientIdRefusal(c.account, c.clientId) ??
      (mine.length < PER_USER ? null : refusal(Reject.parentsUser, PER_USER, mine.length + 1)) ??
      termsRefusal(market, c);
    if (bad !== null) return bad;
    const { kind: _k, seq: _s, time: _t, ...wish } = c;
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
    };
    if (JSON.stringify(after) === JSON.stringify(wish)) {
      return refusal(Reject.amendNothing, wish.quantity, after.quantity);
    }
    let traded = parent.filled;
    for (const { order, lots } of parent.children) traded += lots - x.orders.get(order)!.remaining;
    if (after.quantity <= traded) {
      return refusal(Reject.amendBelowFilled, traded, after.quantity);
    }
    const bad = termsRefusal(market, after);
    if (bad !== null) return bad;
    const levels = levelsOf(after, after.quantity - traded, market);
    const refused = this.roundRefusal({ ...parent, wish: after, levels, children: [] }, false);
    if (refused !== null) return refused;
    this.take(parent, DoneReason.cancelled);
    Object.assign(parent, { wish: after, levels });
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
    if (this.taking) parent.levels[child!.level]! += left;
    else if (left > 0 && parent.wish.parentKind === ParentKind.iceberg) parent.levels = [0];
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
    let left = PER_COMMAND;
    const later: NaiveParent[] = [];
    for (let parent = this.touched.shift(); parent; parent = this.touched.shift()) {
      if (!this.all.has(parent.id)) continue;
      let next = this.next(parent);
      for (; left > 0 && next !== null; next = this.next(parent)) {
        left -= 1;
        this.enter(parent, next);
      }
      if (next === null) this.settle(parent);
      else later.push(parent);
    }
    this.touched.push(...later);
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
    parent.levels[next.level]! -= next.lots;
    const bad = x.place(this.orderOf(parent, next), parent.id);
    x.outcome = before;
    if (bad === null) return;
    parent.levels[next.level]! += next.lots;
    this.stop(parent, bad.code);
  }

  private next({ wish, state, levels, children }: NaiveParent): Placing | null {
    if (state !== ParentState.working) return null;
    return nextOf(wish, levels, children.length, this.x.markets[wish.instrument]!);
  }

  private orderOf({ id, wish, names }: NaiveParent, { price, lots }: Placing): NaiveRequest {
    const { account, instrument, side, selfTrade, postOnly } = wish;
    return {
      ...NO_PRICES,
      account,
      instrument,
      side,
      selfTrade,
      type: OrderType.limit,
      timeInForce: postOnly ? TimeInForce.postOnly : TimeInForce.gtc,
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
    const levels = [...parent.levels];
    let open = parent.children.length;
    let count = 0;
    let needed = 0n;
    for (;;) {
      const next = nextOf(parent.wish, levels, open, market);
      if (next === null) break;
      const request = { ...this.orderOf(parent, next), clientId: '' };
      const bad = x.orderRefusal(market, request, UNPAID, 0);
      if (bad !== null) return bad;
      needed += x.needed(market, request);
      levels[next.level]! -= next.lots;
      open += 1;
      count += 1;
    }
    const mine = [...x.orders.values()].filter(
      (o) => o.account >> 3 === account >> 3 && o.instrument === instrument,
    );
    const { openOrdersMax, base, quote } = market.instrument;
    if (mine.length + count > openOrdersMax) {
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

/** The first level that has something, or an iceberg's next visible part. */
function nextOf(
  wish: Wish,
  levels: readonly number[],
  open: number,
  { instrument }: NaiveMarket,
): Placing | null {
  const { priceStep, quantityMin, notionalMin, quoteFactor } = instrument;
  const level = levels.findIndex((lots) => lots > 0);
  if (level === -1) return null;
  const left = levels[level]!;
  const { parentKind, price, farPrice, slices, visible } = wish;
  if (parentKind === ParentKind.scaled) {
    const step = BigInt(priceStep);
    const way = BigInt(farPrice - price);
    const far = way < 0n ? -way / step : way / step;
    const steps = (far * BigInt(level)) / BigInt(slices - 1);
    return { level, price: price + Number((way < 0n ? -steps : steps) * step), lots: left };
  }
  if (open > 0) return null;
  const rest = left - visible;
  const worth = BigInt(price) * BigInt(rest) * BigInt(quoteFactor);
  const split = rest > 0 && rest >= quantityMin && worth >= BigInt(notionalMin);
  return { level, price, lots: split ? visible : left };
}

function levelsOf(wish: Wish, lots: number, { instrument }: NaiveMarket): number[] {
  if (wish.parentKind === ParentKind.iceberg) return [lots];
  const step = BigInt(instrument.quantityStep);
  const n = BigInt(wish.slices);
  const whole = BigInt(lots) / step;
  const levels: number[] = [];
  for (let i = 0n; i < n; i++) {
    levels.push(Number(((whole * (i + 1n)) / n - (whole * i) / n) * step));
  }
  levels[levels.length - 1]! += Number(BigInt(lots) % step);
  return levels;
}

function termsRefusal(market: NaiveMarket, wish: Wish): NaiveRefusal | null {
  const { side, price, quantity } = wish;
  return (
    limitRefusal(market, side, price, quantity) ??
    offPriceStep(market, price) ??
    offQuantityStep(market, quantity) ??
    (wish.parentKind === ParentKind.scaled
      ? scaledRefusal(market, wish)
      : icebergRefusal(market, wish))
  );
}

function scaledRefusal(market: NaiveMarket, wish: Wish): NaiveRefusal | null {
  const { side, farPrice, quantity, slices } = wish;
  if (!Number.isInteger(slices) || slices < 2) return refusal(Reject.parentParts, 2, slices);
  if (slices > 50) return refusal(Reject.parentParts, 50, slices);
  const { quantityMin, quantityStep } = market.instrument;
  const least = slices * Math.max(quantityMin, quantityStep);
  if (quantity < least) return refusal(Reject.quantityTooSmall, least, quantity);
  return limitRefusal(market, side, farPrice, quantity) ?? offPriceStep(market, farPrice);
}

function icebergRefusal(market: NaiveMarket, { visible, quantity }: Wish): NaiveRefusal | null {
  if (!Number.isInteger(visible) || visible < 1) {
    return refusal(Reject.quantityTooSmall, 1, visible);
  }
  if (visible >= quantity) return refusal(Reject.quantityTooLarge, quantity - 1, visible);
  const parts = Math.ceil(quantity / visible);
  if (parts > 1_000) return refusal(Reject.parentParts, 1_000, parts);
  return offQuantityStep(market, visible);
}
