/**
 * The order flow of the benches: 55 % new limit orders, 35 % cancels of a random live order, 10 %
 * limit orders that take, over a prefilled book. Which orders are live is known from matching them,
 * so every cancel meets one.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { Book, LevelPool, type MatchSink, NONE, newTaker, OrderPool } from '@halcyon/core';

/** Numbers of a command: op (0 place, 1 cancel), side, id, price, quantity, account, instrument, 0. */
export const FLOW_STRIDE = 8;

/** Commands; the first `prefill` of them build the book and are not timed. */
export interface CommandFlow {
  readonly records: Int32Array;
  readonly prefill: number;
  readonly count: number;
}

/** What a flow is made of. */
export interface FlowOptions {
  readonly seed: number;
  readonly prefill: number;
  readonly timed: number;
  readonly accounts: number;
  /** Ticks from the opposite best price: mean of the exponential part, width of the uniform part. */
  readonly mean: number;
  readonly width: number;
  /** Resting orders of the prefill are spread evenly over ± this many ticks; 0 = as new orders. */
  readonly spread: number;
}

/** The flow of performance.md §1 and its deep variant. */
export const NORMAL: FlowOptions = {
  seed: 1,
  prefill: 10_000,
  timed: 1_000_000,
  accounts: 10_000,
  mean: 25,
  width: 2_000,
  spread: 0,
};
export const DEEP: FlowOptions = {
  ...NORMAL,
  prefill: 500_000,
  mean: 200,
  width: 20_000,
  spread: 20_000,
};

const MIDDLE = 131_072;

/** Ids of the live orders, so that one can be drawn and one can go in constant time. */
class Live {
  readonly ids: number[] = [];
  private readonly at = new Map<number, number>();

  add(id: number): void {
    this.at.set(id, this.ids.length);
    this.ids.push(id);
  }

  remove(id: number): void {
    const at = this.at.get(id);
    const last = this.ids.pop();
    if (at === undefined || last === undefined) return;
    this.at.delete(id);
    if (last === id) return;
    this.ids[at] = last;
    this.at.set(last, at);
  }
}

class FlowMaker implements MatchSink {
  private readonly options: FlowOptions;
  private readonly records: Int32Array;
  private readonly orders = new OrderPool();
  private readonly book = new Book(this.orders, new LevelPool());
  private readonly live = new Live();
  private readonly owners: Int32Array;
  private state: number;
  private row = 0;
  private nextId = 1;
  private readonly taker = newTaker();

  constructor(options: FlowOptions) {
    this.options = options;
    this.state = options.seed;
    const count = options.prefill + options.timed;
    this.records = new Int32Array(count * FLOW_STRIDE);
    this.owners = new Int32Array(count + 2);
  }

  make(): CommandFlow {
    const { prefill, timed, spread } = this.options;
    for (let i = 0; i < prefill; i++) {
      const side = (i & 1) as 0 | 1;
      const away = spread > 0 ? 1 + (i % spread) : 1 + this.distance();
      this.place(side, MIDDLE + (side === 0 ? -away : away), this.int(100));
    }
    for (let i = 0; i < timed; i++) {
      const draw = this.random();
      if (draw < 0.35 && this.live.ids.length > 0) this.cancel();
      else if (draw < 0.9) this.rest();
      else this.take();
    }
    return { records: this.records, prefill, count: prefill + timed };
  }

  onFill(): void {}
  onMakerFilled(slot: number): void {
    this.live.remove(this.orders.f64[slot * 8]!);
  }
  onSelfTrade(): void {}
  tradable(): number {
    return 0;
  }
  onNotTradable(): void {}
  onLevel(): void {}

  private rest(): void {
    const side = this.int(2) === 1 ? 0 : 1;
    const other = this.book.best(side === 0 ? 1 : 0) || MIDDLE;
    const away = 1 + this.distance();
    this.place(side, Math.max(1, side === 0 ? other - away : other + away), this.int(100));
  }

  private take(): void {
    const side = this.int(2) === 1 ? 0 : 1;
    const other = this.book.best(side === 0 ? 1 : 0) || MIDDLE;
    this.place(side, Math.max(1, side === 0 ? other + 5 : other - 5), this.int(190));
  }

