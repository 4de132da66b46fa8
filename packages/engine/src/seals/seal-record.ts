/**
 * What a seal says, twice on the disk: at the head of its tree (`seal-….tree`), and alone (`seal-….link`),
 * so that a chain of links survives the loss of a tree. Both heads are the same bytes:
 *
 *     0 magic "HALCYONR"   8 u32 format   12 u32 text bytes   16 u32 CRC of the text   20 u32 0
 *    24 text: JSON of the seal, its link and its seed; spaces up to a multiple of 8
 */
import { hash as hashOf } from 'node:crypto';
import { type SealAnswer, type Sha256, sealLink } from '@halcyon/domain';
import {
  crc32c,
  type FileHandle,
  JournalDamageError,
  JournalVersionError,
  joinPath,
  replaceFile,
  type Storage,
} from '@halcyon/journal';

const MAGIC = new TextEncoder().encode('HALCYONR');
const FORMAT = 1;
const HEAD_BYTES = 24;
const TEXT_BYTES_MAX = 4_096;
const PADDED_TO = 8;
const NAME = /^seal-(\d{16})\.(tree|link)$/;

/** The platform's SHA-256. */
export const sha256: Sha256 = (content) => hashOf('sha256', content, 'buffer');

/**
 * Which receipts commands have, and how they read. A change of either has another number: what was sealed
 * before is then not made again from the journal, because it would come out otherwise.
 */
export const SEAL_FORM = 2;
/** Only lacks the receipts of the protection fund. */
const FORM_WITHOUT_FUND = 1;

/** Whether receipts of people read as in this version. */
export function readsAlike({ form }: Pick<SealRecord, 'form'>): boolean {
  return form === SEAL_FORM || form === FORM_WITHOUT_FUND;
}

/** Whether the payments of the protection fund are sealed, too. */
export function hasFund({ form }: Pick<SealRecord, 'form'>): boolean {
  return form > FORM_WITHOUT_FUND;
}

/** A seal with what is told to nobody; hexadecimal digits of 32 bytes each. */
export interface SealRecord extends SealAnswer {
  /** What the salts are made of. */
  readonly seed: string;
  /** SHA-256 of what follows in the tree's file. */
  readonly contents: string;
  /** `SEAL_FORM` of the version that wrote it. */
  readonly form: number;
}

/** Folder of the seals in that of a journal. */
export function sealsFolder(journal: string): string {
  return joinPath(journal, 'seals');
}

/** Where a seal is; its files are named and not looked at. */
export interface SealPlace {
  /** The last command whose receipts it has. */
  readonly to: number;
  readonly tree: string;
  readonly link: string;
  readonly hasTree: boolean;
  readonly hasLink: boolean;
}

/** Seals of a journal, the oldest first; also those of which one file is left. */
export function sealPlaces(storage: Storage, journal: string): SealPlace[] {
  const found = new Map<number, Set<string>>();
  for (const name of namesIn(storage, sealsFolder(journal))) {
    const match = NAME.exec(name);
    if (match === null) continue;
    const to = Number(match[1]);
    found.set(to, (found.get(to) ?? new Set()).add(match[2]!));
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([to, kinds]) => placeOf(journal, to, kinds.has('tree'), kinds.has('link')));
}

/** Where the seal up to a command is or would be. */
export function placeOf(journal: string, to: number, hasTree = false, hasLink = false): SealPlace {
  const [tree, link] = [nameOf(to, 'tree'), nameOf(to, 'link')].map((name) =>
    joinPath(sealsFolder(journal), name),
  );
  return { to, tree: tree!, link: link!, hasTree, hasLink };
}

/** The name of a seal's file. */
export function nameOf(to: number, kind: 'tree' | 'link'): string {
  return `seal-${String(to).padStart(16, '0')}.${kind}`;
}

/** Names in a folder; none where it is not there yet. */
export function namesIn(storage: Storage, directory: string): string[] {
  try {
    return storage.list(directory);
  } catch (error) {
    if ((error as { readonly code?: unknown }).code === 'ENOENT') return [];
    throw error;
  }
}

