/** A recording traded again on a paper venue. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { stateHash } from '@halcyon/core';
import { CommandKind, EventKind, InstrumentState } from '@halcyon/domain';
import { type FlowPace, RecordedSource, type Recording, recordedFlow } from '@halcyon/flow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checkInvariants } from '../core/invariants.ts';
import { BTCUSDT, TestPaperHost } from './flow-host.ts';

const T0 = 1_700_000_000_000;
const ns = (ms: number): string => `${T0 + ms}000000`;
const depth = (ms: number, U: number, u: number, b: string[][], a: string[][]): string =>
  `${ns(ms + 5)} ${JSON.stringify({ data: { e: 'depthUpdate', E: T0 + ms, U, u, b, a } })}`;
const print = (ms: number, receivedMs: number, p: string, q: string, m: boolean): string =>
  `${ns(receivedMs)} ${JSON.stringify({ data: { e: 'trade', T: T0 + ms, p, q, m } })}`;

const SNAPSHOT = {
  lastUpdateId: 10,
  bids: [
    ['100.00', '5.00000000'],
    ['99.50', '3'],
  ],
  asks: [['101.00000000', '4']],
};
const FEED = [
  depth(0, 1, 4, [['90', '1']], []),
  depth(100, 5, 11, [['100', '6']], []),
  `${ns(150)} ${JSON.stringify(SNAPSHOT)}`,
  depth(200, 12, 12, [], [['101', '5']]),
  // Received after the update that contains it.
  depth(400, 13, 14, [['100', '4']], []),
  print(310, 420, '100', '2', true),
  print(510, 520, '101', '1', false),
  depth(600, 15, 15, [], [['101', '4']]),
  depth(2_000, 16, 16, [['100', '0']], []),
];
const TABLE = [
  'market,trade_id,trade_time_ms,price,qty,is_buyer_maker,exec_type',
  `spot,1,${T0 - 5_000},100,9,1,`,
  `usdm,1,${T0 + 300},100,7,1,MARKET`,
  `spot,2,${T0 + 310},100,2,1,`,
  `spot,3,${T0 + 320},100,9,1,INSURANCE_FUND`,
  `spot,4,${T0 + 510},101,1,0,`,
  `spot,5,${T0 + 900_000},101,1,0,`,
];

let folder: string;
let files: Recording;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'halcyon-recorded-'));
  const books = join(folder, 'a.feed.gz');
  writeFileSync(books, gzipSync(FEED.join('\n')));
  files = { books, trades: null, where: {}, fromMs: null };
});

afterAll(() => rmSync(folder, { recursive: true }));

function saved(name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  writeFileSync(path, lines.join('\n'));
  return path;
}

const FAST: FlowPace = { paused: false, speed: 1_000 };

function play(
  host: TestPaperHost,
  recording: Recording,
  pace = FAST,
  now = Date.now,
): RecordedSource {
  const { position } = host;
  return new RecordedSource({ recording, instrument: BTCUSDT, position, pace, host, now });
}

/** Everything that a recording says, one list of numbers a moment. */
async function said(recording: Recording): Promise<[time: number, steps: number[]][]> {
  const all: [number, number[]][] = [];
  for await (const { timeMs, steps } of recordedFlow(recording, BTCUSDT, recording.fromMs)) {
    all.push([timeMs - T0, steps.numbers]);
  }
  return all;
}

/** A venue that has played so many moments. */
async function following(recording: Recording, moments: number): Promise<TestPaperHost> {
  const host = new TestPaperHost();
  const steps = (await said(recording)).map(([, numbers]) => numbers.length);
  // Where nothing came of a moment, nothing is journaled.
  const at = steps.slice(0, moments).findLastIndex((length) => length > 0) + 1;
  const source = play(host, recording, { paused: true, speed: 1 });
  source.step(moments);
  await expect.poll(() => host.position.liveSeq).toBe(at);
  await source.close();
  return host;
}

