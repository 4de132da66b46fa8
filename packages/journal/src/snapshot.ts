/**
 * Snapshot files: named byte arrays at a sequence, with a SHA-256 over the whole file at its end.
 * Written beside their place, made durable, then renamed: a file under a snapshot's name is
 * complete or damaged, never half-written.
 *
 *     0 magic "HALCYONS"   8 u32 format   12 u32 rules   16 f64 seq   24 f64 file bytes
 *    32 32 B chain hash   64 u32 parts    68 u32 table bytes
 *    72 table: per part   u32 name length, f64 part bytes, name
 *       parts, one after the other; then SHA-256 of everything before
 */
import { createHash } from 'node:crypto';
import {
  JournalConfigError,
  JournalDamageError,
  JournalVersionError,
  messageOf,
} from './errors.ts';
import {
  FORMAT_VERSION,
  SEQ_MAX,
  SNAPSHOT_BYTES_MAX,
  SNAPSHOT_NAME_BYTES_MAX,
  SNAPSHOT_PARTS_MAX,
} from './limits.ts';
import { piecesOf, replaceFile } from './replace-file.ts';
import { checkFormat, HASH_BYTES, hexOf, sameBytes } from './segment-format.ts';
import { type FileHandle, joinPath, type Storage } from './storage.ts';

const MAGIC = new TextEncoder().encode('HALCYONS');
const HEAD_BYTES = 72;
const ENTRY_BYTES = 12;
const NAME = /^snapshot-(\d{16})\.state$/;

/** A state of the core at a sequence. */
export interface Snapshot {
  /** The last sequence that is in the state; 0 before any. */
  readonly seq: number;
  readonly rulesVersion: number;
  /** `JournalWriter.chainHash` at `seq`, 32 bytes. */
  readonly chainHash: Uint8Array;
  /** Parts by name; order is kept. */
  readonly parts: ReadonlyMap<string, Uint8Array>;
}

/** A snapshot file in a directory. */
export interface SnapshotFile {
  readonly seq: number;
  readonly path: string;
}

