/** The arithmetic of loans: worked examples that exchanges publish, and what must hold of all numbers. */
import { describe, expect, test } from 'vitest';
import { fc } from '../../testkit/src/core/properties.ts';
import {
  coinEquity,
  coinExcess,
  coinValue,
  crossRisk,
  debtKeeps,
  debtNeeds,
  hourInterest,
  initialPpm,
  loanRatio,
  marginalCeil,
  marginSums,
  type PricedCoin,
  pairRisk,
  poolRate,
  rateBounds,
} from './loan-math.ts';
import { type LoanTerms, loanFault, pairFault } from './loans.ts';

/** Units of a coin of 8 decimals. */
const units = (coins: number): number => Math.round(coins * 100_000_000);

const TERMS: LoanTerms = {
  tiers: [
    { upTo: units(10), leverageMax: 5, maintenancePpm: 100_000 },
    { upTo: units(50), leverageMax: 3, maintenancePpm: 150_000 },
  ],
  collateral: [
    { upTo: units(20), valuePpm: 950_000 },
    { upTo: units(100), valuePpm: 500_000 },
  ],
  curve: { idlePpm: 10_000, kinkPpm: 70_000, fullPpm: 1_000_000, kinkAtPpm: 800_000 },
  lentMax: units(1_000),
  levelMax: [units(20), units(50)],
  loanMin: 1,
  liquidationPpm: 20_000,
};
const DOLLAR: LoanTerms = {
  ...TERMS,
  tiers: [{ upTo: units(1_000_000), leverageMax: 5, maintenancePpm: 100_000 }],
  collateral: [{ upTo: units(10_000_000), valuePpm: 1_000_000 }],
};
/** 100,000.00 for a coin of 8 decimals, priced in one of 8 decimals: 1 unit × 1 tick = 10^-2 × 10^-8. */
const AT_100K = { price: 10_000_000, divisor: 1_000_000 };
const DOLLARS = { price: 1, divisor: 10_000 };
const coins = (amount: number): number => Math.round(amount * 10_000);

describe('marginal tiers', () => {
  // Binance, "Margin Fee" (https://www.binance.com/en/margin-fee), tiers of what is owed and margin by
  // them; example under "Cross Margin Pro": 13 BTC at 30,000 and 13 ETH at 3,000 owed.
  const btc = [
    { upTo: 50_000, leverage: 10, ppm: 50_000 },
    { upTo: 100_000, leverage: 8, ppm: 70_000 },
    { upTo: 500_000, leverage: 6, ppm: 80_000 },
  ];
  const eth = [
    { upTo: 30_000, leverage: 10, ppm: 50_000 },
    { upTo: 60_000, leverage: 8, ppm: 70_000 },
  ];
  const scaled = <T extends { readonly upTo: number }>(tiers: readonly T[]) =>
    tiers.map((tier) => ({ ...tier, upTo: tier.upTo * 10_000 }));

  test('take what Binance says of its example to keep it', () => {
    const owed = marginalCeil(rateBounds(scaled(btc)), coins(390_000));
    const more = marginalCeil(rateBounds(scaled(eth)), coins(39_000));
    expect([owed, more]).toEqual([coins(29_200), coins(2_130)]);
    expect(owed + more).toBe(coins(31_330));
  });

  test('and to begin it, to what its rates are rounded by there', () => {
    const initial = (tiers: typeof btc) =>
      rateBounds(scaled(tiers).map(({ upTo, leverage }) => ({ upTo, ppm: initialPpm(leverage) })));
    const owed = marginalCeil(initial(btc), coins(390_000));
    const more = marginalCeil(initial(eth), coins(39_000));
    expect(Math.abs((owed + more) / coins(75_327.1) - 1)).toBeLessThan(0.0005);
  });

  test('never jump', () => {
    const risk = crossRisk(TERMS);
    for (const bound of [units(10), units(50)]) {
      expect(debtKeeps(risk, bound + 1) - debtKeeps(risk, bound)).toBeLessThanOrEqual(2);
      expect(debtNeeds(risk, bound + 1) - debtNeeds(risk, bound)).toBeLessThanOrEqual(1);
    }
  });
});

