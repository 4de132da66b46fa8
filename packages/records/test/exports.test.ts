/** Files of records and statements of accounts: against the model, on random histories. */
import type { EventBatch } from '@halcyon/domain';
import {
  AccountKind,
  accountOf,
  accountWord,
  CONVERT_PREFIX,
  FIRST_USER_ID,
  formatDecimal,
  kindOf,
  OrderType,
  ownerOf,
  PlanType,
  PostingReason,
  Side,
  wireId,
} from '@halcyon/domain';
import {
  EXPORT_ACCOUNTS,
  EXPORT_LISTS,
  type ExportFormat,
  type ExportList,
} from '@halcyon/domain/web';
import { parquetMetadata, parquetReadObjects } from 'hyparquet';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { csvText } from '../src/export/csv.ts';
import { LISTS } from '../src/export/lists.ts';
import { EXPORT_START, type ExportQuery } from '../src/export/portions.ts';
import { EventFilter } from '../src/feed/event-filter.ts';
import { historyMethods } from '../src/history-methods.ts';
import { NO_SIDE } from '../src/kinds/bills.ts';
import { FIRST_ENDED_STATUS, StoredOrderStatus } from '../src/kinds/orders.ts';
import { StoredPlanStatus } from '../src/kinds/plans.ts';
import { RecordsProjection } from '../src/projection/projection.ts';
import type { RecordsTables } from '../src/projection/schema.ts';
import type { Database } from '../src/sql/connect.ts';
import { openDatabase } from '../src/sql/connect.ts';
import type { Row } from './contract-model.ts';
import { ContractStream } from './contract-stream.ts';
import { onBothDatabases, type TestDatabases } from './databases.ts';
import { RecordsEventStream, seeded } from './event-stream.ts';
import { MarginStream } from './margin-stream.ts';
import { Model } from './model.ts';

const NOW = 1_790_000_000_000;
const HANGS_MS = 180_000;
const WINDOWS = 60;

/** A database and what its rows must be. */
interface Told {
  readonly database: Database<RecordsTables>;
  readonly model: Model;
}

async function tell(databases: TestDatabases, batches: readonly EventBatch[]): Promise<Told> {
  const database = await openDatabase<RecordsTables>(await databases.fresh());
  const projection = await RecordsProjection.open(database, NOW);
  const model = new Model();
  const filter = new EventFilter();
  for (const batch of batches) {
    model.apply(batch.events);
    await projection.apply({
      ...batch,
      events: batch.events.filter((event) => filter.wants(event)),
    });
  }
  return { database, model };
}

function take(stream: { next(commands: number): EventBatch }, count: number): EventBatch[] {
  return Array.from({ length: count }, () => stream.next(50));
}

/** The pocket that a bill is in. */
function pocketIn(bill: Row): number {
  const isolated = kindOf(bill['account'] as number) === AccountKind.isolatedMargin;
  return isolated ? (bill['instrument'] as number) : -1;
}

/** A statement as the model has it, in the plainest way. */
function expected(model: Model, account: number, from: number, to: number) {
  const found = new Map<string, Record<'opening' | 'received' | 'spent', bigint>>();
  for (const bill of model.tables.bills) {
    if (bill['account'] !== account || Number(bill['time']) > to) continue;
    const key = `${bill['asset']} ${pocketIn(bill)}`;
    const sums = found.get(key) ?? { opening: 0n, received: 0n, spent: 0n };
    found.set(key, sums);
    const amount = bill['amount'] as bigint;
    if (Number(bill['time']) < from) sums.opening += amount;
    else if (amount > 0n) sums.received += amount;
    else sums.spent -= amount;
  }
  const rows = [...found].map(([key, sums]) => {
    return { key, ...sums, closing: sums.opening + sums.received - sums.spent };
  });
  return rows.sort((a, b) => (a.key < b.key ? -1 : 1));
}

