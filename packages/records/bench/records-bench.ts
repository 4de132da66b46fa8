/**
 * What a page of history costs: 100 fills of one account among 2 million beside a point query, one
 * order by its key, both through the records client: no SQL runs on the engine's thread, so every
 * query goes to a worker and back. What both cost in a worker that holds nothing but `node:sqlite` is
 * told beside it. And how fast the records worker takes events.
 */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import {
  AccountKind,
  accountOf,
  DoneReason,
  type Event,
  type EventBatch,
  EventKind,
  FIRST_USER_ID,
  InstrumentState,
  OrderType,
  PostingReason,
  Product,
  rowsOf,
  SelfTrade,
  Side,
  TimeInForce,
} from '@halcyon/domain';
import { RecordsClient } from '../src/index.ts';
import type { BareQuestion } from './bare-worker.ts';
import { ledgerBench } from './ledger-bench.ts';

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
    const pages = await measurePages(again, bare, join(folder, 'records.db'));
    await bare.close();
    await again.close();
    const ledger = await ledgerBench(join(folder, 'records.db'), account);
    return [ingest, pages, ledger];
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
      product: Product.spot,
      contract: null,
      state: InstrumentState.open,
      priceStep: 1,
      quantityStep: 1,
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
      own: false,
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
      options: 0,
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
  client.push(rowsOf(stream.setUp()));
  const batches: EventBatch[] = [];
  for (let done = 0; done < INGEST_ORDERS; done += 2 * BATCH_TRADES) {
    batches.push(stream.next(BATCH_TRADES));
  }
  const events = batches.reduce((sum, batch) => sum + batch.events.length, 0);
  const start = performance.now();
  let pushMs = 0;
  for (const batch of batches) {
    const before = performance.now();
    client.push(rowsOf(batch));
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
    'insert into fills values ' +
      // The last four are of contracts, and whether it was within one owner.
      '(?, ?, 0, ?, 0, 1, 0, 6500000, 1000, 6500000000, 6500000, 0, ?, ?, 0, 0, 0, 0)',
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

  /** The rows of the answer. */
  ask(question: BareQuestion): Promise<unknown[]> {
    return new Promise((resolve) => {
      this.#worker.once('message', resolve);
      this.#worker.postMessage(question);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }
}

/** Times each way in turns, so that whatever else the machine does falls on all of them alike. */
async function measurePages(
  client: RecordsClient,
  bare: BareWorker,
  file: string,
): Promise<Record<string, unknown>> {
  const database = new DatabaseSync(file, { readOnly: true });
  const local = database.prepare('select * from orders where account = ? and id = ?');
  local.setReturnArrays(true);
  const times = { page: [], point: [], barePage: [], barePoint: [], localPoint: [] } as Record<
    string,
    number[]
  >;
  const timed = async (name: string, rows: number, run: () => Promise<unknown[]> | unknown[]) => {
    const from = performance.now();
    const found = await run();
    times[name]?.push(performance.now() - from);
    if (found.length !== rows) throw new Error(`${name} found ${found.length} rows`);
  };
  for (let i = -ROUNDS / 4; i < ROUNDS; i++) {
    if (i === 0) for (const list of Object.values(times)) list.length = 0;
    const before = FILLS - Math.abs((i * 104_729) % (FILLS / 2));
    const of = account(i + 5_000);
    const order = 2 * (1 + (Math.abs(i * 7_919) % (INGEST_ORDERS / 2 - 1))) - 1;
    const owner = account(order * 7);
    const query = { account: of, idLessThan: before, limit: 100 };
    await timed('page', 100, () => client.history.fills(query));
    await timed('point', 1, async () => [
      await client.history.orderById({ account: owner, order }),
    ]);
    await timed('barePoint', 1, () => bare.ask({ kind: 'point', account: owner, order }));
    await timed('barePage', 100, () => bare.ask({ kind: 'page', account: of, before }));
    await timed('localPoint', 1, () => local.all(owner, order));
  }
  database.close();
  const at = (name: string, share: number) => {
    const sorted = (times[name] ?? []).sort((a, b) => a - b);
    return round(sorted[Math.floor((sorted.length - 1) * share)] as number);
  };
  return {
    bench: 'page of 100 fills of one account among 2 M',
    rounds: ROUNDS,
    pageMsP50: at('page', 0.5),
    pageMsP99: at('page', 0.99),
    pointMsP50: at('point', 0.5),
    pointMsP99: at('point', 0.99),
    barePageMsP50: at('barePage', 0.5),
    barePointMsP50: at('barePoint', 0.5),
    localPointMsP50: at('localPoint', 0.5),
  };
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}