describe('a coin', () => {
  const risk = crossRisk(TERMS);

  test('counts less the more there is of it, and nothing beyond its last tier', () => {
    const worth = (held: number) => coinEquity(risk, { held: units(held), debt: 0 });
    expect(worth(20)).toBe(units(19));
    expect(worth(22)).toBe(units(20));
    expect(worth(100)).toBe(units(59));
    expect(worth(1_000)).toBe(units(59));
  });

  test('counts whole in an account of one pair', () => {
    const [base] = pairRisk({ base: TERMS.tiers, quote: DOLLAR.tiers, liquidationPpm: 0 });
    expect(coinEquity(base, { held: units(3), debt: units(1) })).toBe(units(2));
  });

  test('that is owed needs its margin and the fee of a liquidation', () => {
    expect(debtKeeps(risk, units(10))).toBe(units(1.2));
    expect(debtKeeps(risk, units(20))).toBe(units(2.9));
    expect(debtNeeds(risk, units(10))).toBe(units(2.5));
    expect(debtNeeds(risk, units(20))).toBe(units(7.5));
    expect([debtKeeps(risk, 0), debtNeeds(risk, 0)]).toEqual([0, 0]);
  });

  test('adds more, or less, to its account the higher its price, never both', () => {
    const amount = fc.integer({ min: 0, max: units(50) });
    const price = fc.integer({ min: 1, max: 20_000_000 });
    fc.assert(
      fc.property(amount, amount, price, price, (held, debt, a, b) => {
        const excess = coinExcess(risk, { held, debt });
        const at = (ticks: number) => coinValue(excess, { price: ticks, divisor: 1_000_000 });
        const [low, high] = [at(Math.min(a, b)), at(Math.max(a, b))];
        expect(excess >= 0 ? low <= high : low >= high).toBe(true);
      }),
    );
  });
});

describe('an account', () => {
  /** Sold one borrowed coin short at 100,000 with 30,000 of its own. */
  const short = (price: number): PricedCoin[] => [
    { risk: crossRisk(TERMS), held: 0, debt: units(1), scale: { ...AT_100K, price } },
    { risk: crossRisk(DOLLAR), held: units(130_000), debt: 0, scale: DOLLARS },
  ];

  test('has what its assets count less its debts', () => {
    expect(marginSums(short(10_000_000))).toEqual({
      equity: coins(30_000),
      keeps: coins(12_000),
      needs: coins(25_000),
    });
    expect(loanRatio(marginSums(short(10_000_000)))).toBe(400_000);
  });

  test('is liquidated exactly where its ratio passes one', () => {
    // 130,000 = 1.12 × 116,071.42…
    expect(loanRatio(marginSums(short(11_607_142)))).toBe(1_000_000);
    expect(loanRatio(marginSums(short(11_607_143)))).toBeGreaterThan(1_000_000);
  });

  test('has no ratio without debt, and the highest without equity', () => {
    const [, dollars] = short(10_000_000);
    expect(loanRatio(marginSums([dollars!]))).toBe(0);
    expect(loanRatio(marginSums(short(13_000_000)))).toBe(Number.MAX_SAFE_INTEGER);
  });

  test('the ratio and the predicate say the same of any account', () => {
    const risks = [crossRisk(TERMS), crossRisk(DOLLAR)] as const;
    const amount = fc.integer({ min: 0, max: units(50) });
    const price = fc.integer({ min: 1, max: 20_000_000 });
    fc.assert(
      fc.property(amount, amount, amount, amount, price, (held, debt, cash, owed, ticks) => {
        const sums = marginSums([
          { risk: risks[0], held, debt, scale: { ...AT_100K, price: ticks } },
          { risk: risks[1], held: cash, debt: owed, scale: DOLLARS },
        ]);
        const liquidated = sums.equity - sums.keeps < 0;
        expect(loanRatio(sums) > 1_000_000).toBe(liquidated);
      }),
    );
  });
});

