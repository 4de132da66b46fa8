/** Files of records: who gets which, one at a time, and no faster than they are read. */
import { AccountKind, accountOf, EventKind, parseWireUserId, rowsOf } from '@halcyon/domain';
import type { ExportProgress, ExportStarted } from '@halcyon/domain/web';
import type { ExportPortion, ExportQuery } from '@halcyon/records';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RevocationBus } from '../auth/revocations.ts';
import { BTCUSDT, posting } from '../ws/testing/market.ts';
import { EXPORTS_MAX, type ExportOrder, ExportService } from './export-service.ts';
import { Browser, startTestGateway, type TestGateway } from './testing/gateway.ts';

const API = '/api/web/v1/records/export';
const LEDGER = { list: 'ledger', format: 'csv' };

let server: TestGateway;
let browser: Browser;
let stranger: Browser;

beforeAll(async () => {
  server = await startTestGateway();
  const coin = (id: number, code: string) => {
    const asset = { id, code, name: code, scale: 8 };
    return { kind: EventKind.assetListed, asset, seq: 1, time: 1 } as const;
  };
  const pair = { kind: EventKind.instrumentSet, instrument: BTCUSDT, seq: 1, time: 1 } as const;
  const events = [coin(0, 'BTC'), coin(1, 'USDT'), coin(2, 'ETH'), pair];
  server.records.push(rowsOf({ firstSeq: 1, lastSeq: server.engine.seq, time: 1, events }));
  server.engine.onCommit((batch) => server.records.push(rowsOf(batch)));
  browser = new Browser(server.url);
  const uid = parseWireUserId(await browser.register('files@example.com')) ?? 0;
  stranger = new Browser(server.url);
  await stranger.register('stranger@example.com');
  const spot = accountOf(uid, AccountKind.spot);
  server.engine.commit([posting(spot, 1, 5_00000000n)]);
  server.engine.commit([posting(spot, 0, 12_345678n)]);
});

afterAll(async () => {
  await server.close();
  expect(server.problems).toEqual([]);
});

async function begin(body: object, by = browser): Promise<string> {
  const answer = await by.call<ExportStarted>('POST', API, body);
  expect([answer.status, answer.msg]).toEqual([200, 'success']);
  return answer.data.id;
}

function fetchFile(id: string, by = browser): Promise<Response> {
  return fetch(`${server.url}${API}/file?id=${id}`, { headers: { cookie: by.cookieHeader } });
}

async function state(by = browser) {
  return (await by.call<ExportProgress>('GET', API)).data.export;
}

