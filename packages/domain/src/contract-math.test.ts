/**
 * The arithmetic of contracts: worked examples that exchanges publish, and what must hold of all
 * numbers.
 */
import { describe, expect, test } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import {
  deleveragingScore,
  excessOf,
  fundingOf,
  fundingRate,
  gapAt,
  initialMargin,
  keptFrom,
  maintenance,
  marginCeil,
  marginFloor,
  medianOf,
  positionLimit,
  profitAt,
  type RiskTerms,
  ratioCeil,
  ratioFloor,
  ratioTrunc,
  tierBounds,
  tierOf,
  walletMargin,
} from './contract-math.ts';
import type { RiskTier } from './contracts.ts';

const UNITS = Number.MAX_SAFE_INTEGER;

/** Prices of 2 decimals and sizes of 3 in a coin of 8: a tick-lot is 10^-5, a margin unit 10^-4. */
const FINE = { quoteFactor: 1_000, marginUnits: 10_000 };

const tier = (upTo: number, leverageMax: number, maintenancePpm: number): RiskTier => ({
  upTo,
  leverageMax,
  maintenancePpm,
});

const riskOf = (tiers: readonly RiskTier[], liquidationPpm = 0): RiskTerms => ({
  ...FINE,
  bounds: tierBounds(tiers),
  liquidationPpm,
});

/** Coins in margin units. */
const coins = (amount: number): number => Math.round(amount * 10_000);

/** Brackets of 2021. */
const BINANCE_BTC = [
  tier(50_000, 125, 4_000),
  tier(250_000, 100, 5_000),
  tier(1_000_000, 50, 10_000),
  tier(10_000_000, 20, 25_000),
  tier(20_000_000, 10, 50_000),
  tier(50_000_000, 5, 100_000),
];
const BINANCE_ETH = [
  tier(10_000, 100, 5_000),
  tier(100_000, 75, 6_500),
  tier(500_000, 50, 10_000),
  tier(1_000_000, 25, 20_000),
  tier(2_000_000, 10, 50_000),
  tier(5_000_000, 5, 100_000),
];

describe('Binance, "Leverage and Margin of USDⓈ-M Futures"', () => {
  test('maintenance amounts of the brackets', () => {
    const amounts = tierBounds(BINANCE_BTC).map(({ deduction }) => deduction / 10_000);
    expect(amounts).toEqual([0, 50, 1_300, 16_300, 266_300, 1_266_300]);
    expect(tierBounds(BINANCE_ETH).at(-1)!.deduction).toBe(coins(135_365));
  });
});

describe('Binance, "How to Calculate Liquidation Price of USDⓈ-M Futures Contracts"', () => {
  // The example's account, whose figures public test suites repeat: a wallet of 1,535,443.01 with two long positions.
  const wallet = coins(1_535_443.01);
  const btc = { terms: riskOf(BINANCE_BTC), lots: 109_488, entry: 3_248_198, mark: 3_196_727 };
  const eth = { terms: riskOf(BINANCE_ETH), lots: 3_683_979, entry: 145_684, mark: 133_518 };
  type Held = typeof btc;
  const cost = ({ terms, lots, entry }: Held): number => marginCeil(terms, lots * entry);
  const exposure = (held: Held): number => gapAt(held.terms, held.lots, held.mark) - cost(held);
  const near = (price: number, published: number): void => {
    expect(Math.abs(price - published)).toBeLessThanOrEqual(1);
  };

  test('maintenance margin and unrealised profit of the other position', () => {
    const held = marginCeil(btc.terms, btc.lots * btc.mark);
    expect(maintenance(btc.terms.bounds, held) / 10_000).toBeCloseTo(71_200.81144, 3);
    const profit = profitAt(btc.terms, btc.lots, btc.lots * btc.entry, btc.mark);
    expect(profit / 10_000).toBeCloseTo(-56_354.57, 1);
    const other = marginCeil(eth.terms, eth.lots * eth.mark);
    expect(maintenance(eth.terms.bounds, other) / 10_000).toBeCloseTo(356_512.508, 2);
    expect(profitAt(eth.terms, eth.lots, eth.lots * eth.entry, eth.mark) / 10_000).toBeCloseTo(
      -448_192.89,
      1,
    );
  });

  test('cross margin: ETH at 1,153.26, BTC at 26,316.89', () => {
    near(keptFrom(eth.terms, eth.lots, wallet + exposure(btc) - cost(eth)), 115_326);
    near(keptFrom(btc.terms, btc.lots, wallet + exposure(eth) - cost(btc)), 2_631_689);
  });

  test('isolated margin: ETH at 1,114.78, BTC at 18,778.73', () => {
    near(keptFrom(eth.terms, eth.lots, wallet - cost(eth)), 111_478);
    near(keptFrom(btc.terms, btc.lots, wallet - cost(btc)), 1_877_873);
  });
});

