/**
 * What a disk lost of seals is made good before the next seal and before the journal's segments go: what
 * a seal says from its other copy or from the newest snapshot, a tree from the journal, byte by byte. A
 * link that others may have is never made anew: a seal comes out as it was, or not at all.
 */
import type { Core } from '@halcyon/core';
import { bytesOfHex, type Seal } from '@halcyon/domain';
import {
  JournalDamageError,
  type JournalTail,
  listSnapshots,
  type Snapshot,
} from '@halcyon/journal';
import { coreAt } from '../follow/core-at.ts';
import { type JournalPlace, Replayer } from '../replay.ts';
import { contentsDigest, isTreeSound, type SealTree, writeTree } from './seal-file.ts';
import {
  isUnreadable,
  nameOf,
  placeOf,
  readRecord,
  readsAlike,
  type SealPlace,
  type SealRecord,
  sealPlaces,
  writeLink,
} from './seal-record.ts';
import { Sealer } from './sealer.ts';

/** The part of a snapshot that has what the newest seal says: its third copy. */
const SAVED = 'seals/newest';

/** Files that were made good again, and trees that could not be: the proofs of their receipts are lost. */
export interface RepairedSeals {
  readonly mended: readonly string[];
  readonly lost: readonly string[];
}

/** What a snapshot keeps of seals. */
export function savedPart(record: SealRecord): readonly [name: string, bytes: Uint8Array] {
  return [SAVED, new TextEncoder().encode(JSON.stringify(record))];
}

/** What the newest seal said when a snapshot was taken; null = there was none, or it did not keep it. */
export function savedRecord(snapshot: Pick<Snapshot, 'parts'> | undefined): SealRecord | null {
  const bytes = snapshot?.parts.get(SAVED);
  return bytes === undefined ? null : (JSON.parse(new TextDecoder().decode(bytes)) as SealRecord);
}

/**
 * Mends the seals of a journal at rest or behind its writer. Old trees are not read for it: it looks for
 * missing files, and at those trees whose commands are about to leave the journal.
 * @param saved of the newest snapshot
 */
export function repairSeals(journal: JournalPlace, saved: SealRecord | null): RepairedSeals {
  const { storage, directory } = journal;
  const mended: string[] = [];
  const lost: string[] = [];
  if (saved !== null) mended.push(...putBack(journal, saved));
  // Segments are kept from the second-last snapshot on.
  const reach = listSnapshots(storage, directory)[1]?.seq ?? 0;
  for (const place of sealPlaces(storage, directory)) {
    const isNear = place.to > reach;
    if (place.hasTree && place.hasLink && !isNear) continue;
    const record = recordOf(journal, place);
    if (record === null) continue;
    if (!isLinkSound(journal, place)) {
      writeLink(storage, directory, record);
      // Versions before had no such file: that is no damage.
      if (place.hasLink) mended.push(nameOf(place.to, 'link'));
    }
    if (place.hasTree && (!isNear || isTreeSound(storage, place, record.contents))) continue;
    const list = remakeTree(journal, record) ? mended : lost;
    list.push(nameOf(place.to, 'tree'));
  }
  return { mended, lost };
}

/** A seal that the snapshot knows and of which nothing can be read here. */
function putBack(journal: JournalPlace, saved: SealRecord): string[] {
  const { storage, directory } = journal;
  if (recordOf(journal, placeOf(directory, saved.to)) !== null) return [];
  writeLink(storage, directory, saved);
  return [nameOf(saved.to, 'link')];
}

/** From either file; the tree's is older. */
function recordOf(journal: JournalPlace, { tree, link, to }: SealPlace): SealRecord | null {
  return recordIn(journal, tree, to) ?? recordIn(journal, link, to);
}

function isLinkSound(journal: JournalPlace, { link, to }: SealPlace): boolean {
  return recordIn(journal, link, to) !== null;
}

function recordIn({ storage }: JournalPlace, path: string, to: number): SealRecord | null {
  try {
    return readRecord(storage, path, to);
  } catch (error) {
    if (isUnreadable(error)) return null;
    throw error;
  }
}

/** Makes a tree again where the journal still has its commands and gives the very same bytes. */
function remakeTree(journal: JournalPlace, record: SealRecord): boolean {
  if (!readsAlike(record)) return false;
  try {
    const at = coreAt(journal, record.from - 1);
    if (at === null) return false;
    try {
      const { tree } = sealedAgain(at.core, at.tail, record);
      if (contentsDigest(tree) !== record.contents) return false;
      writeTree(journal.storage, journal.directory, record, tree);
      return true;
    } finally {
      at.tail.close();
    }
  } catch (error) {
    if (error instanceof JournalDamageError) return false;
    throw error;
  }
}

/** What a seal comes to when its commands are carried out again. @param core before the first of them */
export function sealedAgain(
  core: Core,
  tail: JournalTail,
  record: SealRecord,
): { readonly seal: Seal; readonly tree: SealTree } {
  const { exchange, venue, from, to, previous, seed, form } = record;
  const after = { to: from - 1, link: previous };
  const sealer = new Sealer(core.state, { exchange, venue }, after, bytesOfHex(seed), form);
  const replayer = new Replayer(core, ({ log }) => sealer.learn(log.decode()), 1);
  tail.readTo(to, replayer.record);
  replayer.flush();
  return sealer.made(tail.chainHash());
}
