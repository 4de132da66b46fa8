/**
 * Snapshots without a pause: a second replayer, in a worker, brings the last snapshot forward over
 * the journal to a sequence that the live engine has reached, and compares the rolling hash with the
 * live one. Only a snapshot proved like this is written, and only then may old segments go. The receipts
 * of what was replayed are sealed before, so that no segment goes whose receipts cannot be proved; and the
 * live venue's root of reserves is made of the state that was reached.
 */
import { type Core, RULES_VERSION, snapshotCore } from '@halcyon/core';
import { assert, type LogBatch } from '@halcyon/domain';
import {
  JournalTail,
  joinPath,
  listSnapshots,
  pruneSegments,
  pruneSnapshots,
  type Storage,
  snapshotName,
  writeSnapshot,
} from '@halcyon/journal';
import { loadStartPoint, type Reader, Replayer } from './replay.ts';
import { type RootRecord, savedRoot } from './reserves/root-file.ts';
import { Roots } from './reserves/roots.ts';
import { putBackRoot, snapshotRoot } from './reserves/snapshot-root.ts';
import { type RepairedSeals, repairSeals, savedPart, savedRecord } from './seals/repair-seals.ts';
import type { SealRecord } from './seals/seal-record.ts';
import { Sealer } from './seals/sealer.ts';
import { Seals } from './seals/seals.ts';

/** Snapshots that are kept. */
export const SNAPSHOTS_KEPT = 2;

/** What a snapshot run is to do and where. */
export interface SnapshotJob {
  /** Folder of segments and snapshots. */
  readonly directory: string;
  readonly venue: string;
  /** Last sequence of a commit, durable already. */
  readonly toSeq: number;
  /** The live engine's rolling hash at `toSeq`. */
  readonly chain: number;
  /** Id of the exchange, which receipts name; absent: they are not sealed. */
  readonly exchange?: string;
  /** Absent: a root of reserves is made. */
  readonly root?: false;
}

/** What came of it. */
export interface SnapshotReport {
  readonly seq: number;
  readonly path: string;
  /** Commands replayed since the snapshot before. */
  readonly commands: number;
  readonly segmentsRemoved: number;
  /** What was lost of older seals. */
  readonly seals: RepairedSeals;
  /** Receipts that were sealed, and the link that they can be proved by from now on. */
  readonly sealed: { readonly receipts: number; readonly link: string } | null;
  /** Link of the newest root of reserves; null = there is none. */
  readonly root: string | null;
}

/**
 * Writes a proved snapshot at `job.toSeq`.
 * @param beforeRoot called before a root of reserves is made; only the snapshot's file comes after it
 * @throws InvariantError when the replay does not meet the live hash (INV-15)
 */
export function takeSnapshot(
  storage: Storage,
  job: SnapshotJob,
  readers: readonly Reader[],
  beforeRoot: () => void = () => {},
): SnapshotReport {
  const { directory, venue, toSeq, chain } = job;
  const expectations = { venue, rulesVersion: RULES_VERSION };
  const { core, snapshot } = loadStartPoint(storage, directory, readers);
  // Before any segment goes: a tree can be made again only from the journal.
  const seals = repairSeals({ storage, directory, venue }, savedRecord(snapshot));
  putBackRoot(storage, directory, snapshot);
  const path = joinPath(directory, snapshotName(toSeq));
  if (core.state.seq === toSeq) {
    // Nothing happened since: it is there.
    assert(core.state.log.chain === chain, `INV-15: the snapshot at ${toSeq} is of another run`);
    return { seq: toSeq, path, commands: 0, segmentsRemoved: 0, seals, sealed: null, root: null };
  }
  const fromSeq = core.state.seq + 1;
  const sealer = sealerOf(storage, job, core);
  const onLog = (batch: LogBatch) => {
    for (const reader of readers) reader.replay(batch);
    sealer?.learn(batch.log.decode());
  };
  // A receipt tells what held at its command: with a sealer they come one by one.
  const replayer = new Replayer(core, onLog, sealer === null ? undefined : 1);
  const tail = new JournalTail(storage, directory, { ...expectations, fromSeq });
  let chainHash: Uint8Array;
  try {
    tail.readTo(toSeq, replayer.record);
    replayer.flush();
    chainHash = tail.chainHash();
  } finally {
    tail.close();
  }
  assert(core.state.seq === toSeq, `the replay ended at ${core.state.seq}, not ${toSeq}`);
  assert(core.state.log.chain === chain, `INV-15: replay to ${toSeq} differs from the live run`);
  const seal = sealer?.write(storage, directory, chainHash) ?? null;
  const sealed = seal === null ? null : { receipts: seal.receipts, link: seal.link };
  const parts = snapshotParts(core, readers);
  const newest = seal ?? new Seals(storage, directory).newest();
  const root = newest === null ? null : rootAfter(storage, job, core, newest, beforeRoot);
  if (newest !== null) parts.set(...savedPart(newest));
  if (root !== null) parts.set(...savedRoot(root));
  writeSnapshot(storage, directory, {
    seq: toSeq,
    rulesVersion: RULES_VERSION,
    chainHash,
    parts,
  });
  const removed = prune(storage, directory, expectations, toSeq);
  const commands = toSeq - fromSeq + 1;
  const link = root?.link ?? null;
  return { seq: toSeq, path, commands, segmentsRemoved: removed, seals, sealed, root: link };
}

/** Paper money is nobody's: of the live venue alone there are roots. */
function rootAfter(
  storage: Storage,
  { venue, directory, toSeq, exchange, root }: SnapshotJob,
  { state }: Core,
  seal: SealRecord,
  beforeRoot: () => void,
): RootRecord | null {
  if (venue !== 'live' || exchange === undefined || seal.to !== toSeq) return null;
  // What a snapshot keeps of the roots is the newest one, whether it is made with it or not.
  if (root === false) return new Roots(storage, directory).newestRecord();
  state.ledger.assertConserved();
  beforeRoot();
  return snapshotRoot(storage, directory, state, seal);
}

function sealerOf(storage: Storage, job: SnapshotJob, { state }: Core): Sealer | null {
  const { exchange, directory, toSeq } = job;
  if (exchange === undefined) return null;
  const end = new Seals(storage, directory).end();
  if (end.to === toSeq) return null;
  const found = `receipts are sealed to ${end.to}, but the journal ends at ${toSeq}`;
  assert(end.to < toSeq, found);
  return new Sealer(state, { exchange, venue: job.venue as 'live' | 'paper' }, end);
}

/** The parts of a snapshot: the core's and each reader's under its name. */
export function snapshotParts(core: Core, readers: readonly Reader[]): Map<string, Uint8Array> {
  const parts = new Map<string, Uint8Array>();
  for (const [name, bytes] of snapshotCore(core)) parts.set(`core/${name}`, bytes);
  for (const reader of readers) {
    for (const [name, bytes] of reader.serialize()) parts.set(`${reader.name}/${name}`, bytes);
  }
  return parts;
}

function prune(
  storage: Storage,
  directory: string,
  expectations: { readonly venue: string; readonly rulesVersion: number },
  provedSeq: number,
): number {
  pruneSnapshots(storage, directory, { keep: SNAPSHOTS_KEPT, provedSeq });
  const kept = listSnapshots(storage, directory);
  const oldest = kept[kept.length - 1];
  if (oldest === undefined || kept.length < SNAPSHOTS_KEPT) return 0;
  return pruneSegments(storage, directory, { ...expectations, keepFromSeq: oldest.seq }).length;
}
