/**
 * One process at a time works on a data folder, so that two starts cannot race for it.
 *
 * The lock must survive nothing: a lock file with a process id blocks a start when the id was
 * given to another process, and two starts that both find it stale can both take it. So the
 * operating system holds the lock. Node has no `flock`, but its SQLite takes POSIX record locks:
 * an exclusive transaction that writes nothing, on a file that stays empty, held until the
 * process ends in whatever way. That is atomic, works on Linux, macOS and WSL, between containers
 * that share the folder, and between two callers in one process.
 *
 * The holder's process id is beside it (`lock.json`), for the message only. Do not open or delete
 * `lock.db` by other means: closing it anywhere in the process that holds the lock releases it.
 */
import { chmodSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DirectoryLockedError, messageOf } from './errors.ts';
import { makeFolder } from './make-folder.ts';

/** Files of the lock, to be left out of backups. */
export const LOCK_NAMES: readonly string[] = ['lock.db', 'lock.json'];

const SQLITE_BUSY = 5;

/** Held here, because a database that is collected as garbage closes and gives its lock away. */
const held = new Set<DatabaseSync>();

/** A held lock; it ends with the process at the latest. */
export interface DirectoryLock {
  readonly directory: string;
  /** Gives the folder free. Calling it twice does nothing. */
  release(): void;
}

/**
 * Locks the data folder (made when missing; closed to others than its owner). Throws `DirectoryLockedError` when
 * another process, or another part of this one, holds it; an error that names the folder when it
 * cannot be made.
 */
export function lockDirectory(directory: string): DirectoryLock {
  makeFolder(directory);
  closeToOthers(directory);
  const database = new DatabaseSync(join(directory, 'lock.db'), { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = OFF');
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    throw refusal(directory, error);
  }
  const holder = { pid: process.pid, since: new Date().toISOString() };
  writeFileSync(join(directory, 'lock.json'), `${JSON.stringify(holder)}\n`, { mode: 0o600 });
  held.add(database);
  return {
    directory,
    release: () => {
      if (held.delete(database)) database.close();
    },
  };
}

function refusal(directory: string, error: unknown): Error {
  const busy =
    error instanceof Error && 'errcode' in error && (Number(error.errcode) & 255) === SQLITE_BUSY;
  if (!busy) {
    return new Error(`the data folder ${directory} cannot be locked: ${messageOf(error)}`, {
      cause: error,
    });
  }
  const pid = holderPid(directory);
  const who = pid === undefined ? 'another process' : `process ${pid}`;
  return new DirectoryLockedError(
    `the data folder ${directory} is in use by ${who}: stop it first, or choose another folder`,
    pid,
  );
}

/** The process id beside the lock; a start that is just under way may not have written it yet. */
function holderPid(directory: string): number | undefined {
  try {
    const text = readFileSync(join(directory, 'lock.json'), 'utf8');
    const match = /"pid":(\d{1,10})/.exec(text);
    return match === null ? undefined : Number(match[1]);
  } catch {
    return undefined;
  }
}

/** One that was there before may let others in. On a volume that is somebody else's it stays as it is. */
function closeToOthers(directory: string): void {
  const { uid, mode } = statSync(directory);
  if (uid !== process.getuid?.() || (mode & 0o077) === 0) return;
  chmodSync(directory, 0o700);
}
