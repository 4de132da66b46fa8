/** Keeps one order book in step with the `books` stream and asks for a snapshot when it is not. */

import type { ChannelArg, Push } from '@halcyon/client/streams';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { publicLink } from '../ws/links.ts';
import type { InstrumentInfo } from './instruments.ts';
import { type BookPush, type BookResult, OrderBook } from './order-book.ts';
import { INST_TYPES } from './product.ts';

/** `loading` before the first snapshot, `stale` while a fresh one is on its way. */
export type FeedState = 'loading' | 'live' | 'stale';

/** The book of one instrument and the state of its stream. */
export class LiveBook {
  readonly book: OrderBook;
  readonly state: StoreApi<FeedState> = createStore<FeedState>(() => 'loading');
  /** How many times the stream had to be started again (for diagnosis and tests). */
  resyncs = 0;
  private readonly arg: ChannelArg & { readonly channel: 'books' };
  private waiting = false;

  constructor(instrument: InstrumentInfo) {
    this.book = new OrderBook(instrument.priceScale, instrument.sizeScale);
    const { product, symbol } = instrument;
    this.arg = { instType: INST_TYPES[product], channel: 'books', instId: symbol };
  }

  /** Starts listening; the returned function stops. */
  start(): () => void {
    const stopState = publicLink.state.subscribe((link) => {
      if (link !== 'live' && this.state.getState() === 'live') this.state.setState('stale', true);
    });
    const stop = publicLink.subscribe(this.arg, {
      onPush: (push) => this.receive(push),
      onGap: () => {
        this.waiting = true;
      },
    });
    return () => {
      stop();
      stopState();
    };
  }

  /** Shows a book of earlier, as stale, if the stream has sent none yet. */
  restore(known: BookPush): void {
    if (this.state.getState() !== 'loading') return;
    if (this.book.snapshot(known) !== 'applied') return;
    // Updates do not fit what was kept: the stream's own snapshot has to come first.
    this.waiting = true;
    this.state.setState('stale', true);
  }

  private receive(push: Push<BookPush>): void {
    const row = push.data[0];
    if (row === undefined) return;
    if (push.action === 'snapshot') {
      this.waiting = false;
      this.settle(this.book.snapshot(row));
    } else if (!this.waiting) {
      this.settle(this.book.update(row));
    }
  }

  private settle(result: BookResult): void {
    if (result === 'applied') {
      if (this.state.getState() !== 'live') this.state.setState('live', true);
      return;
    }
    this.resyncs += 1;
    this.waiting = true;
    this.state.setState('stale', true);
    // A refused snapshot would come again at once: give the server a moment.
    window.setTimeout(() => publicLink.resubscribe(this.arg), Math.min(5_000, this.resyncs * 200));
  }
}