/** Writes what a seal says, by itself, durably. */
export function writeLink(storage: Storage, journal: string, record: SealRecord): void {
  const directory = sealsFolder(journal);
  storage.makeDirectory(directory);
  storage.syncDirectory(journal);
  replaceFile(storage, directory, nameOf(record.to, 'link'), [headOf(record)]);
}

/** The head of a seal's files. */
export function headOf(record: SealRecord): Uint8Array {
  const text = JSON.stringify(record);
  const padded = text.padEnd(Math.ceil(text.length / PADDED_TO) * PADDED_TO);
  const bytes = new Uint8Array(HEAD_BYTES + padded.length);
  const view = new DataView(bytes.buffer);
  bytes.set(MAGIC);
  bytes.set(new TextEncoder().encode(padded), HEAD_BYTES);
  view.setUint32(8, FORMAT, true);
  view.setUint32(12, padded.length, true);
  view.setInt32(16, crc32c(bytes, HEAD_BYTES, padded.length), true);
  return bytes;
}

/** Bytes of an open file, all of them. @throws JournalDamageError where it ends before */
export function readBytes(
  storage: Storage,
  file: { readonly handle: FileHandle; readonly path: string },
  position: number,
  length: number,
): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const got = storage.read(file.handle, bytes, 0, length, position);
  if (got !== length) throw damage(file.path, position, `${length} bytes`, `${got} bytes`);
  return bytes;
}

/**
 * The head of an open file of a seal, and where it ends.
 * @throws JournalDamageError, JournalVersionError
 */
export function readHead(
  storage: Storage,
  file: { readonly handle: FileHandle; readonly path: string },
): readonly [record: SealRecord, end: number] {
  const { path } = file;
  const head = readBytes(storage, file, 0, HEAD_BYTES);
  const view = new DataView(head.buffer);
  if (!MAGIC.every((byte, at) => head[at] === byte)) {
    throw damage(path, 0, 'the mark HALCYONR of sealed receipts', 'something else');
  }
  const format = view.getUint32(8, true);
  if (format !== FORMAT) throw newerFormat(path, format);
  const length = view.getUint32(12, true);
  if (length > TEXT_BYTES_MAX) throw damage(path, 12, `at most ${TEXT_BYTES_MAX}`, `${length}`);
  if (view.getUint32(20, true) !== 0) throw damage(path, 20, 'zero', 'something else');
  const text = readBytes(storage, file, HEAD_BYTES, length);
  if (crc32c(text, 0, length) !== view.getInt32(16, true)) {
    throw damage(path, HEAD_BYTES, 'the text that was written', 'another');
  }
  return [JSON.parse(new TextDecoder().decode(text)) as SealRecord, HEAD_BYTES + length];
}

/**
 * What a file says of the seal up to `to`.
 * @throws JournalDamageError, JournalVersionError
 */
export function readRecord(storage: Storage, path: string, to: number): SealRecord {
  const handle = storage.open(path, 'read');
  try {
    const [record] = readHead(storage, { handle, path });
    if (record.to !== to) {
      throw damage(path, 0, `receipts up to ${to}, as the file is named`, `${record.to}`);
    }
    const link = sealLink(sha256, record);
    if (link !== record.link) throw damage(path, 0, `the link ${link}`, record.link);
    return record;
  } finally {
    storage.close(handle);
  }
}

/** A damage of a seal's file. */
export function damage(
  file: string,
  offset: number,
  expected: string,
  found: string,
): JournalDamageError {
  return new JournalDamageError({ file, offset, expected, found });
}

/** Whether an error says that a file cannot be read; others are faults of this program. */
export function isUnreadable(error: unknown): boolean {
  const ours = error instanceof JournalDamageError || error instanceof JournalVersionError;
  return ours || typeof (error as { readonly code?: unknown }).code === 'string';
}

function newerFormat(path: string, format: number): JournalVersionError {
  return new JournalVersionError(
    `${path} was written by a newer version of Halcyon (seals of format ${format}; this version reads ` +
      `${FORMAT}). Start the newer version`,
  );
}
