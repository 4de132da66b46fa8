/**
 * Opens a data folder: takes its lock, brings core and views from the newest snapshot over the
 * journal's tail to the last acknowledged command, and starts the engine. Used by the server and, when
 * none runs, by the commands that change something.
 */
import type { Core } from '@halcyon/core';
import { Engine } from '@halcyon/engine';
import { type DirectoryLock, type JournalWriter, lockDirectory } from '@halcyon/journal';
import { checkHistory } from './history-files.ts';
import { type Layout, layoutOf } from './layout.ts';
import { recover } from './recover.ts';
import { SnapshotRuns } from './snapshot-runs.ts';
import type { ViewsReader } from './views-reader.ts';

/** What commits a venue's commands. */
export interface VenueEngine {
  readonly layout: Layout;
  readonly core: Core;
  readonly engine: Engine;
  readonly writer: JournalWriter;
  readonly snapshots: SnapshotRuns;
  /** What the start found, for the log. */
  readonly recovered: {
    readonly snapshotSeq: number;
    readonly commands: number;
    readonly tornBytes: number;
    readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  };
}

/** A venue that is open for writing: no HTTP, no SQL, no participants. */
export interface OpenVenue extends VenueEngine {
  /** The views; whoever opened the venue keeps them up to date. */
  readonly reader: ViewsReader;
}

/** The live venue with the lock of its folder. */
export interface Exchange extends OpenVenue {
  /** What was wrong with its candle files. */
  readonly historyNotes: readonly string[];
  /** Commits what waits, closes the journal, frees the folder. */
  close(): void;
}

/**
 * @throws DirectoryLockedError, JournalDamageError, JournalVersionError, JournalFullError
 */
export async function openExchange(
  root: string,
  onFailure: (error: Error) => void,
): Promise<Exchange> {
  const layout = layoutOf(root);
  const lock = lockDirectory(root);
  try {
    return await openLocked(layout, lock, onFailure);
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function openLocked(
  layout: Layout,
  lock: DirectoryLock,
  onFailure: (error: Error) => void,
): Promise<Exchange> {
  const historyNotes = checkHistory(layout);
  const venue = await openVenue(layout, onFailure);
  const { engine, writer, reader } = venue;
  engine.onRows((batch) => reader.replay(batch));
  let open = true;
  const close = (): void => {
    if (!open) return;
    open = false;
    engine.stop();
    if (engine.status !== 'failed') writer.close();
    lock.release();
  };
  return { ...venue, historyNotes, close };
}

/**
 * Opens one venue of a folder whose lock is held; its engine is not started.
 * @param now Unix ms, for the stamps of commands
 */
export async function openVenue(
  layout: Layout,
  onFailure: (error: Error) => void,
  now: () => number = Date.now,
): Promise<OpenVenue> {
  const { core, writer, reader, snapshotSeq, skipped, report } = await recover(layout);
  const engine = new Engine({ core, writer, now, onFailure });
  const recovered = {
    snapshotSeq,
    commands: core.state.seq - snapshotSeq,
    tornBytes: report.tornBytes,
    skipped,
  };
  const snapshots = new SnapshotRuns(layout, engine);
  return { layout, core, engine, writer, snapshots, reader, recovered };
}