describe('a recording on paper', () => {
  test('has the book as it was, moment by moment, prints before the update that has them', async () => {
    const times = (await said(files)).map(([time]) => time);
    expect(times).toEqual([100, 100, 200, 310, 400, 510, 600, 2_000]);
    const host = await following(files, 4);
    expect(host.levels(0)).toEqual([
      [10_000, 4_000_000],
      [9_950, 3_000_000],
    ]);
    expect(host.levels(1)).toEqual([[10_100, 5_000_000]]);
    expect(host.core.state.markets[0]!.lastPrice).toBe(10_000);
    expect(host.events.filter(({ kind }) => kind === EventKind.trade)).toHaveLength(1);
  });

  test('the same files give the same commands; a table of the same trades the same too', async () => {
    const trades = saved('trades.csv', TABLE);
    const table = { ...files, trades, where: { market: 'spot' } };
    expect(await said(files)).toEqual(await said(files));
    expect(await said(table)).toEqual(await said(files));
  });

  test('goes on where a restart left it, and ends as without one, with the feed stale', async () => {
    const whole = new TestPaperHost();
    await play(whole, files).ended;
    expect(whole.warnings).toEqual(['BTCUSDT: the recording is over']);
    expect(whole.core.state.markets[0]!.instrument.state).toBe(InstrumentState.feedStale);
    for (let at = 1; at < 8; at++) {
      const host = await following(files, at);
      host.restart();
      await play(host, files).ended;
      expect(stateHash(host.core)).toBe(stateHash(whole.core));
    }
    expect(stateHash(whole.replayed())).toBe(stateHash(whole.core));
  });

  test('begins in the middle with the book of that time', async () => {
    const host = await following({ ...files, fromMs: T0 + 450 }, 1);
    expect(host.levels(0)[0]).toEqual([10_000, 4_000_000]);
    expect(host.levels(1)).toEqual([[10_100, 4_000_000]]);
    const late = new TestPaperHost();
    await play(late, { ...files, fromMs: T0 + 9_000 }).ended;
    expect(late.warnings[0]).toContain('ends before the time to begin at');
  });

  test('takes its time: nothing before it is due, speed and pause count from then on', async () => {
    let now = 0;
    const host = new TestPaperHost();
    const source = play(host, files, { paused: false, speed: 1 }, () => now);
    const reached = (seq: number) => expect.poll(() => host.position.liveSeq).toBe(seq);
    await reached(2);
    now += 99;
    source.setPace({ paused: false, speed: 1 });
    await reached(2);
    now += 1;
    source.setPace({ paused: true, speed: 1 });
    now += 1_000_000;
    source.step(2);
    await reached(4);
    source.setPace({ paused: false, speed: 10 });
    now += 20;
    source.setPace({ paused: false, speed: 10 });
    await reached(6);
    await source.close();
    expect(host.position.liveSeq).toBe(6);
  });
});

describe('a recording that cannot be traded', () => {
  const broken: readonly [string, readonly string[], RegExp][] = [
    ['no snapshot', FEED.slice(0, 2), /line 1: the feed has no snapshot/],
    ['a gap', [...FEED.slice(0, 4), depth(700, 20, 21, [], [])], /line 5: update 20 does not/],
    ['another format', ['hello'], /line 1: does not begin with a receive time/],
    ['half a frame', [`${ns(1)} {"data":`], /line 1: the frame is not JSON/],
    [
      'prices finer than ticks',
      [...FEED.slice(0, 3), depth(700, 12, 12, [['100.001', '1']], [])],
      /line 4: price "100.001" is no positive price of BTCUSDT, 2 decimals/,
    ],
  ];
  test.each(broken)(
    '%s: says which line and why, and pauses the instrument',
    async (name, lines, problem) => {
      const books = saved(`${name}.feed`, lines);
      const host = new TestPaperHost();
      await play(host, { ...files, books }).ended;
      expect(host.warnings[0]).toMatch(problem);
      expect(host.warnings[0]).toContain(books);
      const started = host.position.liveSeq > 0;
      const { state } = host.core.state.markets[0]!.instrument;
      expect(state).toBe(started ? InstrumentState.feedStale : InstrumentState.open);
    },
  );

  test('trades of another time, unknown columns', async () => {
    const rows = (table: string, where = {}) =>
      said({ ...files, trades: saved('t.csv', table.split('\n')), where });
    const [header = ''] = TABLE;
    await expect(rows(`${header}\n${TABLE[6]}`)).rejects.toThrow(/no trade falls into the time of/);
    await expect(rows(TABLE.join('\n'), { venue: 'x' })).rejects.toThrow(/no column venue/);
    await expect(rows(TABLE.join('\n'), { market: 'x' })).rejects.toThrow(/no trade with market=x/);
    await expect(rows(`${header}\nspot,1,x,1,1,1,`)).rejects.toThrow(
      /line 2: trade_time_ms is "x"/,
    );
    await expect(rows(`${header}\nspot,1,1,1,1,yes,`)).rejects.toThrow(/is_buyer_maker is "yes"/);
  });

  test('a file that is cut off or not there is named', async () => {
    const cut = join(folder, 'cut.gz');
    writeFileSync(cut, gzipSync(FEED.join('\n')).subarray(0, 200));
    await expect(said({ ...files, books: cut })).rejects.toThrow(/cut\.gz: unexpected end of file/);
    await expect(said({ ...files, books: join(folder, 'none') })).rejects.toThrow(/none: ENOENT/);
  });
});

