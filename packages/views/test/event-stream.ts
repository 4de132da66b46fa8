/**
 * A random but coherent stream of events, and beside it the plainest model of what the views must
 * show: maps of objects, recomputed from scratch when asked. Orders match only one another at equal
 * price; that is all the views need.
 */
import {
  type AccountId,
  type Asset,
  DoneReason,
  type Event,
  type EventBatch,
  EventKind,
  type Instrument,
  type OrderOpenedEvent,
  OrderType,
  ownerOf,
  PlanEnd,
  PlanType,
  PostingReason,
  SelfTrade,
  Side,
  type TimeInForce,
  TriggerBy,
} from '@halcyon/domain';
import type { LevelView, TradeView } from '../src/index.ts';

export const ASSETS: readonly Asset[] = [
  { id: 0, code: 'USDT', name: 'Tether', scale: 8 },
  { id: 1, code: 'BTC', name: 'Bitcoin', scale: 8 },
  { id: 2, code: 'ETH', name: 'Ether', scale: 8 },
];

/** An instrument of the test exchange. */
export function instrumentOf(id: number, symbol: string, base: number): Instrument {
  return {
    id,
    symbol,
    base,
    quote: 0,
    priceScale: 2,
    quantityScale: 4,
    quoteFactor: 100,
    lotUnits: 10_000,
    product: 0,
    contract: null,
    state: 0,
    priceStep: 1,
    quantityStep: 1,
    quantityMin: 1,
    quantityMax: 1_000_000,
    notionalMin: 0,
    bandPpm: 100_000,
    openOrdersMax: 500,
  };
}

export const INSTRUMENTS: readonly Instrument[] = [
  instrumentOf(0, 'BTCUSDT', 1),
  instrumentOf(1, 'ETHUSDT', 2),
];

/** What the model knows of an order. */
export interface ModelOrder {
  opened: OrderOpenedEvent;
  /** Lots as placed; `opened` carries what amendments made of them. */
  readonly placed: number;
  remaining: number;
  filled: number;
  quote: bigint;
  fee: number;
  open: boolean;
  reason: DoneReason | null;
}

type Draft = Event extends infer E ? (E extends Event ? Omit<E, 'seq' | 'time'> : never) : never;

