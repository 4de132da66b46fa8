/** Copy trading: the profit share with its mark, settled every week and on leaving. */
import {
  COPY_MARK_KEPT_MS,
  COPY_SHARE_INTERVAL_MS,
  COPY_SHARES_PER_COMMAND,
  CommandKind,
  CopyExit,
  type CopyShareSettledEvent,
  type Event,
  EventKind,
  newShareBooks,
  Reject,
  settleShare,
  shareDueAfter,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf, spotOf, USD } from './copy-exchange.ts';
import { fc } from './properties.ts';

const [ANN, BOB, CAT] = [16, 17, 18];
const MONDAY = 4 * 24 * 60 * 60 * 1000;

const settled = (events: readonly Event[]): CopyShareSettledEvent[] =>
  events.filter((event) => event.kind === EventKind.copyShareSettled);

describe('the arithmetic', () => {
  const basis = { unrealised: 0n, sharePpm: 100_000, free: 1_000_000n };

  test('worked examples', () => {
    const first = settleShare(newShareBooks(0n), { ...basis, realised: 1_000n });
    expect(first).toMatchObject({ profit: 1_000n, fresh: 1_000n, due: 100n, paid: 100n });
    // Down to 400 and up to 900: nothing is due twice.
    for (const realised of [400n, 900n, 1_000n]) {
      const same = settleShare(first.books, { ...basis, realised });
      expect(same).toMatchObject({ fresh: 0n, due: 0n, paid: 0n, books: first.books });
    }
    const more = settleShare(first.books, { ...basis, realised: 1_019n });
    expect(more).toMatchObject({ fresh: 19n, due: 1n, books: { mark: 1_019n, shared: 101n } });
    // A loss of what is open counts, a profit does not.
    const lost = settleShare(newShareBooks(0n), { ...basis, realised: 500n, unrealised: -300n });
    expect(lost).toMatchObject({ profit: 200n, due: 20n });
    const risen = settleShare(newShareBooks(0n), { ...basis, realised: 500n, unrealised: 300n });
    expect(risen).toMatchObject({ profit: 500n, due: 50n });
  });

  test('what cannot be paid is owed, and paid before anything new', () => {
    const poor = settleShare(newShareBooks(0n), { ...basis, realised: 1_000n, free: 30n });
    expect(poor).toMatchObject({ due: 100n, paid: 30n, books: { owed: 70n, shared: 30n } });
    const none = settleShare(poor.books, { ...basis, realised: 1_000n, free: -5n });
    expect(none).toMatchObject({ paid: 0n, books: { owed: 70n } });
    const rich = settleShare(poor.books, { ...basis, realised: 1_100n });
    expect(rich).toMatchObject({ due: 10n, paid: 80n, books: { owed: 0n, shared: 110n } });
  });

  test('INV-30 the mark never falls, and in all the share of the highest profit is reckoned once', () => {
    const amount = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n });
    const step = fc.record({ realised: amount, unrealised: amount, free: amount });
    fc.assert(
      fc.property(
        fc.array(step, { maxLength: 20 }),
        fc.integer({ min: 0, max: 200_000 }),
        (steps, sharePpm) => {
          let books = newShareBooks(0n);
          let due = 0n;
          for (const one of steps) {
            const before = books;
            const result = settleShare(books, { ...one, sharePpm });
            books = result.books;
            due += result.due;
            expect(books.mark >= before.mark && books.owed >= 0n).toBe(true);
            expect(result.paid <= (one.free > 0n ? one.free : 0n)).toBe(true);
            expect(books.owed + books.shared).toBe(due);
          }
          const highest = books.mark * BigInt(sharePpm);
          expect(due * 1_000_000n <= highest).toBe(true);
          expect(highest - due * 1_000_000n < BigInt(steps.length + 1) * 1_000_000n).toBe(true);
        },
      ),
    );
  });

  test('weeks begin on Mondays', () => {
    expect(shareDueAfter(0)).toBe(MONDAY);
    expect(shareDueAfter(MONDAY - 1)).toBe(MONDAY);
    expect(shareDueAfter(MONDAY)).toBe(MONDAY + COPY_SHARE_INTERVAL_MS);
    expect(new Date(shareDueAfter(1_764_000_000_000)).getUTCDay()).toBe(1);
  });
});

