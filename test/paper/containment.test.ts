/**
 * A fault of the paper venue closes the paper venue: health, pages, keys and sockets are told so, live
 * goes on. The venue, its thread and its files are real; the faults come to them from outside.
 */
import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Worker } from 'node:worker_threads';
import { Signer } from '@halcyon/client';
import { CommandKind, OutcomeUnknown, OWN_CHAIN, type PartReport } from '@halcyon/domain';
import { parseConfig, RevocationBus, startGateway } from '@halcyon/gateway';
import { segmentName } from '@halcyon/journal';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { healthRegistryOf } from '../../apps/halcyon/src/exchange/health.ts';
import { paperLayoutOf } from '../../apps/halcyon/src/exchange/layout.ts';
import { openRuntime, type Runtime } from '../../apps/halcyon/src/exchange/open-runtime.ts';
import { VenueReserves } from '../../apps/halcyon/src/exchange/venue-reserves.ts';
import { VenueSeals } from '../../apps/halcyon/src/exchange/venue-seals.ts';
import { openPaper } from '../../apps/halcyon/src/paper/open-paper.ts';
import type { PaperVenue } from '../../apps/halcyon/src/paper/paper-venue.ts';
import { Browser } from '../../packages/gateway/src/web/testing/gateway.ts';
import { TestClient } from '../../packages/gateway/src/ws/testing/client.ts';
import { LISTING } from '../../packages/gateway/test/rest/harness.ts';

const PAPER = { paptrading: '1' };
const PLACE = '/api/v2/spot/trade/place-order';
const OPEN = '/api/v2/spot/trade/unfilled-orders';
const TICKERS = '/api/v2/spot/market/tickers';
const CLOSED = 'paper trading is closed because of a fault';
const ORDER = {
  ...{ symbol: 'BTCUSDT', side: 'buy', orderType: 'limit', force: 'gtc' },
  ...{ price: '59000', size: '0.1' },
};

let root = '';
let live: Runtime;
let paper: PaperVenue;
let url = '';
let close: () => Promise<void>;
const said: string[] = [];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), 'halcyon-containment-'));
  const onFailure = (error: Error): never => {
    throw error;
  };
  const place = { root, databaseUrl: null, paper: true };
  live = await openRuntime({ place, mayBegin: true, onFailure, onProblem: () => {} });
  const { exchange, records } = live;
  // There are no candles that a last price could be the close of.
  const listing = LISTING.filter(({ kind }) => kind !== CommandKind.seedLastPrice);
  await exchange.engine.submitAll(listing.map((command) => ({ ...command })));
  const log = { info: () => {}, warn: (message: string) => void said.push(message) };
  const options = { databaseUrl: null, bytesMax: 1e9, flow: { source: 'live' }, log } as const;
  paper = openPaper(exchange, options);
  const gateway = await startGateway(
    {
      chainTerms: OWN_CHAIN,
      commands: exchange.engine,
      views: exchange.reader.views,
      records,
      recordsProgress: () => ({ seq: records.reachedSeq(), lagMs: 0, rowsSetAside: 0 }),
      revocations: new RevocationBus(),
      healthRegistry: healthRegistryOf(
        { exchange, records, paper },
        new VenueSeals(exchange.layout, () => {}),
        new VenueReserves(exchange.layout, () => {}),
      ),
      paper,
      dataFolder: root,
      webRoot: null,
      log: { info: () => {}, warn: () => {}, error: () => {} },
    },
    parseConfig({ HALCYON_PORT: '0' }),
  );
  url = gateway.url;
  close = async () => {
    await gateway.close();
    await paper.close();
    await live.close();
  };
});

afterEach(async () => {
  await close();
  rmSync(root, { recursive: true, force: true });
  said.splice(0);
});

interface Told {
  readonly http: number;
  readonly status: string;
  readonly parts: Record<string, PartReport>;
}

