/**
 * What a root of reserves says, on the disk: `root-….json` in the folder `reserves` of the journal. Kept
 * for ever. The link in it is the hash of what it says, so a file that is damaged is noticed; the newest
 * one is in the snapshot too.
 */
import { hash as hashOf } from 'node:crypto';
import { brokenRoot, type HashText, type ReservesRoot, reservesFault } from '@halcyon/domain';
import { joinPath, replaceFile, type Snapshot, type Storage } from '@halcyon/journal';
import { damage, namesIn } from '../seals/seal-record.ts';

/** A root's file: a few hundred assets. */
const BYTES_MAX = 4 * 1024 * 1024;
const NAME = /^root-(\d{16})\.json$/;
/** The part of a snapshot that has the newest root. */
const SAVED = 'reserves/newest';

/** How roots are made now; `tree-draws.ts` has the forms of before. */
export const RESERVES_FORM = 2;

/** The platform's SHA-256 of a text. */
export const hashText: HashText = (text) => hashOf('sha256', text, 'hex');

/** A root with what is told to nobody. */
export interface RootRecord extends ReservesRoot {
  /** What places, salts and empty nodes of its trees are drawn from, hexadecimal digits of 32 bytes. */
  readonly seed: string;
  /** `RESERVES_FORM` of the version that wrote it. */
  readonly form: number;
}

/** Folder of the roots in that of a journal. */
export function reservesFolder(journal: string): string {
  return joinPath(journal, 'reserves');
}

/** Makes the folder of the roots, durably. */
export function makeReservesFolder(storage: Storage, journal: string): string {
  const folder = reservesFolder(journal);
  storage.makeDirectory(folder);
  storage.syncDirectory(journal);
  return folder;
}

/** The commands that there are roots of, the first one first. */
export function rootSeqs(storage: Storage, journal: string): number[] {
  const seqs = namesIn(storage, reservesFolder(journal)).flatMap((name) => {
    const match = NAME.exec(name);
    return match === null ? [] : [Number(match[1])];
  });
  return seqs.sort((a, b) => a - b);
}

/** Where the root at a command is. */
export function rootPath(journal: string, seq: number): string {
  return joinPath(reservesFolder(journal), rootName(seq));
}

/** The name of the file of the root at a command. */
export function rootName(seq: number): string {
  return `root-${String(seq).padStart(16, '0')}.json`;
}

/** Writes a root durably. */
export function writeRoot(storage: Storage, journal: string, record: RootRecord): void {
  const folder = makeReservesFolder(storage, journal);
  replaceFile(storage, folder, rootName(record.seq), [bytesOf(record)], (name) =>
    name.endsWith('.part'),
  );
}

/** The root at a command. @throws JournalDamageError, or what the storage throws */
export function readRoot(storage: Storage, journal: string, seq: number): RootRecord {
  const path = rootPath(journal, seq);
  const handle = storage.open(path, 'read');
  let bytes: Uint8Array;
  try {
    const size = storage.size(handle);
    if (size > BYTES_MAX) throw damage(path, 0, `at most ${BYTES_MAX} bytes`, `${size}`);
    bytes = new Uint8Array(size);
    storage.read(handle, bytes, 0, size, 0);
  } finally {
    storage.close(handle);
  }
  const record = recordOf(bytes);
  if (record === null || record.seq !== seq) {
    throw damage(path, 0, `the root of reserves at ${seq}`, 'something else');
  }
  return record;
}

/** What a snapshot keeps of the roots. */
export function savedRoot(record: RootRecord): readonly [name: string, bytes: Uint8Array] {
  return [SAVED, bytesOf(record)];
}

/** The newest root when a snapshot was taken; null = there was none. */
export function rootInSnapshot(snapshot: Pick<Snapshot, 'parts'> | undefined): RootRecord | null {
  const bytes = snapshot?.parts.get(SAVED);
  return bytes === undefined ? null : recordOf(bytes);
}

function bytesOf(record: RootRecord): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(record));
}

/** null = it is no root, or not the one that its link is of. */
function recordOf(bytes: Uint8Array): RootRecord | null {
  try {
    const record = JSON.parse(
      new TextDecoder('utf-8', { fatal: true }).decode(bytes),
    ) as RootRecord;
    const isWhole =
      brokenRoot(hashText, [record]) === null && reservesFault(hashText, record) === null;
    return isWhole && typeof record.seed === 'string' ? record : null;
  } catch {
    return null;
  }
}
