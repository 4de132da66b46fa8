/**
 * How the coins that the embedded exchange lists are lent in margin accounts, as plain data. Amounts
 * are worths in whole USDT at the first prices, and rates ppm: who lists them makes amounts of the coin.
 */
import type { RateCurve } from '@halcyon/domain';
import { SEED_INSTRUMENTS, usdtInstrumentOf } from './instruments.ts';

/** Largest debt of a tier by its worth, highest leverage, maintenance rate. */
export type LoanTierRow = readonly [worth: number, leverageMax: number, maintenancePpm: number];
/** Holding up to which it reaches by its worth, part that counts. */
export type CollateralRow = readonly [worth: number, valuePpm: number];

/** What coins of one kind have in common. */
interface LoanKind {
  readonly tiers: readonly LoanTierRow[];
  readonly collateral: readonly CollateralRow[];
  readonly curve: RateCurve;
  /** What the pool has to begin with. */
  readonly poolWorth: number;
  /** Tiers of its pairs with isolated margin. */
  readonly pairTiers: readonly LoanTierRow[];
}

/** How a coin is lent. */
export interface SeedLoan extends Omit<LoanKind, 'pairTiers'> {
  readonly asset: string;
  /** The pair whose index is its price; null: it is the coin that all others are valued in. */
  readonly market: string | null;
  /** What one is worth. */
  readonly price: number;
  /** Largest debt of an account by its owner's fee level. */
  readonly levelWorth: readonly number[];
  readonly loanMinWorth: number;
  readonly liquidationPpm: number;
}

/** How the two coins of a pair are lent in its isolated accounts. */
export interface SeedPairLoan {
  readonly symbol: string;
  readonly tiers: readonly LoanTierRow[];
  readonly liquidationPpm: number;
}

const LIQUIDATION_PPM = 20_000;
const PAIR_LIQUIDATION_PPM = 10_000;
const LOAN_MIN_WORTH = 10;
/** Part of the last tier that the levels of the fee schedule may owe, percent. */
const LEVEL_PERCENT = [20, 30, 40, 60, 80, 100];

// With cross margin the first tier of every coin keeps a tenth of a debt, and each one more than that before it.
const DEEP: readonly LoanTierRow[] = [
  [500_000, 5, 100_000],
  [2_000_000, 4, 125_000],
  [5_000_000, 3, 175_000],
  [10_000_000, 2, 350_000],
];
// At ten times a debt begins with a ninth of it: a tenth to keep would call its owner at once (decision 40).
const DEEP_PAIR: readonly LoanTierRow[] = [
  [250_000, 10, 40_000],
  [1_000_000, 8, 55_000],
  [3_000_000, 5, 90_000],
  [6_000_000, 3, 180_000],
];

const KINDS = {
  settle: {
    tiers: DEEP,
    collateral: [[50_000_000, 1_000_000]],
    curve: { idlePpm: 30_000, kinkPpm: 80_000, fullPpm: 600_000, kinkAtPpm: 800_000 },
    poolWorth: 50_000_000,
    pairTiers: DEEP_PAIR,
  },
  stable: {
    tiers: DEEP,
    collateral: [
      [10_000_000, 990_000],
      [50_000_000, 950_000],
    ],
    curve: { idlePpm: 30_000, kinkPpm: 80_000, fullPpm: 600_000, kinkAtPpm: 800_000 },
    poolWorth: 20_000_000,
    pairTiers: DEEP_PAIR,
  },
  major: {
    tiers: DEEP,
    collateral: [
      [1_000_000, 970_000],
      [5_000_000, 950_000],
      [20_000_000, 900_000],
    ],
    curve: { idlePpm: 10_000, kinkPpm: 50_000, fullPpm: 500_000, kinkAtPpm: 800_000 },
    poolWorth: 20_000_000,
    pairTiers: DEEP_PAIR,
  },
  large: {
    tiers: [
      [100_000, 5, 100_000],
      [500_000, 4, 140_000],
      [1_000_000, 3, 200_000],
      [3_000_000, 2, 400_000],
    ],
    collateral: [
      [300_000, 930_000],
      [1_000_000, 900_000],
      [5_000_000, 800_000],
    ],
    curve: { idlePpm: 20_000, kinkPpm: 80_000, fullPpm: 800_000, kinkAtPpm: 750_000 },
    poolWorth: 10_000_000,
    pairTiers: [
      [50_000, 5, 70_000],
      [200_000, 4, 100_000],
      [1_000_000, 3, 180_000],
    ],
  },
  small: {
    tiers: [
      [20_000, 3, 100_000],
      [100_000, 2, 250_000],
      [500_000, 2, 350_000],
    ],
    collateral: [
      [50_000, 850_000],
      [200_000, 800_000],
      [1_000_000, 600_000],
    ],
    curve: { idlePpm: 30_000, kinkPpm: 120_000, fullPpm: 1_000_000, kinkAtPpm: 700_000 },
    poolWorth: 3_000_000,
    pairTiers: [
      [20_000, 3, 100_000],
      [100_000, 2, 250_000],
    ],
  },
} as const satisfies Readonly<Record<string, LoanKind>>;

type KindName = keyof typeof KINDS;

const LENT: readonly (readonly [asset: string, kind: KindName])[] = [
  ['USDT', 'settle'],
  ['USDC', 'stable'],
  ['BTC', 'major'],
  ['ETH', 'major'],
  ['SOL', 'large'],
  ['XRP', 'large'],
  ['BNB', 'large'],
  ['DOGE', 'large'],
  ['ADA', 'small'],
  ['TRX', 'small'],
  ['LINK', 'small'],
  ['AVAX', 'small'],
  ['LTC', 'small'],
  ['DOT', 'small'],
  ['BCH', 'small'],
  ['NEAR', 'small'],
  ['UNI', 'small'],
  ['SUI', 'small'],
];

function loan([asset, kindName]: readonly [string, KindName]): SeedLoan {
  const { pairTiers: _, ...kind }: LoanKind = KINDS[kindName];
  const market = usdtInstrumentOf(asset);
  const largest = kind.tiers.at(-1)![0];
  return {
    ...kind,
    asset,
    market: market === null ? null : market.symbol,
    price: Number(market?.referencePrice ?? 1),
    levelWorth: LEVEL_PERCENT.map((percent) => (largest * percent) / 100),
    loanMinWorth: LOAN_MIN_WORTH,
    liquidationPpm: LIQUIDATION_PPM,
  };
}

/** Coins that are lent from the first start on, the one that all others are valued in first. */
export const SEED_LOANS: readonly SeedLoan[] = LENT.map(loan);

const kindOf = new Map<string, KindName>(LENT);

/** Pairs with isolated margin: tiers as of the kind of their base. */
export const SEED_PAIR_LOANS: readonly SeedPairLoan[] = SEED_INSTRUMENTS.flatMap(
  ({ symbol, base, quote, kind }) => {
    const baseKind = kindOf.get(base);
    if (baseKind === undefined || !kindOf.has(quote) || kind === 'stable') return [];
    const { pairTiers: tiers }: LoanKind = KINDS[baseKind];
    return [{ symbol, tiers, liquidationPpm: PAIR_LIQUIDATION_PPM }];
  },
);
