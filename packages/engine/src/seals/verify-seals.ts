/** The audit of a venue's seals: their chain, their trees, and what the kept journal gives again. */
import { Core, RULES_VERSION } from '@halcyon/core';
import { brokenSeal, bytesOfHex, FIRST_LINK, hexOfBytes } from '@halcyon/domain';
import {
  JournalDamageError,
  JournalTail,
  listSnapshots,
  readPruned,
  readSnapshot,
} from '@halcyon/journal';
import { type JournalPlace, Replayer, restoreFrom } from '../replay.ts';
import {
  contentsDigest,
  levelsOf,
  SEAL_FORM,
  SealReader,
  type SealRecord,
  sealFiles,
  sha256,
} from './seal-file.ts';
import { Sealer } from './sealer.ts';
import { Seals } from './seals.ts';

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
 * @throws JournalDamageError saying which file
 */
export function verifySeals(place: JournalPlace, lastSeq: number): SealReport {
  const { storage, directory } = place;
  const seals = new Seals(storage, directory).list();
  const last = seals.at(-1);
  if (last === undefined) return { seals: 0, receipts: 0, remade: 0, link: '' };
  const paths = sealFiles(storage, directory).map(({ path }) => path);
  const broken = brokenSeal(sha256, seals);
  if (broken !== null) {
    const path = paths[seals.indexOf(broken)]!;
    throw damage(path, 'a seal that follows on the one before', `the link ${broken.link}`);
  }
  if (last.to > lastSeq) {
    throw damage(paths.at(-1)!, `receipts up to ${lastSeq}, where the journal ends`, `${last.to}`);
  }
  const audit = new SealAudit(place);
  try {
    for (const path of paths) audit.check(path);
  } finally {
    audit.close();
  }
  const receipts = seals.reduce((sum, seal) => sum + seal.receipts, 0);
  return { seals: seals.length, receipts, remade: audit.remade, link: last.link };
}

/** Goes through the seals with a core that carries out what is kept. */
class SealAudit {
  remade = 0;
  readonly #place: JournalPlace;
  readonly #core: Core;
  readonly #tail: JournalTail;

  constructor(place: JournalPlace) {
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
      throw damage(path, `contents with the hash ${record.contents}`, contents);
    }
    const root = levelsOf(tree.levels[0] ?? new Uint8Array()).at(-1);
    const digits = root === undefined ? FIRST_LINK : hexOfBytes(root);
    if (digits !== record.root) throw damage(path, `the root ${record.root}`, digits);
    const isKept = record.from > this.#core.state.seq;
    if (isKept && record.form === SEAL_FORM) this.#remake(path, record);
  }

  close(): void {
    this.#tail.close();
  }

  /** What the kept journal says is what was sealed. */
  #remake(path: string, record: SealRecord): void {
    const { exchange, venue, from, to, seed } = record;
    const core = this.#core;
    const skip = new Replayer(core, null);
    this.#tail.readTo(from - 1, skip.record);
    skip.flush();
    const source = { exchange, venue };
    const after = { to: from - 1, link: record.previous };
    const sealer = new Sealer(core.state, source, after, bytesOfHex(seed));
    const replayer = new Replayer(core, ({ log }) => sealer.learn(log.decode()), 1);
    this.#tail.readTo(to, replayer.record);
    replayer.flush();
    const again = sealer.made(this.#tail.chainHash());
    for (const what of ['journal', 'receipts', 'root'] as const) {
      if (again.seal[what] === record[what]) continue;
      throw damage(path, `${what} ${again.seal[what]}, as the journal has it`, `${record[what]}`);
    }
    this.remade += record.receipts;
  }
}

function damage(file: string, expected: string, found: string): JournalDamageError {
  return new JournalDamageError({ file, offset: 0, expected, found });
}
