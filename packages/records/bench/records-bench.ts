/**
 * What a page of history costs: 100 fills of one account among 2 million, through the records client,
 * beside the same rows from a worker that holds nothing but `node:sqlite`; and how fast the records
 * worker takes events. No SQL runs on the engine's thread, so both make the way to a worker and back:
 * what is compared is everything that the records add, not what a thread or a hundred rows cost.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import type { Event, EventBatch } from '@halcyon/domain';
import {
  AccountKind,
  accountOf,
  DoneReason,
  EventKind,
  FIRST_USER_ID,
  InstrumentState,
  OrderType,
  PostingReason,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { RecordsClient } from '../src/index.ts';
import type { BarePage } from './bare-worker.ts';

const FILLS = 2_000_000;
const USERS = 100;
const ROUNDS = 4_000;
const BATCH_TRADES = 100;
const INGEST_ORDERS = 100_000;

/** Runs the bench; one row a figure. Takes about a minute and 500 MB of disk in the temp folder. */
export async function recordsBench(): Promise<Record<string, unknown>[]> {
  const folder = mkdtempSync(join(tmpdir(), 'halcyon-records-bench-'));
  try {
    const client = await RecordsClient.open({ dataFolder: folder, onProblem: report });
    const stream = new BenchStream();
    const ingest = await measureIngest(client, stream);
    await client.close();
    fillUp(join(folder, 'records.db'));
    const again = await RecordsClient.open({ dataFolder: folder, onProblem: report });
    const bare = await BareWorker.open(join(folder, 'records.db'));
    const pages = await measurePages(again, bare);
    await bare.close();
    await again.close();
    return [ingest, pages];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(message: string): void {
  process.stderr.write(`${message}\n`);
}

const account = (user: number) => accountOf(FIRST_USER_ID + (user % USERS), AccountKind.spot);

/** Two accounts that trade with each other, as the core would report it. */
class BenchStream {
  #seq = 0;
  #id = 0;
  #time = 1_790_000_000_000;

  setUp(): EventBatch {
    const events: Event[] = [];
    const stamp = () => ({ seq: ++this.#seq, time: this.#time });
    for (const [id, code] of ['USDT', 'BTC'].entries()) {
      const asset = { id, code, name: code, scale: 8 };
      events.push({ kind: EventKind.assetListed, asset, ...stamp() });
    }
    const instrument = {
      id: 0,
      symbol: 'BTCUSDT',
      base: 1,
      quote: 0,
      priceScale: 2,
      quantityScale: 6,
      quoteFactor: 1,
      lotUnits: 100,
      state: InstrumentState.open,
      quantityMin: 1,
      quantityMax: 1e12,
      notionalMin: 1,
      bandPpm: 100_000,
      openOrdersMax: 500,
    };
    events.push({ kind: EventKind.instrumentSet, instrument, ...stamp() });
    for (let i = 0; i < USERS; i++) {
      const user = FIRST_USER_ID + i;
      events.push({ kind: EventKind.userOpened, user, simulated: false, ...stamp() });
    }
    return { firstSeq: 1, lastSeq: this.#seq, time: this.#time, events };
  }

  /** Orders of which each second one takes the one before: opened, trade, settled, done. */
  next(pairs: number): EventBatch {
    const firstSeq = this.#seq + 1;
    const events: Event[] = [];
    this.#time += 7;
    for (let i = 0; i < pairs; i++) this.#pair(events);
    return { firstSeq, lastSeq: this.#seq, time: this.#time, events };
  }

  #pair(events: Event[]): void {
    const maker = ++this.#id;
    const taker = ++this.#id;
    const accounts = [account(maker * 7), account(taker * 13)] as const;
    for (const [i, order] of [maker, taker].entries()) {
      this.#seq += 1;
      this.#open(events, order, accounts[i] as number, i === 0 ? Side.sell : Side.buy);
    }
    const stamp = { seq: this.#seq, time: this.#time };
    events.push({
      kind: EventKind.trade,
      ...stamp,
      instrument: 0,
      trade: maker,
      price: 6_500_000,
      quantity: 1_000,
      quote: 6_500_000_000,
      takerSide: Side.buy,
      makerOrder: maker,
      takerOrder: taker,
      makerAccount: accounts[0],
      takerAccount: accounts[1],
      makerFee: 6_500_000,
      takerFee: 100,
      makerRemaining: 0,
      takerRemaining: 0,
    });
    for (const [i, one] of accounts.entries()) {
      for (const reason of [PostingReason.tradeOut, PostingReason.tradeIn]) {
        const income = reason === PostingReason.tradeIn;
        events.push({
          kind: EventKind.posting,
          ...stamp,
          account: one,
          asset: income === (i === 0) ? 0 : 1,
          reason,
          reference: maker,
          availableDelta: income ? 5_000_000n : 0n,
          heldDelta: income ? 0n : -5_000_000n,
          available: 9_000_000_000_000_000n,
          held: 1_000_000n,
          fee: 100,
          instrument: 0,
        });
      }
    }
    for (const [i, order] of [maker, taker].entries()) {
      events.push({
        kind: EventKind.orderDone,
        ...stamp,
        order,
        account: accounts[i] as number,
        instrument: 0,
        reason: DoneReason.filled,
        remaining: 0,
      });
    }
  }

  #open(events: Event[], order: number, owner: number, side: Side): void {
    events.push({
      kind: EventKind.orderOpened,
      seq: this.#seq,
      time: this.#time,
      order,
      account: owner,
      instrument: 0,
      side,
      type: OrderType.limit,
      timeInForce: TimeInForce.gtc,
      selfTrade: SelfTrade.none,
      price: 6_500_000,
      quantity: 1_000,
      quoteAmount: 0,
      clientId: `bench-${order}`,
      plan: 0,
      takeProfitTrigger: 0,
      takeProfitPrice: 0,
      stopLossTrigger: 0,
      stopLossPrice: 0,
    });
  }
}

async function measureIngest(
  client: RecordsClient,
  stream: BenchStream,
): Promise<Record<string, unknown>> {
  client.push(stream.setUp());
  const batches: EventBatch[] = [];
  for (let done = 0; done < INGEST_ORDERS; done += 2 * BATCH_TRADES) {
    batches.push(stream.next(BATCH_TRADES));
  }
  const events = batches.reduce((sum, batch) => sum + batch.events.length, 0);
  const start = performance.now();
  let pushMs = 0;
  for (const batch of batches) {
    const before = performance.now();
    client.push(batch);
    pushMs += performance.now() - before;
    while (client.status().waitingEvents > 100_000) await new Promise((go) => setTimeout(go, 1));
  }
  await client.reached(batches.at(-1)?.lastSeq ?? 0, 600_000);
  const seconds = (performance.now() - start) / 1000;
  return {
    bench: 'records ingest',
    orders: INGEST_ORDERS,
    events,
    ordersPerSecond: Math.round(INGEST_ORDERS / seconds),
    eventsPerSecond: Math.round(events / seconds),
    mainThreadUsPerEvent: round((pushMs * 1000) / events),
  };
}

/** Adds fills with plain SQL until there are as many as wanted: only reading them is measured. */
function fillUp(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('pragma synchronous = off');
  const insert = database.prepare(
    'insert into fills values (?, ?, 0, ?, 0, 1, 0, 6500000, 1000, 6500000000, 6500000, 0, ?, ?)',
  );
  database.exec('begin');
  for (let trade = INGEST_ORDERS + 1; trade <= FILLS; trade++) {
    insert.run(account(trade), trade, trade, 1_790_000_000_000 + trade, trade);
  }
  database.exec('commit');
  database.exec('pragma wal_checkpoint(truncate)');
  database.close();
}

class BareWorker {
  readonly #worker: Worker;

  private constructor(file: string) {
    this.#worker = new Worker(new URL('./bare-worker.ts', import.meta.url), { workerData: file });
  }

  static async open(file: string): Promise<BareWorker> {
    const made = new BareWorker(file);
    await once(made.#worker, 'online');
    return made;
  }

  page(page: BarePage): Promise<unknown[]> {
    return new Promise((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.postMessage(page);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

async function measurePages(
  client: RecordsClient,
  bare: BareWorker,
): Promise<Record<string, unknown>> {
  const ours: number[] = [];
  const theirs: number[] = [];
  // Taken in turns, so that whatever else the machine does falls on both alike.
  for (let i = -ROUNDS / 4; i < ROUNDS; i++) {
    const before = FILLS - Math.abs((i * 104_729) % (FILLS / 2));
    const of = account(i + 5_000);
    const t0 = performance.now();
    const rows = await client.history.fills({ account: of, idLessThan: before, limit: 100 });
    const t1 = performance.now();
    const same = await bare.page({ account: of, before });
    const t2 = performance.now();
    if (rows.length !== 100 || same.length !== 100) throw new Error('the bench found no rows');
    if (i < 0) continue;
    ours.push(t1 - t0);
    theirs.push(t2 - t1);
  }
  const at = (times: number[], share: number) => {
    const sorted = [...times].sort((a, b) => a - b);
    return sorted[Math.floor((sorted.length - 1) * share)] as number;
  };
  return {
    bench: 'page of 100 fills of one account among 2 M',
    rounds: ROUNDS,
    pageMsP50: round(at(ours, 0.5)),
    pageMsP99: round(at(ours, 0.99)),
    bareMsP50: round(at(theirs, 0.5)),
    bareMsP99: round(at(theirs, 0.99)),
    ratioP50: round(at(ours, 0.5) / at(theirs, 0.5)),
    ratioP99: round(at(ours, 0.99) / at(theirs, 0.99)),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