async function health(): Promise<Told> {
  const answer = await fetch(`${url}/healthz`);
  const told = (await answer.json()) as Omit<Told, 'http'>;
  return { ...told, http: answer.status };
}

const segment = (): string => join(paperLayoutOf(root).journal, segmentName(1));

/** Puts a file that takes nothing in the place of an open one, for all threads. */
function breakOpenFile(path: string): void {
  const { ino } = statSync(path);
  for (let fd = 3; fd < 1_000; fd++) {
    if (inodeOf(fd) !== ino) continue;
    closeSync(fd);
    const others: number[] = [];
    for (;;) {
      const nothing = openSync('/dev/null', 'r');
      if (nothing === fd) break;
      others.push(nothing);
    }
    for (const other of others) closeSync(other);
    return;
  }
  throw new Error(`${path} is not open`);
}

function inodeOf(fd: number): number {
  try {
    return fstatSync(fd).ino;
  } catch {
    return 0;
  }
}

/** Ends the thread of the paper venue, as running out of memory would. */
async function killThread(): Promise<void> {
  const posted = vi.spyOn(Worker.prototype, 'postMessage');
  await paper.flow('status', {});
  const [thread] = posted.mock.contexts as Worker[];
  posted.mockRestore();
  await thread?.terminate();
}

const listeners = (): Promise<TestClient[]> =>
  Promise.all(
    ['?paptrading=1', ''].map(async (query) => {
      const client = await new TestClient(
        `${url.replace('http', 'ws')}/v2/ws/public${query}`,
      ).opened();
      client.subscribe({ instType: 'SPOT', channel: 'books', instId: 'BTCUSDT' });
      await client.push('books');
      return client;
    }),
  );

async function whoTrades(): Promise<Browser> {
  await paper.whenReady();
  const browser = new Browser(url);
  await browser.register('ann@example.com');
  expect(await browser.call('POST', PLACE, ORDER, PAPER)).toMatchObject({ code: '00000' });
  return browser;
}

const openSomebody = (): Promise<unknown> =>
  paper.submit({ kind: CommandKind.openUser, simulated: false, owner: 900 });

const closing = (): Promise<void> =>
  new Promise((resolve) => {
    const stop = paper.onClosed(() => {
      stop();
      resolve();
    });
  });

test.skipIf(process.platform !== 'linux')(
  'a disk that takes no more of the paper journal closes it, and it opens again by itself',
  async () => {
    const browser = await whoTrades();
    const [onPaper, onLive] = (await listeners()) as [TestClient, TestClient];
    const closed = closing();
    breakOpenFile(segment());
    await expect(openSomebody()).rejects.toThrow(OutcomeUnknown);
    await closed;
    await onPaper.closed();
    expect([onPaper.closeCode, onPaper.closeReason]).toEqual([1013, CLOSED]);
    expect(onPaper.told).toContainEqual(
      expect.objectContaining({ event: 'error', msg: expect.stringContaining(CLOSED) }),
    );
    expect(onLive.closeCode).toBe(0);
    await vi.waitFor(() => expect(paper.condition).toBe('open'), 60_000);
    const open = await browser.call<unknown[]>('GET', OPEN, undefined, PAPER);
    expect(open.data).toHaveLength(1);
    await live.exchange.engine.submit({ kind: CommandKind.openUser, simulated: false });
    const { seq } = live.exchange.engine;
    await vi.waitFor(() => expect(paper.progress?.liveSeq).toBe(seq), 60_000);
    expect(await health()).toMatchObject({ http: 200, status: 'ok' });
    onLive.end();
  },
);