describe('a file of records', () => {
  it('has the rows of its person, and is given once', async () => {
    const id = await begin(LEDGER);
    expect(await state()).toEqual({ id, stage: 'waiting', rows: 0, percent: 0 });
    const head = await fetch(`${server.url}${API}/file?id=${id}`, {
      ...{ method: 'HEAD', headers: { cookie: browser.cookieHeader } },
    });
    expect(head.headers.get('content-disposition')).toBeNull();
    expect((await fetchFile(id, stranger)).status).toBe(404);
    const file = await fetchFile(id);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': 'attachment',
      'cache-control': 'no-store',
    });
    const lines = (await file.text()).split('\r\n');
    expect(lines.length).toBe(4);
    expect(lines[1]).toMatch(/^2026-01-01T00:00:00.\d{3}Z,spot,.*,0.12345678,BTC,/);
    expect(lines[2]).toMatch(/,5,0,5,USDT,/);
    expect(await state()).toEqual({ id, stage: 'done', rows: 2, percent: 100 });
    expect((await fetchFile(id)).status).toBe(404);
    expect(await state(stranger)).toBeNull();
  });

  it('is narrowed to coin, pair, account and window', async () => {
    const rows = async (narrowed: object) => {
      const file = await fetchFile(await begin({ ...LEDGER, ...narrowed }));
      return (await file.text()).split('\r\n').length - 2;
    };
    expect(await rows({ coin: 'btc' })).toBe(1);
    expect(await rows({ account: 'futures' })).toBe(0);
    expect(await rows({ account: 'spot', symbol: 'BTCUSDT' })).toBe(0);
    expect(await rows({ startTime: 1, endTime: 2 })).toBe(0);
    expect(await rows({ startTime: 1 })).toBe(2);
    expect(await rows({ businessType: 'DEPOSIT' })).toBe(2);
    expect(await rows({ businessType: 'BUY' })).toBe(0);
    expect(await rows({ group: 'transfer' })).toBe(0);
    expect(await rows({ account: 'futures', businessType: 'liquidation_fee' })).toBe(0);
    const positions = { list: 'positions', holdSide: 'long', mode: 'crossed' };
    expect(await rows(positions)).toBe(0);
    expect(await rows({ list: 'funding', way: 'paid' })).toBe(0);
    expect(await rows({ list: 'orders', kind: 'limit', status: 'filled', side: 'buy' })).toBe(0);
    expect(await rows({ list: 'plans', kind: 'oco', status: 'failed' })).toBe(0);
    expect(await rows({ list: 'converts' })).toBe(0);
  });

  it('comes as Parquet', async () => {
    const file = await fetchFile(await begin({ list: 'balances', format: 'parquet' }));
    expect(file.headers.get('content-type')).toBe('application/vnd.apache.parquet');
    const bytes = Buffer.from(await file.arrayBuffer());
    const ends = [bytes.subarray(0, 4), bytes.subarray(-4)].map((end) => end.toString());
    expect(ends).toEqual(['PAR1', 'PAR1']);
    expect((await state())?.rows).toBe(2);
  });

  it('is refused by name, and to those who are not signed in', async () => {
    const wrong: [object, string][] = [
      [{ format: 'csv' }, 'list is required'],
      [{ list: 'nothing', format: 'csv' }, 'list must be ledger/balances'],
      [{ list: 'fills', format: 'pdf' }, 'format must be csv/parquet'],
      [{ ...LEDGER, account: 'x' }, 'account must be spot/funding'],
      [{ ...LEDGER, symbol: 'BTCUSDT' }, 'account is required with symbol'],
      [{ ...LEDGER, account: 'spot', symbol: 'NOPE' }, 'NOPE does not exist'],
      [{ ...LEDGER, coin: 'NOPE' }, 'NOPE does not exist'],
      [{ ...LEDGER, kind: 'limit' }, 'kind is of orders and plans only'],
      [{ ...LEDGER, list: 'fills', status: 'filled' }, 'status is of orders and plans only'],
      [{ ...LEDGER, list: 'orders', group: 'loan' }, 'group is of ledger only'],
      [{ ...LEDGER, list: 'orders', kind: 'oco' }, 'orders have no such kind and status'],
      [{ ...LEDGER, list: 'plans', status: 'filled' }, 'plans have no such kind and status'],
      [{ ...LEDGER, businessType: 'BONUS' }, 'businessType must be'],
      [{ ...LEDGER, account: 'spot', businessType: 'liquidation_fee' }, 'businessType must be'],
      [{ ...LEDGER, mode: 'crossed' }, 'mode is of positions and liquidations only'],
      [{ ...LEDGER, list: 'funding', way: 'up' }, 'way must be received/paid'],
      [{ ...LEDGER, businessType: 'AIRDROP_REWARDS' }, 'there are no such entries here'],
      [{ ...LEDGER, startTime: 2, endTime: 1 }, 'endTime must not be before startTime'],
    ];
    for (const [body, message] of wrong) {
      const answer = await browser.call('POST', API, body);
      expect(answer.status).toBe(400);
      expect(answer.msg).toContain(message);
    }
    expect((await new Browser(server.url).call('GET', `${API}/file?id=x`)).status).toBe(401);
  });

  it('can be ended before it is fetched', async () => {
    const id = await begin(LEDGER);
    await browser.call('DELETE', API);
    expect(await state()).toBeNull();
    expect((await fetchFile(id)).status).toBe(404);
  });
});

const QUERY: ExportQuery = { list: 'ledger', format: 'csv', user: 16 };

