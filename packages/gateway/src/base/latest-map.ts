/** What a client can grow has an end. */

/** Holds the latest entries: what is new beyond `most` takes the place of the oldest. */
export class LatestMap<K, V> extends Map<K, V> {
  readonly most: number;

  /** @param most entries, at least 1 */
  constructor(most: number) {
    super();
    this.most = most;
  }

  override set(key: K, value: V): this {
    if (this.size >= this.most && !this.has(key)) {
      for (const oldest of this.keys()) {
        this.delete(oldest);
        break;
      }
    }
    return super.set(key, value);
  }
}

/**
 * A copy of a text that is cut out of a longer one. JavaScript keeps the longer one in memory for as long
 * as the part: of a request of a megabyte all of it, for a few letters in a log.
 */
export function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le');
}
