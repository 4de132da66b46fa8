/**
 * Files of records beside trading: what a file of a million ledger entries, CSV and Parquet, does to the
 * acknowledgement of orders and to the memory of the process. In turns with the same load and no file.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { AccountKind, accountOf, parseWireUserId } from '@halcyon/domain';
import { EXPORT_FORMATS, type ExportFormat } from '@halcyon/domain/web';
import { ExchangeProcess } from '../test/support/exchange-process.ts';
import { addEntries } from '../test/support/many-entries.ts';
import { WebSession } from '../test/support/web-session.ts';
import { type LoadKey, paced } from './lib/load.ts';
import { median, print, quantile } from './lib/rows.ts';

const ROWS = Number(process.env['HALCYON_BENCH_EXPORT_ROWS'] ?? 1_000_000);
/** Turns of each format: the machine's own speed changes within seconds. */
const ROUNDS = 2;
/** Orders a second. */
const OFFERED = 1_000;
const PART_MS = 2_000;
/** Parts of a turn without a file. */
const PARTS_ALONE = 6;
const LOOK_MS = 50;
const MEGABYTE = 1024 * 1024;
/** More of it than a file's portions need would be a file that is kept. */
const MEMORY_MAX_MB = 256;

/** Resident memory of a process, MB. */
function resident(pid: number): number {
  const found = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return (Number(found?.[1] ?? 0) * 1024) / MEGABYTE;
}

interface Measured {
  /** Of each part, ms. */
  readonly p99: readonly number[];
  /** Longest wait of an order, ms. */
  readonly longest: number;
  /** Most of resident memory, MB. */
  readonly memory: number;
}

/** Orders at a steady pace, part after part, until `over` says so. */
async function measure(
  exchange: ExchangeProcess,
  key: LoadKey,
  over: (parts: number) => boolean,
): Promise<Measured> {
  let memory = 0;
  const look = setInterval(() => {
    memory = Math.max(memory, resident(exchange.pid));
  }, LOOK_MS);
  const p99: number[] = [];
  let longest = 0;
  do {
    const { latencies, refused } = await paced(exchange.port, key, 64, OFFERED, PART_MS);
    if (refused > 0) throw new Error(`${refused} orders were refused`);
    p99.push(quantile(latencies, 0.99));
    longest = Math.max(longest, latencies.at(-1) ?? 0);
  } while (!over(p99.length));
  clearInterval(look);
  return { p99, longest, memory };
}

interface File {
  readonly rows: number;
  readonly bytes: number;
  readonly seconds: number;
}

/** Downloads a file as fast as it comes. */
async function download(session: WebSession, format: ExportFormat): Promise<File> {
  const from = performance.now();
  const { id } = await session.post<{ id: string }>('/records/export', { list: 'ledger', format });
  const file = await session.get(`/records/export/file?id=${id}`);
  let bytes = 0;
  for await (const part of file.body ?? []) bytes += part.length;
  const { data } = (await (await session.get('/records/export')).json()) as {
    data: { export: { stage: string; rows: number } };
  };
  const { stage, rows } = data.export;
  if (stage !== 'done' || rows < ROWS) throw new Error(`the file is ${stage} with ${rows} rows`);
  return { rows, bytes, seconds: (performance.now() - from) / 1_000 };
}

interface Turn {
  readonly alone: Measured;
  readonly beside: Measured;
  readonly file: File;
}

async function turn(
  exchange: ExchangeProcess,
  key: LoadKey,
  session: WebSession,
  format: ExportFormat,
): Promise<Turn> {
  const alone = await measure(exchange, key, (parts) => parts >= PARTS_ALONE);
  let done = false;
  const coming = download(session, format).finally(() => {
    done = true;
  });
  const [beside, file] = await Promise.all([measure(exchange, key, () => done), coming]);
  return { alone, beside, file };
}

function report(format: ExportFormat, turns: readonly Turn[]): void {
  const p99 = (of: 'alone' | 'beside') => median(turns.flatMap((one) => one[of].p99));
  const longest = (of: 'alone' | 'beside') =>
    Math.max(...turns.map((one) => one[of].longest)).toFixed(0);
  const ratio = p99('beside') / p99('alone');
  const seconds = median(turns.map(({ file }) => file.seconds)).toFixed(0);
  const size = ((turns[0]?.file.bytes ?? 0) / MEGABYTE).toFixed(0);
  const what = `beside a ${format} file of ${ROWS} entries`;
  const both = { bench: 'export', yardstick: 'the same orders without the file' } as const;
  print({
    ...both,
    figure: `order p99 at ${OFFERED}/s ${what} (${size} MB, ${seconds} s; longest ${longest('beside')} ms, without ${longest('alone')} ms)`,
    value: p99('beside'),
    unit: 'ms',
    yardstickValue: p99('alone'),
    ratio,
    goal: '≤ 10 ms or ≤ 1.5×',
    ok: p99('beside') <= 10 || ratio <= 1.5,
  });
  // What orders themselves leave in memory meanwhile is counted too.
  const more = median(turns.map(({ alone, beside }) => beside.memory - alone.memory));
  print({
    ...both,
    figure: `resident memory ${what}`,
    value: Math.max(...turns.map(({ beside }) => beside.memory)),
    unit: 'MB',
    yardstickValue: Math.max(...turns.map(({ alone }) => alone.memory)),
    goal: `≤ ${MEMORY_MAX_MB} MB more`,
    ok: more <= MEMORY_MAX_MB,
  });
}

const exchange = await ExchangeProcess.filled();
try {
  await exchange.launch();
  const key = await exchange.trader('bench', 'USDT=90000000,BTC=100');
  await exchange.trader('holder', 'USDT=1');
  const { uid } = await WebSession.open(exchange.baseUrl, 'holder');
  await exchange.stop();
  const holder = accountOf(parseWireUserId(uid) ?? 0, AccountKind.spot);
  addEntries(join(exchange.folder, 'records.db'), holder, ROWS, Date.now());
  await exchange.launch();
  const session = await WebSession.open(exchange.baseUrl, 'holder');
  await measure(exchange, key, (parts) => parts >= PARTS_ALONE);
  for (const format of EXPORT_FORMATS) {
    const turns: Turn[] = [];
    for (let i = 0; i < ROUNDS; i++) turns.push(await turn(exchange, key, session, format));
    report(format, turns);
  }
} finally {
  await exchange.remove();
}
