/**
 * B8 and replay: journal bytes with every check, decoded and applied, against the same commands applied
 * live; and a start from a snapshot with 1 M resting orders and a long tail behind it.
 * HALCYON_BENCH_TAIL sets the tail (10,000,000 commands, about 1.2 GB on disk while it runs).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Core, RULES_VERSION } from '@halcyon/core';
import type { Command } from '@halcyon/domain';
import { Replayer } from '@halcyon/engine';
import {
  FileStorage,
  openJournal,
  type RecordHandler,
  readJournal,
  readJournalAhead,
} from '@halcyon/journal';
import { V8_FLAGS } from '../apps/halcyon/src/commands/process-settings.ts';
import { runPart, threadNs } from './lib/child.ts';
import { openExchange } from './lib/exchange.ts';
import { type CommandFlow, makeFlow, NORMAL } from './lib/flow.ts';
import { commandAt, DRAIN_EVERY } from './lib/flow-commands.ts';
import { Recorder } from './lib/recorder.ts';
import { print } from './lib/rows.ts';
import type { StartPart } from './lib/start-child.ts';
import { fillStartFolder } from './lib/start-folder.ts';

const ACCOUNTS = 10_000;
const RESTING = 1_000_000;
const TAIL = Number(process.env['HALCYON_BENCH_TAIL'] ?? 10_000_000);
const START_MS_MAX = 10_000;
const ROUNDS = 5;
const START_ROUNDS = 3;
const storage = new FileStorage();
const PLACE = { venue: 'bench', rulesVersion: RULES_VERSION } as const;

/** Applies a flow; returns ns of the thread per command after its prefill. */
function live(
  core: Core,
  flow: CommandFlow,
  from: number,
  tap: ((c: Command) => void) | null,
): number {
  const { records, count } = flow;
  const first = core.state.nextOrder - 1;
  let { seq } = core.state;
  let start = threadNs();
  for (let i = 0; i < count; i++) {
    if (i === from) start = threadNs();
    seq += 1;
    const command = commandAt(records, i, first, seq);
    if (tap !== null) tap(command);
    core.apply(command);
    if (i % DRAIN_EVERY === 0) core.state.log.reset();
  }
  core.state.log.reset();
  return (threadNs() - start) / (count - from);
}

/** Applies a journal's records to a fresh core; `started` is called at the first that is timed. */
class Applier {
  readonly core = new Core();
  private readonly replayer = new Replayer(this.core, null);
  private readonly from: number;
  private readonly started: () => void;

  constructor(from: number, started: () => void) {
    this.from = from;
    this.started = started;
  }

  readonly onRecord: RecordHandler = (seq, bytes, offset, length) => {
    if (seq === this.from) this.started();
    this.replayer.record(seq, bytes, offset, length);
  };

  flush(): void {
    this.replayer.flush();
  }
}

/** Reads and applies in this thread alone; ns of it per command. */
function replay(directory: string, from: number, chain: number): number {
  let start = 0;
  const applier = new Applier(from, () => {
    start = threadNs();
  });
  readJournal(storage, directory, { ...PLACE, onRecord: applier.onRecord });
  applier.flush();
  return perCommand(applier, from, chain, threadNs() - start);
}

/** As a start does it: another thread reads and checks; ns of the clock per command. */
async function replayAhead(directory: string, from: number, chain: number): Promise<number> {
  let start = 0;
  const applier = new Applier(from, () => {
    start = performance.now();
  });
  await readJournalAhead(directory, { ...PLACE, onRecord: applier.onRecord });
  applier.flush();
  return perCommand(applier, from, chain, (performance.now() - start) * 1e6);
}

function perCommand({ core }: Applier, from: number, chain: number, ns: number): number {
  if (core.state.log.chain !== chain) throw new Error('replay differs');
  return ns / (core.state.seq - from + 1);
}

async function benchReplay(directory: string): Promise<void> {
  const flow = makeFlow({ ...NORMAL, accounts: ACCOUNTS });
  const { writer } = openJournal(storage, directory, { ...PLACE, nowMs: () => 1 });
  const recorder = new Recorder(writer);
  const recorded = openExchange(ACCOUNTS, 1, recorder.take);
  const from = recorded.state.seq + flow.prefill + 1;
  live(recorded, flow, flow.prefill, recorder.take);
  recorder.commit();
  writer.close();
  const { chain } = recorded.state.log;
  const liveNs: number[] = [];
  const replayNs: number[] = [];
  const aheadNs: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    liveNs.push(live(openExchange(ACCOUNTS, 1), flow, flow.prefill, null));
    replayNs.push(replay(directory, from, chain));
    aheadNs.push(await replayAhead(directory, from, chain));
  }
  const best = (values: readonly number[]): number => Math.min(...values);
  const ratio = best(liveNs) / best(replayNs);
  print({
    bench: 'replay',
    figure: `journal bytes, checks, decode and apply, one thread, best of ${ROUNDS} rounds`,
    value: Math.round(1e9 / best(replayNs)),
    unit: 'commands/s',
    yardstick: 'live apply',
    yardstickValue: Math.round(1e9 / best(liveNs)),
    ratio,
    goal: '≥ 0.5×',
    ok: ratio >= 0.5,
  });
  const rate = 1e9 / best(aheadNs);
  print({
    bench: 'replay',
    figure: `replay rate, read and checked by a second thread, best of ${ROUNDS} rounds`,
    value: Math.round(rate),
    unit: 'commands/s',
    goal: '≥ 2,000,000',
    ok: rate >= 2_000_000,
  });
}

async function benchStart(root: string): Promise<void> {
  const expected = await fillStartFolder(root, RESTING, TAIL);
  const starts = Array.from({ length: START_ROUNDS }, () => {
    return runPart<StartPart>('start-child.ts', [root], V8_FLAGS);
  });
  if (starts.some(({ found }) => found !== expected)) throw new Error('a start differs');
  const ms = Math.min(...starts.map((start) => start.ms));
  const rss = Math.max(...starts.map((start) => start.rss));
  print({
    bench: 'replay',
    figure: `start: ${RESTING} resting orders from a snapshot and ${TAIL} commands of tail, views too, best of ${START_ROUNDS}`,
    value: Math.round(ms),
    unit: 'ms',
    goal: `≤ ${START_MS_MAX}`,
    ok: ms <= START_MS_MAX,
  });
  print({
    bench: 'replay',
    figure: 'resident after that start',
    value: Math.round(rss / 1e6),
    unit: 'MB',
  });
}

for (const part of [benchReplay, benchStart]) {
  const directory = mkdtempSync(join(tmpdir(), 'halcyon-replay-bench-'));
  try {
    await part(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
