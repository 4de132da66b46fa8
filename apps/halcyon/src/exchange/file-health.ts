/** How the files of seals and roots are: what could not be read is looked at again, because somebody may put it back. */
import { PART_OK, type PartReport } from '@halcyon/domain';

/** A damaged file is looked at again this often, ms. */
const LOOK_AGAIN_MS = 60_000;

/** Files that remember what could not be read, as sentences without paths. */
export interface FaultyFiles {
  faults(): readonly string[];
  lookAgain(): void;
}

export class FileHealth {
  readonly #files: FaultyFiles;
  readonly #consequence: string;
  #lookedAt = 0;

  /** @param consequence of a fault, for the operator */
  constructor(files: FaultyFiles, consequence: string) {
    this.#files = files;
    this.#consequence = consequence;
  }

  /** Names the first file that could not be read. */
  report(): PartReport {
    if (this.#files.faults().length === 0) return PART_OK;
    const now = performance.now();
    if (now - this.#lookedAt > LOOK_AGAIN_MS) {
      this.#lookedAt = now;
      this.#files.lookAgain();
    }
    const [first, ...more] = this.#files.faults();
    if (first === undefined) return PART_OK;
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    return { state: 'degraded', detail: `${first}${others}: ${this.#consequence}` };
  }
}