describe('Bybit, "Maintenance Margin (USDT Contract)"', () => {
  const tiers = [2, 2.5, 3, 3.5, 4].map((percent, i) =>
    tier((i + 1) * 1_000, 10, percent * 10_000),
  );
  const terms = riskOf(tiers);

  test('100 contracts at 35 with 10x: each part at the rate of its tier', () => {
    const value = 100_000 * 3_500;
    // 20 + 25 + 30 + 17.5
    expect(maintenance(terms.bounds, marginCeil(terms, value))).toBe(coins(92.5));
    expect(initialMargin(terms, value, 10)).toBe(coins(350));
  });

  test('BTCUSDT: 0.5 % up to 2,000,000, and 0.56 % of what is above', () => {
    const btc = tierBounds([tier(2_000_000, 100, 5_000), tier(2_600_000, 90, 5_600)]);
    expect(maintenance(btc, coins(2_000_000))).toBe(coins(10_000));
    expect(maintenance(btc, coins(2_600_000))).toBe(coins(13_360));
  });
});

const ANY = fc.integer({ min: 0, max: UNITS });
const DIVISOR = fc.integer({ min: 1, max: UNITS });

/** Numbers at which a product or a quotient goes over an edge. */
const EDGES = [0, 1, 2, 3, 7, 94_906_265, 94_906_266, 94_906_267, 2 ** 52, UNITS - 1, UNITS];

describe('ratios are exact', () => {
  const exact = (a: number, b: number, c: number): void => {
    const product = BigInt(a) * BigInt(b);
    const floor = product / BigInt(c);
    if (floor + 1n > BigInt(UNITS)) return;
    expect(BigInt(ratioFloor(a, b, c))).toBe(floor);
    expect(BigInt(ratioCeil(a, b, c))).toBe(product % BigInt(c) === 0n ? floor : floor + 1n);
    expect(BigInt(ratioTrunc(-a, b, c))).toBe(-product / BigInt(c));
  };

  test('at every edge', () => {
    for (const a of EDGES) for (const b of EDGES) for (const c of EDGES) if (c > 0) exact(a, b, c);
  });

  test('anywhere, and around whole quotients', () => {
    fc.assert(fc.property(ANY, ANY, DIVISOR, exact));
    const small = fc.integer({ min: 0, max: 2 ** 26 });
    fc.assert(
      fc.property(
        small,
        fc.integer({ min: 1, max: 2 ** 26 }),
        fc.integer({ min: -1, max: 1 }),
        (a, c, off) => exact(Math.max(0, a * c + off), 1, c),
      ),
    );
  });

  test('of products of more than 2^53 with small and large divisors', () => {
    const upTo = (max: number) => fc.integer({ min: 1, max });
    const divisor = fc
      .integer({ min: 0, max: 53 })
      .chain((bits) => upTo(Math.min(UNITS, 2 ** bits)));
    fc.assert(fc.property(ANY, ANY, divisor, exact), { numRuns: 5_000 });
    // A quotient that is whole, or nearly.
    const half = upTo(2 ** 26);
    const off = fc.integer({ min: -2, max: 2 });
    fc.assert(
      fc.property(half, half, half, half, off, off, (a, b, c, d, e, f) =>
        exact(Math.max(0, a * c + e), Math.max(0, b * d + f), c * d),
      ),
      { numRuns: 5_000 },
    );
  });

  test('towards zero there is no -0', () => {
    expect(Object.is(ratioTrunc(-1, 1, 2), 0)).toBe(true);
  });
});