async function expectStatements({ database, model }: Told, seed: number): Promise<void> {
  const random = seeded(seed);
  const { bills } = model.tables;
  const accounts = [...new Set(bills.map((bill) => bill['account'] as number))];
  const times = bills.map((bill) => bill['time'] as number);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T;
  for (let round = 0; round < WINDOWS; round++) {
    const account = pick(accounts);
    const ends = [pick(times), pick(times)].sort((a, b) => a - b);
    const startTime = random() < 0.2 ? undefined : ends[0];
    const endTime = random() < 0.2 ? undefined : ends[1];
    const query = { account, startTime, endTime };
    const found = await historyMethods.statement(database.db, query);
    const told = found.map(({ asset, instrument, opening, received, spent, closing }) => {
      expect(opening + received - spent).toBe(closing);
      return { key: `${asset} ${instrument}`, opening, received, spent, closing };
    });
    told.sort((a, b) => (a.key < b.key ? -1 : 1));
    const wanted = expected(model, account, startTime ?? 0, endTime ?? Number.MAX_SAFE_INTEGER);
    expect(told, `account ${account} ${JSON.stringify(query)}`).toEqual(wanted);
  }
}

/** A running balance is the one before it and the change, in each pocket. */
async function expectRunning({ database, model }: Told): Promise<void> {
  const accounts = new Set(model.tables.bills.map((bill) => bill['account'] as number));
  for (const account of accounts) {
    const has = new Map<string, bigint>();
    const rows = await historyMethods.bills(database.db, { account, limit: 500 });
    for (const bill of rows.reverse()) {
      const key = `${bill.asset} ${pocketIn(bill as unknown as Row)}`;
      const before = has.get(key) ?? bill.balance - bill.amount;
      expect(before + bill.amount).toBe(bill.balance);
      has.set(key, bill.balance);
    }
  }
}

/** A whole file. */
async function fileOf({ database: { db } }: Told, query: ExportQuery) {
  const parts: Uint8Array[] = [];
  const groups = [];
  let place = EXPORT_START;
  let rows = 0;
  let portions = 0;
  for (;;) {
    const portion = await historyMethods.exportPortion(db, { query, place });
    parts.push(portion.bytes);
    groups.push(...portion.groups);
    rows += portion.rows;
    portions += 1;
    if (portion.next === null) break;
    place = portion.next;
  }
  const offset = parts.reduce((sum, { length }) => sum + length, 0);
  parts.push(await historyMethods.exportEnd(db, { query, groups, offset }));
  return { bytes: Buffer.concat(parts), rows, portions };
}

