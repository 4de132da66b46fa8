import { describe, expect, test } from 'vitest';
import { type ContractTerms, legOf, type RiskTier, termsFault } from './contracts.ts';

const TIERS: readonly RiskTier[] = [
  { upTo: 1_000, leverageMax: 20, maintenancePpm: 20_000 },
  { upTo: 5_000, leverageMax: 10, maintenancePpm: 40_000 },
];
const TERMS: ContractTerms = {
  tiers: TIERS,
  makerPpm: 200,
  takerPpm: 600,
  liquidationPpm: 10_000,
  liquidationBandPpm: 100_000,
  openInterestMax: 1_000,
  fundingIntervalMs: 3_600_000,
  interestRate: 10_000,
  premiumClamp: 50_000,
  fundingCap: 2_000_000,
};
const POSITION_MAX = 10_000;

const faultOf = (change: Partial<ContractTerms>) =>
  termsFault({ ...TERMS, ...change }, POSITION_MAX);
const tierFault = (at: number, change: Partial<RiskTier>) =>
  faultOf({ tiers: TIERS.map((tier, i) => (i === at ? { ...tier, ...change } : tier)) });

describe('faults of terms name the limit and the value', () => {
  test('none', () => {
    expect(faultOf({})).toBeNull();
    expect(tierFault(1, { upTo: POSITION_MAX })).toBeNull();
    // 5 % to open: 1 % to liquidate and one ppm less than the rest to keep.
    expect(tierFault(0, { maintenancePpm: 39_999 })).toBeNull();
  });

  test.each<[keyof ContractTerms, low: number, high: number]>([
    ['makerPpm', 0, 10_000],
    ['takerPpm', 0, 10_000],
    ['liquidationBandPpm', 1_000, 500_000],
    ['openInterestMax', 1, Number.MAX_SAFE_INTEGER],
    ['fundingIntervalMs', 3_600_000, 28_800_000],
    ['interestRate', -1_000_000, 1_000_000],
    ['premiumClamp', 0, 10_000_000],
    ['fundingCap', 0, 10_000_000],
  ])('%s is from %i to %i', (name, low, high) => {
    expect(faultOf({ [name]: low })).toBeNull();
    expect(faultOf({ [name]: high })).toBeNull();
    expect(faultOf({ [name]: low - 1 })).toMatchObject({ term: name, limit: low, value: low - 1 });
    expect(faultOf({ [name]: high + 1 })).toMatchObject({
      term: name,
      limit: high,
      value: high + 1,
    });
    expect(faultOf({ [name]: low + 0.5 })).toMatchObject({
      term: name,
      limit: high,
      value: low + 0.5,
    });
    expect(faultOf({ [name]: Number.NaN })).toMatchObject({
      term: name,
      limit: high,
      value: Number.NaN,
    });
  });

  test('the fee of a liquidation', () => {
    expect(faultOf({ liquidationPpm: -1 })).toMatchObject({
      term: 'liquidationPpm',
      limit: 0,
      value: -1,
    });
    expect(faultOf({ liquidationPpm: 50_001 })).toMatchObject({ limit: 50_000, value: 50_001 });
    // It comes on top of what keeps a position: 50,000 − 30,000 − 1 < 20,000.
    expect(faultOf({ liquidationPpm: 30_000 })).toMatchObject({
      term: 'tiers',
      limit: 19_999,
      value: 20_000,
    });
    expect(faultOf({ liquidationPpm: 29_999 })).toBeNull();
  });

  test('how many tiers there are', () => {
    expect(faultOf({ tiers: [] })).toMatchObject({
      term: 'tiers',
      part: 'their number',
      limit: 1,
      value: 0,
    });
    const many = Array.from({ length: 33 }, (_, i) => ({
      upTo: (i + 1) * 100,
      leverageMax: 5,
      maintenancePpm: 1_000 + i,
    }));
    expect(faultOf({ tiers: many })).toMatchObject({ limit: 32, value: 33 });
    expect(faultOf({ tiers: many.slice(1) })).toBeNull();
  });

  test('tiers rise, in whole hundreds, up to the largest position', () => {
    expect(tierFault(0, { upTo: 1_050 })).toMatchObject({ limit: 100, value: 1_050 });
    expect(tierFault(0, { upTo: 0 })).toMatchObject({ limit: 100, value: 0 });
    expect(tierFault(1, { upTo: 1_000 })).toMatchObject({ limit: 1_100, value: 1_000 });
    expect(tierFault(1, { upTo: 10_100 })).toMatchObject({ limit: 10_000, value: 10_100 });
  });

  test('leverage falls, margins rise and stay below what opens', () => {
    expect(tierFault(0, { leverageMax: 201 })).toMatchObject({ limit: 200, value: 201 });
    expect(tierFault(1, { leverageMax: 21 })).toMatchObject({ limit: 20, value: 21 });
    expect(tierFault(1, { leverageMax: 0 })).toMatchObject({ limit: 1, value: 0 });
    expect(tierFault(0, { maintenancePpm: 0 })).toMatchObject({ limit: 1, value: 0 });
    expect(tierFault(1, { maintenancePpm: 20_000 })).toMatchObject({
      limit: 20_001,
      value: 20_000,
    });
    expect(tierFault(0, { maintenancePpm: 40_000 })).toMatchObject({
      limit: 39_999,
      value: 40_000,
    });
  });
});

test('the leg that options name', () => {
  expect([0, 1, 2, 4, 11, 29].map(legOf)).toEqual([0, 0, 1, 2, 1, 2]);
});