test('a damaged paper journal keeps it closed: who asks is told so, and live goes on', async () => {
  const browser = await whoTrades();
  const key = { label: 'bot', permissions: ['read', 'trade'], venue: 'paper' };
  const made = (await browser.call<never>('POST', '/api/web/v1/api-keys', key)).data;
  const signer = new Signer(made);
  const bytes = readFileSync(segment());
  bytes.fill(0xff, 0, 4_096);
  writeFileSync(segment(), bytes);
  await killThread();
  await vi.waitFor(
    async () =>
      expect((await health()).parts['paper']).toEqual({
        state: 'down',
        detail: `${CLOSED}: it stays closed until the next start`,
      }),
    60_000,
  );
  expect(await health()).toMatchObject({ http: 200, status: 'degraded' });
  await vi.waitFor(
    () => expect(said.at(-1)).toMatch(/damaged: .*stays closed until the next/),
    60_000,
  );
  const metrics = await (await fetch(`${url}/metrics`)).text();
  expect(metrics).toMatch(/^halcyon_part_ok\{part="paper"\} 0$/m);
  expect(metrics).toMatch(/^halcyon_part_ok\{part="engine"\} 1$/m);

  const refusal = { status: 503, code: '40200', reason: 'paperFault', data: null };
  const asked = { timestamp: String(Date.now()), method: 'GET', path: OPEN, query: '', body: '' };
  const byKey = await browser.call('GET', OPEN, undefined, await signer.headers(asked));
  expect(byKey).toMatchObject(refusal);
  expect(await browser.call('POST', PLACE, ORDER, PAPER)).toMatchObject(refusal);
  expect(await browser.call('GET', `${TICKERS}?paptrading=1`)).toMatchObject(refusal);
  expect(await browser.call('POST', '/api/web/v1/paper/reset')).toMatchObject(refusal);
  const session = await browser.call<{ paper: unknown }>('GET', '/api/web/v1/session');
  expect(session.data.paper).toEqual({ open: false, guests: false, fault: true });

  const socket = new TestClient(`${url.replace('http', 'ws')}/v2/ws/private`);
  await socket.opened();
  socket.send({ op: 'login', args: [await signer.login(Date.now())] });
  expect((await socket.answer('error')).msg).toContain(CLOSED);
  socket.end();
  const marked = new TestClient(`${url.replace('http', 'ws')}/v2/ws/public?paptrading=1`);
  await marked.closed();
  expect(marked.closeReason).toBe(CLOSED);

  // Live answers itself: nobody has money there.
  expect(await browser.call('POST', PLACE, ORDER)).toMatchObject({ reason: 'insufficientBalance' });
  await expect(paper.whenReady()).rejects.toThrow(CLOSED);
});

test('paper records that take no row are told, and paper trading goes on', async () => {
  const browser = await whoTrades();
  // The worker writes to it at the same time.
  const database = new DatabaseSync(join(root, 'paper_records.db'), { timeout: 60_000 });
  database.exec('alter table orders rename to gone');
  await browser.call('POST', PLACE, ORDER, PAPER);
  await vi.waitFor(
    async () =>
      expect(await health()).toMatchObject({
        http: 200,
        status: 'degraded',
        parts: {
          paper: { state: 'ok' },
          paper_records: { state: 'degraded', detail: 'the database does not take rows' },
          records: { state: 'ok' },
        },
      }),
    60_000,
  );
  expect(await browser.call('POST', PLACE, ORDER, PAPER)).toMatchObject({ code: '00000' });
  database.exec('alter table gone rename to orders');
  database.close();
  await vi.waitFor(async () => expect((await health()).status).toBe('ok'), 60_000);
});

test('what the main thread cannot take in closes paper, not the process', async () => {
  await whoTrades();
  const closed = closing();
  vi.spyOn(paper.views, 'replay').mockImplementation(() => {
    throw new Error('injected fault');
  });
  await expect(openSomebody()).rejects.toThrow(OutcomeUnknown);
  await closed;
  vi.restoreAllMocks();
  expect(paper.health().paper.detail).toContain('stays closed until the next start');
  expect(await health()).toMatchObject({ http: 200, status: 'degraded' });
});
