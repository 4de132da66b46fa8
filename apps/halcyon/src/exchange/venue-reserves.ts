/** The roots of reserves of the live venue, from the folder of its journal. */
import { setTimeout } from 'node:timers/promises';
import type {
  PartReport,
  ReservesHead,
  ReservesPort,
  ReservesProof,
  ReservesRoot,
  ReservesStanding,
} from '@halcyon/domain';
import { Roots, reservesFolder, rootSeqs } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { FileHealth } from './file-health.ts';
import { whileUnchanged } from './folder-cache.ts';
import type { Layout } from './layout.ts';

/** Roots of before are read so many at a time, 2 ms: a year of them at once takes half a second. */
const LEARNT_AT_ONCE = 25;
const LEARN_EVERY_MS = 20;

export class VenueReserves implements ReservesPort {
  readonly want: () => void;
  readonly #roots: Roots;
  readonly #health: FileHealth;

  /** @param want has a root made soon */
  constructor({ journal }: Pick<Layout, 'journal'>, want: () => void) {
    const storage = new FileStorage();
    const seqs = whileUnchanged(reservesFolder(journal), () => rootSeqs(storage, journal));
    this.#roots = new Roots(storage, journal, seqs);
    this.#health = new FileHealth(this.#roots, 'put it back from a backup');
    this.want = want;
  }

  /** Reads the roots of before beside trading, so that nobody who asks for all waits for it. */
  async learn(): Promise<void> {
    while (!this.#roots.learn(LEARNT_AT_ONCE)) {
      await setTimeout(LEARN_EVERY_MS, undefined, { ref: false });
    }
  }

  newest(): ReservesRoot | null {
    return this.#roots.newest();
  }

  root(seq: number): ReservesRoot | null {
    return this.#roots.root(seq);
  }

  list(): readonly ReservesHead[] {
    return this.#roots.list();
  }

  proof(owner: string): ReservesProof | ReservesStanding | null {
    return this.#roots.proof(owner);
  }

  isDamaged(): boolean {
    return this.#roots.faults().length > 0;
  }

  /** Names the files that could not be read. */
  health(): PartReport {
    return this.#health.report();
  }
}
