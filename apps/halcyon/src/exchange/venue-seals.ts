/** The sealed receipts of a venue, from the folder of its journal. */
import {
  PART_OK,
  type PartReport,
  type Receipt,
  type ReceiptProof,
  type ReceiptStanding,
  type SealAnswer,
  type SealPort,
} from '@halcyon/domain';
import { Seals } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import type { Layout } from './layout.ts';

/** A damaged file is looked at again this often, ms: somebody may have put it back. */
const LOOK_AGAIN_MS = 60_000;

export class VenueSeals implements SealPort {
  readonly want: () => void;
  readonly #seals: Seals;
  #lookedAt = 0;

  /** @param want has a seal made soon */
  constructor({ journal }: Pick<Layout, 'journal'>, want: () => void) {
    this.#seals = new Seals(new FileStorage(), journal);
    this.want = want;
  }

  proof(receipt: Receipt): ReceiptProof | ReceiptStanding | null {
    return this.#seals.proof(receipt);
  }

  list(): readonly SealAnswer[] {
    return this.#seals.list();
  }

  /** Names the files that could not be read. */
  health(): PartReport {
    if (this.#seals.faults().length === 0) return PART_OK;
    const now = performance.now();
    if (now - this.#lookedAt > LOOK_AGAIN_MS) {
      this.#lookedAt = now;
      this.#seals.lookAgain();
    }
    const [first, ...more] = this.#seals.faults();
    if (first === undefined) return PART_OK;
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return { state: 'degraded', detail: `${first}${others}: its receipts have no proof` };
  }
}