/** Terms that a listing would take, of every fineness. */
const TERMS = fc
  .record({
    steps: fc.array(
      fc.tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 20_000 })),
      {
        minLength: 1,
        maxLength: 6,
      },
    ),
    liquidationPpm: fc.integer({ min: 0, max: 50_000 }),
    quoteFactor: fc.constantFrom(1, 100, 10_000, 1_000_000),
    marginUnits: fc.constantFrom(1, 10_000),
  })
  .map(({ steps, ...rest }): RiskTerms => {
    let upTo = 0;
    let rate = 0;
    const tiers = steps.map(([hundreds, more]) => {
      upTo += hundreds * 100;
      rate += more;
      return tier(upTo, 1, rate);
    });
    return { ...rest, bounds: tierBounds(tiers) };
  });
const SIZE = fc.integer({ min: 1, max: 100_000 });
const PRICE = fc.integer({ min: 1, max: 1_000_000 });

describe('gaps', () => {
  test('rise with the price for a long position and fall for a short one, across tiers', () => {
    fc.assert(
      fc.property(TERMS, SIZE, PRICE, PRICE, (terms, lots, a, b) => {
        const [low, high] = a < b ? [a, b] : [b, a];
        expect(gapAt(terms, lots, high)).toBeGreaterThanOrEqual(gapAt(terms, lots, low));
        expect(gapAt(terms, -lots, high)).toBeLessThanOrEqual(gapAt(terms, -lots, low));
      }),
    );
  });

  test('are monotone tick by tick around every bound', () => {
    for (const lots of [1, 7, 333]) {
      const terms: RiskTerms = {
        quoteFactor: 10_000,
        marginUnits: 1,
        bounds: tierBounds([
          tier(1_000, 20, 20_000),
          tier(5_000, 10, 40_000),
          tier(9_000, 5, 90_000),
        ]),
        liquidationPpm: 10_000,
      };
      for (const { upTo } of terms.bounds) {
        const around = Math.floor(upTo / 10_000 / lots);
        for (let price = Math.max(1, around - 3); price < around + 4; price++) {
          expect(gapAt(terms, lots, price + 1)).toBeGreaterThanOrEqual(gapAt(terms, lots, price));
          expect(gapAt(terms, -lots, price + 1)).toBeLessThanOrEqual(gapAt(terms, -lots, price));
        }
      }
    }
  });

  test('a tier begins with the margin where the one below ends', () => {
    fc.assert(
      fc.property(TERMS, ({ bounds }) => {
        for (const [i, { upTo, maintenancePpm }] of bounds.entries()) {
          const above = bounds[i + 1];
          if (above === undefined) break;
          expect(tierOf(bounds, upTo)).toBe(i);
          expect(tierOf(bounds, upTo + 1)).toBe(i + 1);
          const here = maintenance(bounds, upTo);
          expect(ratioCeil(upTo, above.maintenancePpm, 1_000_000) - above.deduction).toBe(here);
          expect(maintenance(bounds, upTo + 1) - here).toBeLessThanOrEqual(1);
          expect(maintenancePpm).toBeLessThan(above.maintenancePpm);
        }
      }),
    );
  });

  test('one price divides kept from liquidated: one tick further is', () => {
    const rest = fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 });
    fc.assert(
      fc.property(TERMS, SIZE, rest, (terms, lots, left) => {
        const long = keptFrom(terms, lots, left);
        if (long > 0 && long < Math.floor(UNITS / lots)) {
          expect(gapAt(terms, lots, long) + left).toBeGreaterThanOrEqual(0);
          expect(gapAt(terms, lots, long - 1) + left).toBeLessThan(0);
        } else if (long === 0) expect(left).toBeGreaterThanOrEqual(0);
        const short = keptFrom(terms, -lots, left);
        if (short > 0 && Number.isFinite(short)) {
          expect(gapAt(terms, -lots, short) + left).toBeGreaterThanOrEqual(0);
          expect(gapAt(terms, -lots, short + 1) + left).toBeLessThan(0);
        } else if (short === 0) {
          expect(gapAt(terms, -lots, 1) + left).toBeLessThan(0);
        }
      }),
    );
  });

  test('the excess of an account is its wallet and what each position adds, down', () => {
    const terms = riskOf([tier(1_000, 20, 20_000)], 10_000);
    const long = { terms, lots: 3_000, cost: 30_000_001, mark: 9_999 };
    // 299.97 · 0.97 less 300.00001 up
    expect(excessOf(123_456_789n, 10_000, [long])).toBe(12_345 + 2_909_709 - 3_000_001);
    expect(walletMargin(-1n, 10_000)).toBe(-1);
    expect(walletMargin(-10_000n, 10_000)).toBe(-1);
  });
});

