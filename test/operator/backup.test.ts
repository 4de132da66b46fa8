/**
 * An exchange on PostgreSQL, copied while it runs and started again from the copy alone; and folders that
 * no copy can go to, which never hold up a running exchange.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  AccountKind,
  parseWireUserId,
  receiptFileText,
  SystemAccount,
  accountOf as userAccountOf,
} from '@halcyon/domain';
import type { ReceiptAnswer } from '@halcyon/domain/web';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  requireDiskSpace,
  requireEmptyTarget,
} from '../../apps/halcyon/src/commands/target-folder.ts';
import { ArrivalFile } from '../../apps/halcyon/src/exchange/arrival-file.ts';
import { layoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { linesOf } from '../../packages/flow/src/recorded/lines.ts';
import { startPostgres, type TestPostgres } from '../../packages/testkit/src/postgres/index.ts';
import { ExchangeProcess } from '../support/exchange-process.ts';

const EMAIL = 'ada@example.com';
const PASSWORD = 'plum tree under rain 77';

const RATES = '{ "date": "2026-01-31", "rates": { "EUR": "0.85" } }';
/** All of an exchange that is not elsewhere. */
const HELD = [
  ...['live', 'paper', 'records.db', 'paper_records.db', 'identity.db'],
  ...['secrets.key', 'currency-rates.json', 'chain.json'],
];

let postgres: TestPostgres;
const exchanges: ExchangeProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'halcyon-copy-'));

beforeAll(async () => {
  postgres = await startPostgres();
});

