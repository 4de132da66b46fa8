/** What the money of a trader's followers brought: how much of it was there for how long, and the profit of who left. */
import { assert, type CopyPortfolio, type FollowersResult } from '@halcyon/domain';

interface TraderBook {
  /** Units that those who follow have paid in, nobody less than nothing, since when, Unix ms. */
  paidIn: bigint;
  since: number;
  /** Unit-ms until then. */
  worked: bigint;
  /** Profit of those who left, units; of those who left while followers are counted. */
  left: bigint;
  leftSince: bigint;
  /** Of those counted so far. */
  followers: number;
  equity: bigint;
  profit: bigint;
}

export class FollowersMoney {
  private readonly books = new Map<number, TraderBook>();

  /** A portfolio becomes another; null = it was not there. */
  change(before: CopyPortfolio | null, after: CopyPortfolio, time: number): void {
    if (after.trader === null) return;
    this.move(after.trader, atWork(after.paidIn) - atWork(before?.paidIn ?? 0n), time);
  }

  /**
   * A portfolio has ended.
   * @param after with all that was given back
   * @param counting whether followers are being counted: who was counted is not counted again as gone
   */
  end(before: CopyPortfolio, after: CopyPortfolio, time: number, counting: boolean): void {
    if (after.trader === null) this.books.delete(after.user);
    else {
      this.move(after.trader, -atWork(before.paidIn), time);
      this.gain(after.trader, -after.paidIn, counting);
    }
  }

  /** Who left has had so much profit. @param counting see `end` */
  gain(trader: number, profit: bigint, counting: boolean): void {
    const book = this.book(trader);
    if (counting) book.leftSince += profit;
    else book.left += profit;
  }

  /** A follower is counted. @param equity units by the mark prices */
  count(trader: number, paidIn: bigint, equity: bigint): void {
    const book = this.book(trader);
    book.followers += 1;
    book.equity += equity;
    book.profit += equity - paidIn;
  }

  /** What followers of a trader have brought; the next count begins. */
  take(trader: number, time: number): FollowersResult {
    const book = this.book(trader);
    this.move(trader, 0n, time);
    const { followers, equity, worked } = book;
    const profit = book.profit + book.left;
    const left = book.left + book.leftSince;
    Object.assign(book, { left, leftSince: 0n, followers: 0, equity: 0n, profit: 0n });
    return { followers, equity, profit, worked };
  }

  /** Whether anybody ever followed. */
  knows(trader: number): boolean {
    return this.books.has(trader);
  }

  image(): FollowersMoneyImage {
    return [...this.books].map(([trader, { since, followers, ...units }]) => {
      const { paidIn, worked, left, leftSince, equity, profit } = units;
      const texts = [paidIn, worked, left, leftSince, equity, profit].map(String);
      return [trader, since, followers, ...texts] as const;
    });
  }

  restore(image: FollowersMoneyImage): void {
    for (const [trader, since, followers, ...texts] of image) {
      const [paidIn, worked, left, leftSince, equity, profit] = texts.map(BigInt);
      const units = { paidIn, worked, left, leftSince, equity, profit } as TraderBook;
      this.books.set(trader, { ...units, since, followers });
    }
  }

  private move(trader: number, units: bigint, time: number): void {
    const book = this.book(trader);
    book.worked += book.paidIn * BigInt(time - book.since);
    book.since = time;
    book.paidIn += units;
    assert(book.paidIn >= 0n, 'followers have paid in less than nothing');
  }

  private book(trader: number): TraderBook {
    const found = this.books.get(trader);
    if (found !== undefined) return found;
    const none = { worked: 0n, left: 0n, leftSince: 0n, equity: 0n, profit: 0n };
    const book = { paidIn: 0n, since: 0, followers: 0, ...none };
    this.books.set(trader, book);
    return book;
  }
}

/** Of each trader: user, since, followers counted, then units as text in the order of the book. */
export type FollowersMoneyImage = readonly (readonly [
  trader: number,
  since: number,
  followers: number,
  ...units: string[],
])[];

/** Who took out more than was paid in works with profit alone. */
function atWork(paidIn: bigint): bigint {
  return paidIn > 0n ? paidIn : 0n;
}
