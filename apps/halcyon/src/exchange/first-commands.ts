/** The commands that list what a version brings by itself: assets, instruments and fees. */
import {
  type Asset,
  type CommandInput,
  CommandKind,
  type FeeTier,
  InstrumentState,
  parseSafeDecimal,
} from '@halcyon/domain';
import {
  SEED_ASSETS,
  SEED_INSTRUMENTS,
  type SeedAsset,
  type SeedInstrument,
} from '@halcyon/simulator';
import { firstLimits } from './instrument-values.ts';

/** Spot fees by level, ppm, and the 30-day volume each is for, USDT: level 0 pays 0.1 %. */
const FEE_SCHEDULE: readonly FeeTier[] = [
  { makerPpm: 1_000, takerPpm: 1_000, volumeFrom: 0 },
  { makerPpm: 400, takerPpm: 600, volumeFrom: 1_000_000 },
  { makerPpm: 250, takerPpm: 500, volumeFrom: 5_000_000 },
  { makerPpm: 200, takerPpm: 450, volumeFrom: 10_000_000 },
  { makerPpm: 150, takerPpm: 400, volumeFrom: 30_000_000 },
  { makerPpm: 125, takerPpm: 350, volumeFrom: 80_000_000 },
];

/** Seed of the synthetic history and of the live reference paths that go on from it. */
export const MARKET_SEED = 'halcyon';

/** What a version lists by itself. */
export interface Seeds {
  readonly assets: readonly SeedAsset[];
  readonly instruments: readonly SeedInstrument[];
}

/** What this version lists. */
export const SEEDS: Seeds = { assets: SEED_ASSETS, instruments: SEED_INSTRUMENTS };

/** A listed asset, as far as its instruments depend on it. */
export type ListedAsset = Pick<Asset, 'id' | 'scale'>;

/** Lists an instrument. */
export type Listing = Extract<CommandInput, { kind: typeof CommandKind.listInstrument }>;

/** The schedule of fees. */
export function firstFees(): CommandInput {
  return {
    kind: CommandKind.setFeeSchedule,
    tiers: FEE_SCHEDULE,
    actor: 'first start',
    reason: 'first start',
  };
}

/** The command that lists a seeded asset. */
export function assetListing({ asset, name, scale }: SeedAsset): CommandInput {
  return { kind: CommandKind.listAsset, code: asset, name, scale };
}

/** The command that lists a seed; null where its listed assets have too few decimals for it. */
export function listing(
  instrument: SeedInstrument,
  base: ListedAsset,
  quote: ListedAsset,
): Listing | null {
  const { pricePrecision, quantityPrecision } = instrument;
  if (quantityPrecision > base.scale || pricePrecision + quantityPrecision > quote.scale)
    return null;
  const price = parseSafeDecimal(instrument.referencePrice, pricePrecision) ?? 1;
  const units = {
    priceScale: pricePrecision,
    quantityScale: quantityPrecision,
    lotUnits: 10 ** (base.scale - quantityPrecision),
  };
  return {
    kind: CommandKind.listInstrument,
    symbol: instrument.symbol,
    base: base.id,
    quote: quote.id,
    priceScale: pricePrecision,
    quantityScale: quantityPrecision,
    state: InstrumentState.open,
    notionalMin: parseSafeDecimal(instrument.minNotional, quote.scale) ?? 1,
    ...firstLimits(units, price),
  };
}
