/** The audit of a data folder at rest: every checksum, every hash, conservation. */
import { Core, RULES_VERSION, stateHash } from '@halcyon/core';
import type { EventBatch, LogBatch } from '@halcyon/domain';
import { listSnapshots, readJournal, readSnapshot, type Storage } from '@halcyon/journal';
import { eventsOf, type Reader, Replayer, restoreFrom } from './replay.ts';
import { type ReservesReport, RootAudit } from './reserves/verify-roots.ts';
import { type SealReport, verifySeals } from './seals/verify-seals.ts';

/** What an audit found to be in order. */
export interface VerifyReport {
  /** First sequence that could be replayed: 1, or where the oldest kept snapshot stands. */
  readonly fromSeq: number;
  readonly toSeq: number;
  readonly commands: number;
  readonly stateHash: string;
  readonly chain: number;
  readonly tornBytes: number;
  /** How many users there are, those of the exchange included. */
  readonly users: number;
  readonly seals: SealReport;
  readonly reserves: ReservesReport;
}

/**
 * Replays all that is kept, starting at the oldest snapshot where segments were pruned.
 * @param onBatch also gets every event, for `replay`
 * @throws JournalDamageError, JournalVersionError or InvariantError saying what and where
 */
export function verifyJournal(
  storage: Storage,
  directory: string,
  venue: string,
  readers: readonly Reader[],
  onBatch: ((batch: EventBatch) => void) | null,
): VerifyReport {
  const expectations = { venue, rulesVersion: RULES_VERSION };
  const first = readJournal(storage, directory, expectations).firstSeq;
  const snapshots = listSnapshots(storage, directory);
  for (const file of snapshots) readSnapshot(storage, file.path);
  const oldest = snapshots[snapshots.length - 1];
  const start = first > 1 && oldest !== undefined ? readSnapshot(storage, oldest.path) : undefined;
  const core = start === undefined ? undefined : restoreFrom(start, readers);
  const onLog = onBatch === null ? null : (batch: LogBatch) => onBatch(eventsOf(batch));
  const replayer = new Replayer(core ?? new Core(), onLog);
  const fromSeq = replayer.core.state.seq + 1;
  const report = readJournal(storage, directory, {
    ...expectations,
    fromSeq,
    ...(start === undefined ? {} : { anchor: { seq: start.seq, chainHash: start.chainHash } }),
    onRecord: replayer.record,
  });
  replayer.flush();
  const { state } = replayer.core;
  state.ledger.assertConserved();
  const place = { storage, directory, venue };
  const roots = new RootAudit(place);
  const seals = verifySeals(place, state.seq, (sealed) => roots.remake(sealed));
  return {
    fromSeq,
    toSeq: state.seq,
    commands: state.seq - fromSeq + 1,
    stateHash: stateHash(replayer.core),
    chain: state.log.chain,
    tornBytes: report.tornBytes,
    users: state.users.count,
    seals,
    reserves: roots.report(state.seq),
  };
}
