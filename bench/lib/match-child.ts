/**
 * One engine matching one flow: `node match-child.ts <engine> <normal|deep|recorded> <timed>`.
 * Prints JSON: ns of the thread per timed command (median of the rounds), trades, volume, checksum, bytes an order.
 */
import { Book, LevelPool, type MatchSink, OrderPool, type Taker } from '@halcyon/core';
import { threadNs } from './child.ts';
import { DEEP, FLOW_STRIDE, type Flow, foreignFlow, NORMAL, recordedFlow } from './flow.ts';

interface Result {
  ns: number;
  volume: number;
  trades: number;
  checksum: number;
  bytesPerOrder: number;
}

class Tally implements MatchSink {
  trades = 0;
  volume = 0;
  checksum = 0;
  private readonly orders: OrderPool;

  constructor(orders: OrderPool) {
    this.orders = orders;
  }

  onFill(slot: number, price: number, quantity: number): void {
    this.trades += 1;
    this.volume += quantity;
    const maker = this.orders.f64[slot * 8]!;
    this.checksum = (Math.imul(this.checksum, 31) + (maker ^ price ^ quantity)) | 0;
  }
  onMakerFilled(): void {}
  onSelfTrade(): void {}
  onLevel(): void {}
}

function halcyon(flow: Flow, end: number): Result {
  const orders = new OrderPool();
  const book = new Book(orders, new LevelPool());
  const tally = new Tally(orders);
  const taker: Taker = {
    order: 0,
    account: 0,
    user: 0,
    side: 0,
    selfTrade: 0,
    limit: 0,
    remaining: 0,
    budget: -1,
    quoteFactor: 1,
    prevented: false,
    spent: false,
  };
  const { records } = flow;
  let start = 0;
  for (let i = 0; i < end; i++) {
    if (i === flow.prefill) start = threadNs();
    const j = i * FLOW_STRIDE;
    const id = records[j + 2]!;
    if (records[j] === 1) {
      const slot = orders.find(id);
      if (slot < 0) continue;
      book.take(slot);
      orders.remove(slot);
      continue;
    }
    const side = records[j + 1] as 0 | 1;
    taker.side = side;
    taker.limit = records[j + 3]!;
    taker.remaining = records[j + 4]!;
    book.match(taker, tally);
    if (taker.remaining === 0) continue;
    const slot = orders.add(id);
    orders.f64[slot * 8 + 1] = taker.limit;
    orders.f64[slot * 8 + 2] = taker.remaining;
    orders.f64[slot * 8 + 3] = records[j + 4]!;
    orders.i32[slot * 16 + 8] = records[j + 5]!;
    orders.i32[slot * 16 + 10] = side;
    book.rest(slot);
  }
  const ns = (threadNs() - start) / (end - flow.prefill);
  const { trades, volume, checksum } = tally;
  return { ns, trades, volume, checksum, bytesPerOrder: orders.bytes / orders.count };
}

interface NpmBook {
  limit(order: { side: 'buy' | 'sell'; id: string; size: number; price: number }): {
    readonly quantityLeft: number;
    readonly err: Error | null;
  };
  cancel(id: string): unknown;
}

async function npm(engine: string, flow: Flow, end: number): Promise<Result> {
  const { OrderBook } = (await import(engine)) as { OrderBook: new () => NpmBook };
  const book = new OrderBook();
  const { records } = flow;
  let volume = 0;
  let start = 0;
  for (let i = 0; i < end; i++) {
    if (i === flow.prefill) start = threadNs();
    const j = i * FLOW_STRIDE;
    const id = String(records[j + 2]);
    if (records[j] === 1) {
      book.cancel(id);
      continue;
    }
    const size = records[j + 4]!;
    const side = records[j + 1] === 0 ? 'buy' : 'sell';
    const done = book.limit({ side, id, size, price: records[j + 3]! });
    if (done.err !== null) throw done.err;
    volume += size - done.quantityLeft;
  }
  const ns = (threadNs() - start) / (end - flow.prefill);
  return { ns, volume, trades: 0, checksum: 0, bytesPerOrder: 0 };
}

function flowOf(name: string): Flow {
  if (name === 'deep') return foreignFlow(DEEP);
  const flow = name === 'recorded' ? recordedFlow() : foreignFlow(NORMAL);
  if (flow === null) throw new Error('the recorded flow is not here');
  return flow;
}

const ROUNDS = 5;
const [engine = 'halcyon', name = 'normal', timed = '1000000'] = process.argv.slice(2);
const flow = flowOf(name);
const end = Math.min(flow.count, flow.prefill + Number(timed));
const results: Result[] = [];
for (let round = 0; round < (engine === 'halcyon' ? ROUNDS : 1); round++) {
  results.push(engine === 'halcyon' ? halcyon(flow, end) : await npm(engine, flow, end));
}
results.sort((a, b) => a.ns - b.ns);
console.log(JSON.stringify(results[Math.floor((results.length - 1) / 2)]));
