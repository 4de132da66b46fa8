/** The root of reserves that a snapshot run makes, and what it puts back of the one before. */
import type { State } from '@halcyon/core';
import type { Snapshot, Storage } from '@halcyon/journal';
import type { SealRecord } from '../seals/seal-record.ts';
import { makeRoot } from './make-root.ts';
import { type RootRecord, rootInSnapshot, rootSeqs, writeRoot } from './root-file.ts';
import { Roots, TREES_KEPT } from './roots.ts';
import { removeTrees } from './tree-file.ts';

/** Writes the root again that the newest snapshot knows, where a disk lost it. */
export function putBackRoot(
  storage: Storage,
  journal: string,
  snapshot: Pick<Snapshot, 'parts'> | undefined,
): void {
  const saved = rootInSnapshot(snapshot);
  if (saved === null || new Roots(storage, journal).root(saved.seq) !== null) return;
  writeRoot(storage, journal, saved);
}

/**
 * Makes the root of a state whose receipts are sealed, if there is none of it yet. A chain whose newest
 * root cannot be read is not gone on with: somebody has the link that would be missing.
 * @returns the newest root; null = there is none, or it cannot be read
 */
export function snapshotRoot(
  storage: Storage,
  journal: string,
  state: State,
  seal: SealRecord,
): RootRecord | null {
  const roots = new Roots(storage, journal);
  const newest = roots.newestRecord();
  const previous = roots.end();
  if (previous === null || newest?.seq === state.seq) return newest;
  const { exchange, journal: hash, link } = seal;
  const root = makeRoot(storage, journal, state, { exchange, journal: hash, seal: link, previous });
  removeTrees(storage, journal, new Set(rootSeqs(storage, journal).slice(-TREES_KEPT)));
  return root;
}
