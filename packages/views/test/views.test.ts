import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import {
  DoneReason,
  type Event,
  type EventBatch,
  EventKind,
  ghostOrderId,
  INTERVALS,
  OrderType,
  SelfTrade,
  Side,
  TimeInForce,
  UserMode,
} from '@halcyon/domain';
import { describe, expect, it } from 'vitest';
import { Views } from '../src/index.ts';
import { ORDER_FIELDS } from '../src/order-record.ts';
import { EventStream, INSTRUMENTS } from './event-stream.ts';

const ACCOUNTS = [128, 136, 144, 152];

/** Everything that can be read, but for ended orders, for comparing two views. */
function dump(views: Views): unknown {
  return {
    seq: views.seq,
    time: views.time,
    assets: views.assets(),
    instruments: views.instruments(),
    tiers: views.feeSchedule(),
    simulated: [16, 17, 18, 19].map((user) => [views.hasUser(user), views.isSimulated(user)]),
    roots: [16, 17, 18, 19].map((user) => [views.rootOf(user), views.subAccounts(user)]),
    tickers: views.tickers(),
    markets: INSTRUMENTS.map(({ id }) => ({
      seq: views.book(id).seq,
      time: views.book(id).time,
      bids: views.book(id).bids(),
      asks: views.book(id).asks(),
      trades: views.trades(id, 10_000),
      candles: INTERVALS.map((interval) => views.candles(id, interval, { limit: 1000 })),
    })),
    accounts: ACCOUNTS.map((account) => ({
      seq: views.lastAckSeq(account),
      balances: views.balances(account),
      open: views.openOrders(account),
      plans: views.plans(account),
      byClient: Array.from({ length: 400 }, (_, i) =>
        views.orderByClientId(account, `c${i}`),
      ).filter((order) => order?.doneReason === null),
      planByClient: Array.from({ length: 40 }, (_, i) => views.planByClientId(account, `p${i}`)),
    })),
  };
}

/** Orders of a simulated user, opened and, where `end` says so, ended in one batch. */
function ordersOf(stream: EventStream, orders: readonly number[], end: boolean): EventBatch {
  stream.seq += 1;
  const { seq, time } = stream;
  const events = orders.flatMap((order): Event[] => {
    const head = { seq, time, order, account: 152, instrument: 0, side: Side.buy };
    const opened: Event = {
      ...head,
      kind: EventKind.orderOpened,
      type: OrderType.limit,
      timeInForce: TimeInForce.gtc,
      selfTrade: SelfTrade.none,
      price: 5,
      quantity: 10,
      quoteAmount: 0,
      options: 0,
      clientId: '',
      plan: 0,
      takeProfitTrigger: 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
    };
    const done: Event = {
      ...head,
      kind: EventKind.orderDone,
      reason: DoneReason.cancelled,
      remaining: 10,
    };
    return end ? [opened, done] : [opened];
  });
  return { firstSeq: seq, lastSeq: seq, time, events };
}

function checkAgainst(stream: EventStream, views: Views): void {
  for (const { id } of INSTRUMENTS) {
    expect(views.book(id).bids()).toEqual(stream.depth(id, Side.buy));
    expect(views.book(id).asks()).toEqual(stream.depth(id, Side.sell));
    const trades = stream.trades.filter((trade) => trade.instrument === id).reverse();
    expect(views.trades(id, 10_000)).toEqual(trades.slice(0, 10_000));
  }
  for (const account of ACCOUNTS) {
    const own = [...stream.orders.values()].filter((o) => o.opened.account === account);
    const open = own.filter((order) => order.open).reverse();
    expect(views.openOrders(account).map((order) => order.order)).toEqual(
      open.map((order) => order.opened.order),
    );
    expect(views.openOrderCount(account)).toBe(open.length);
    for (const order of open) {
      expect(views.order(order.opened.order)).toMatchObject({
        account,
        side: order.opened.side,
        price: order.opened.price,
        quantity: order.opened.quantity,
        originalQuantity: order.placed,
        timeInForce: order.opened.timeInForce,
        takeProfitTrigger: order.opened.takeProfitTrigger,
        clientId: order.opened.clientId,
        remaining: order.remaining,
        filledBase: order.filled,
        filledQuote: order.quote,
        fee: order.fee,
        status: order.filled > 0 ? 'partially_filled' : 'live',
        doneReason: null,
        resting: true,
      });
    }
    const plans = [...stream.plans].filter(([, p]) => p.account === account);
    expect(views.plans(account).map((plan) => plan.plan)).toEqual(
      plans
        .filter(([, plan]) => plan.status === 'live')
        .map(([id]) => id)
        .reverse(),
    );
  }
  for (const [key, cell] of stream.balances) {
    const [account, asset] = key.split(':').map(Number);
    expect(views.balance(account!, asset!)).toMatchObject(cell);
  }
}

