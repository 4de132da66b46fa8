/** A copy of an order book kept from `books` pushes, which notices when a push is missing. */
import { bookChecksum } from '@halcyon/protocol';
import type { WsClient } from './ws-client.ts';
import type { BookLevel, BookRow, Push } from './ws-messages.ts';

/** Compares canonical decimals exactly: negative when `a` is smaller. */
export function compareDecimals(a: string, b: string): number {
  const [wholeA = '', fractionA = ''] = a.split('.');
  const [wholeB = '', fractionB = ''] = b.split('.');
  if (wholeA.length !== wholeB.length) return wholeA.length - wholeB.length;
  if (wholeA !== wholeB) return wholeA < wholeB ? -1 : 1;
  const length = Math.max(fractionA.length, fractionB.length);
  const [left, right] = [fractionA.padEnd(length, '0'), fractionB.padEnd(length, '0')];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}

/** What applying a push came to. */
export type BookOutcome = 'applied' | 'ignored' | 'gap' | 'checksum';

/** A book by price and size as they were sent. */
export class LocalBook {
  readonly #bids: BookLevel[] = [];
  readonly #asks: BookLevel[] = [];
  #seq = -1;
  #ts = 0;

  /** Sequence of the last message; -1 = no snapshot yet. */
  get seq(): number {
    return this.#seq;
  }

  /** Unix ms of the last message. */
  get ts(): number {
    return this.#ts;
  }

  /** Best first. Live arrays: read, do not keep. */
  get bids(): readonly BookLevel[] {
    return this.#bids;
  }
  get asks(): readonly BookLevel[] {
    return this.#asks;
  }

  /** Forgets everything; updates are ignored until the next snapshot. */
  reset(): void {
    this.#bids.length = 0;
    this.#asks.length = 0;
    this.#seq = -1;
  }

  /**
   * Takes a row. `gap` when an update does not follow the last message, `checksum` when the result
   * differs from the sender's: the book is then empty and needs a snapshot.
   */
  apply(row: BookRow, action: 'snapshot' | 'update'): BookOutcome {
    if (action === 'snapshot') {
      this.#replace(this.#bids, row.bids, -1);
      this.#replace(this.#asks, row.asks, 1);
    } else {
      if (this.#seq === -1 || row.seq <= this.#seq) return 'ignored';
      if (row.pseq !== this.#seq) {
        this.reset();
        return 'gap';
      }
      for (const level of row.bids) setLevel(this.#bids, level, -1);
      for (const level of row.asks) setLevel(this.#asks, level, 1);
    }
    this.#seq = row.seq;
    this.#ts = Number(row.ts);
    if (row.checksum !== 0 && row.checksum !== bookChecksum(this.#bids, this.#asks)) {
      this.reset();
      return 'checksum';
    }
    return 'applied';
  }

  #replace(side: BookLevel[], levels: readonly BookLevel[], sign: 1 | -1): void {
    side.length = 0;
    side.push(...[...levels].sort((a, b) => sign * compareDecimals(a[0], b[0])));
  }
}

/** @param sign 1 when lower prices come first (asks), -1 for bids */
function setLevel(side: BookLevel[], level: BookLevel, sign: 1 | -1): void {
  let low = 0;
  let high = side.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = side[middle];
    if (at !== undefined && sign * compareDecimals(at[0], level[0]) < 0) low = middle + 1;
    else high = middle;
  }
  const known = side[low];
  const same = known !== undefined && compareDecimals(known[0], level[0]) === 0;
  if (level[1] === '0') {
    if (same) side.splice(low, 1);
  } else if (same) side[low] = level;
  else side.splice(low, 0, level);
}

/** Hears of a book that is kept. */
export interface BookListener {
  /** The book changed and is right. */
  onBook(book: LocalBook): void;
  /** It is not to be trusted until the next `onBook`. */
  onStale?(reason: 'gap' | 'checksum' | 'connection'): void;
}

/** Keeps the book of an instrument up to date over `ws`; resynchronises by itself. Returns a stop. */
export function watchBook(ws: WsClient, symbol: string, listener: BookListener): () => void {
  const book = new LocalBook();
  const arg = { instType: 'SPOT', channel: 'books', instId: symbol } as const;
  return ws.subscribe(arg, {
    onPush(push: Push<BookRow>): void {
      for (const row of push.data) {
        const outcome = book.apply(row, push.action);
        if (outcome === 'applied') listener.onBook(book);
        else if (outcome !== 'ignored') {
          listener.onStale?.(outcome);
          ws.resubscribe(arg);
        }
      }
    },
    onGap(): void {
      book.reset();
      listener.onStale?.('connection');
    },
  });
}
