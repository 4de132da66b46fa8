/**
 * One engine matching one flow: `node match-child.ts <engine> <normal|deep|recorded>`.
 * Prints JSON: ns of the thread per timed command (median of the rounds), trades, volume, checksum, bytes an order.
 */
import { Book, LevelPool, type MatchSink, newTaker, OrderPool } from '@halcyon/core';
import { CommandKind } from '@halcyon/domain';
import { ORDERS_CAPACITY } from '@halcyon/engine';
import { threadNs } from './child.ts';
import { type CommandFlow, DEEP, FLOW_STRIDE, foreignFlow, NORMAL, recordedFlow } from './flow.ts';
import { feed } from './flow-commands.ts';

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
  tradable(): number {
    return 0;
  }
  onNotTradable(): void {}
  onLevel(): void {}
}

/** The core's book without accounts and money, with the room that a venue has. */
class Matching {
  readonly orders = new OrderPool();
  readonly tally = new Tally(this.orders);
  private readonly book = new Book(this.orders, new LevelPool());
  private readonly taker = newTaker();

  constructor() {
    this.orders.reserve(ORDERS_CAPACITY);
  }

  place(id: number, side: 0 | 1, price: number, quantity: number, account: number): void {
    const { taker, book, orders } = this;
    taker.side = side;
    taker.limit = price;
    taker.remaining = quantity;
    book.match(taker, this.tally);
    if (taker.remaining === 0) return;
    const slot = orders.add(id);
    orders.f64[slot * 8 + 1] = price;
    orders.f64[slot * 8 + 2] = taker.remaining;
    orders.f64[slot * 8 + 3] = quantity;
    orders.i32[slot * 16 + 8] = account;
    orders.i32[slot * 16 + 10] = side;
    book.rest(slot);
  }

  cancel(id: number): void {
    const slot = this.orders.find(id);
    if (slot < 0) return;
    this.book.take(slot);
    this.orders.remove(slot);
  }

  result(ns: number): Result {
    const { trades, volume, checksum } = this.tally;
    return { ns, trades, volume, checksum, bytesPerOrder: this.orders.bytes / this.orders.count };
  }
}

/** Reads the flow's rows as it goes, like the other engines. */
function halcyon({ records, prefill, count }: CommandFlow): Result {
  const matching = new Matching();
  let start = 0;
  for (let i = 0; i < count; i++) {
    if (i === prefill) start = threadNs();
    const j = i * FLOW_STRIDE;
    const id = records[j + 2]!;
    if (records[j] === 1) matching.cancel(id);
    else {
      const side = records[j + 1] as 0 | 1;
      matching.place(id, side, records[j + 3]!, records[j + 4]!, records[j + 5]!);
    }
  }
  return matching.result((threadNs() - start) / (count - prefill));
}

/** Given the commands as objects, like the whole core. */
function halcyonOnCommands(flow: CommandFlow): Result {
  const matching = new Matching();
  let id = 0;
  const ns = feed(flow, 0, 1, (commands) => {
    for (const command of commands) {
      if (command.kind === CommandKind.cancel) matching.cancel(command.order);
      else if (command.kind === CommandKind.place) {
        id += 1;
        const { side, price, quantity, account } = command;
        matching.place(id, side, price, quantity, account);
      }
    }
  });
  return matching.result(ns);
}

interface NpmBook {
  limit(order: { side: 'buy' | 'sell'; id: string; size: number; price: number }): {
    readonly quantityLeft: number;
    readonly err: Error | null;
  };
  cancel(id: string): unknown;
}

async function npm(engine: string, flow: CommandFlow): Promise<Result> {
  const { OrderBook } = (await import(engine)) as { OrderBook: new () => NpmBook };
  const book = new OrderBook();
  const { records, prefill, count } = flow;
  let volume = 0;
  let start = 0;
  for (let i = 0; i < count; i++) {
    if (i === prefill) start = threadNs();
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
  const ns = (threadNs() - start) / (count - prefill);
  return { ns, volume, trades: 0, checksum: 0, bytesPerOrder: 0 };
}

function flowOf(name: string): CommandFlow {
  if (name === 'deep') return foreignFlow(DEEP);
  const flow = name === 'recorded' ? recordedFlow() : foreignFlow(NORMAL);
  if (flow === null) throw new Error('the recorded flow is not here');
  return flow;
}

/** The engines: ours twice, and what npm has under a name. */
function run(engine: string, flow: CommandFlow): Result | Promise<Result> {
  if (engine === 'halcyon') return halcyon(flow);
  return engine === 'halcyon-commands' ? halcyonOnCommands(flow) : npm(engine, flow);
}

const ROUNDS = 5;
const [engine = 'halcyon', name = 'normal'] = process.argv.slice(2);
const flow = flowOf(name);
const results: Result[] = [];
for (let round = 0; round < (engine.startsWith('halcyon') ? ROUNDS : 1); round++) {
  results.push(await run(engine, flow));
}
results.sort((a, b) => a.ns - b.ns);
console.log(JSON.stringify(results[Math.floor((results.length - 1) / 2)]));
