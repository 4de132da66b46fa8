/**
 * The ledger of pruned segments: a text file with one line a segment (`index firstSeq lastSeq
 * sha256 crc`), replaced as a whole. It binds the oldest kept segment to what was before it and
 * tells `verify` where the journal starts.
 */
import { crc32c } from './crc32c.ts';
import { JournalDamageError } from './errors.ts';
import { replaceFile } from './replace-file.ts';
import { hex } from './segment-format.ts';
import { joinPath, type Storage } from './storage.ts';

/** Name of the ledger in the journal's directory. */
export const PRUNED_NAME = 'pruned.ledger';
const TITLE = 'HALCYON pruned segments 1';
const LINE = /^([1-9]\d{0,9}) ([1-9]\d{0,15}) (\d{1,16}) ([0-9a-f]{64}) ([0-9a-f]{8})$/;

/** A segment that was removed on purpose. */
export interface PrunedSegment {
  readonly index: number;
  readonly firstSeq: number;
  /** One less than `firstSeq` for a segment without records. */
  readonly lastSeq: number;
  /** SHA-256 of the segment up to its end mark, in hexadecimal digits. */
  readonly hash: string;
}

/** Reads the ledger; empty when there is none. Throws `JournalDamageError`. */
export function readPruned(storage: Storage, directory: string): PrunedSegment[] {
  if (!storage.list(directory).includes(PRUNED_NAME)) return [];
  const path = joinPath(directory, PRUNED_NAME);
  const lines = readText(storage, path).split('\n');
  const damaged = (at: number, expected: string): JournalDamageError =>
    new JournalDamageError({
      file: path,
      offset: lines.slice(0, at).join('\n').length,
      expected,
      found: `"${(lines[at] ?? '').slice(0, 40)}" in line ${at + 1}`,
    });
  if (lines[0] !== TITLE) throw damaged(0, `the title "${TITLE}"`);
  if (lines.at(-1) !== '') throw damaged(lines.length - 1, 'a line break at the end');
  const pruned: PrunedSegment[] = [];
  for (let at = 1; at < lines.length - 1; at += 1) {
    const entry = parseLine(lines[at] ?? '', at === 1 ? TITLE : (lines[at - 1] ?? ''));
    if (entry === undefined) throw damaged(at, 'a sound entry');
    const before = pruned.at(-1);
    if (before !== undefined && entry.index !== before.index + 1) {
      throw damaged(at, `segment ${before.index + 1}`);
    }
    if (before !== undefined && entry.firstSeq !== before.lastSeq + 1) {
      throw damaged(at, `first sequence ${before.lastSeq + 1}`);
    }
    pruned.push(entry);
  }
  return pruned;
}

/** Replaces the ledger, durably. */
export function writePruned(
  storage: Storage,
  directory: string,
  pruned: readonly PrunedSegment[],
): void {
  let text = `${TITLE}\n`;
  let before = TITLE;
  for (const entry of pruned) {
    const facts = `${entry.index} ${entry.firstSeq} ${entry.lastSeq} ${entry.hash}`;
    before = `${facts} ${lineCrc(facts, before)}`;
    text += `${before}\n`;
  }
  replaceFile(storage, directory, PRUNED_NAME, [new TextEncoder().encode(text)]);
}

function readText(storage: Storage, path: string): string {
  const handle = storage.open(path, 'read');
  try {
    const bytes = new Uint8Array(storage.size(handle));
    const got = storage.read(handle, bytes, 0, bytes.length, 0);
    return new TextDecoder().decode(bytes.subarray(0, got));
  } finally {
    storage.close(handle);
  }
}

/** Each line's checksum covers the line before as well, so that no line can be taken out. */
function lineCrc(facts: string, before: string): string {
  const bytes = new TextEncoder().encode(`${before}\n${facts}`);
  return hex(crc32c(bytes, 0, bytes.length));
}

function parseLine(line: string, before: string): PrunedSegment | undefined {
  const match = LINE.exec(line);
  if (match === null) return undefined;
  const [, index, firstSeq, lastSeq, hash, crc] = match;
  const facts = line.slice(0, line.length - 9);
  if (crc !== lineCrc(facts, before) || hash === undefined) return undefined;
  return { index: Number(index), firstSeq: Number(firstSeq), lastSeq: Number(lastSeq), hash };
}
