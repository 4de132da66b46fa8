import { bookChecksum } from '@halcyon/protocol';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BookLevel,
  type BookRow,
  compareDecimals,
  LocalBook,
  WsClient,
  watchBook,
} from '../src/index.ts';
import { sendPush, TestExchange, until } from './test-exchange.ts';

/** The sender's side: lots by ticks. */
class Sender {
  readonly bids = new Map<number, number>();
  readonly asks = new Map<number, number>();
  seq = 10;

  levels(side: Map<number, number>, sign: number): BookLevel[] {
    return [...side]
      .sort(([a], [b]) => sign * (a - b))
      .map(([price, size]) => [priceText(price), String(size)]);
  }

  snapshot(): BookRow {
    return this.#row(this.levels(this.bids, -1), this.levels(this.asks, 1), 0);
  }

  update(changes: readonly Change[]): BookRow {
    const rows: [BookLevel[], BookLevel[]] = [[], []];
    for (const { buy, price, size } of changes) {
      const side = buy ? this.bids : this.asks;
      if (size === 0) side.delete(price);
      else side.set(price, size);
      rows[buy ? 0 : 1].push([priceText(price), String(size)]);
    }
    const before = this.seq;
    this.seq += changes.length + 1;
    return this.#row(rows[0], rows[1], before);
  }

  #row(bids: BookLevel[], asks: BookLevel[], pseq: number): BookRow {
    const checksum = bookChecksum(this.levels(this.bids, -1), this.levels(this.asks, 1));
    return { bids, asks, checksum, seq: this.seq, pseq, ts: '5' };
  }
}

interface Change {
  readonly buy: boolean;
  readonly price: number;
  readonly size: number;
}

function priceText(ticks: number): string {
  return `${Math.floor(ticks / 10)}.${ticks % 10}`;
}

const change = fc.record({
  buy: fc.boolean(),
  price: fc.integer({ min: 1, max: 1200 }),
  size: fc.integer({ min: 0, max: 9 }),
});

describe('LocalBook', () => {
  it('compares decimals as numbers of any length', () => {
    const pairs = ['0', '0.05', '0.5', '0.50', '1', '9.99', '10', '10.01', '90071992547409931.5'];
    for (const [i, a] of pairs.entries()) {
      for (const [j, b] of pairs.entries()) {
        const expected = Number(a) === Number(b) ? 0 : Math.sign(i - j);
        expect(Math.sign(compareDecimals(a, b))).toBe(expected === 0 ? 0 : expected);
      }
    }
    expect(compareDecimals('90071992547409931.5', '90071992547409931.6')).toBeLessThan(0);
  });

  it('INV-17 is the sender’s book after every update, or says that one is missing', () => {
    const updates = fc.array(fc.array(change, { minLength: 1, maxLength: 6 }), { maxLength: 60 });
    fc.assert(
      fc.property(updates, fc.array(fc.boolean(), { maxLength: 60 }), (all, lost) => {
        const sender = new Sender();
        const book = new LocalBook();
        expect(book.apply(sender.update([{ buy: true, price: 3, size: 1 }]), 'update')).toBe(
          'ignored',
        );
        book.apply(sender.snapshot(), 'snapshot');
        let missing = false;
        all.forEach((changes, i) => {
          const row = sender.update(changes);
          if (lost[i] === true) {
            missing = true;
            return;
          }
          expect(book.apply(row, 'update')).toBe(missing ? 'gap' : 'applied');
          if (missing) expect(book.bids).toEqual([]);
          if (missing) book.apply(sender.snapshot(), 'snapshot');
          missing = false;
          expect(book.bids).toEqual(sender.levels(sender.bids, -1));
          expect(book.asks).toEqual(sender.levels(sender.asks, 1));
          expect(book.apply(row, 'update')).toBe('ignored');
        });
      }),
    );
  });

  it('empties itself when the checksum is another', () => {
    const sender = new Sender();
    const book = new LocalBook();
    const row = sender.update([{ buy: true, price: 3, size: 1 }]);
    expect(book.apply({ ...row, checksum: row.checksum ^ 1 }, 'snapshot')).toBe('checksum');
    expect(book.seq).toBe(-1);
    expect(book.apply({ ...row, checksum: 0 }, 'snapshot')).toBe('applied');
  });
});

describe('watchBook', () => {
  let exchange: TestExchange;
  let client: WsClient;
  beforeEach(async () => {
    exchange = await TestExchange.start();
    client = new WsClient({ url: exchange.wsUrl, reconnectMs: 5 });
  });
  afterEach(async () => {
    client.close();
    await exchange.stop();
  });

  it('resynchronises after a gap, a wrong checksum and a broken connection', async () => {
    const sender = new Sender();
    const arg = { instType: 'SPOT', channel: 'books', instId: 'BTCUSDT' };
    exchange.onSubscribe = (_, socket) => sendPush(socket, arg, [sender.snapshot()]);
    const stale: string[] = [];
    let seen = '';
    const stop = watchBook(client, 'BTCUSDT', {
      onBook: (book) => {
        seen = JSON.stringify([book.bids, book.asks]);
      },
      onStale: (reason) => stale.push(reason),
    });
    const same = (): boolean =>
      seen === JSON.stringify([sender.levels(sender.bids, -1), sender.levels(sender.asks, 1)]);
    let price = 0;
    const next = (): BookRow => sender.update([{ buy: price++ % 2 === 0, price, size: price }]);
    await client.open();
    await until(same);
    exchange.push(arg, [next()]);
    await until(same);
    next();
    exchange.push(arg, [next()]);
    await until(() => stale.length === 1 && same());
    const wrong = next();
    exchange.push(arg, [{ ...wrong, checksum: wrong.checksum ^ 1 }]);
    await until(() => stale.length === 2 && same());
    next();
    exchange.cut();
    await until(() => stale.length === 3 && same());
    exchange.push(arg, [next()]);
    await until(same);
    expect(stale).toEqual(['gap', 'checksum', 'connection']);
    stop();
    await until(() => exchange.messages.at(-1)?.op === 'unsubscribe');
  });
});