/** Lines of a CSV file as fields. */
function fieldsOf(text: string): string[][] {
  const lines = text.replace('\uFEFF', '').split('\r\n').slice(0, -1);
  return lines.map((line) =>
    [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(
      ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? '',
    ),
  );
}

/** A decimal's bytes as exact text. */
function decimalText(bytes: Uint8Array): string {
  let units = 0n;
  for (const byte of bytes) units = (units << 8n) | BigInt(byte);
  units = BigInt.asIntN(128, units);
  const digits = String(units < 0n ? -units : units).padStart(19, '0');
  const fraction = digits.slice(-18).replace(/0+$/, '');
  const whole = digits.slice(0, -18);
  return `${units < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Rows of a Parquet file as the fields of a CSV file would be. */
async function parquetFields(bytes: Buffer): Promise<string[][]> {
  const file = new Uint8Array(bytes).buffer;
  const metadata = parquetMetadata(file);
  // The reader makes floats of decimals: without their types it gives their bytes.
  const schema = metadata.schema.map(({ converted_type, logical_type, ...rest }) =>
    converted_type === 'DECIMAL' ? rest : { ...rest, converted_type, logical_type },
  );
  const found = await parquetReadObjects({ file, metadata: { ...metadata, schema } as never });
  return found.map((row) =>
    Object.values(row).map((value) => {
      if (value === null || value === undefined) return '';
      if (value instanceof Date) return value.toISOString();
      return value instanceof Uint8Array ? decimalText(value) : String(value);
    }),
  );
}

const FIRST = FIRST_USER_ID;
/** Somebody whose ledger is long. */
const LONG = 900;
const ISOLATED = AccountKind.isolatedMargin;

onBothDatabases('files of records and statements', (databases) => {
  let spot: Told;
  let margin: Told;
  let contracts: Told;

  beforeAll(async () => {
    spot = await tell(databases, new RecordsEventStream(77).take(600));
    margin = await tell(databases, take(new MarginStream(6), 30));
    contracts = await tell(databases, take(new ContractStream(9), 30));
  }, HANGS_MS);
  afterAll(async () => {
    for (const { database } of [spot, margin, contracts]) await database.close();
  });

  test('opening, entries and closing add up, for any account and window', async () => {
    for (const [n, told] of [spot, margin, contracts].entries())
      await expectStatements(told, 40 + n);
    const isolated = margin.model.tables.bills.filter(
      (bill) => kindOf(bill['account'] as number) === ISOLATED,
    );
    expect(new Set(isolated.map(pocketIn)).size).toBeGreaterThan(1);
    const bills = [spot, margin, contracts].flatMap((told) => told.model.tables.bills);
    const kinds = new Set(bills.map((bill) => accountWord(bill['account'] as number)));
    expect([...EXPORT_ACCOUNTS].filter((kind) => !kinds.has(kind))).toEqual([]);
  });

  test('each entry has the balance after it', async () => {
    for (const told of [spot, margin, contracts]) await expectRunning(told);
  });

  /** The person with most bills. */
  function busiest({ model }: Told): number {
    const counts = new Map<number, number>();
    for (const bill of model.tables.bills) {
      const user = ownerOf(bill['account'] as number);
      counts.set(user, (counts.get(user) ?? 0) + 1);
    }
    return [...counts].sort(([, a], [, b]) => b - a)[0]?.[0] ?? FIRST;
  }

  async function bothFormats(told: Told, list: ExportList) {
    const user = busiest(told);
    const of = (format: ExportFormat) => fileOf(told, { list, format, user });
    const [csv, parquet] = [await of('csv'), await of('parquet')];
    const [header, ...lines] = fieldsOf(csv.bytes.toString('utf8'));
    expect(header).toEqual(LISTS[list].columns.map(([name]) => name));
    expect(csv.rows).toBe(lines.length);
    expect(await parquetFields(parquet.bytes)).toEqual(lines.map((line) => line.map(unsafe)));
    return lines;
  }

  /** A text without the mark that disarms it. */
  function unsafe(text: string): string {
    return text.replace(/^'/, '');
  }

  test('both formats have the same, exact; every list has rows in some history', async () => {
    const seen = new Set<string>();
    for (const told of [spot, margin, contracts]) {
      for (const list of EXPORT_LISTS) {
        if ((await bothFormats(told, list)).length > 0) seen.add(list);
      }
    }
    expect([...seen].sort()).toEqual([...EXPORT_LISTS].sort());
  });

  test('a ledger has every entry of all accounts, those of an account newest first', async () => {
    const user = busiest(margin);
    const lines = fieldsOf(
      (await fileOf(margin, { list: 'ledger', format: 'csv', user })).bytes.toString('utf8'),
    ).slice(1);
    const own = margin.model.tables.bills.filter(
      (bill) => ownerOf(Number(bill['account'])) === user,
    );
    const ids = (account: string) =>
      own
        .filter((bill) => accountWord(Number(bill['account'])) === account)
        .map((bill) => wireId(Number(bill['id'])))
        .reverse();
    const order = ['spot', 'funding', 'futures', 'crossed', 'isolated'];
    expect(lines.map(([, , id]) => id)).toEqual(order.flatMap(ids));
    const isolated = await fileOf(margin, {
      ...{ list: 'ledger', format: 'csv', user, account: 'isolated' },
    });
    expect(isolated.rows).toBe(ids('isolated').length);
  });

  test('a window has what is in it', async () => {
    const user = busiest(spot);
    const own = spot.model.tables.bills.filter((bill) => ownerOf(Number(bill['account'])) === user);
    const times = own.map((bill) => Number(bill['time']));
    const [startTime, endTime] = [times[20], times.at(-20)] as [number, number];
    const query = { list: 'ledger', format: 'csv', user, startTime, endTime } as const;
    const { rows } = await fileOf(spot, query);
    expect(rows).toBe(times.filter((time) => time >= startTime && time <= endTime).length);
    expect(rows).toBeLessThan(times.length);
  });

  test('a file is narrowed by side, kind, end and reason as its list is', async () => {
    const user = busiest(spot);
    const account = accountOf(user, AccountKind.spot);
    const idsOf = async (list: ExportList, narrowed: Partial<ExportQuery>, column: string) => {
      const query = { list, format: 'csv', user, account: 'spot', ...narrowed } as const;
      const [header = [], ...lines] = fieldsOf((await fileOf(spot, query)).bytes.toString('utf8'));
      return lines.map((line) => line[header.indexOf(column)]);
    };
    const wanted = (table: 'orders' | 'plans' | 'bills', keep: (row: Row) => boolean) => {
      const own = spot.model.tables[table].filter((row) => row['account'] === account && keep(row));
      expect(own.length, table).toBeGreaterThan(0);
      const ids = own.map((row) => Number(row['id'])).sort((one, other) => other - one);
      return ids.map(wireId);
    };
    const bought = {
      side: Side.buy,
      orderType: OrderType.limit,
      orderStatus: StoredOrderStatus.filled,
    };
    expect(await idsOf('orders', bought, 'order_id')).toEqual(
      wanted('orders', (row) => {
        const of = [row['side'], row['type'], row['status']];
        return of.join() === [Side.buy, OrderType.limit, StoredOrderStatus.filled].join();
      }),
    );
    const planned = { planTypes: [PlanType.trigger], planStatus: StoredPlanStatus.executed };
    expect(await idsOf('plans', planned, 'plan_id')).toEqual(
      wanted('plans', (row) => {
        return row['plan_type'] === PlanType.trigger && row['status'] === StoredPlanStatus.executed;
      }),
    );
    const reasons: PostingReason[] = [PostingReason.deposit, PostingReason.transferIn];
    expect(await idsOf('ledger', { reasons }, 'entry_id')).toEqual(
      wanted('bills', (row) => reasons.includes(row['reason'] as PostingReason)),
    );
    expect(await idsOf('converts', {}, 'conversion_id')).toEqual(
      wanted('orders', (row) => {
        const ended = Number(row['status']) >= FIRST_ENDED_STATUS;
        return ended && String(row['client_id']).startsWith(CONVERT_PREFIX);
      }),
    );
  });

  test('a conversion says what was given, and what was received without its fee', async () => {
    const file = { list: 'converts', format: 'csv', user: busiest(spot) } as const;
    const lines = fieldsOf((await fileOf(spot, file)).bytes.toString('utf8')).slice(1);
    const orders = new Map(spot.model.tables.orders.map((row) => [wireId(Number(row['id'])), row]));
    const pairs = new Map(spot.model.tables.instruments.map((row) => [row['id'], row]));
    const scales = new Map(
      spot.model.tables.assets.map((row) => [row['id'], Number(row['scale'])]),
    );
    for (const [, , id = '', , given, , received, , fee] of lines) {
      const order = orders.get(id) as Row;
      const pair = pairs.get(order['instrument']) as Row;
      const bought = order['side'] === Side.buy;
      const coins = [pair['base'], pair['quote']].map((coin) => scales.get(coin) ?? 0);
      const [baseScale = 0, quoteScale = 0] = coins;
      const bases =
        BigInt(order['filled_quantity'] as number) *
        10n ** BigInt(baseScale - Number(pair['quantity_scale']));
      const quotes = order['filled_quote'] as bigint;
      const paid = order['fee'] as bigint;
      const [out, into] = bought ? [quotes, bases] : [bases, quotes];
      const [outScale, inScale] = bought ? [quoteScale, baseScale] : [baseScale, quoteScale];
      const texts = [formatDecimal(out, outScale), formatDecimal(into - paid, inScale)];
      expect([given, received, fee]).toEqual([...texts, formatDecimal(paid, inScale)]);
    }
    expect(lines.length).toBeGreaterThan(3);
  });

  test('a long file comes in portions, each row once, and none that came later', async () => {
    const { db } = spot.database;
    const user = LONG;
    const account = accountOf(user, AccountKind.spot);
    const asset = Number(spot.model.tables.assets[0]?.['id']);
    const bill = (id: number) => ({
      ...{ account, id, asset, reason: PostingReason.transferIn, side: NO_SIDE },
      ...{ amount: 1, fee: 0, balance: id },
      ...{ instrument: -1, reference: id, time: NOW, seq: 1 },
    });
    const first = 10_000_000;
    for (let at = 0; at < 11_000; at += 500) {
      const rows = Array.from({ length: 500 }, (_, n) => bill(first + at + n));
      await db.insertInto('bills').values(rows).execute();
    }
    for (const format of ['csv', 'parquet'] as const) {
      const query = { list: 'ledger', format, user } as const;
      const portion = await historyMethods.exportPortion(db, { query, place: EXPORT_START });
      await db
        .insertInto('bills')
        .values(bill(first + 20_000))
        .execute();
      const more = { query, place: portion.next ?? EXPORT_START };
      const second = await historyMethods.exportPortion(db, more);
      await db
        .deleteFrom('bills')
        .where('account', '=', account)
        .where('id', '=', first + 20_000)
        .execute();
      expect(second.rows).toBe(portion.rows);
      const { rows, portions, bytes } = await fileOf(spot, query);
      expect(rows).toBe(11_000);
      expect(portions).toBe(format === 'csv' ? 6 : 3);
      const lines =
        format === 'csv' ? fieldsOf(bytes.toString()).slice(1) : await parquetFields(bytes);
      const wanted = Array.from({ length: 11_000 }, (_, n) => wireId(first + 10_999 - n));
      expect(lines.map(([, , id]) => id)).toEqual(wanted);
    }
  });

  test('others are served between the pages of a portion', async () => {
    const query = { list: 'ledger', format: 'parquet', user: LONG } as const;
    let done = false;
    const portion = historyMethods
      .exportPortion(spot.database.db, { query, place: EXPORT_START })
      .finally(() => {
        done = true;
      });
    // What else is asked of the thread gets its turns, however long each takes.
    let turns = 0;
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      turns += 1;
    }
    expect((await portion).rows).toBe(5_000);
    expect(turns).toBeGreaterThan(5);
  });

  test('what there is not is refused by name', async () => {
    const query = { list: 'passwords', format: 'csv', user: FIRST } as never;
    const asked = historyMethods.exportPortion(spot.database.db, { query, place: EXPORT_START });
    await expect(asked).rejects.toMatchObject({ code: 'badRequest', field: 'list' });
  });
});

describe('fields of a CSV file', () => {
  test('quote what needs it and disarm formulas', () => {
    const cases: readonly (readonly [string, string])[] = [
      ['plain', 'plain'],
      ['1,234.5', '"1,234.5"'],
      ['say "hi"', '"say ""hi"""'],
      ['=1+1', "'=1+1"],
      [' =1+1', "' =1+1"],
      ['@x', "'@x"],
      ['+1', "'+1"],
      ['-0.5', "'-0.5"],
      ['\uFF1DA1', "'\uFF1DA1"],
      ['\tx', "'\tx"],
      ['a\r\nb', '"a\r\nb"'],
    ];
    for (const [text, field] of cases) expect([text, csvText(text)]).toEqual([text, field]);
  });
});
