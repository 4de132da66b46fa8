/** Copy trading: the highest share that a trader may ask for follows from what followers' money brought. */
import {
  COPY_RESULT_MS,
  COPY_SHARE_INTERVAL_MS,
  COPY_TIERS,
  CommandKind,
  CopyExit,
  copyShareMax,
  EventKind,
  type FollowersResult,
  Reject,
  shareDueAfter,
} from '@halcyon/domain';
import { beforeEach, describe, expect, test } from 'vitest';
import { COIN, CopyExchange, futuresOf, TERMS } from './copy-exchange.ts';
import { fc } from './properties.ts';
import { TestRandom } from './random.ts';
import { seedOf } from './test-seed.ts';

const [ANN, BOB] = [16, 17];
const WEEK = COPY_SHARE_INTERVAL_MS;
const MONTH = BigInt(COPY_RESULT_MS);
const SHARES = COPY_TIERS.map(({ sharePpm }) => sharePpm);
const COIN_UNITS = Number(COIN);

/** The least that a tier asks for. */
function least(tier: number): FollowersResult {
  const { followers, coins, resultPpm } = COPY_TIERS[tier]!;
  const units = BigInt(coins) * COIN;
  const profit = (units * BigInt(resultPpm)) / 1_000_000n;
  return { followers, equity: units, profit, worked: units * MONTH };
}

describe('the rule', () => {
  test('each tier asks for all four numbers, to the unit', () => {
    for (let tier = 1; tier < COPY_TIERS.length; tier++) {
      const exact = least(tier);
      expect(copyShareMax(exact, COIN_UNITS)).toBe(SHARES[tier]);
      const { followers, equity, profit, worked } = exact;
      const below: Partial<FollowersResult>[] = [
        { followers: followers - 1 },
        { equity: equity - 1n },
        { profit: profit - 1n },
        // More money for the same profit; less money than it takes to say something.
        { worked: worked + worked / 1_000n },
        { worked: worked - 1n },
      ];
      for (const [i, change] of below.entries()) {
        const share = copyShareMax({ ...exact, ...change }, COIN_UNITS);
        expect(share, `${tier}.${i}`).toBe(SHARES[tier - 1]);
      }
    }
  });

  test('who has no followers, or lost their money, is in the first', () => {
    const none = { followers: 0, equity: 0n, profit: 0n, worked: 0n };
    expect(copyShareMax(none, COIN_UNITS)).toBe(SHARES[0]);
    expect(copyShareMax({ ...least(3), profit: -1n }, COIN_UNITS)).toBe(SHARES[0]);
  });

  test('more followers, equity or profit never lower it', () => {
    const units = fc.bigInt({ min: 0n, max: 200_000n * COIN });
    const result = fc.record({
      followers: fc.integer({ min: 0, max: 400 }),
      equity: units,
      profit: fc.bigInt({ min: -1_000n * COIN, max: 10_000n * COIN }),
      worked: units.map((money) => money * MONTH),
    });
    fc.assert(
      fc.property(result, result, (one, more) => {
        const { followers, equity, profit, worked } = one;
        const better = {
          ...{ followers: followers + more.followers, equity: equity + more.equity, worked },
          profit: profit + (more.profit > 0n ? more.profit : 0n),
        };
        const [low, high] = [copyShareMax(one, COIN_UNITS), copyShareMax(better, COIN_UNITS)];
        expect(high).toBeGreaterThanOrEqual(low);
        expect(SHARES).toContain(low);
      }),
    );
  });
});

