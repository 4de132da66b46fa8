/**
 * The perpetual contracts that the embedded exchange lists on its first start, as plain data. Each
 * is on a coin of a seeded spot pair, whose hidden reference price its index sources quote.
 */
import type { ContractTerms, RiskTier } from '@halcyon/domain';
import { SEED_INSTRUMENTS, type SeedInstrument } from './instruments.ts';

/** One contract: where it differs from the spot pair of its symbol. */
export interface SeedContract {
  /** The pair whose reference price it follows; gives base, quote and the character of the market. */
  readonly spot: SeedInstrument;
  readonly symbol: string;
  /** Decimals of the price: one tick is 10^-pricePrecision quote. */
  readonly pricePrecision: number;
  /** Decimals of the quantity: one lot is 10^-quantityPrecision base. */
  readonly quantityPrecision: number;
  /** Smallest order value, in quote. */
  readonly minNotional: string;
  /** How far an order may be from the mark price, ppm. */
  readonly bandPpm: number;
  /** The most that all long positions together may have, whole quote coins at the first price. */
  readonly openInterestValue: number;
  /** All terms but the cap of open interest, which is in lots. */
  readonly terms: Omit<ContractTerms, 'openInterestMax'>;
}

/** Fees of the lowest level, ppm of a fill's value. */
const FEES = { makerPpm: 200, takerPpm: 600 } as const;
const HOUR_MS = 3_600_000;

/** Largest position of each tier in whole quote coins, highest leverage, maintenance rate in ppm. */
type TierRow = readonly [upTo: number, leverageMax: number, maintenancePpm: number];

const MAJOR: readonly TierRow[] = [
  [150_000, 125, 4_000],
  [900_000, 100, 5_000],
  [3_000_000, 50, 10_000],
  [8_000_000, 25, 20_000],
  [14_000_000, 10, 50_000],
  [20_000_000, 5, 100_000],
];
const LARGE: readonly TierRow[] = [
  [50_000, 75, 6_500],
  [300_000, 50, 10_000],
  [1_000_000, 25, 20_000],
  [3_000_000, 10, 50_000],
  [6_000_000, 5, 100_000],
  [10_000_000, 2, 250_000],
];
const SMALL: readonly TierRow[] = [
  [20_000, 50, 10_000],
  [100_000, 25, 20_000],
  [400_000, 10, 50_000],
  [1_000_000, 5, 100_000],
  [3_000_000, 2, 250_000],
];

/** What contracts of one kind have in common. */
interface Kind {
  readonly tiers: readonly TierRow[];
  readonly bandPpm: number;
  readonly openInterestValue: number;
  readonly liquidationBandPpm: number;
  readonly fundingHours: number;
  /** Highest rate of a funding, 10^-8. */
  readonly fundingCap: number;
}

const KINDS = {
  major: {
    tiers: MAJOR,
    bandPpm: 50_000,
    openInterestValue: 500_000_000,
    liquidationBandPpm: 15_000,
    fundingHours: 8,
    fundingCap: 300_000,
  },
  large: {
    tiers: LARGE,
    bandPpm: 75_000,
    openInterestValue: 100_000_000,
    liquidationBandPpm: 25_000,
    fundingHours: 8,
    fundingCap: 500_000,
  },
  small: {
    tiers: SMALL,
    bandPpm: 100_000,
    openInterestValue: 20_000_000,
    liquidationBandPpm: 40_000,
    fundingHours: 4,
    fundingCap: 1_000_000,
  },
} as const satisfies Readonly<Record<string, Kind>>;

function tier([upTo, leverageMax, maintenancePpm]: TierRow): RiskTier {
  return { upTo, leverageMax, maintenancePpm };
}

function contract(
  symbol: string,
  precision: readonly [price: number, quantity: number],
  kindName: keyof typeof KINDS,
): SeedContract {
  const spot = SEED_INSTRUMENTS.find((seed) => seed.symbol === symbol);
  if (spot === undefined) throw new Error(`no seeded pair ${symbol}`);
  const kind: Kind = KINDS[kindName];
  return {
    spot,
    symbol,
    pricePrecision: precision[0],
    quantityPrecision: precision[1],
    minNotional: '5',
    bandPpm: kind.bandPpm,
    openInterestValue: kind.openInterestValue,
    terms: {
      ...FEES,
      tiers: kind.tiers.map(tier),
      liquidationPpm: 1_000,
      liquidationBandPpm: kind.liquidationBandPpm,
      fundingIntervalMs: kind.fundingHours * HOUR_MS,
      // 0.01 % in eight hours: what a borrowed dollar costs more than a borrowed coin.
      interestRate: (10_000 * kind.fundingHours) / 8,
      premiumClamp: 50_000,
      fundingCap: kind.fundingCap,
    },
  };
}

/** Contracts listed on the first start, in id order. */
export const SEED_CONTRACTS: readonly SeedContract[] = [
  contract('BTCUSDT', [1, 4], 'major'),
  contract('ETHUSDT', [2, 3], 'major'),
  contract('SOLUSDT', [2, 2], 'large'),
  contract('XRPUSDT', [4, 0], 'large'),
  contract('BNBUSDT', [2, 2], 'large'),
  contract('DOGEUSDT', [5, 0], 'large'),
  contract('ADAUSDT', [4, 0], 'small'),
  contract('TRXUSDT', [5, 0], 'small'),
  contract('LINKUSDT', [3, 1], 'small'),
  contract('AVAXUSDT', [3, 1], 'small'),
  contract('LTCUSDT', [2, 2], 'small'),
  contract('SUIUSDT', [4, 1], 'small'),
];

/** A contract as the participants see it: the market of its pair, in ticks and lots of its own. */
export function contractInstrument(contract: SeedContract): SeedInstrument {
  const { spot, symbol, pricePrecision, quantityPrecision, minNotional } = contract;
  return { ...spot, symbol, pricePrecision, quantityPrecision, minNotional };
}

/** The seeded contract of that symbol, or an error naming the symbol. */
export function seedContract(symbol: string): SeedContract {
  const found = SEED_CONTRACTS.find((contract) => contract.symbol === symbol);
  if (found === undefined) throw new Error(`no seeded contract is named "${symbol}"`);
  return found;
}