describe('Views', () => {
  it('INV-16 shows at every sequence what the plain model shows', () => {
    for (const seed of [1, 2, 3]) {
      const stream = new EventStream(seed);
      const views = new Views();
      views.apply(stream.listing());
      for (let round = 0; round < 30; round++) {
        views.apply(stream.next(80));
        expect(views.seq).toBe(stream.seq);
        checkAgainst(stream, views);
      }
      expect(stream.trades.length).toBeGreaterThan(200);
    }
  });

  it('INV-16 a restored snapshot and the tail are the same as all events', () => {
    const stream = new EventStream(7);
    const whole = new Views();
    whole.apply(stream.listing());
    for (let round = 0; round < 25; round++) whole.apply(stream.next(100));
    const restored = [new Views(), new Views()] as const;
    restored[0].restore(whole.serialize());
    restored[1].restore(restored[0].serialize());
    for (const views of restored) expect(dump(views)).toEqual(dump(whole));
    for (let round = 0; round < 10; round++) {
      const batch = stream.next(100);
      for (const views of [whole, ...restored]) views.apply(batch);
    }
    for (const views of restored) expect(dump(views)).toEqual(dump(whole));
  });

  it('knows whose sub-account a user is, after a snapshot too', () => {
    const stream = new EventStream(7);
    const views = new Views();
    views.apply(stream.listing());
    const { seq, time } = stream;
    const events = [
      { kind: EventKind.userOpened, seq: seq + 1, time, user: 20, simulated: false, root: 16 },
      { kind: EventKind.userOpened, seq: seq + 1, time, user: 21, simulated: false, root: 16 },
    ] as const;
    views.apply({ firstSeq: seq + 1, lastSeq: seq + 1, time, events });
    const restored = new Views();
    restored.restore(views.serialize());
    for (const known of [views, restored]) {
      expect([16, 17, 20, 21, 99].map((user) => known.rootOf(user))).toEqual([16, 17, 16, 16, 99]);
      expect(known.subAccounts(16)).toEqual([20, 21]);
      expect(known.subAccounts(20)).toEqual([]);
    }
    expect(dump(restored)).toEqual(dump(views));
  });

  it('knows whether money may come to a user and its sub-accounts, after a snapshot too', () => {
    const stream = new EventStream(7);
    const views = new Views();
    views.apply(stream.listing());
    const { seq, time } = stream;
    const by = { actor: 'ada', reason: 'test' };
    const set = { kind: EventKind.userModeSet, seq: seq + 1, time, ...by } as const;
    const events = [
      { kind: EventKind.userOpened, seq: seq + 1, time, user: 20, simulated: false, root: 16 },
      { ...set, user: 16, mode: UserMode.closed },
      { ...set, user: 17, mode: UserMode.depositsFrozen },
      { ...set, user: 18, mode: UserMode.depositsFrozen },
      { ...set, user: 18, mode: UserMode.open },
    ] as const;
    views.apply({ firstSeq: seq + 1, lastSeq: seq + 1, time, events });
    const restored = new Views();
    restored.restore(views.serialize());
    for (const known of [views, restored]) {
      expect([16, 17, 18, 20, 99].map((user) => known.userMode(user))).toEqual([2, 1, 0, 2, 0]);
    }
  });

  it('takes a snapshot of the form before there were contracts', () => {
    const file = readFileSync(join(import.meta.dirname, 'snapshot-form-2.json.gz'));
    const parts = JSON.parse(gunzipSync(file).toString()) as [string, string][];
    const restored = new Views();
    // Not a Buffer, whose slices are no copies.
    const bytesOf = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));
    restored.restore(new Map(parts.map(([name, text]) => [name, bytesOf(text)])));
    const stream = new EventStream(7, false);
    const views = new Views();
    views.apply(stream.listing());
    views.apply(stream.next(250));
    expect(restored.openOrderCount(128)).toBeGreaterThan(10);
    expect(dump(restored)).toEqual(dump(views));
    const next = stream.next(100);
    for (const each of [restored, views]) each.apply(next);
    expect(dump(restored)).toEqual(dump(views));
  });

  it('takes a snapshot of the form before there were margin accounts', () => {
    const stream = new EventStream(9);
    const views = new Views();
    views.apply(stream.listing());
    views.apply(stream.next(250));
    const parts = views.serialize();
    // The form is the first number of the head; all else was the same.
    const head = parts.get('head')!.slice();
    new DataView(head.buffer).setFloat64(0, 3, true);
    parts.set('head', head);
    parts.delete('loans');
    const restored = new Views();
    restored.restore(parts);
    expect(restored.openOrderCount(128)).toBeGreaterThan(10);
    expect(dump(restored)).toEqual(dump(views));
    expect(restored.loans.coins()).toEqual([]);
  });

  it('refuses a snapshot with a part missing or cut short, wherever it is cut', () => {
    const stream = new EventStream(8);
    const views = new Views();
    views.apply(stream.listing());
    views.apply(stream.next(200));
    const parts = views.serialize();
    expect([...parts.keys()]).toContain('orders-0');
    for (const [name, bytes] of parts) {
      const without = new Map(parts);
      without.delete(name);
      expect(() => new Views().restore(without)).toThrow(`${name} is missing`);
      for (let cut = 1; cut < bytes.length; cut += 331) {
        const short = new Map(parts).set(name, bytes.subarray(0, bytes.length - cut));
        expect(() => new Views().restore(short)).toThrow();
      }
    }
    expect(() => views.restore(parts)).toThrow('fresh views');
  });

  it('lays history files under what is restored and under what is replayed', () => {
    const stream = new EventStream(13);
    stream.stepMs = 90_000;
    const whole = new Views();
    const worker = new Views();
    const batches: EventBatch[] = [stream.listing()];
    for (let round = 0; round < 20; round++) batches.push(stream.next(100));
    for (const batch of batches.slice(0, 10)) whole.apply(batch);
    const early = whole.serialize();
    for (const batch of batches.slice(10, 14)) whole.apply(batch);
    const files = new Map(INSTRUMENTS.map(({ id }) => [id, whole.historyBytes(id)] as const));
    for (const [id, file] of files) whole.historySaved(id, file.mark);
    for (const batch of batches.slice(14)) whole.apply(batch);
    worker.restore(early);
    for (const [id, file] of files) worker.historySaved(id, file.mark);
    for (const batch of batches) worker.apply(batch);

    const histories = new Map([...files].map(([id, file]) => [id, file.bytes] as const));
    for (const parts of [early, whole.serialize(), worker.serialize(), null]) {
      const views = new Views(histories);
      if (parts !== null) views.restore(parts);
      for (const batch of batches) views.apply(batch);
      expect(dump(views)).toEqual(dump(whole));
    }
    const size = (views: Views): number => views.serialize().get('market-0')!.length;
    const unsaved = new Views();
    for (const batch of batches) unsaved.apply(batch);
    expect(size(whole)).toBeLessThan(size(unsaved));
    expect(size(worker)).toBeLessThan(size(unsaved));
  });

  it('skips what it has seen and refuses a gap', () => {
    const stream = new EventStream(9);
    const views = new Views();
    const listing = stream.listing();
    views.apply(listing);
    const [first, second] = [stream.next(50), stream.next(50)];
    views.apply(first);
    const before = dump(views);
    views.apply(first);
    views.apply(listing);
    expect(dump(views)).toEqual(before);
    const later: EventBatch = stream.next(1);
    expect(() => views.apply(later)).toThrow('next batch begins at');
    const both: EventBatch = { ...second, firstSeq: first.firstSeq };
    views.apply({ ...both, events: [...first.events, ...second.events] });
    views.apply(later);
    checkAgainst(stream, views);
  });

  it('keeps a ghost order that ended and came again, however many ended after its first end', () => {
    const stream = new EventStream(6);
    const views = new Views(new Map(), 5);
    views.apply(stream.listing());
    const ghost = ghostOrderId(7);
    views.apply(ordersOf(stream, [ghost], true));
    views.apply(ordersOf(stream, [ghost], false));
    const others = Array.from({ length: 60 }, (_, i) => i + 1);
    views.apply(ordersOf(stream, others, true));
    views.apply(ordersOf(stream, [100], true));
    expect(views.order(ghost)).toMatchObject({ status: 'live', remaining: 10 });
    expect(views.openOrders(152).map(({ order }) => order)).toEqual([ghost]);
    expect(others.filter((id) => views.order(id) !== undefined)).toEqual(others.slice(-5));
  });

  it('sums what an order filled beyond 2^53 quote units, in snapshots and between threads too', () => {
    const stream = new EventStream(6);
    const views = new Views();
    views.apply(stream.listing());
    views.apply(ordersOf(stream, [1, 2], false));
    const quote = 2 ** 52 + 5;
    const events = [1, 2, 3].map((trade): Event => {
      const { seq, time } = { seq: stream.seq + 1, time: stream.time };
      const fees = { makerFee: 0, takerFee: 0, makerRemaining: 1, takerRemaining: 1, own: false };
      const accounts = { makerAccount: 152, takerAccount: 152 };
      const sides = { takerSide: Side.buy, makerOrder: 1, takerOrder: 2, ...accounts, ...fees };
      const { kind, ...terms } = { kind: EventKind.trade, instrument: 0, price: 5, quantity: 1 };
      return { kind, seq, time, trade, quote, ...terms, ...sides };
    });
    stream.seq += 1;
    views.apply({ firstSeq: stream.seq, lastSeq: stream.seq, time: stream.time, events });
    const restored = new Views();
    restored.restore(views.serialize());
    const sum = 3n * BigInt(quote);
    for (const order of [1, 2]) {
      expect(views.order(order)?.filledQuote).toBe(sum);
      expect(restored.order(order)).toEqual(views.order(order));
    }
    const expected = views.order(1);
    const moved = new Views();
    moved.takeOver(structuredClone(views.handOver()));
    expect(moved.order(1)).toEqual(expected);
  });

  it('keeps what ended in the last batch, and so many before it, and frees their client ids', () => {
    const views = new Views(new Map(), 150);
    const stream = new EventStream(10);
    views.apply(stream.listing());
    const ended: number[] = [];
    for (let round = 0; round < 15; round++) {
      const before = ended.length;
      const batch = stream.next(200);
      for (const event of batch.events) {
        if (event.kind === EventKind.orderDone) ended.push(event.order);
      }
      views.apply(batch);
      const kept = ended.filter((id) => views.order(id) !== undefined);
      expect(kept).toEqual(ended.slice(Math.max(0, before - 150)));
      for (const id of kept) {
        const order = views.order(id)!;
        const model = stream.orders.get(id)!;
        expect(order.doneReason).toBe(model.reason);
        expect(order.status).toBe(model.remaining === 0 ? 'filled' : 'canceled');
        expect(order.filledQuote).toBe(model.quote);
      }
    }
    expect(ended.length).toBeGreaterThan(600);
    for (const account of ACCOUNTS) {
      for (let i = 0; i < 400; i++) {
        const named = views.orderByClientId(account, `c${i}`);
        if (named !== undefined) expect(named.clientId).toBe(`c${i}`);
        const open = views.openOrders(account).find((order) => order.clientId === `c${i}`);
        if (open !== undefined) expect(named!.order).toBeGreaterThanOrEqual(open.order);
      }
    }
  });

  it('keeps no ended order where nobody asks, and the same open ones', () => {
    const stream = new EventStream(13);
    const views = new Views();
    const unasked = new Views(new Map(), 0);
    for (const batch of [stream.listing(), stream.next(900), stream.next(900)]) {
      for (const each of [views, unasked]) each.apply(batch);
    }
    expect(dump(unasked)).toEqual(dump(views));
    expect(unasked.serialize()).toEqual(views.serialize());
    for (const { open, opened } of stream.orders.values()) {
      expect(unasked.order(opened.order) !== undefined).toBe(open);
    }
  });

  it('passes over the ended orders in snapshots of earlier versions', () => {
    const stream = new EventStream(14);
    const views = new Views();
    views.apply(stream.listing());
    views.apply(ordersOf(stream, [1, 2, 3], false));
    const parts = new Map(views.serialize());
    // The state of a record: 1 = ended. Records follow the numbers of orders and of bytes.
    const raw = parts.get('orders-0')!.slice();
    const state = 16 + (ORDER_FIELDS + 24) * 8;
    new DataView(raw.buffer).setFloat64(state, 1, true);
    parts.set('orders-0', raw);
    const restored = new Views();
    restored.restore(parts);
    expect(restored.openOrders(152).map(({ order }) => order)).toEqual([3, 1]);
    expect(restored.order(2)).toBeUndefined();
    views.apply(ordersOf(stream, [4], true));
    restored.apply({ ...ordersOf(stream, [5], false), firstSeq: stream.seq - 1 });
    expect(restored.openOrders(152).map(({ order }) => order)).toEqual([5, 3, 1]);
  });

  it('filters lists by instrument, id and limit', () => {
    const views = new Views();
    const stream = new EventStream(11);
    views.apply(stream.listing());
    views.apply(stream.next(1500));
    const all = views.openOrders(128);
    const inEth = all.filter((order) => order.instrument === 1);
    expect(inEth.length).toBeGreaterThan(3);
    expect(views.openOrders(128, { instrument: 1 })).toEqual(inEth);
    const before = inEth[2]!.order;
    expect(views.openOrders(128, { instrument: 1, before, limit: 1 })).toEqual([inEth[3]]);
    expect(views.openOrders(999)).toEqual([]);
  });

  it('adds up quote amounts beyond 2^53 exactly', () => {
    const views = new Views();
    const stream = new EventStream(12);
    views.apply(stream.listing());
    const first = stream.next(40);
    views.apply(first);
    const open = views.openOrders(128)[0] ?? views.openOrders(136)[0]!;
    const quote = Number.MAX_SAFE_INTEGER;
    const trade = {
      kind: EventKind.trade,
      instrument: 0,
      price: 3,
      quantity: 1,
      quote,
      takerSide: Side.buy,
      makerOrder: open.order,
      takerOrder: open.order,
      makerAccount: open.account,
      takerAccount: open.account,
      makerFee: 0,
      takerFee: 0,
      makerRemaining: 1,
      takerRemaining: 1,
      own: false,
      time: stream.time,
    };
    const base = open.filledQuote;
    for (let i = 1; i <= 20; i++) {
      const seq = stream.seq + i;
      const events = [{ ...trade, seq, trade: 1_000_000 + i }];
      views.apply({ firstSeq: seq, lastSeq: seq, time: stream.time, events });
    }
    expect(views.order(open.order)!.filledQuote).toBe(base + 40n * BigInt(quote));
    expect(views.candles(0, '1M', {}).at(-1)!.quoteVolume).toBeGreaterThanOrEqual(
      20n * BigInt(quote),
    );
  });
});