/** The newest sound snapshot, and the newer files that were passed over. */
export interface LoadedSnapshot {
  readonly snapshot: Snapshot | undefined;
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

/** The file name of the snapshot at a sequence. */
export function snapshotName(seq: number): string {
  return `snapshot-${String(seq).padStart(16, '0')}.state`;
}

/** Snapshot files, newest first. Their contents are not looked at. */
export function listSnapshots(storage: Storage, directory: string): SnapshotFile[] {
  const files: SnapshotFile[] = [];
  for (const name of storage.list(directory)) {
    const match = NAME.exec(name);
    if (match !== null) files.push({ seq: Number(match[1]), path: joinPath(directory, name) });
  }
  return files.sort((a, b) => b.seq - a.seq);
}

/**
 * Writes a snapshot durably and returns its path. An existing one of the same sequence is
 * replaced. Throws `JournalConfigError` for parts out of limits, and what the storage throws (the
 * unfinished file is removed by the next call).
 */
export function writeSnapshot(storage: Storage, directory: string, snapshot: Snapshot): string {
  const head = encodeHead(snapshot);
  storage.makeDirectory(directory);
  const isLeftover = (entry: string): boolean => /^snapshot-\d{16}\.state\.part$/.test(entry);
  const pieces = piecesOfSnapshot(head, snapshot);
  return replaceFile(storage, directory, snapshotName(snapshot.seq), pieces, isLeftover);
}

/** The file, with its hash at the end. */
function* piecesOfSnapshot(head: Uint8Array, { parts }: Snapshot): Generator<Uint8Array> {
  const hash = createHash('sha256');
  for (const bytes of [head, ...parts.values()]) {
    for (const piece of piecesOf(bytes)) {
      hash.update(piece);
      yield piece;
    }
  }
  yield hash.digest();
}

/**
 * Reads a snapshot and checks all of it. Throws `JournalDamageError`, or `JournalVersionError`
 * when a newer version wrote it.
 */
export function readSnapshot(storage: Storage, path: string): Snapshot {
  const handle = storage.open(path, 'read');
  try {
    return readOpen(storage, handle, path);
  } finally {
    storage.close(handle);
  }
}

/**
 * The newest snapshot that is sound and not newer than `rulesVersion`; damaged ones are passed
 * over with a reason. Throws `JournalVersionError` when the newest was written by newer rules.
 */
export function loadSnapshot(
  storage: Storage,
  directory: string,
  rulesVersion: number,
): LoadedSnapshot {
  const skipped: { path: string; reason: string }[] = [];
  for (const file of listSnapshots(storage, directory)) {
    try {
      const snapshot = readSnapshot(storage, file.path);
      if (snapshot.seq !== file.seq) throw misnamed(file, snapshot.seq);
      if (snapshot.rulesVersion > rulesVersion) throw newerRules(file.path, snapshot.rulesVersion);
      return { snapshot, skipped };
    } catch (error) {
      if (!(error instanceof JournalDamageError)) throw error;
      skipped.push({ path: file.path, reason: messageOf(error) });
    }
  }
  return { snapshot: undefined, skipped };
}

/** Removes all snapshots but the newest `keep` that are at or before `provedSeq`, and newer ones. */
export function pruneSnapshots(
  storage: Storage,
  directory: string,
  options: { readonly keep: number; readonly provedSeq: number },
): SnapshotFile[] {
  const proved = listSnapshots(storage, directory).filter((file) => file.seq <= options.provedSeq);
  const removed = proved.slice(Math.max(1, options.keep));
  for (const file of removed) storage.unlink(file.path);
  if (removed.length > 0) storage.syncDirectory(directory);
  return removed;
}

function misnamed(file: SnapshotFile, seq: number): JournalDamageError {
  return new JournalDamageError({
    file: file.path,
    offset: 16,
    expected: `sequence ${file.seq}, as the file is named`,
    found: `${seq}`,
  });
}

function newerRules(path: string, rules: number): JournalVersionError {
  return new JournalVersionError(
    `${path} was written by a newer version of Halcyon (rules ${rules}). Start the newer ` +
      'version, or restore a backup made before it',
  );
}

function encodeHead(snapshot: Snapshot): Uint8Array {
  const { seq, rulesVersion, chainHash, parts } = snapshot;
  const encoder = new TextEncoder();
  const names = [...parts.keys()].map((name) => encoder.encode(name));
  const tableBytes = names.reduce((sum, name) => sum + ENTRY_BYTES + name.length, 0);
  let total = HEAD_BYTES + tableBytes + HASH_BYTES;
  for (const part of parts.values()) total += part.length;
  const check = (ok: boolean, problem: string): void => {
    if (!ok) throw new JournalConfigError(`snapshot: ${problem}`);
  };
  check(Number.isInteger(seq) && seq >= 0 && seq <= SEQ_MAX, `sequence ${seq}`);
  check(chainHash.length === HASH_BYTES, `chain hash of ${chainHash.length} bytes`);
  check(parts.size <= SNAPSHOT_PARTS_MAX, `${parts.size} parts: at most ${SNAPSHOT_PARTS_MAX}`);
  check(total <= SNAPSHOT_BYTES_MAX, `${total} bytes: at most ${SNAPSHOT_BYTES_MAX}`);
  const bytes = new Uint8Array(HEAD_BYTES + tableBytes);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC, 0);
  view.setUint32(8, FORMAT_VERSION, true);
  view.setUint32(12, rulesVersion, true);
  view.setFloat64(16, seq, true);
  view.setFloat64(24, total, true);
  bytes.set(chainHash, 32);
  view.setUint32(64, parts.size, true);
  view.setUint32(68, tableBytes, true);
  let at = HEAD_BYTES;
  for (const [index, part] of [...parts.values()].entries()) {
    const name = names[index] as Uint8Array;
    const fits = name.length >= 1 && name.length <= SNAPSHOT_NAME_BYTES_MAX;
    check(fits, `part name of ${name.length} bytes: 1 to ${SNAPSHOT_NAME_BYTES_MAX}`);
    view.setUint32(at, name.length, true);
    view.setFloat64(at + 4, part.length, true);
    bytes.set(name, at + ENTRY_BYTES);
    at += ENTRY_BYTES + name.length;
  }
  return bytes;
}