/** A file without an end, of a megabyte a portion. */
function endless() {
  let asked = 0;
  const history: ExportOrder['history'] = {
    exportPortion: async ({ place }): Promise<ExportPortion> => {
      asked += 1;
      const bytes = new Uint8Array(1_000_000);
      return { bytes, rows: 10, percent: 1, groups: [], next: { ...place, idLessThan: asked } };
    },
    exportEnd: async () => new Uint8Array(0),
  };
  return { history, asked: () => asked };
}

function order(person: number, history: ExportOrder['history']): ExportOrder {
  return { person, session: `s${person}`, query: QUERY, history, minSeq: 0 };
}

describe('deposits and withdrawals', () => {
  const PATH = '/api/web/v1/records/movements';

  it('are told of any time, and refused by name', async () => {
    const ofChain = { confirmationsNeeded: 2 };
    const lists = { deposits: ofChain, withdrawals: ofChain, converts: {}, transfers: {} };
    for (const [list, more] of Object.entries(lists)) {
      const span = `list=${list}&startTime=1&endTime=1800000000000&coin=btc`;
      const answer = await browser.call('GET', `${PATH}?${span}`);
      expect([answer.status, answer.data]).toEqual([200, { ...more, rows: [] }]);
    }
    const wrong = {
      'list=gifts': 'list must be deposits/withdrawals',
      'list=transfers&coin=X': 'X does not',
      'list=deposits&coin=X': 'X does not',
      'list=converts&symbol=X': 'X does not',
    };
    for (const [query, message] of Object.entries(wrong)) {
      expect((await browser.call('GET', `${PATH}?${query}`)).msg).toContain(message);
    }
    expect((await new Browser(server.url).call('GET', `${PATH}?list=deposits`)).status).toBe(401);
  });
});

describe('the service of exports', () => {
  it('reads no further than somebody reads, and writes one file of a person at a time', async () => {
    const service = new ExportService(new RevocationBus());
    const { history, asked } = endless();
    const { id } = service.begin(order(16, history));
    // One that was never fetched gives way.
    const later = service.begin(order(16, history));
    await expect(service.file(16, id)).rejects.toMatchObject({ reason: 'notFound' });
    const { body } = await service.file(16, later.id);
    const taken = await new Promise<Uint8Array>((resolve) => body.once('data', resolve));
    body.pause();
    expect(taken.length).toBe(1_000_000);
    await vi.waitFor(() => expect(asked()).toBeGreaterThan(1));
    for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
    expect(asked()).toBeLessThan(5);
    expect(() => service.begin(order(16, history))).toThrow('another file of yours');
    expect(service.state(16)?.stage).toBe('running');
    service.end(16);
    expect(body.destroyed).toBe(true);
    expect(service.state(16)).toBeNull();
    service.begin(order(16, history));
  });

  it('tells a fault, and that a file broke off', async () => {
    const service = new ExportService(new RevocationBus());
    const { history } = endless();
    const broken = { ...history, exportPortion: async () => Promise.reject(new Error('away')) };
    const first = service.begin(order(16, broken));
    await expect(service.file(16, first.id)).rejects.toThrow('away');
    expect(service.state(16)?.stage).toBe('failed');
    const second = service.begin(order(16, history));
    const { body } = await service.file(16, second.id);
    body.destroy();
    await vi.waitFor(() => expect(service.state(16)?.stage).toBe('failed'));
  });

  it('writes so many files at once, and more when one is done', async () => {
    const service = new ExportService(new RevocationBus());
    const { history } = endless();
    const people = Array.from({ length: EXPORTS_MAX }, (_, n) => 16 + n);
    for (const person of people) {
      await service.file(person, service.begin(order(person, history)).id);
    }
    expect(() => service.begin(order(100, history))).toThrow('Too many files');
    service.end(16);
    service.begin(order(100, history));
    for (const person of [...people, 100]) service.end(person);
  });

  it('ends a file with its session, and with all sessions of its person', async () => {
    const bus = new RevocationBus();
    const service = new ExportService(bus);
    const { history } = endless();
    const files = [];
    for (const person of [16, 17, 18]) {
      files.push((await service.file(person, service.begin(order(person, history)).id)).body);
    }
    bus.session('s16');
    bus.user(17);
    bus.key('s18');
    expect(files.map(({ destroyed }) => destroyed)).toEqual([true, true, false]);
    service.end(18);
  });
});