/** Published with hourly or daily rates; ours are of a year of 365 days. */
describe('interest that others publish', () => {
  const hours = (coins: number, yearlyPpm: number, count: number): number =>
    hourInterest(units(coins), yearlyPpm) * count;

  test('RightBTC: 10,000 USDT from 10:10 to 11:10 at 0.02 % an hour', () => {
    // "How to calculate interest on RightBTC", an hour at the loan and one at each full hour:
    // https://rightbtc.zendesk.com/hc/en-us/articles/360046157651: two clock hours, 4 USDT.
    expect(hours(10_000, 1_752_000, 2)).toBe(units(4));
  });

  test('Binance: 1,000 USDT from 13:20 to 14:15 at 0.02 % a day', () => {
    // "Daily Interest Rate for Binance Margin Trading", daily rates charged by the hour:
    // https://www.binance.com/en/support/articles/360030157812: 0.01666667. Here each hour is rounded up.
    expect(hours(1_000, 73_000, 2)).toBe(units(0.016_666_68));
  });

  test('MEXC: 0.1 BTC for an hour, and into the twentieth, at 0.0033 % an hour', () => {
    // "Calculation and Payment of Interests in Margin Trading", simple interest on the principal:
    // https://blog.mexc.com/calculation-and-payment-of-interests-in-margin-trading/: 0.1000033 and
    // 0.100066 to return.
    expect(units(0.1) + hours(0.1, 289_080, 1)).toBe(units(0.100_003_3));
    expect(units(0.1) + hours(0.1, 289_080, 20)).toBe(units(0.100_066));
  });

  test.each([
    // Derive, "Interest Rate Model" (https://docs.derive.xyz/interest-rate-model), parameters of its
    // curve of two lines: 4.8 % with 80 % lent, 100 % more with all of it.
    ['Derive', { idlePpm: 0, kinkPpm: 48_000, fullPpm: 1_048_000 }, [0, 24_000, 48_000, 1_048_000]],
    // DeepBook Margin, "Interest Rates", the curve of each pool, SUI: 3 % + 20 % of what is lent, up to
    // 80 %, then 500 %: https://docs.sui.io/onchain-finance/deepbook-margin/contract-information/interest-rates.
    [
      'DeepBook',
      { idlePpm: 30_000, kinkPpm: 190_000, fullPpm: 1_190_000 },
      [30_000, 110_000, 190_000, 1_190_000],
    ],
  ])('%s: the rate of a pool with nothing, 40, 80 and 100 %% of it lent', (_who, line, rates) => {
    const curve = { ...line, kinkAtPpm: 800_000 };
    expect([0, 40, 80, 100].map((part) => poolRate(curve, part, 100))).toEqual(rates);
    const half = (line.kinkPpm + line.fullPpm) / 2;
    expect(poolRate(curve, 90, 100)).toBe(half);
  });
});

describe('interest', () => {
  test('of a day is what a yearly rate says, and a unit an hour at least', () => {
    // 7.3 % a year is 0.02 % a day.
    expect(hourInterest(units(24_000), 73_000) * 24).toBe(units(4.8));
    expect(hourInterest(1, 1)).toBe(1);
    expect(hourInterest(0, 73_000)).toBe(0);
    expect(hourInterest(units(1), 0)).toBe(0);
  });

  test('rises along two lines with the part of the pool that is lent', () => {
    const { curve } = TERMS;
    const at = (part: number) => poolRate(curve, units(part), units(100));
    expect([0, 40, 80, 90, 100].map(at)).toEqual([10_000, 40_000, 70_000, 535_000, 1_000_000]);
    expect(poolRate(curve, 0, 0)).toBe(10_000);
  });
});

describe('terms', () => {
  test('that are sound have no fault', () => {
    expect(loanFault(TERMS)).toBeNull();
    expect(loanFault(DOLLAR)).toBeNull();
    expect(
      pairFault({ base: TERMS.tiers, quote: DOLLAR.tiers, liquidationPpm: 20_000 }),
    ).toBeNull();
  });

  const [first, second] = TERMS.tiers as [LoanTerms['tiers'][0], LoanTerms['tiers'][0]];
  test.each<[string, Partial<LoanTerms>, number]>([
    ['tiers.length', { tiers: [] }, 1],
    ['tiers.upTo', { tiers: [{ ...first, upTo: 1_500_000 }] }, 1_000_000],
    ['tiers.upTo', { tiers: [second, first] }, units(50) + 1_000_000],
    ['tiers.leverageMax', { tiers: [{ ...first, leverageMax: 1 }] }, 2],
    ['tiers.leverageMax', { tiers: [first, { ...second, leverageMax: 6 }] }, 5],
    ['tiers.maintenancePpm', { tiers: [{ ...first, maintenancePpm: 0 }] }, 1],
    ['tiers.maintenancePpm', { tiers: [{ ...first, maintenancePpm: 240_000 }] }, 229_999],
    ['collateral.valuePpm', { collateral: [{ upTo: units(1), valuePpm: 1_000_001 }] }, 1_000_000],
    ['curve.kinkPpm', { curve: { ...TERMS.curve, kinkPpm: 5_000 } }, 10_000],
    ['curve.kinkAtPpm', { curve: { ...TERMS.curve, kinkAtPpm: 1_000_000 } }, 999_999],
    ['lentMax', { lentMax: -1 }, 0],
    ['levelMax.length', { levelMax: [] }, 1],
    ['levelMax', { levelMax: [5, 4] }, 5],
    ['loanMin', { loanMin: 0 }, 1],
    ['liquidationPpm', { liquidationPpm: 50_001 }, 50_000],
    ['loanMin', { loanMin: Number.NaN }, 1],
  ])('a wrong %s is named with its limit', (field, change, limit) => {
    expect(loanFault({ ...TERMS, ...change })).toMatchObject({ field, limit });
  });
});
