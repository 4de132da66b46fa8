/**
 * A root of reserves made in a thread beside trading: what it does to the commits of the same load, in turns
 * with and without it, how long it takes, and how long a proof of an owner does.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import { type Command, CommandKind, encodeCommand, wireUserId } from '@halcyon/domain';
import { Roots } from '@halcyon/engine';
import { FileStorage, openJournal } from '@halcyon/journal';
import { makeRoot } from '../packages/engine/src/reserves/make-root.ts';
import { FIRST_USER, openExchange } from './lib/exchange.ts';
import { print, quantile } from './lib/rows.ts';

const OWNERS = Number(process.env['HALCYON_BENCH_OWNERS'] ?? 100_000);
const TRADING = 1_000;
const ROUNDS = 5;
const BATCH = 50;
const BATCH_EVERY_MS = 5;
const PROOFS = 200;
const NONE = '0'.repeat(64);

/** The thread: makes a root each time that it is asked for one. */
function serveRoots(folder: string): void {
  const { state } = openExchange(OWNERS, 1);
  const place = { exchange: 'bench', journal: NONE, seal: NONE, previous: NONE };
  parentPort!.on('message', () => {
    const began = performance.now();
    makeRoot(new FileStorage(), folder, state, place);
    parentPort!.postMessage(performance.now() - began);
  });
  parentPort!.postMessage(0);
}

function answerOf(worker: Worker): Promise<number> {
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

async function loadUntil(commit: () => number, isOver: () => boolean): Promise<number[]> {
  const times: number[] = [];
  while (!isOver()) {
    const took = commit();
    times.push(took);
    await setTimeout(Math.max(0, BATCH_EVERY_MS - took));
  }
  return times;
}

function proofTimes(folder: string): number[] {
  const roots = new Roots(new FileStorage(), folder);
  return Array.from({ length: PROOFS }, (_, n) => {
    const began = performance.now();
    const proof = roots.proof(wireUserId(FIRST_USER + ((n * 7_919) % OWNERS)));
    if (typeof proof !== 'object') throw new Error('an owner has no proof');
    return performance.now() - began;
  });
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
    const [alone, beside, made]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round < ROUNDS; round++) {
      let took = 0;
      const answer = answerOf(worker).then((ms) => {
        took = ms;
      });
      worker.postMessage('make');
      beside.push(...(await loadUntil(commit, () => took > 0)));
      await answer;
      made.push(took);
      const end = performance.now() + took;
      alone.push(...(await loadUntil(commit, () => performance.now() >= end)));
    }
    tell(ordered(alone), ordered(beside), ordered(made), ordered(proofTimes(roots)));
  } finally {
    await worker.terminate();
    rmSync(parent, { recursive: true, force: true });
  }
}

function tell(alone: number[], beside: number[], made: number[], proofs: number[]): void {
  const p99 = quantile(beside, 0.99) / quantile(alone, 0.99);
  const [rootMs, proofMs] = [quantile(made, 0.5), quantile(proofs, 0.99)];
  print({
    ...{ bench: 'reserves', figure: `commit p99 beside a root of ${OWNERS} owners` },
    ...{ value: quantile(beside, 0.99), unit: 'ms', yardstick: 'the same load without it' },
    ...{ yardstickValue: quantile(alone, 0.99), ratio: p99, goal: '≤ 1.2×', ok: p99 <= 1.2 },
  });
  print({
    ...{ bench: 'reserves', figure: `root of ${OWNERS} owners, 2 assets`, value: rootMs / 1_000 },
    ...{ unit: 's', goal: '≤ 10 s', ok: rootMs <= 10_000 },
  });
  print({
    ...{ bench: 'reserves', figure: 'own proof, p99', value: proofMs, unit: 'ms' },
    ...{ goal: '≤ 50 ms', ok: proofMs <= 50 },
  });
}

if (isMainThread) await main();
else serveRoots(workerData as string);