  private place(side: 0 | 1, price: number, quantity: number): void {
    const { orders, taker } = this;
    const id = this.nextId;
    this.nextId += 1;
    const account = this.int(this.options.accounts) - 1;
    this.owners[id] = account;
    this.write(0, side, id, price, quantity, account);
    taker.side = side;
    taker.limit = price;
    taker.remaining = quantity;
    this.book.match(taker, this);
    if (taker.remaining === 0) return;
    const slot = orders.add(id);
    orders.f64[slot * 8 + 1] = price;
    orders.f64[slot * 8 + 2] = taker.remaining;
    orders.i32[slot * 16 + 10] = side;
    this.book.rest(slot);
    this.live.add(id);
  }

  private cancel(): void {
    const id = this.live.ids[this.int(this.live.ids.length) - 1]!;
    const slot = this.orders.find(id);
    if (slot === NONE) throw new Error(`order ${id} is not live`);
    this.write(1, 0, id, 0, 0, this.owners[id]!);
    this.book.take(slot);
    this.orders.remove(slot);
    this.live.remove(id);
  }

  private write(
    op: number,
    side: number,
    id: number,
    price: number,
    quantity: number,
    account: number,
  ): void {
    this.records.set([op, side, id, price, quantity, account, 0, 0], this.row * FLOW_STRIDE);
    this.row += 1;
  }

  /** 80 % exponential, 20 % uniform, ticks. */
  private distance(): number {
    const { mean, width } = this.options;
    if (this.random() < 0.2) return this.int(width) - 1;
    return Math.floor(-Math.log(1 - this.random()) * mean);
  }

  /** 1 … most. */
  private int(most: number): number {
    return 1 + Math.floor(this.random() * most);
  }

  private random(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  }
}

/** Makes a flow; the same options give the same flow. */
export function makeFlow(options: FlowOptions): CommandFlow {
  return new FlowMaker(options).make();
}

/** `count` flows taking turns, one an instrument; ids are given anew in the order of placement. */
export function interleave(options: FlowOptions, instruments: number): CommandFlow {
  const each = {
    ...options,
    prefill: Math.floor(options.prefill / instruments),
    timed: Math.floor(options.timed / instruments),
  };
  const flows = Array.from({ length: instruments }, (_, i) => makeFlow({ ...each, seed: i + 1 }));
  const length = each.prefill + each.timed;
  const records = new Int32Array(length * instruments * FLOW_STRIDE);
  const ids = flows.map(() => new Int32Array(length + 2));
  let next = 1;
  let to = 0;
  for (let i = 0; i < length; i++) {
    for (const [instrument, flow] of flows.entries()) {
      const row = flow.records.subarray(i * FLOW_STRIDE, (i + 1) * FLOW_STRIDE);
      records.set(row, to);
      const map = ids[instrument]!;
      if (row[0] === 0) map[row[2]!] = next++;
      records[to + 2] = map[row[2]!]!;
      records[to + 6] = instrument;
      to += FLOW_STRIDE;
    }
  }
  return { records, prefill: each.prefill * instruments, count: length * instruments };
}

/**
 * A flow made in a process of its own: making it matches orders too, and that would teach this
 * process's compiler about a second kind of book user that no exchange has.
 */
export function foreignFlow(options: FlowOptions, instruments = 1): CommandFlow {
  const part = join(import.meta.dirname, 'flow-part.ts');
  const { stdout, status } = spawnSync(
    process.execPath,
    [part, JSON.stringify(options), String(instruments)],
    { stdio: ['ignore', 'pipe', 'inherit'], maxBuffer: 512 * 1024 * 1024 },
  );
  if (status !== 0) throw new Error('the flow could not be made');
  const records = new Int32Array(stdout.length / 4);
  new Uint8Array(records.buffer).set(stdout);
  const prefill = Math.floor(options.prefill / instruments) * instruments;
  return { records, prefill, count: records.length / FLOW_STRIDE };
}

/** The recorded flow that other engines agree on, or null where it is not there. */
export function recordedFlow(): CommandFlow | null {
  const path = new URL('../../../shared/data/flow/normal.bin.gz', import.meta.url);
  if (!existsSync(path)) return null;
  const raw = gunzipSync(readFileSync(path));
  const words = new Int32Array(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length));
  const count = words.length / 6;
  const records = new Int32Array(count * FLOW_STRIDE);
  const owners = new Int32Array(count + 2);
  for (let i = 0; i < count; i++) {
    const row = words.subarray(i * 6, i * 6 + 6);
    records.set(row, i * FLOW_STRIDE);
    if (row[0] === 0) owners[row[2]!] = row[5]!;
    records[i * FLOW_STRIDE + 5] = owners[row[2]!]!;
  }
  return { records, prefill: 10_000, count };
}
