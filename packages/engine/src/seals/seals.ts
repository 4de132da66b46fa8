/** The seals of a venue: their chain, and the proofs of receipts that lead to it. */
import {
  bytesOfHex,
  FIRST_LINK,
  hexOfBytes,
  leafHash,
  type ProofStep,
  provenSeal,
  type Receipt,
  type ReceiptProof,
  receiptText,
  type SealAnswer,
  sealLink,
} from '@halcyon/domain';
import { JournalDamageError, type Storage } from '@halcyon/journal';
import { type SealFile, SealReader, sealFiles, sha256 } from './seal-file.ts';
import { type SealEnd, saltOf } from './sealer.ts';

/** Reads what has been sealed; new files are found as they come. */
export class Seals {
  readonly #storage: Storage;
  readonly #journal: string;
  readonly #known = new Map<string, SealAnswer>();

  /** @param journal folder of the journal */
  constructor(storage: Storage, journal: string) {
    this.#storage = storage;
    this.#journal = journal;
  }

  /** All of them, the oldest first. @throws JournalDamageError */
  list(): SealAnswer[] {
    return this.#files().map((file) => this.#known.get(file.path) ?? this.#learn(file));
  }

  /** Where the next seal follows on. @throws JournalDamageError */
  end(): SealEnd {
    const file = this.#files().at(-1);
    if (file === undefined) return { to: 0, link: FIRST_LINK };
    return this.#known.get(file.path) ?? this.#learn(file);
  }

  /**
   * The way from a receipt to its seal; 'waiting' = its command is not sealed yet, null = what was sealed
   * of it says something else, or its command was carried out before there were seals.
   * @throws JournalDamageError where the tree does not come to its seal
   */
  proof(receipt: Receipt): ReceiptProof | 'waiting' | null {
    const file = this.#files().find(({ to }) => to >= receipt.seq);
    if (file === undefined) return 'waiting';
    const reader = new SealReader(this.#storage, file.path);
    try {
      return proofIn(reader, receipt, file.path);
    } finally {
      reader.close();
    }
  }

  #files(): SealFile[] {
    return sealFiles(this.#storage, this.#journal);
  }

  #learn({ path, to }: SealFile): SealAnswer {
    const reader = new SealReader(this.#storage, path);
    reader.close();
    const { seed: _seed, contents: _contents, form: _form, ...seal } = reader.record;
    if (seal.to !== to) {
      const [expected, found] = [`receipts up to ${to}, as the file is named`, `${seal.to}`];
      throw new JournalDamageError({ file: path, offset: 0, expected, found });
    }
    this.#known.set(path, seal);
    return seal;
  }
}

function proofIn(reader: SealReader, receipt: Receipt, path: string): ReceiptProof | null {
  const { record } = reader;
  const text = receiptText(receipt);
  const seed = bytesOfHex(record.seed);
  const [from, end] = reader.leavesOf(receipt.seq);
  for (let leaf = from; leaf < end; leaf++) {
    const salt = saltOf(seed, leaf);
    if (hexOfBytes(leafHash(sha256, salt, text)) !== hexOfBytes(reader.leaf(leaf))) continue;
    const { from: first, to, receipts, previous, journal } = record;
    const seal = { from: first, to, receipts, previous, journal };
    const proof: ReceiptProof = { salt, path: [...stepsOf(reader, leaf)], seal };
    const proven = provenSeal(sha256, receipt, proof);
    const link = proven === null ? 'none' : sealLink(sha256, proven);
    if (link === record.link) return proof;
    throw new JournalDamageError({ file: path, offset: 0, expected: record.link, found: link });
  }
  return null;
}

function* stepsOf(reader: SealReader, leaf: number): Generator<ProofStep> {
  for (const neighbour of reader.neighbours(leaf)) {
    if (neighbour === null) continue;
    const [index, hash] = neighbour;
    yield [index % 2 === 0 ? 'left' : 'right', hexOfBytes(hash)];
  }
}
