/**
 * Errors of the journal. Each says what happened, where, and what to do; none is ever retried by
 * the journal itself.
 */

/** Throws when an invariant of the journal does not hold; stays on in production. */
export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new JournalAssertError(message);
}

/** A broken invariant or a call out of contract: the process must stop. */
export class JournalAssertError extends Error {
  override readonly name = 'JournalAssertError';
}

/** A request that names a wrong option (size, venue, version). */
export class JournalConfigError extends Error {
  override readonly name = 'JournalConfigError';
}

/** Where damage was found: which file, at which byte, before which record. */
export interface DamagePlace {
  readonly file: string;
  /** Byte offset in the file. */
  readonly offset: number;
  /** The sequence that was expected there, when one was. */
  readonly seq?: number;
  readonly expected: string;
  readonly found: string;
}

/** Data that was durable is missing or altered. Recovery refuses to go on. */
export class JournalDamageError extends Error {
  override readonly name = 'JournalDamageError';
  readonly place: DamagePlace;

  constructor(place: DamagePlace) {
    const seq = place.seq === undefined ? '' : `, at sequence ${place.seq}`;
    super(
      `damaged: ${place.file}, offset ${place.offset}${seq}: ` +
        `expected ${place.expected}, found ${place.found}`,
    );
    this.place = place;
  }
}

/** A file was written by a newer version than this build, or by newer rules. */
export class JournalVersionError extends Error {
  override readonly name = 'JournalVersionError';
}

/** A write or fsync failed: what the disk holds is unknown, and nothing more is written. */
export class JournalFailedError extends Error {
  override readonly name = 'JournalFailedError';
}

/** There is no room for the batch: no reserve segment is left and none could be made. */
export class JournalFullError extends Error {
  override readonly name = 'JournalFullError';
}

/** Another process works on this data folder. */
export class DirectoryLockedError extends Error {
  override readonly name = 'DirectoryLockedError';
  /** The process that holds the lock, when it could be read. */
  readonly pid: number | undefined;

  constructor(message: string, pid: number | undefined) {
    super(message);
    this.pid = pid;
  }
}

/** The operating system's code of an error (`ENOSPC`, `EIO`, …), or an empty string. */
export function systemCode(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return '';
  return typeof error.code === 'string' ? error.code : '';
}

/** True when the error says that the disk or the quota is full. */
export function isSpaceError(error: unknown): boolean {
  const code = systemCode(error);
  return code === 'ENOSPC' || code === 'EDQUOT';
}

/** The message of anything thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