/** Reads forward, hashing what it reads; every length is checked against the file's size. */
function readOpen(storage: Storage, handle: FileHandle, file: string): Snapshot {
  const size = storage.size(handle);
  const hash = createHash('sha256');
  let position = 0;
  const damaged = (offset: number, expected: string, found: string): JournalDamageError =>
    new JournalDamageError({ file, offset, expected, found });
  const take = (length: number): Uint8Array<ArrayBuffer> => {
    if (length > size - HASH_BYTES - position) {
      throw damaged(position, `${length} bytes before the hash`, `a file of ${size} bytes`);
    }
    const bytes = new Uint8Array(length);
    const got = storage.read(handle, bytes, 0, length, position);
    if (got !== length) throw damaged(position, `${length} bytes`, `${got} bytes`);
    hash.update(bytes);
    position += length;
    return bytes;
  };
  const head = take(HEAD_BYTES);
  const view = new DataView(head.buffer);
  if (!MAGIC.every((byte, at) => head[at] === byte)) {
    throw damaged(0, 'the mark HALCYONS of a snapshot', 'something else');
  }
  const format = view.getUint32(8, true);
  const total = view.getFloat64(24, true);
  if (total !== size && format <= FORMAT_VERSION) {
    throw damaged(24, `a file of ${total} bytes`, `${size} bytes`);
  }
  const table = parseTable(take(view.getUint32(68, true)), view.getUint32(64, true));
  if (table === undefined) throw damaged(HEAD_BYTES, 'a sound table of parts', 'another');
  const parts = new Map<string, Uint8Array>();
  for (const entry of table) parts.set(entry.name, take(entry.bytes));
  const digest = hash.digest();
  const stored = new Uint8Array(HASH_BYTES);
  storage.read(handle, stored, 0, HASH_BYTES, position);
  if (!sameBytes(digest, stored)) {
    throw damaged(position, `hash ${hexOf(digest)} of the file`, hexOf(stored));
  }
  if (position + HASH_BYTES !== size) throw damaged(position, 'the end', `${size} bytes`);
  checkFormat(format, file);
  return {
    seq: view.getFloat64(16, true),
    rulesVersion: view.getUint32(12, true),
    chainHash: head.slice(32, 32 + HASH_BYTES),
    parts,
  };
}

function parseTable(
  bytes: Uint8Array<ArrayBuffer>,
  count: number,
): { name: string; bytes: number }[] | undefined {
  if (count > SNAPSHOT_PARTS_MAX) return undefined;
  const view = new DataView(bytes.buffer);
  const decoder = new TextDecoder();
  const table: { name: string; bytes: number }[] = [];
  let at = 0;
  for (let left = count; left > 0; left -= 1) {
    if (at + ENTRY_BYTES > bytes.length) return undefined;
    const nameBytes = view.getUint32(at, true);
    const partBytes = view.getFloat64(at + 4, true);
    at += ENTRY_BYTES;
    if (nameBytes < 1 || nameBytes > SNAPSHOT_NAME_BYTES_MAX) return undefined;
    if (at + nameBytes > bytes.length) return undefined;
    if (!Number.isInteger(partBytes) || partBytes < 0) return undefined;
    table.push({ name: decoder.decode(bytes.subarray(at, at + nameBytes)), bytes: partBytes });
    at += nameBytes;
  }
  return at === bytes.length ? table : undefined;
}