afterAll(async () => {
  for (const exchange of exchanges) await exchange.remove();
  await postgres?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Its address; the setting wants a host where a socket's address has none. */
async function emptyDatabase(): Promise<string> {
  return (await postgres.createDatabase()).replace('@/', '@localhost/');
}

type Row = Readonly<Record<string, unknown>>;

/** A person's browser: what it reads and does. */
interface Browser {
  read(path: string, venue?: Record<string, string>): Promise<unknown>;
  post(path: string, body: object): Promise<Row>;
}

async function signIn(exchange: ExchangeProcess, email = EMAIL): Promise<Browser> {
  const login = await fetch(`${exchange.baseUrl}/api/web/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: PASSWORD }),
  });
  expect(login.status).toBe(200);
  const cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
  const { csrfToken } = ((await login.json()) as { data: { csrfToken: string } }).data;
  const send = async (path: string, options: RequestInit): Promise<unknown> => {
    const response = await fetch(`${exchange.baseUrl}/api/${path}`, options);
    const answer = (await response.json()) as { code: string; data: unknown };
    expect(answer, path).toMatchObject({ code: '00000' });
    return answer.data;
  };
  const type = { 'content-type': 'application/json', 'x-csrf-token': csrfToken };
  return {
    read: (path, venue = {}) => send(path, { headers: { cookie, ...venue } }),
    post: (path, body) => {
      const headers = { cookie, ...type };
      return send(path, { method: 'POST', headers, body: JSON.stringify(body) }) as Promise<Row>;
    },
  };
}

/** Where somebody stands in both venues: what they have, and the ledger's rows. */
async function accountOf({ read }: Browser): Promise<unknown[]> {
  const paper = { paptrading: '1' };
  const [assets, bills] = ['v2/spot/account/assets', 'v2/spot/account/bills'];
  return Promise.all([read(assets), read(bills), read(assets, paper), read(bills, paper)]);
}

/** What came, went and was converted, and where money may go. */
async function moneyOf({ read }: Browser): Promise<Record<string, unknown>> {
  const lists = ['deposits', 'withdrawals', 'converts'];
  const rows = lists.map(async (list) => {
    return [list, await read(`web/v1/records/movements?list=${list}`)] as const;
  });
  return {
    ...Object.fromEntries(await Promise.all(rows)),
    arriving: await read('web/v1/records/arriving'),
    book: await read('web/v1/withdrawal-addresses'),
  };
}

/** The one deposit over the chain. */
const TRANSACTION = 'ab'.repeat(32);
const HOUR_MS = 3_600_000;

/** A deposit that was seen a while ago, or that waits for its blocks: its clock was set back since. */
function sendTo(exchange: ExchangeProcess, uid: string, agoMs: number): void {
  const [from, seenAt] = [SystemAccount.faucet, Date.now() - agoMs];
  const account = userAccountOf(parseWireUserId(uid)!, AccountKind.spot);
  const gift = { account, from, asset: 0, amount: 77_00000000n, reference: 'on its way' };
  const arrivals = new ArrivalFile(layoutOf(exchange.folder).chain);
  arrivals.save([{ ...gift, transaction: TRANSACTION, seenAt }]);
}

/** Bob offers coins; Ada converts some, and asks for a withdrawal that waits for an operator. */
async function useMoney(exchange: ExchangeProcess, ada: Browser): Promise<void> {
  const bob = await signIn(exchange, 'bob@example.com');
  const [ticker] = (await bob.read('v2/spot/market/tickers?symbol=BTCUSDT')) as {
    lastPr: string;
  }[];
  const price = String(Math.round(Number(ticker!.lastPr)));
  const offer = { symbol: 'BTCUSDT', side: 'sell', orderType: 'limit', force: 'gtc' };
  await bob.post('v2/spot/trade/place-order', { ...offer, price, size: '0.5' });
  const wanted = 'fromCoin=USDT&toCoin=BTC&fromCoinSize=500';
  const quote = (await ada.read(`v2/convert/quoted-price?${wanted}`)) as Row;
  await ada.post('v2/convert/trade', quote);
  const path = 'v2/spot/wallet/deposit-address?coin=BTC&chain=HALCYON';
  const { address } = (await bob.read(path)) as { address: string };
  exchange.allowAddress('ada', 'BTC', address);
  await ada.post('web/v1/withdrawals', { coin: 'BTC', address, size: '3', clientOid: 'one' });
}

/** Receipts of what happened to her money, newest first, as files. */
async function receiptsOf({ read }: Browser): Promise<string[]> {
  const bills = (await read('v2/spot/account/bills')) as { billId: string }[];
  const files = bills.map(async ({ billId }) => {
    const answer = (await read(`web/v1/receipt?of=entry&id=${billId}`)) as ReceiptAnswer;
    const { receipt, proof } = answer;
    const file = join(folder, `receipt-${billId}.json`);
    writeFileSync(
      file,
      receiptFileText({ receipt, proof: typeof proof === 'string' ? null : proof }),
    );
    return file;
  });
  return Promise.all(files);
}

describe('a folder that cannot take a backup', () => {
  let exchange: ExchangeProcess;

  beforeAll(async () => {
    exchange = await ExchangeProcess.start({ HALCYON_PAPER: 'off' });
    exchanges.push(exchange);
  });

  test.each([
    ['cannot be made', '/proc/halcyon/backup', /the folder \/proc\/halcyon cannot be made/],
    ['is a file', join(import.meta.filename, 'backup'), /backup\.test\.ts is a file/],
    ['has something in it', import.meta.dirname, /is not empty/],
  ])('one that %s: said at once, and the exchange goes on', async (_name, to, words) => {
    await expect(exchange.run('backup', '--to', to)).rejects.toThrow(words);
    expect(await exchange.health()).toMatchObject({ status: 'ok' });
  });

  test('one that takes no writes, or whose disk has too little room', () => {
    expect(() => requireEmptyTarget('/proc/self/fd')).toThrow(/\/proc\/self\/fd (is not|cannot)/);
    expect(() => requireDiskSpace(folder, 2 ** 60)).toThrow(/MB of room, \d+ MB are needed/);
  });

  test('a copy that takes too long is cut off, and is no backup', async () => {
    const to = join(folder, 'late');
    const late = exchange.run('backup', '--to', to, '--minutes', '0.001');
    await expect(late).rejects.toThrow(/backup took longer than 0\.001 minutes/);
    writeFileSync(join(to, 'unfinished-backup'), '');
    mkdirSync(join(to, 'live'), { recursive: true });
    expect(() => exchange.output('restore', '--from', to)).toThrow(/was cut off/);
  });

  test('a pipe is no recording: nothing waits for its writer', async () => {
    const pipe = join(folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await expect(exchange.run('import', '--from', pipe, '--symbol', 'BTCUSDT')).rejects.toThrow(
      /pipe is no file/,
    );
    await expect(linesOf(pipe).next()).rejects.toThrow(/it is no file/);
  });

  test('lets the exchange stop', async () => {
    expect(await exchange.stop()).toBe(0);
  });
});

/** As the deposits of its owner have it while it is on its way. */
const COMING = expect.objectContaining({ tradeId: TRANSACTION, status: 'pending', size: '77' });

describe('from one PostgreSQL database to another', () => {
  const to = join(folder, 'today');
  let first: ExchangeProcess;
  let second: ExchangeProcess;
  let uid = '';
  let ada: Browser;
  /** Where she stood when the copy was taken. */
  let before: Readonly<{ account: unknown[]; money: Record<string, unknown>; open: unknown }>;
  let receipts: string[];

  beforeAll(async () => {
    first = await ExchangeProcess.prepare({ HALCYON_DATABASE_URL: await emptyDatabase() });
    exchanges.push(first);
    const person = ['--email', EMAIL, '--password', PASSWORD];
    const fund = ['--fund', 'USDT=1000,BTC=5'];
    uid = first.command<{ uid: string }>('user', 'create', ...person, ...fund).uid;
    sendTo(first, uid, -24 * HOUR_MS);
    await first.launch();
    const bob = ['--email', 'bob@example.com', '--password', PASSWORD];
    await first.ask('user', 'create', ...bob, '--fund', 'BTC=1');
    await first.paperReady();
  });

  test('an exchange whose people used their money is copied while it runs', async () => {
    ada = await signIn(first);
    await useMoney(first, ada);
    const account = await accountOf(ada);
    // Her withdrawal holds what it takes with it.
    expect(JSON.stringify(account[0])).toContain('"3.0001"');
    // Paper's starting funds: three rows in its own schema.
    expect(account[3]).toHaveLength(3);
    const money = await moneyOf(ada);
    expect(money).toMatchObject({
      withdrawals: { rows: [{ coin: 'BTC' }] },
      converts: { rows: [{}] },
      arriving: { rows: [{ coin: 'USDT', size: '77', confirmations: 0 }] },
      deposits: { rows: expect.arrayContaining([COMING]) },
      book: [{ coin: 'BTC' }],
    });
    receipts = await receiptsOf(ada);
    expect(receipts.length).toBeGreaterThan(2);
    writeFileSync(join(first.folder, 'currency-rates.json'), RATES);
    expect(first.command('backup', '--to', to)).toMatchObject({ to });
    expect(readdirSync(to)).toEqual(expect.arrayContaining(HELD));
    before = { account, money, open: await first.ask('withdrawal', 'list') };
    await first.stop();
  });

  test('the copy alone restores people and their rows', async () => {
    second = await ExchangeProcess.prepare({ HALCYON_DATABASE_URL: await emptyDatabase() });
    exchanges.push(second);
    expect(second.output('restore', '--from', to)).toMatch(/^ok \d+ commands/m);
    expect(readdirSync(second.folder).filter((name) => name.endsWith('.db'))).toEqual(['lock.db']);
    await second.launch();
    await second.paperReady();
    ada = await signIn(second);
    expect(await accountOf(ada)).toEqual(before.account);
    expect(await moneyOf(ada)).toEqual(before.money);
    expect(await second.ask('withdrawal', 'list')).toEqual(before.open);
  });

  test('receipts from before it are equal to its journal, and proved by seals after it', async () => {
    for (const file of [receipts[0]!, receipts.at(-1)!]) {
      const said = second.output('verify', '--receipt', file);
      expect(said).toMatch(/^equal to what the journal says/m);
      expect(said).not.toContain('proved by');
    }
    // What came before the backup was sealed by it.
    const sealed = (await receiptsOf(ada)).at(-1)!;
    const said = second.output('verify', '--receipt', sealed);
    expect(said).toMatch(/^proved by the seal of commands 1 to \d+, link [0-9a-f]{64}$/m);
    expect(said).toMatch(/^equal to what the journal says/m);
    const list = join(folder, 'seals');
    const seals = await fetch(`${second.baseUrl}/api/web/v1/seals?venue=live`);
    writeFileSync(list, await seals.text());
    const stranger = second.output('verify', '--receipt', sealed, '--seals', list);
    expect(stranger).toMatch(/^proved by the seal of commands 1 to/m);
  });

  test('what was on its way when the copy was taken is shown after it, has its blocks and comes once', async () => {
    const spare = async ({ read }: Browser): Promise<number> => {
      const [row] = (await read('v2/spot/account/assets?coin=USDT')) as { available: string }[];
      return Number(row?.available);
    };
    const before = await spare(ada);
    // The second start finds what was credited by the first, as a copy of a moment in between would.
    for (let start = 0; start < 2; start += 1) {
      await second.stop();
      sendTo(second, uid, HOUR_MS);
      await second.launch();
      const later = await signIn(second);
      const list = async (path: string) => {
        return ((await later.read(`web/v1/records/${path}`)) as { rows: Row[] }).rows;
      };
      const came = async () => {
        const rows = await list('movements?list=deposits&coin=USDT');
        return rows.filter(({ tradeId }) => tradeId === TRANSACTION);
      };
      const credited = [{ status: 'success', size: '77', confirm: '2' }];
      await expect.poll(came, { timeout: 20_000 }).toMatchObject(credited);
      await expect.poll(() => list('arriving'), { timeout: 20_000 }).toEqual([]);
      expect(await came()).toMatchObject(credited);
      expect(await spare(later)).toBeCloseTo(before + 77, 6);
    }
  });
});
