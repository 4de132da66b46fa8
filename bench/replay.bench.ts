/**
 * Replay: journal bytes with every check, decoded and applied, against the same commands applied
 * live; and a start from a snapshot with 1 M resting orders and a long tail behind it.
 * HALCYON_BENCH_TAIL sets the tail (10,000,000 commands, about 1.2 GB on disk while it runs).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Core, RULES_VERSION, restoreCore, snapshotCore } from '@halcyon/core';
import { COMMAND_BYTES_MAX, type Command, CommandDecoder, encodeCommand } from '@halcyon/domain';
import {
  FileStorage,
  type JournalWriter,
  loadSnapshot,
  openJournal,
  readJournal,
  writeSnapshot,
} from '@halcyon/journal';
import { threadNs } from './lib/child.ts';
import { commandAt, DRAIN_EVERY, openExchange } from './lib/exchange.ts';
import { type Flow, makeFlow, NORMAL } from './lib/flow.ts';
import { print } from './lib/rows.ts';

const ACCOUNTS = 10_000;
const COMMIT_EVERY = 2_000;
const RESTING = 1_000_000;
const TAIL = Number(process.env['HALCYON_BENCH_TAIL'] ?? 10_000_000);
const START_MS_MAX = 10_000;
const storage = new FileStorage();
const PLACE = { venue: 'bench', rulesVersion: RULES_VERSION } as const;

/** Appends commands to a journal, many a commit. */
class Recorder {
  readonly writer: JournalWriter;
  private readonly bytes = new Uint8Array(COMMAND_BYTES_MAX);
  private pending = 0;

  constructor(directory: string) {
    this.writer = openJournal(storage, directory, { ...PLACE, nowMs: () => 1 }).writer;
  }

  readonly take = (command: Command): void => {
    const length = encodeCommand(command, this.bytes, 0);
    this.writer.append(command.seq, this.bytes, 0, length);
    this.pending += 1;
    if (this.pending === COMMIT_EVERY) this.commit();
  };

  commit(): void {
    this.writer.commit();
    this.pending = 0;
  }
}

/** Applies a flow; returns ns of the thread per command after its prefill. */
function live(core: Core, flow: Flow, from: number, tap: ((c: Command) => void) | null): number {
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

/** Reads a journal into a core; returns ns of the thread per command after `from`. */
function replay(core: Core, directory: string, options: object, from: number): number {
  const decoder = new CommandDecoder();
  let start = threadNs();
  let applied = 0;
  readJournal(storage, directory, {
    ...PLACE,
    ...options,
    onRecord: (seq, bytes, offset, length) => {
      if (seq === from) start = threadNs();
      core.apply(decoder.decode(bytes, offset, length));
      applied += 1;
      if (applied % DRAIN_EVERY === 0) core.state.log.reset();
    },
  });
  core.state.log.reset();
  return (threadNs() - start) / (core.state.seq - from + 1);
}

function benchReplay(directory: string): void {
  const flow = makeFlow({ ...NORMAL, accounts: ACCOUNTS });
  const recorder = new Recorder(directory);
  const recorded = openExchange(ACCOUNTS, 1, recorder.take);
  const from = recorded.state.seq + flow.prefill + 1;
  live(recorded, flow, flow.prefill, recorder.take);
  recorder.commit();
  recorder.writer.close();
  const liveNs: number[] = [];
  const replayNs: number[] = [];
  for (let round = 0; round < 3; round++) {
    liveNs.push(live(openExchange(ACCOUNTS, 1), flow, flow.prefill, null));
    const core = new Core();
    replayNs.push(replay(core, directory, {}, from));
    if (core.state.log.chain !== recorded.state.log.chain) throw new Error('replay differs');
  }
  const best = (values: readonly number[]): number => Math.min(...values);
  const ratio = best(liveNs) / best(replayNs);
  const rate = 1e9 / best(replayNs);
  print({
    bench: 'replay',
    figure: 'journal bytes, checks, decode and apply',
    value: Math.round(rate),
    unit: 'commands/s',
    yardstick: 'live apply',
    yardstickValue: Math.round(1e9 / best(liveNs)),
    ratio,
    goal: '≥ 0.5×',
    ok: ratio >= 0.5,
  });
  print({
    bench: 'replay',
    figure: 'replay rate',
    value: Math.round(rate),
    unit: 'commands/s',
    goal: '≥ 2,000,000',
    ok: rate >= 2_000_000,
  });
}

function benchStart(directory: string): void {
  const resting = makeFlow({
    ...NORMAL,
    accounts: ACCOUNTS,
    prefill: RESTING,
    timed: 0,
    spread: 20_000,
  });
  const tail = makeFlow({ ...NORMAL, accounts: ACCOUNTS, prefill: 0, timed: 1_000_000, seed: 2 });
  const recorder = new Recorder(directory);
  const core = openExchange(ACCOUNTS, 1, recorder.take);
  live(core, resting, 0, recorder.take);
  recorder.commit();
  const { seq } = core.state;
  const chainHash = recorder.writer.chainHash();
  const parts = snapshotCore(core);
  writeSnapshot(storage, directory, { seq, rulesVersion: RULES_VERSION, chainHash, parts });
  for (let done = 0; done < TAIL; done += tail.count) live(core, tail, 0, recorder.take);
  recorder.commit();
  recorder.writer.close();
  const start = performance.now();
  const { snapshot } = loadSnapshot(storage, directory, RULES_VERSION);
  if (snapshot === undefined) throw new Error('the snapshot is not found again');
  const restored = restoreCore(snapshot.parts);
  const anchor = { seq: snapshot.seq, chainHash: snapshot.chainHash };
  replay(restored, directory, { fromSeq: seq + 1, anchor }, seq + 1);
  const ms = performance.now() - start;
  if (restored.state.log.chain !== core.state.log.chain) throw new Error('the start differs');
  print({
    bench: 'replay',
    figure: `start: ${RESTING} resting orders from a snapshot and ${TAIL} commands of tail`,
    value: Math.round(ms),
    unit: 'ms',
    goal: `≤ ${START_MS_MAX}`,
    ok: ms <= START_MS_MAX,
  });
}

for (const part of [benchReplay, benchStart]) {
  const directory = mkdtempSync(join(tmpdir(), 'halcyon-replay-bench-'));
  try {
    part(directory);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}
