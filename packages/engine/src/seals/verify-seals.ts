/** The audit of a venue's seals: their chain, their trees, and what the kept journal gives again. */
import { Core, RULES_VERSION, type State } from '@halcyon/core';
import { brokenSeal, FIRST_LINK, hexOfBytes } from '@halcyon/domain';
import { JournalTail, listSnapshots, readPruned, readSnapshot } from '@halcyon/journal';
import { type JournalPlace, Replayer, restoreFrom } from '../replay.ts';
import { savedRecord, sealedAgain } from './repair-seals.ts';
import { contentsDigest, levelsOf, SealReader } from './seal-file.ts';
import {
  damage,
  placeOf,
  readRecord,
  readsAlike,
  type SealPlace,
  type SealRecord,
  sealPlaces,
  sha256,
} from './seal-record.ts';

/** What an audit found to be in order. */
export interface SealReport {
  readonly seals: number;
  readonly receipts: number;
  /** Receipts that the journal still gives again, of seals of this version's form. */
  readonly remade: number;
  /** The newest link; '' = nothing is sealed. */
  readonly link: string;
}

/**
 * Checks all seals of a journal at rest.
 * @param lastSeq where the journal ends
 * @param onSealed is shown the state at the end of each seal that the kept journal gives again
 * @throws JournalDamageError saying which file
 */
export function verifySeals(
  place: JournalPlace,
  lastSeq: number,
  onSealed: (state: State) => void = () => {},
): SealReport {
  const { storage, directory } = place;
  const places = sealPlaces(storage, directory);
  const seals = places.map((one) => recordOf(place, one));
  requireSaved(place, seals);
  const last = seals.at(-1);
  if (last === undefined) return { seals: 0, receipts: 0, remade: 0, link: '' };
  const broken = brokenSeal(sha256, seals);
  if (broken !== null) {
    const path = places[seals.indexOf(broken as SealRecord)]!.tree;
    throw damage(path, 0, 'a seal that follows on the one before', `the link ${broken.link}`);
  }
  if (last.to > lastSeq) {
    const expected = `receipts up to ${lastSeq}, where the journal ends`;
    throw damage(places.at(-1)!.tree, 0, expected, `${last.to}`);
  }
  const audit = new SealAudit(place, onSealed);
  try {
    for (const { tree } of places) audit.check(tree);
  } finally {
    audit.close();
  }
  const receipts = seals.reduce((sum, seal) => sum + seal.receipts, 0);
  return { seals: seals.length, receipts, remade: audit.remade, link: last.link };
}

/** What a seal says, in both its files. */
function recordOf({ storage }: JournalPlace, place: SealPlace): SealRecord {
  const { tree, link, to, hasTree, hasLink } = place;
  if (!hasTree) throw damage(tree, 0, `the tree of the seal up to ${to}`, 'no file');
  const record = readRecord(storage, tree, to);
  // Versions before had no second file; the next snapshot makes it.
  const other = hasLink ? readRecord(storage, link, to) : record;
  if (other.link !== record.link) throw damage(link, 0, `the link ${record.link}`, other.link);
  return record;
}

/** The newest snapshot knows the newest seal of its time. */
function requireSaved({ storage, directory }: JournalPlace, seals: readonly SealRecord[]): void {
  const [newest] = listSnapshots(storage, directory);
  const saved = newest === undefined ? null : savedRecord(readSnapshot(storage, newest.path));
  if (saved === null) return;
  const link = seals.find(({ to }) => to === saved.to)?.link ?? 'no file';
  if (link === saved.link) return;
  const { tree } = placeOf(directory, saved.to);
  throw damage(tree, 0, `the link ${saved.link}, as ${newest!.path} has it`, link);
}

/** Goes through the seals with a core that carries out what is kept. */
class SealAudit {
  remade = 0;
  readonly #place: JournalPlace;
  readonly #core: Core;
  readonly #tail: JournalTail;
  readonly #onSealed: (state: State) => void;

  constructor(place: JournalPlace, onSealed: (state: State) => void) {
    this.#onSealed = onSealed;
    const { storage, directory, venue } = place;
    this.#place = place;
    // Where nothing was removed it goes from the first command, as the audit of the journal does.
    const isWhole = readPruned(storage, directory).length === 0;
    const oldest = isWhole ? undefined : listSnapshots(storage, directory).at(-1);
    this.#core =
      oldest === undefined ? new Core() : restoreFrom(readSnapshot(storage, oldest.path), []);
    const fromSeq = this.#core.state.seq + 1;
    const expected = { venue, rulesVersion: RULES_VERSION, fromSeq };
    this.#tail = new JournalTail(storage, directory, expected);
  }

  check(path: string): void {
    const reader = new SealReader(this.#place.storage, path);
    const { record } = reader;
    const tree = reader.tree();
    reader.close();
    const contents = contentsDigest(tree);
    if (contents !== record.contents) {
      throw damage(path, 0, `contents with the hash ${record.contents}`, contents);
    }
    const root = levelsOf(tree.levels[0] ?? new Uint8Array()).at(-1);
    const digits = root === undefined ? FIRST_LINK : hexOfBytes(root);
    if (digits !== record.root) throw damage(path, 0, `the root ${record.root}`, digits);
    const isKept = record.from > this.#core.state.seq;
    if (isKept && readsAlike(record)) this.#remake(path, record);
  }

  close(): void {
    this.#tail.close();
  }

  /** What the kept journal says is what was sealed. */
  #remake(path: string, record: SealRecord): void {
    const core = this.#core;
    const skip = new Replayer(core, null);
    this.#tail.readTo(record.from - 1, skip.record);
    skip.flush();
    const again = sealedAgain(core, this.#tail, record);
    for (const what of ['journal', 'receipts', 'root'] as const) {
      if (again.seal[what] === record[what]) continue;
      throw damage(
        path,
        0,
        `${what} ${again.seal[what]}, as the journal has it`,
        `${record[what]}`,
      );
    }
    this.remade += record.receipts;
    this.#onSealed(core.state);
  }
}