describe('going over to another market', () => {
  test('ends all orders and plans, forgets prices, waits for the feed; the journal says it all', async () => {
    const host = new TestPaperHost();
    await play(host, files).ended;
    host.apply({ kind: CommandKind.openUser, simulated: false });
    const by = { actor: 'operator', reason: 'test' };
    const follow = { kind: CommandKind.follow, detail: 'x', ...by } as const;
    host.apply({ ...follow, source: 'recorded' });
    expect(host.levels(0)).toEqual([]);
    expect(host.core.state.markets[0]!.lastPrice).toBe(0);
    expect(host.core.state.markets[0]!.instrument.state).toBe(InstrumentState.feedStale);
    expect(host.position).toEqual({ liveSeq: 0, lastOrder: 0 });
    host.apply({ kind: CommandKind.setPace, paused: true, speedPercent: 1_000, ...by });
    await play(host, files).ended;
    expect(host.levels(1)).toEqual([[10_100, 4_000_000]]);
    host.restart();
    expect(host.core.state.ghosts.flow).toMatchObject({
      source: 'recorded',
      detail: 'x',
      paused: true,
    });
    host.apply({ ...follow, source: 'live', detail: '' });
    expect(host.core.state.markets[0]!.instrument.state).toBe(InstrumentState.open);
    expect(stateHash(host.replayed())).toBe(stateHash(host.core));
    const told = host.events.filter(({ kind }) => kind === EventKind.flowSet);
    expect(told).toMatchObject([
      { source: 'recorded', paused: false, speedPercent: 100 },
      { source: 'recorded', paused: true, speedPercent: 1_000 },
      { source: 'live', paused: false, speedPercent: 100 },
    ]);
    const opened = host.events.flatMap((e) => (e.kind === EventKind.orderOpened ? [e.order] : []));
    expect(new Set(opened).size).toBe(opened.length);
    for (const speedPercent of [9, 100_001, 10.5]) {
      const outcome = host.apply({ kind: CommandKind.setPace, paused: true, speedPercent, ...by });
      expect(outcome.code).toBe(703);
    }
  });
});

const DATA = new URL('../../../../../shared/data/', import.meta.url);
const present = existsSync(DATA);
if (!present) console.warn('skipped: ../shared/data absent, no real recording traded again');

test.runIf(present)(
  'a real recording: no crossed book, prints trade, book and replay agree',
  async () => {
    const books = fileURLToPath(new URL('books/binance-spot-btcusdt-20240808-09.feed.gz', DATA));
    const trades = fileURLToPath(new URL('trades/binance-btcusdt-trades.csv.gz', DATA));
    const recording = { books, trades, where: { market: 'spot' }, fromMs: null };
    const host = new TestPaperHost();
    const source = play(host, recording, { paused: true, speed: 1 });
    source.step(6_000);
    await expect.poll(() => host.position.liveSeq).toBeGreaterThan(5_990);
    await source.close();
    checkInvariants(host.core.state);
    expect(host.levels(0)[0]![0]).toBeLessThan(host.levels(1)[0]![0]);
    const prints = host.events.filter(({ kind }) => kind === EventKind.trade).length;
    expect(prints).toBeGreaterThan(3_000);
    expect(stateHash(host.replayed())).toBe(stateHash(host.core));
  },
);
