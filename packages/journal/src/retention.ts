/**
 * Removes segments that proved snapshots have made unnecessary. What is removed is written to the
 * ledger first, so that the chain of hashes still reaches back to the first segment.
 */
import { type Expectations, inspectDirectory, type SegmentFile } from './directory.ts';
import { type PrunedSegment, writePruned } from './pruned-ledger.ts';
import { hexOf } from './segment-format.ts';
import type { Storage } from './storage.ts';

/**
 * Removes the segments all of whose records are before `keepFromSeq` (the sequence of the oldest
 * snapshot that is kept: its segment stays, so that snapshot and journal can be compared). The
 * segment being written always stays. Returns what was removed. May run while the writer works.
 */
export function pruneSegments(
  storage: Storage,
  directory: string,
  options: Expectations & { readonly keepFromSeq: number },
): PrunedSegment[] {
  const facts = inspectDirectory(storage, directory, options);
  const removed: PrunedSegment[] = [];
  const paths: string[] = [...facts.leftovers];
  for (let at = 0; at + 1 < facts.segments.length; at += 1) {
    const { path, header } = facts.segments[at] as SegmentFile;
    const next = (facts.segments[at + 1] as SegmentFile).header;
    if (next.firstSeq > options.keepFromSeq) break;
    const { index, firstSeq } = header;
    removed.push({ index, firstSeq, lastSeq: next.firstSeq - 1, hash: hexOf(next.previousHash) });
    paths.push(path);
  }
  if (removed.length > 0) writePruned(storage, directory, [...facts.pruned, ...removed]);
  for (const path of paths) storage.unlink(path);
  if (paths.length > 0) storage.syncDirectory(directory);
  return removed;
}
