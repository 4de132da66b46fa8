/**
 * Measures the journal against a bare preallocated `pwrite` + `fdatasync` loop on the same disk in
 * the same run: rounds take turns, and medians over rounds are compared. The journal prepares its
 * next segment between rounds, as the engine lets it in idle moments; the `sustained` figure is
 * from rounds without any idle moment, where that work falls into the commits.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  FileStorage,
  type JournalWriter,
  joinPath,
  openJournal,
  readJournal,
} from '../src/index.ts';

const BATCH_RECORDS = 100;
const RECORD_BYTES = 100;
const BARE_FILE_BYTES = 64 * 1024 * 1024;

/** Options of `journalBench`. */
export interface JournalBenchOptions {
  /** Where to write; a fresh folder under it is used and removed (the system's temporary one). */
  readonly parent?: string;
  /** Rounds of each kind (15), and commits in each round (1000). */
  readonly rounds?: number;
  readonly commits?: number;
}

interface Round {
  readonly recordsPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Runs the bench; one object a figure, ready to be printed as JSON lines. */
export async function journalBench(
  options: JournalBenchOptions = {},
): Promise<Record<string, unknown>[]> {
  const rounds = options.rounds ?? 15;
  const commits = options.commits ?? 1000;
  const directory = mkdtempSync(join(options.parent ?? tmpdir(), 'halcyon-journal-bench-'));
  try {
    const write = benchWrite(directory, rounds, commits);
    return [write, benchRead(directory)];
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
}

const JOURNAL = { venue: 'bench', rulesVersion: 1, nowMs: () => Date.now() } as const;

function benchWrite(directory: string, rounds: number, commits: number): Record<string, unknown> {
  const storage = new FileStorage();
  const { writer } = openJournal(storage, joinPath(directory, 'journal'), JOURNAL);
  const bare = makeBare(storage, directory);
  const journalRounds: Round[] = [];
  const sustained: Round[] = [];
  const bareRounds: Round[] = [];
  bare.round(commits);
  journalRound(writer, commits);
  for (let round = 0; round < rounds; round += 1) {
    bareRounds.push(bare.round(commits));
    idle(writer);
    journalRounds.push(journalRound(writer, commits));
  }
  for (let round = 0; round < rounds; round += 1) sustained.push(journalRound(writer, commits));
  writer.close();
  bare.close();
  const median = (list: readonly Round[], pick: (round: Round) => number): number =>
    quantile(list.map(pick), 0.5);
  const journalRate = median(journalRounds, (round) => round.recordsPerSecond);
  const bareRate = median(bareRounds, (round) => round.recordsPerSecond);
  const commitP50Ms = median(journalRounds, (round) => round.p50Ms);
  const bareP50Ms = median(bareRounds, (round) => round.p50Ms);
  return {
    bench: 'journal-write',
    batchRecords: BATCH_RECORDS,
    recordBytes: RECORD_BYTES,
    rounds,
    commits,
    recordsPerSecond: Math.round(journalRate),
    bareRecordsPerSecond: Math.round(bareRate),
    ratio: round3(journalRate / bareRate),
    ratioGoal: 0.8,
    sustainedRecordsPerSecond: Math.round(median(sustained, (round) => round.recordsPerSecond)),
    commitP50Ms: round3(commitP50Ms),
    commitP99Ms: round3(median(journalRounds, (round) => round.p99Ms)),
    bareP50Ms: round3(bareP50Ms),
    bareP99Ms: round3(median(bareRounds, (round) => round.p99Ms)),
    commitP50Ratio: round3(commitP50Ms / bareP50Ms),
    commitP50RatioGoal: 1.3,
  };
}

/** The yardstick: the same payload bytes, one `pwrite` and one `fdatasync` a batch. */
function makeBare(
  storage: FileStorage,
  directory: string,
): { round: (commits: number) => Round; close: () => void } {
  const handle = storage.open(joinPath(directory, 'bare'), 'create');
  storage.write(handle, new Uint8Array(BARE_FILE_BYTES), 0, BARE_FILE_BYTES, 0);
  storage.syncData(handle);
  const batch = new Uint8Array(BATCH_RECORDS * RECORD_BYTES).fill(7);
  let position = 0;
  const commit = (): void => {
    if (position + batch.length > BARE_FILE_BYTES) position = 0;
    storage.write(handle, batch, 0, batch.length, position);
    storage.syncData(handle);
    position += batch.length;
  };
  return {
    round: (commits) => timeRound(commits, () => undefined, commit),
    close: () => storage.close(handle),
  };
}

/** As many turns of the engine's housekeeping timer as the reserve needs. */
function idle(writer: JournalWriter): void {
  for (let turn = 0; turn < 512; turn += 1) writer.maintain(performance.now());
}

function journalRound(writer: JournalWriter, commits: number): Round {
  const { batchBytes } = writer;
  // As the engine does it: a command is encoded into the batch itself.
  const fill = (): void => {
    for (let i = 0; i < BATCH_RECORDS; i += 1) {
      const at = writer.claim(RECORD_BYTES);
      batchBytes.fill(7, at, at + RECORD_BYTES);
      writer.finish(writer.nextSeq, RECORD_BYTES);
    }
  };
  return timeRound(commits, fill, () => {
    writer.commit();
  });
}

/** The rate counts `fill` and `commit`; the latencies are of `commit` alone. */
function timeRound(commits: number, fill: () => void, commit: () => void): Round {
  const times: number[] = [];
  const start = performance.now();
  for (let i = 0; i < commits; i += 1) {
    fill();
    const before = performance.now();
    commit();
    times.push(performance.now() - before);
  }
  const seconds = (performance.now() - start) / 1000;
  return {
    recordsPerSecond: (commits * BATCH_RECORDS) / seconds,
    p50Ms: quantile(times, 0.5),
    p99Ms: quantile(times, 0.99),
  };
}

/** Reads what `benchWrite` left, everything verified; the median of three runs. */
function benchRead(directory: string): Record<string, unknown> {
  const rates: number[] = [];
  let records = 0;
  for (let run = 0; run < 3; run += 1) {
    let bytes = 0;
    const start = performance.now();
    const report = readJournal(new FileStorage(), joinPath(directory, 'journal'), {
      ...JOURNAL,
      onRecord: (_seq, _bytes, _offset, length) => {
        bytes += length;
      },
    });
    const seconds = (performance.now() - start) / 1000;
    records = report.records;
    if (bytes !== records * RECORD_BYTES) throw new Error(`read ${bytes} bytes`);
    rates.push(records / seconds);
  }
  return {
    bench: 'journal-read',
    recordBytes: RECORD_BYTES,
    records,
    recordsPerSecond: Math.round(quantile(rates, 0.5)),
    recordsPerSecondGoal: 3_000_000,
  };
}

function quantile(values: readonly number[], q: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? Number.NaN;
}

function round3(value: number): number {
  return Math.round(value * 1000) / 1000;
}

if (import.meta.main) {
  for (const line of await journalBench()) console.log(JSON.stringify(line));
}
