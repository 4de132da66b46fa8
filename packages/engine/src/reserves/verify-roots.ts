/** The audit of a venue's roots of reserves: their chain, and what the kept journal gives again. */
import type { State } from '@halcyon/core';
import { brokenRoot, FIRST_LINK } from '@halcyon/domain';
import type { JournalDamageError } from '@halcyon/journal';
import type { JournalPlace } from '../replay.ts';
import { damage } from '../seals/seal-record.ts';
import { Seals } from '../seals/seals.ts';
import { rootOf } from './make-root.ts';
import { hashText, type RootRecord, readRoot, rootPath, rootSeqs } from './root-file.ts';

/** What an audit found to be in order. */
export interface ReservesReport {
  readonly roots: number;
  /** Roots that the kept journal gives again. */
  readonly remade: number;
  /** The newest link; '' = there is none. */
  readonly link: string;
}

/** Checks the roots of a journal at rest. */
export class RootAudit {
  readonly #place: JournalPlace;
  readonly #seqs: readonly number[];
  #remade = 0;

  constructor(place: JournalPlace) {
    this.#place = place;
    this.#seqs = rootSeqs(place.storage, place.directory);
  }

  /**
   * Makes the root of a state again, if there is one of it.
   * @throws JournalDamageError where it comes out otherwise
   */
  remake(state: State): void {
    if (!this.#seqs.includes(state.seq)) return;
    const root = this.#read(state.seq);
    const { exchange, journal, seal, previous } = root;
    const again = rootOf(state, { exchange, journal, seal, previous }, root);
    if (again.contents !== root.contents || again.time !== root.time) {
      const expected = `assets with the hash ${again.contents}, as the journal has it`;
      throw this.#damage(root.seq, expected, root.contents);
    }
    this.#remade += 1;
  }

  /**
   * Goes through the chain. The seals must have been found sound before.
   * @param lastSeq where the journal ends
   * @throws JournalDamageError saying which file
   */
  report(lastSeq: number): ReservesReport {
    const { storage, directory } = this.#place;
    const seals = new Map(new Seals(storage, directory).list().map(({ to, link }) => [to, link]));
    let previous = FIRST_LINK;
    for (const seq of this.#seqs) {
      const root = this.#read(seq);
      if (brokenRoot(hashText, [root], previous) !== null) {
        throw this.#damage(seq, `a root that follows on the link ${previous}`, root.previous);
      }
      const seal = seals.get(seq) ?? 'none';
      if (seal !== root.seal) throw this.#damage(seq, `the seal with the link ${seal}`, root.seal);
      if (seq > lastSeq) {
        throw this.#damage(seq, `at most ${lastSeq}, where the journal ends`, `${seq}`);
      }
      previous = root.link;
    }
    const roots = this.#seqs.length;
    return { roots, remade: this.#remade, link: roots === 0 ? '' : previous };
  }

  #read(seq: number): RootRecord {
    return readRoot(this.#place.storage, this.#place.directory, seq);
  }

  #damage(seq: number, expected: string, found: string): JournalDamageError {
    return damage(rootPath(this.#place.directory, seq), 0, expected, found);
  }
}
