/** The sealed receipts of a venue, from the folder of its journal. */
import type { Receipt, ReceiptProof, SealAnswer, SealPort } from '@halcyon/domain';
import { Seals } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import type { Layout } from './layout.ts';

export class VenueSeals implements SealPort {
  readonly want: () => void;
  readonly #seals: Seals;

  /** @param want has a seal made soon */
  constructor({ journal }: Layout, want: () => void) {
    this.#seals = new Seals(new FileStorage(), journal);
    this.want = want;
  }

  proof(receipt: Receipt): ReceiptProof | 'waiting' | null {
    return this.#seals.proof(receipt);
  }

  list(): readonly SealAnswer[] {
    return this.#seals.list();
  }
}