describe('rounding is never in favour of an account', () => {
  test('profit of a long and the opposite short position sum to nothing or less', () => {
    const units = fc.constantFrom(FINE, { quoteFactor: 1, marginUnits: 10_000 });
    fc.assert(
      fc.property(units, SIZE, ANY, PRICE, (scale, lots, any, price) => {
        const cost = any % 100_000_000_000;
        const sum = profitAt(scale, lots, cost, price) + profitAt(scale, -lots, cost, price);
        expect(sum).toBeLessThanOrEqual(0);
        expect(sum).toBeGreaterThanOrEqual(-2);
        expect(marginFloor(scale, cost)).toBeLessThanOrEqual(marginCeil(scale, cost));
      }),
    );
  });

  test('who pays a funding pays at least what who receives it gets', () => {
    const rate = fc.integer({ min: -10_000_000, max: 10_000_000 });
    fc.assert(
      fc.property(SIZE, PRICE, rate, fc.constantFrom(1, 10_000), (lots, mark, at, factor) => {
        const long = fundingOf(factor, lots, mark, at);
        const short = fundingOf(factor, -lots, mark, at);
        expect(long + short).toBeLessThanOrEqual(0);
        expect(long + short).toBeGreaterThanOrEqual(-1);
        expect(long).toBe(fundingOf(factor, -lots, mark, -at));
        if (at > 0) expect(long).toBeLessThan(0);
        // Two parts of a position never pay less than the whole.
        const parts = fundingOf(factor, lots, mark, at) + fundingOf(factor, 1, mark, at);
        expect(parts).toBeLessThanOrEqual(fundingOf(factor, lots + 1, mark, at));
      }),
    );
  });

  test('a funding rate is within its cap, and the interest rate within the clamp', () => {
    const terms = { interestRate: 10_000, premiumClamp: 50_000, fundingCap: 2_000_000 };
    expect(
      [0, 59_999, 60_001, -40_001, 3_000_000, -3_000_000].map((p) => fundingRate(p, terms)),
    ).toEqual([10_000, 10_000, 10_001, 9_999, 2_000_000, -2_000_000]);
    expect(Object.is(fundingRate(0, { ...terms, interestRate: -0 }), 0)).toBe(true);
  });
});

test('limits of leverage, medians and ranks', () => {
  const { bounds } = riskOf(BINANCE_BTC);
  expect(positionLimit(bounds, 125)).toBe(coins(50_000));
  expect(positionLimit(bounds, 101)).toBe(coins(50_000));
  expect(positionLimit(bounds, 20)).toBe(coins(10_000_000));
  expect(positionLimit(bounds, 126)).toBe(0);
  for (const three of [
    [1, 2, 3],
    [3, 1, 2],
    [2, 3, 1],
    [2, 2, 1],
  ] as const) {
    expect(medianOf(three[0], three[1], three[2])).toBe(2);
  }
  // A profit counts times the leverage, a loss divided by it; who has no equity is first.
  expect(deleveragingScore(100, 1_000, 1_100, 550)).toBe(1_000 * 200);
  expect(deleveragingScore(-100, 1_000, 900, 450)).toBe(-50_000);
  expect(deleveragingScore(100, 1_000, 1_100, 0)).toBe(1_000 * 1_000_000);
  expect(deleveragingScore(100, 0, 100, 100)).toBe(1_000_000 * 100);
});
