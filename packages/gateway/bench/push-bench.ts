/**
 * Fan-out: 2,000 connections, 400-byte messages. Yardstick in the same run: `ws` `send` of a shared
 * buffer on the same sockets. Then the memory of 10,000 idle subscribers.
 */
import { fork } from 'node:child_process';

/** How large a run is; the defaults are the figures that the issue asks for. */
export interface PushBenchOptions {
  readonly connections?: number;
  readonly idleConnections?: number;
  /** Length of one of the eight measured stretches, ms. */
  readonly stretchMs?: number;
  /** Flags that a started exchange runs with. */
  readonly flags?: readonly string[];
}

interface Rate {
  readonly messagesPerSecond: number;
  readonly cpuMsPerMillion: number;
}

const MEGABYTE = 1_000_000;
const RATIO_MIN = 3;
const RSS_MB_MAX = 200;

function inOwnProcess<T>(task: Record<string, unknown>, flags: readonly string[]): Promise<T> {
  const execArgv = [...process.execArgv, ...flags];
  const child = fork(new URL('./push-server.ts', import.meta.url), [], { execArgv });
  return new Promise((resolve, reject) => {
    child.once('message', (result) => resolve(result as T));
    child.once('error', reject);
    child.once('exit', (code) => {
      if (code !== 0) reject(new Error(`push-server ended with ${code}`));
    });
    child.send(task);
  });
}

function median(rates: readonly Rate[], key: keyof Rate): number {
  const sorted = rates.map((rate) => rate[key]).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Runs both parts; one row each. */
export async function pushBench(
  options: PushBenchOptions = {},
): Promise<Record<string, unknown>[]> {
  const connections = options.connections ?? 2_000;
  const idle = options.idleConnections ?? 10_000;
  const ms = options.stretchMs ?? 2_500;
  const flags = options.flags ?? [];
  const { ws, own } = await inOwnProcess<{ ws: Rate[]; own: Rate[] }>(
    {
      kind: 'throughput',
      connections,
      ms,
    },
    flags,
  );
  const yardstick = median(ws, 'messagesPerSecond');
  const pushed = median(own, 'messagesPerSecond');
  const ratio = Math.round((pushed / yardstick) * 100) / 100;
  const held = await inOwnProcess<{ rss: number; peak: number; before: number; open: number }>(
    {
      kind: 'memory',
      connections: idle,
      ms: 0,
    },
    flags,
  );
  const rssMb = Math.round(held.peak / MEGABYTE);
  return [
    {
      bench: 'push',
      figure: `${connections} connections, 400 B messages`,
      value: pushed,
      unit: 'messages/s',
      yardstick: 'ws send of a shared buffer',
      yardstickValue: yardstick,
      ratio,
      goal: `>= ${RATIO_MIN}x`,
      ok: ratio >= RATIO_MIN,
      cpuMsPerMillion: median(own, 'cpuMsPerMillion'),
      yardstickCpuMsPerMillion: median(ws, 'cpuMsPerMillion'),
    },
    {
      bench: 'push',
      figure: `memory of the process with ${held.open} subscribers`,
      value: rssMb,
      unit: 'MB',
      goal: `<= ${RSS_MB_MAX} MB`,
      ok: rssMb <= RSS_MB_MAX && held.open === idle,
      bytesEach: Math.round((held.peak - held.before) / Math.max(1, held.open)),
    },
  ];
}