describe('of a trader', () => {
  const CROWD = COPY_TIERS[1]!.followers;
  let exchange: CopyExchange;
  let trader: number;
  let portfolios: number[];

  beforeEach(() => {
    exchange = new CopyExchange(CROWD + 3);
    trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 100 }).id;
    portfolios = [];
    for (let i = 0; i < CROWD; i++) portfolios.push(exchange.follow(ANN + 2 + i, trader).id);
    exchange.fund(BOB, 50_000n);
    exchange.index(100);
  });

  /** A portfolio gains so many coins, or loses them. */
  const gain = (portfolio: number, coins: number): void => {
    const [first, then] = coins > 0 ? [100, 101] : [101, 100];
    exchange.index(first);
    exchange.trade(portfolio, BOB, Math.abs(coins), first);
    exchange.trade(portfolio, BOB, -Math.abs(coins), then);
  };
  const nextWeek = () => {
    const { events } = exchange.tick(shareDueAfter(exchange.time));
    return [...events, ...exchange.finish()];
  };
  const now = () => exchange.core.state.copies.trader(trader)!;
  const offer = (sharePpm: number) => {
    const terms = { ...TERMS, followersMax: 100, sharePpm };
    return exchange.send({ kind: CommandKind.setCopyTerms, user: ANN, portfolio: trader, terms });
  };

  test('rises on the Monday after followers have earned it, and is told', () => {
    for (const one of portfolios) gain(one, 20);
    exchange.time += WEEK * 5;
    const told = nextWeek().filter(({ kind }) => kind === EventKind.copyPortfolioSet);
    expect(told).toMatchObject([{ portfolio: { user: trader, shareMaxPpm: SHARES[1] } }]);
    // What it asks for is its own choice.
    expect(now().terms.sharePpm).toBe(TERMS.sharePpm);
    const over = offer(SHARES[1]! + 1);
    const limit = { limit: SHARES[1], value: SHARES[1]! + 1, events: [] };
    expect(over).toMatchObject({ code: Reject.copyTermsRange, ...limit });
    expect(offer(SHARES[1]!).code).toBe(0);
    // Nothing more is said while it stays.
    expect(nextWeek().map(({ kind }) => kind)).not.toContain(EventKind.copyPortfolioSet);
    exchange.restore();
    expect(now().shareMaxPpm).toBe(SHARES[1]);
  });

  test('falls for those who come, never for those who have joined', () => {
    for (const one of portfolios) gain(one, 20);
    exchange.time += WEEK * 5;
    nextWeek();
    offer(SHARES[1]!);
    const late = exchange.follow(ANN + 2 + CROWD, trader).id;
    expect(exchange.follower(late).sharePpm).toBe(SHARES[1]);
    for (const one of portfolios) gain(one, -30);
    nextWeek();
    expect(now()).toMatchObject({ shareMaxPpm: SHARES[0], terms: { sharePpm: SHARES[0] } });
    expect(exchange.follower(late).sharePpm).toBe(SHARES[1]);
    exchange.end(ANN + 2, portfolios[0]!);
    const again = exchange.follow(ANN + 2, trader).id;
    expect(exchange.follower(again).sharePpm).toBe(SHARES[0]);
  });

  test('losses of those who left, and of what they took over, count', () => {
    for (const one of portfolios) gain(one, 20);
    exchange.index(100);
    exchange.trade(portfolios[0]!, BOB, 200, 100);
    exchange.index(99);
    // 200 coins are lost on paper, which is all that was won.
    expect(exchange.stop(ANN + 2, portfolios[0]!, CopyExit.takeOver).code).toBe(0);
    const { id } = exchange.follow(ANN + 2 + CROWD, trader);
    exchange.time += WEEK * 5;
    nextWeek();
    expect(now().shareMaxPpm).toBe(SHARES[0]);
    gain(id, 200);
    nextWeek();
    expect(now().shareMaxPpm).toBe(SHARES[1]);
  });

  test('who took out more than was paid in has no money at work, and none of the others less', () => {
    trader = exchange.open(ANN, 1_000n * COIN, { sharePpm: 0 }).id;
    const [first, second] = [ANN + 2, ANN + 3].map((root) => exchange.follow(root, trader).id);
    for (let i = 0; i < 3; i++) gain(first!, 100);
    exchange.time += 10;
    expect(exchange.move(ANN + 2, first!, -1_200n * COIN).code).toBe(0);
    expect(exchange.follower(first!).paidIn).toBe(-200n * COIN);
    exchange.time += 10;
    exchange.end(ANN + 3, second!);
    exchange.time += 10;
    const { worked, profit } = exchange.core.state.copies.money.take(trader, exchange.time);
    expect([worked, profit]).toEqual([(2_000n * 10n + 1_000n * 10n) * COIN, 0n]);
  });

  test('what is known of it is what a count one by one says', () => {
    trader = exchange.open(ANN, 1_000n * COIN, { followersMax: 100, sharePpm: 0 }).id;
    const random = new TestRandom(seedOf());
    const owners = new Map<number, number>();
    const join = (root: number) => owners.set(exchange.follow(root, trader).id, root);
    for (let i = 0; i < CROWD; i++) join(ANN + 2 + i);
    let [worked, left] = [0n, 0n];
    const sumOf = (of: (portfolio: number) => bigint) =>
      [...owners.keys()].reduce((sum, one) => sum + of(one), 0n);
    const paidInOf = (portfolio: number) => exchange.follower(portfolio).paidIn;
    const has = (portfolio: number) => exchange.has(futuresOf(portfolio));
    for (let step = 0; step < 200; step++) {
      const ms = random.int(0, 3_600_000);
      worked += sumOf((one) => (paidInOf(one) > 0n ? paidInOf(one) : 0n)) * BigInt(ms);
      exchange.time += ms;
      const [portfolio, root] = random.pick([...owners]);
      if (random.chance(0.5)) {
        exchange.move(root, portfolio, BigInt(random.int(-1_000, 1_000)) * COIN);
      } else if (random.chance(0.7)) {
        if (has(portfolio) > 100n * COIN) gain(portfolio, random.pick([-5, 7]));
      } else {
        left += has(portfolio) - paidInOf(portfolio);
        expect(exchange.end(root, portfolio).code).toBe(0);
        owners.delete(portfolio);
        join(root);
      }
      if (step % 50 === 0) exchange.restore();
    }
    const { money } = exchange.core.state.copies;
    for (const one of owners.keys()) money.count(trader, paidInOf(one), has(one));
    expect(money.take(trader, exchange.time)).toEqual({
      ...{ followers: owners.size, equity: sumOf(has), worked },
      profit: left + sumOf((one) => has(one) - paidInOf(one)),
    });
  });
});
