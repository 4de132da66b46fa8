/**
 * Puts what a feed says in the order of the exchange's time. Prints and book updates come on two ways,
 * so a print may arrive after the update that contains it. An update contains the prints before its
 * time (on real recordings this explains most of what trades: see docs/paper-flow.md). Each of the two
 * kinds is in order by itself.
 */

/** What can be put in order. */
interface Timed {
  readonly kind: 'book' | 'depth' | 'print';
  readonly timeMs: number;
}

class Queue<T extends Timed> {
  private items: T[] = [];
  private at = 0;
  /** Newest time seen. */
  newestMs = Number.NEGATIVE_INFINITY;

  push(item: T): void {
    this.items.push(item);
    if (item.timeMs > this.newestMs) this.newestMs = item.timeMs;
  }

  get head(): T | undefined {
    return this.items[this.at];
  }

  shift(): void {
    this.at += 1;
    if (this.at < 1_024 && this.at < this.items.length) return;
    this.items = this.items.slice(this.at);
    this.at = 0;
  }
}

export class TimeOrder<T extends Timed> {
  private readonly books = new Queue<T>();
  private readonly prints = new Queue<T>();

  push(item: T): void {
    (item.kind === 'print' ? this.prints : this.books).push(item);
  }

  /** The newest of each kind, ms. */
  get newest(): { readonly booksMs: number; readonly printsMs: number } {
    return { booksMs: this.books.newestMs, printsMs: this.prints.newestMs };
  }

  /**
   * Items before which nothing can come any more.
   * @param withinMs how much later than a newer item an older one may come; -Infinity = none will
   */
  *due(withinMs: number): Generator<T> {
    const newestMs = Math.max(this.books.newestMs, this.prints.newestMs);
    for (;;) {
      const print = this.prints.head;
      const book = this.books.head;
      const printFirst = print !== undefined && (book === undefined || print.timeMs < book.timeMs);
      const head = printFirst ? print : book;
      if (head === undefined) return;
      const sure =
        (print !== undefined && book !== undefined) ||
        (printFirst ? this.books.newestMs > head.timeMs : this.prints.newestMs >= head.timeMs);
      if (!sure && head.timeMs + withinMs > newestMs) return;
      yield head;
      (printFirst ? this.prints : this.books).shift();
    }
  }
}
