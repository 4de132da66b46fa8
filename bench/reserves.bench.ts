/**
 * A root of reserves made in a thread beside trading: what it does to the commits of the same load, in turns
 * with and without it, how long it takes and how much memory, and how long and how large a proof of an owner is.
 * `HALCYON_BENCH_OWNERS=1000000` is the size that the goals are of, which takes some minutes.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Command, CommandKind, encodeCommand, wireUserId } from '@halcyon/domain';
import { Roots } from '@halcyon/engine';
import { FileStorage, openJournal } from '@halcyon/journal';
import { yieldToAll } from '@halcyon/records/thread-priority';
import { useProcessSettings } from '../apps/halcyon/src/commands/process-settings.ts';
import { makeRoot } from '../packages/engine/src/reserves/make-root.ts';
import { FIRST_USER, openExchange } from './lib/exchange.ts';
import { print, quantile } from './lib/rows.ts';

const OWNERS = Number(process.env['HALCYON_BENCH_OWNERS'] ?? 100_000);
const TRADING = 1_000;
const ROUNDS = Number(process.env['HALCYON_BENCH_ROUNDS'] ?? 9);
const ASSETS = 2;
const BATCH = 50;
const BATCH_EVERY_MS = 5;
const PROOFS = 200;
const NONE = '0'.repeat(64);

/** What a root took, by the clock and of the processor: where others use it, too, they are far apart. */
interface Made {
  readonly ms: number;
  readonly cpuMs: number;
}

/** The thread: makes a root each time that it is asked for one. */
function serveRoots(folder: string): void {
  // As the thread of snapshots does.
  yieldToAll();
  const { state } = openExchange(OWNERS, ASSETS - 1);
  const place = { exchange: 'bench', journal: NONE, seal: NONE, previous: NONE };
  parentPort!.on('message', () => {
    const began = performance.now();
    const before = process.threadCpuUsage();
    makeRoot(new FileStorage(), folder, state, place);
    const { user, system } = process.threadCpuUsage(before);
    const made: Made = { ms: performance.now() - began, cpuMs: (user + system) / 1_000 };
    parentPort!.postMessage(made);
  });
  parentPort!.postMessage({ ms: 0, cpuMs: 0 } satisfies Made);
}

function answerOf(worker: Worker): Promise<Made> {
  return new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject));
}

/** The load: deposits that are applied and made durable, batch by batch. */
function startLoad(folder: string): () => number {
  const core = openExchange(TRADING, 1);
  const options = { venue: 'bench', rulesVersion: 1, nowMs: () => 1, onRecord: () => {} };
  const { writer } = openJournal(new FileStorage(), folder, options);
  const bytes = new Uint8Array(1 << 12);
  const by = { actor: '', reason: '', reference: '' };
  let seq = 0;
  return () => {
    const began = performance.now();
    for (let n = 0; n < BATCH; n++) {
      const account = (FIRST_USER + (seq % TRADING)) * 8;
      const money = { account, from: 0, asset: 0, amount: 1n, ...by };
      const stamp = { seq: core.state.seq + 1, time: 1 };
      const command = { kind: CommandKind.deposit, ...money, ...stamp } as Command;
      seq += 1;
      writer.append(seq, bytes, 0, encodeCommand(command, bytes, 0));
      core.apply(command);
      core.state.log.reset();
    }
    writer.commit();
    return performance.now() - began;
  };
}

/** Commits until it is over. @param onCommit is told of each, beside the clock */
async function loadUntil(
  commit: () => number,
  isOver: () => boolean,
  onCommit: () => void = () => {},
): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const took = commit();
    times.push(took);
    onCommit();
    await setTimeout(Math.max(0, BATCH_EVERY_MS - took));
  }
  return times;
}

/** How long proofs take, and the most bytes that one has of an asset. */
function proofsOf(folder: string): { readonly times: number[]; readonly bytes: number } {
  const roots = new Roots(new FileStorage(), folder);
  let bytes = 0;
  const times = Array.from({ length: PROOFS }, (_, n) => {
    const began = performance.now();
    const proof = roots.proof(wireUserId(FIRST_USER + ((n * 7_919) % OWNERS)));
    const took = performance.now() - began;
    if (typeof proof !== 'object' || proof === null) throw new Error('an owner has no proof');
    const sizes = Object.values(proof.proofs).map((one) => JSON.stringify(one).length);
    bytes = Math.max(bytes, ...sizes);
    return took;
  });
  return { times, bytes };
}

