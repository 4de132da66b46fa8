/**
 * The exchange's side of a backup: it brings the files that are to be copied up to date. The copying is
 * done by the process of the command line, so nothing here ever waits for the disk that it goes to.
 */
import type { RecordsClient } from '@halcyon/records';
import type { VenueEngine } from './open-exchange.ts';
import type { Runtime } from './open-runtime.ts';

/** What the command line has to know to copy. */
export interface BackupSource {
  /** Sequence of live that the copy will reach at least. */
  readonly seq: number;
  readonly databaseUrl: string | null;
}

/** How long the rows may take to come to where the journal is, ms. */
const RECORDS_MS = 60_000;

/** Operation `backup`. */
export async function prepareBackup({
  place,
  exchange,
  records,
  paper,
}: Runtime): Promise<BackupSource> {
  await paper?.prepareCopy();
  const seq = await prepareCopy(exchange, records);
  return { seq, databaseUrl: place.databaseUrl };
}

/** A proved snapshot of now, and rows up to now. Gives the sequence of it. */
export async function prepareCopy(venue: VenueEngine, records: RecordsClient): Promise<number> {
  const { seq } = venue.engine;
  await venue.snapshots.take();
  await records.reached(seq, RECORDS_MS);
  return seq;
}