/** Small seeded generator: xorshift of 32 bits. */
export function randomOf(seed: number): (below: number) => number {
  let state = seed * 2_654_435_761 + 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

/** The stream and its model. */
export class EventStream {
  readonly orders = new Map<number, ModelOrder>();
  /** `instrument:side:price` to the orders waiting there. */
  readonly levels = new Map<string, Set<number>>();
  readonly trades: TradeView[] = [];
  readonly balances = new Map<string, { available: bigint; held: bigint }>();
  readonly plans = new Map<number, { account: AccountId; status: string }>();
  readonly random: (below: number) => number;
  seq = 0;
  time = 1_700_000_000_000;
  stepMs = 4_000;
  #ids = 0;
  #trades = 0;
  #events: Event[] = [];

  readonly #marksOwn: boolean;

  /** @param marksOwn whether trades within one owner are marked, as from rules 13 on */
  constructor(seed: number, marksOwn = true) {
    this.random = randomOf(seed);
    this.#marksOwn = marksOwn;
  }

  #emit(draft: Draft): void {
    this.#events.push({ ...draft, seq: this.seq, time: this.time } as Event);
  }

  #batch(firstSeq: number): EventBatch {
    const events = this.#events;
    this.#events = [];
    return { firstSeq, lastSeq: this.seq, time: this.time, events };
  }

  /** Lists everything and opens users 16 to 19; the last one is simulated. */
  listing(): EventBatch {
    this.seq += 1;
    for (const asset of ASSETS) this.#emit({ kind: EventKind.assetListed, asset });
    for (const instrument of INSTRUMENTS) this.#emit({ kind: EventKind.instrumentSet, instrument });
    this.#emit({ kind: EventKind.feeScheduleSet, tiers: [{ makerPpm: 1000, takerPpm: 2000 }] });
    for (let user = 16; user < 20; user++) {
      this.#emit({ kind: EventKind.userOpened, user, simulated: user === 19 });
    }
    return this.#batch(this.seq);
  }

  /** The events of the next `commands` random commands. */
  next(commands: number): EventBatch {
    const firstSeq = this.seq + 1;
    for (let i = 0; i < commands; i++) {
      this.seq += 1;
      this.time += this.random(this.stepMs);
      const dice = this.random(100);
      if (dice < 55) this.#place();
      else if (dice < 80) this.#cancel();
      else if (dice < 88) this.#amend();
      else if (dice < 94) this.#plan();
      else this.#post(128 + 8 * this.random(4), this.random(3));
    }
    return this.#batch(firstSeq);
  }

  #post(account: AccountId, asset: number): void {
    const cell = {
      available: BigInt(this.random(1e9)) * 10n ** 9n,
      held: BigInt(this.random(1e9)),
    };
    this.balances.set(`${account}:${asset}`, cell);
    this.#emit({
      kind: EventKind.posting,
      account,
      asset,
      reason: PostingReason.deposit,
      reference: 0,
      availableDelta: 0n,
      heldDelta: 0n,
      ...cell,
      fee: 0,
      instrument: -1,
    });
  }

  #place(): void {
    const side = this.random(2) as Side;
    const instrument = this.random(INSTRUMENTS.length);
    const price = 1000 + this.random(60) + (side === Side.buy ? 0 : 25);
    const quantity = 1 + this.random(500);
    const account = 128 + 8 * this.random(4);
    const opened: Omit<OrderOpenedEvent, 'seq' | 'time'> = {
      kind: EventKind.orderOpened,
      order: ++this.#ids,
      account,
      instrument,
      side,
      type: OrderType.limit,
      timeInForce: this.random(3) as TimeInForce,
      selfTrade: SelfTrade.cancelMaker,
      price,
      quantity,
      quoteAmount: 0,
      options: 0,
      clientId: this.#clientId(account),
      plan: 0,
      takeProfitTrigger: this.random(2) * 5000,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
    };
    this.#emit(opened);
    const order: ModelOrder = {
      opened: { ...opened, seq: this.seq, time: this.time },
      placed: opened.quantity,
      remaining: quantity,
      filled: 0,
      quote: 0n,
      fee: 0,
      open: true,
      reason: null,
    };
    this.orders.set(opened.order, order);
    this.#match(order);
    if (order.remaining === 0) this.#done(order, DoneReason.filled);
    else {
      this.#emit({
        kind: EventKind.orderRested,
        order: opened.order,
        account,
        remaining: order.remaining,
      });
      const key = this.#key(instrument, side, price);
      this.levels.set(key, (this.levels.get(key) ?? new Set()).add(opened.order));
      this.#level(instrument, side, price);
    }
    this.#post(account, side === Side.buy ? 0 : instrument + 1);
  }

  /** As the core does it: an open order's client id is not given again. */
  #clientId(account: AccountId): string {
    if (this.random(3) === 0) return '';
    const name = `c${this.random(400)}`;
    const taken = [...this.orders.values()].some(
      ({ open, opened }) => open && opened.account === account && opened.clientId === name,
    );
    return taken ? '' : name;
  }

  #key(instrument: number, side: Side, price: number): string {
    return `${instrument}:${side}:${price}`;
  }

  #match(taker: ModelOrder): void {
    const { instrument, side, price } = taker.opened;
    const other = side === Side.buy ? Side.sell : Side.buy;
    for (const id of this.levels.get(this.#key(instrument, other, price)) ?? []) {
      if (taker.remaining === 0) break;
      const maker = this.orders.get(id)!;
      const quantity = Math.min(taker.remaining, maker.remaining);
      const quote = price * quantity * 100;
      for (const order of [taker, maker]) {
        order.remaining -= quantity;
        order.filled += quantity;
        order.quote += BigInt(quote);
        order.fee += order === maker ? 1 : 2;
      }
      this.#emit({
        kind: EventKind.trade,
        instrument,
        trade: ++this.#trades,
        price,
        quantity,
        quote,
        takerSide: side,
        makerOrder: id,
        takerOrder: taker.opened.order,
        makerAccount: maker.opened.account,
        takerAccount: taker.opened.account,
        makerFee: 1,
        takerFee: 2,
        makerRemaining: maker.remaining,
        takerRemaining: taker.remaining,
        own: this.#marksOwn && ownerOf(maker.opened.account) === ownerOf(taker.opened.account),
      });
      const takerSide = side;
      const { time } = this;
      this.trades.push({
        trade: this.#trades,
        instrument,
        price,
        quantity,
        quote,
        takerSide,
        time,
      });
      if (maker.remaining === 0) this.#leave(maker, DoneReason.filled);
      else this.#level(instrument, other, price);
    }
  }

  #level(instrument: number, side: Side, price: number): void {
    const ids = this.levels.get(this.#key(instrument, side, price)) ?? new Set();
    let total = 0;
    for (const id of ids) total += this.orders.get(id)!.remaining;
    this.#emit({ kind: EventKind.level, instrument, side, price, total, orders: ids.size });
  }

  #leave(order: ModelOrder, reason: DoneReason): void {
    const { instrument, side, price } = order.opened;
    const key = this.#key(instrument, side, price);
    this.levels.get(key)!.delete(order.opened.order);
    if (this.levels.get(key)!.size === 0) this.levels.delete(key);
    this.#done(order, reason);
    this.#level(instrument, side, price);
  }

  #done(order: ModelOrder, reason: DoneReason): void {
    order.open = false;
    order.reason = reason;
    const { opened, remaining } = order;
    const { account, instrument } = opened;
    this.#emit({
      kind: EventKind.orderDone,
      order: opened.order,
      account,
      instrument,
      reason,
      remaining,
    });
  }

  #anyOpen(): ModelOrder | null {
    const open = [...this.orders.values()].filter((order) => order.open);
    return open[this.random(open.length || 1)] ?? null;
  }

  #cancel(): void {
    const order = this.#anyOpen();
    if (order !== null) this.#leave(order, DoneReason.cancelled);
  }

  #amend(): void {
    const order = this.#anyOpen();
    if (order === null || order.remaining < 2) return;
    const remaining = 1 + this.random(order.remaining - 1);
    const quantity = order.opened.quantity - (order.remaining - remaining);
    order.remaining = remaining;
    order.opened = { ...order.opened, quantity };
    const { instrument, side, price, account } = order.opened;
    this.#emit({
      kind: EventKind.orderAmended,
      order: order.opened.order,
      account,
      instrument,
      price,
      quantity,
      remaining,
      keptPlace: true,
    });
    this.#level(instrument, side, price);
  }

  #plan(): void {
    const pending = [...this.plans].filter(([, plan]) => plan.status === 'live');
    if (pending.length > 0 && this.random(2) === 0) {
      const [plan, { account }] = pending[this.random(pending.length)]!;
      this.plans.set(plan, { account, status: 'cancelled' });
      this.#emit({
        kind: EventKind.planEnded,
        plan,
        account,
        instrument: 0,
        end: PlanEnd.cancelled,
        order: 0,
        code: 0,
      });
      return;
    }
    const account = 128 + 8 * this.random(4);
    const plan = ++this.#ids;
    this.plans.set(plan, { account, status: 'live' });
    this.#emit({
      kind: EventKind.planOpened,
      plan,
      account,
      instrument: 0,
      side: Side.sell,
      planType: PlanType.stopLoss,
      triggerBy: TriggerBy.last,
      triggerPrice: 900,
      price: 0,
      quantity: 5,
      quoteAmount: 0,
      callbackPpm: 0,
      clientId: `p${plan}`,
      parent: 0,
    });
  }

  /** One side of a book by the model, best first. */
  depth(instrument: number, side: Side): LevelView[] {
    const result: LevelView[] = [];
    for (const [key, ids] of this.levels) {
      const [at, of, price] = key.split(':').map(Number);
      if (at !== instrument || of !== side) continue;
      let total = 0;
      for (const id of ids) total += this.orders.get(id)!.remaining;
      result.push({ price: price!, total, orders: ids.size });
    }
    return result.sort((a, b) => (side === Side.buy ? b.price - a.price : a.price - b.price));
  }
}