function ordered(values: readonly number[]): number[] {
  return [...values].sort((a, b) => a - b);
}

async function main(): Promise<void> {
  const parent = mkdtempSync(join(tmpdir(), 'halcyon-reserves-bench-'));
  const [roots, journal] = [join(parent, 'roots'), join(parent, 'journal')];
  for (const folder of [roots, journal]) mkdirSync(folder);
  const worker = new Worker(new URL(import.meta.url), { workerData: roots });
  try {
    await answerOf(worker);
    const commit = startLoad(journal);
    const [alone, beside, made, cpu, ratios]: number[][] = [[], [], [], [], []];
    const before = process.memoryUsage.rss();
    let most = before;
    const look = () => {
      most = Math.max(most, process.memoryUsage.rss());
    };
    for (let round = 0; round < ROUNDS; round++) {
      let took = 0;
      const answer = answerOf(worker).then(({ ms, cpuMs }) => {
        took = ms;
        cpu!.push(cpuMs);
      });
      worker.postMessage('make');
      const besideIt = await loadUntil(commit, () => took > 0, look);
      await answer;
      const end = performance.now() + took;
      const without = await loadUntil(commit, () => performance.now() >= end);
      ratios!.push(p99Of(besideIt) / p99Of(without));
      beside!.push(...besideIt);
      alone!.push(...without);
      made!.push(took);
    }
    const { times, bytes } = proofsOf(roots);
    const memory = (most - before) / 2 ** 20;
    tell({
      alone: alone!,
      beside: beside!,
      made: made!,
      cpu: cpu!,
      ratios: ratios!,
      times,
      bytes,
      memory,
    });
  } finally {
    await worker.terminate();
    rmSync(parent, { recursive: true, force: true });
  }
}

function p99Of(times: readonly number[]): number {
  return quantile(ordered(times), 0.99);
}

interface Measured {
  /** Of commits, ms. */
  readonly alone: readonly number[];
  readonly beside: readonly number[];
  /** Of each round: slowest hundredth of commits beside a root, by that of the time after it. */
  readonly ratios: readonly number[];
  /** Of roots and of proofs, ms. */
  readonly made: readonly number[];
  readonly cpu: readonly number[];
  readonly times: readonly number[];
  readonly bytes: number;
  /** MB. */
  readonly memory: number;
}

function tell({ alone, beside, ratios, made, cpu, times, bytes, memory }: Measured): void {
  const ratio = quantile(ordered(ratios), 0.5);
  const [rootMs, proofMs] = [quantile(ordered(made), 0.5), p99Of(times)];
  const bench = 'reserves';
  print({
    ...{ bench, figure: `commit p99 beside a root of ${OWNERS} owners, median of rounds` },
    ...{ value: p99Of(beside), unit: 'ms', yardstick: 'the same load without it' },
    ...{ yardstickValue: p99Of(alone), ratio, goal: '≤ 1.2×', ok: ratio <= 1.2 },
  });
  print({
    ...{ bench, figure: `root of ${OWNERS} owners, ${ASSETS} assets`, value: rootMs / 1_000 },
    ...{ unit: 's', goal: '≤ 10 s', ok: rootMs <= 10_000 },
  });
  const cpuMs = quantile(ordered(cpu), 0.5);
  print({ bench, figure: 'processor time of its thread', value: cpuMs / 1_000, unit: 's' });
  print({ bench, figure: 'memory that making it takes', value: memory, unit: 'MB' });
  print({
    ...{ bench, figure: 'own proof, p99', value: proofMs, unit: 'ms' },
    ...{ goal: '≤ 50 ms', ok: proofMs <= 50 },
  });
  print({
    ...{ bench, figure: 'own proof, bytes an asset', value: bytes, unit: 'B' },
    ...{ goal: '≤ 4096', ok: bytes <= 4_096 },
  });
}

if (isMainThread) {
  useProcessSettings();
  await main();
} else serveRoots(workerData as string);
