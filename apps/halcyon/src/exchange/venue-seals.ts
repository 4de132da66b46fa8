/** The sealed receipts of a venue, from the folder of its journal. */
import type {
  PartReport,
  Receipt,
  ReceiptProof,
  ReceiptStanding,
  SealAnswer,
  SealPort,
} from '@halcyon/domain';
import { Seals, sealPlaces, sealsFolder } from '@halcyon/engine';
import { FileStorage } from '@halcyon/journal';
import { FileHealth } from './file-health.ts';
import { whileUnchanged } from './folder-cache.ts';
import type { Layout } from './layout.ts';

export class VenueSeals implements SealPort {
  readonly want: () => void;
  readonly #seals: Seals;
  readonly #health: FileHealth;

  /** @param want has a seal made soon */
  constructor({ journal }: Pick<Layout, 'journal'>, want: () => void) {
    const storage = new FileStorage();
    const places = whileUnchanged(sealsFolder(journal), () => sealPlaces(storage, journal));
    this.#seals = new Seals(storage, journal, places);
    this.#health = new FileHealth(this.#seals, 'its receipts have no proof');
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
    return this.#health.report();
  }
}