describe('of a portfolio', () => {
  let exchange: CopyExchange;
  let trader: number;
  let portfolio: number;

  beforeEach(() => {
    exchange = new CopyExchange(3);
    trader = exchange.open(ANN).id;
    portfolio = exchange.follow(BOB, trader).id;
    const moved = { from: spotOf(CAT), to: futuresOf(CAT), asset: USD, clientId: '' };
    exchange.send({ kind: CommandKind.transfer, ...moved, amount: 50_000n * COIN });
    exchange.index(100);
  });

  /** The portfolio gains so many coins, or loses them. */
  const gain = (coins: number): void => {
    const [first, then] = coins > 0 ? [100, 101] : [101, 100];
    exchange.index(first);
    exchange.trade(portfolio, CAT, Math.abs(coins), first);
    exchange.trade(portfolio, CAT, -Math.abs(coins), then);
  };
  const annHas = () => exchange.has(spotOf(ANN));

  test('is settled when its week ends, with its arithmetic', () => {
    const before = annHas();
    gain(50);
    expect(exchange.core.state.copies.due).toBe(MONDAY);
    const [event, ...others] = settled(exchange.tick(MONDAY).events);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      ...{ portfolio, trader, asset: USD, realised: 50n * COIN, unrealised: 0n },
      ...{ sharePpm: 100_000, markBefore: 0n, profit: 50n * COIN, fresh: 50n * COIN },
      ...{ due: 5n * COIN, paid: 5n * COIN },
    });
    expect(annHas() - before).toBe(5n * COIN);
    expect(exchange.has(futuresOf(portfolio))).toBe(1_045n * COIN);
    expect(exchange.core.state.copies.due).toBe(MONDAY + COPY_SHARE_INTERVAL_MS);
    exchange.restore();
  });

  test('nothing is due twice after a drawdown; money in and out is no profit', () => {
    gain(50);
    exchange.tick(MONDAY);
    const before = annHas();
    gain(-30);
    gain(30);
    exchange.move(BOB, portfolio, 500n * COIN);
    exchange.move(BOB, portfolio, -700n * COIN);
    expect(settled(exchange.tick(MONDAY + COPY_SHARE_INTERVAL_MS).events)).toEqual([]);
    expect(annHas()).toBe(before);
    gain(10);
    const next = settled(exchange.tick(MONDAY + 2 * COPY_SHARE_INTERVAL_MS).events);
    expect(next).toMatchObject([{ markBefore: 50n * COIN, fresh: 10n * COIN, paid: COIN }]);
  });

  test('a share that is due is not taken out before it is paid', () => {
    gain(50);
    const all = exchange.move(BOB, portfolio, -1_050n * COIN);
    expect(all).toMatchObject({ code: Reject.notWithdrawable, limit: Number(1_045n * COIN) });
    expect(exchange.move(BOB, portfolio, -1_045n * COIN).code).toBe(0);
    expect(settled(exchange.tick(MONDAY).events)).toMatchObject([{ paid: 5n * COIN }]);
    expect(exchange.has(futuresOf(portfolio))).toBe(0n);
  });

  test('leaving settles, and who comes back within 30 days has to make good first', () => {
    gain(50);
    exchange.tick(MONDAY);
    gain(-30);
    expect(settled(exchange.end(BOB, portfolio).events)).toEqual([]);
    exchange.restore();
    portfolio = exchange.follow(BOB, trader).id;
    expect(exchange.follower(portfolio).share).toEqual({ mark: 30n * COIN, owed: 0n, shared: 0n });
    gain(40);
    const left = settled(exchange.end(BOB, portfolio).events);
    expect(left).toMatchObject([{ markBefore: 30n * COIN, fresh: 10n * COIN, paid: COIN }]);
    // All was made good: nothing is kept of it.
    portfolio = exchange.follow(BOB, trader).id;
    expect(exchange.follower(portfolio).share.mark).toBe(0n);
  });

  test('who takes positions over settles what they have won by the mark, and makes nothing good', () => {
    const before = annHas();
    exchange.trade(portfolio, CAT, 20, 100);
    exchange.index(110);
    const owned = exchange.has(futuresOf(portfolio));
    const left = settled(exchange.stop(BOB, portfolio, CopyExit.takeOver).events);
    const won = { realised: 200n * COIN, unrealised: 0n, profit: 200n * COIN, paid: 20n * COIN };
    expect(left).toMatchObject([won]);
    expect(annHas() - before).toBe(20n * COIN);
    expect(exchange.has(futuresOf(BOB))).toBe(owned - 20n * COIN);
    exchange.restore();
    portfolio = exchange.follow(BOB, trader).id;
    expect(exchange.follower(portfolio).share.mark).toBe(0n);
  });

  test('what they have lost by the mark is made good by who comes back', () => {
    exchange.trade(portfolio, CAT, 20, 100);
    exchange.index(99);
    expect(settled(exchange.stop(BOB, portfolio, CopyExit.takeOver).events)).toEqual([]);
    portfolio = exchange.follow(BOB, trader).id;
    expect(exchange.follower(portfolio).share.mark).toBe(20n * COIN);
  });

  test('after 30 days it is forgotten', () => {
    gain(-30);
    exchange.end(BOB, portfolio);
    exchange.time += COPY_MARK_KEPT_MS;
    portfolio = exchange.follow(BOB, trader).id;
    expect(exchange.follower(portfolio).share.mark).toBe(0n);
  });

  test('who follows another portfolio of the same trader has to make good first there, once', () => {
    const others = [exchange.open(ANN), exchange.open(ANN)].map(({ id }) => id);
    const follows = (of: number): number => {
      const { id } = exchange.follow(BOB, of);
      return id;
    };
    const mark = (of: number): bigint => exchange.follower(of).share.mark;
    const second = follows(others[0]!);
    gain(-30);
    exchange.end(BOB, portfolio);
    // A portfolio that was followed already has its own mark, and who leaves it without a loss keeps what was lost elsewhere.
    expect(mark(second)).toBe(0n);
    exchange.end(BOB, second);
    exchange.restore();
    const third = follows(others[1]!);
    expect(mark(third)).toBe(30n * COIN);
    expect(mark(follows(trader))).toBe(0n);
    exchange.end(BOB, third);
    expect(mark(follows(others[0]!))).toBe(30n * COIN);
  });

  test('INV-31 what followers pay is what traders get; portions of a command follow each other', () => {
    const crowd = COPY_SHARES_PER_COMMAND + 5;
    const many = new CopyExchange(crowd + 2);
    const big = many.open(ANN, 1_000n * COIN, { followersMax: 10_000 }).id;
    const portfolios: number[] = [];
    for (let i = 0; i < crowd; i++) portfolios.push(many.follow(ANN + 2 + i, big).id);
    const moved = { from: spotOf(BOB), to: futuresOf(BOB), asset: USD, clientId: '' };
    many.send({ kind: CommandKind.transfer, ...moved, amount: 50_000n * COIN });
    many.index(100);
    const winners = [portfolios[0]!, portfolios[7]!, portfolios.at(-1)!];
    for (const winner of winners) {
      many.trade(winner, BOB, 20, 100);
      many.trade(winner, BOB, -20, 101);
    }
    const before = many.has(spotOf(ANN));
    const first = settled(many.tick(MONDAY).events);
    expect(first.map((event) => event.portfolio)).toEqual(winners.slice(0, 2));
    expect(many.core.deadline).toBe(0);
    many.restore();
    const second = settled(many.tick(MONDAY).events);
    expect(second.map((event) => event.portfolio)).toEqual(winners.slice(2));
    expect(many.core.state.copies).toMatchObject({
      settling: null,
      due: MONDAY + COPY_SHARE_INTERVAL_MS,
    });
    const paid = [...first, ...second].reduce((sum, event) => sum + event.paid, 0n);
    const shared = portfolios.reduce((sum, one) => sum + many.follower(one).share.shared, 0n);
    expect([many.has(spotOf(ANN)) - before, shared]).toEqual([paid, paid]);
    expect(paid).toBe(6n * COIN);
  });
});
