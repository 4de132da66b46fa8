/** The commands of the first listing: assets, instruments and fees of the embedded exchange. */
import {
  type CommandInput,
  CommandKind,
  type FeeTier,
  InstrumentState,
  parseSafeDecimal,
} from '@halcyon/domain';
import { SEED_ASSETS, SEED_INSTRUMENTS, type SeedInstrument } from '@halcyon/simulator';
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

/** The schedule of fees. */
export function firstFees(): CommandInput {
  return {
    kind: CommandKind.setFeeSchedule,
    tiers: FEE_SCHEDULE,
    actor: 'first start',
    reason: 'first start',
  };
}

/** Every asset, in the order of its id. */
export function firstAssets(): CommandInput[] {
  return SEED_ASSETS.map(({ asset, name, scale }) => ({
    kind: CommandKind.listAsset,
    code: asset,
    name,
    scale,
  }));
}

/** Every instrument, in the order of its id. */
export function firstInstruments(): CommandInput[] {
  return SEED_INSTRUMENTS.map(listing);
}

function listing(instrument: SeedInstrument): CommandInput {
  const base = assetIndex(instrument.base);
  const quote = assetIndex(instrument.quote);
  const { pricePrecision, quantityPrecision } = instrument;
  const price = parseSafeDecimal(instrument.referencePrice, pricePrecision) ?? 1;
  const units = {
    priceScale: pricePrecision,
    quantityScale: quantityPrecision,
    lotUnits: 10 ** (SEED_ASSETS[base]!.scale - quantityPrecision),
  };
  return {
    kind: CommandKind.listInstrument,
    symbol: instrument.symbol,
    base,
    quote,
    priceScale: pricePrecision,
    quantityScale: quantityPrecision,
    state: InstrumentState.open,
    notionalMin: parseSafeDecimal(instrument.minNotional, SEED_ASSETS[quote]!.scale) ?? 1,
    ...firstLimits(units, price),
  };
}

function assetIndex(code: string): number {
  const index = SEED_ASSETS.findIndex(({ asset }) => asset === code);
  if (index < 0) throw new Error(`seed instrument of an unknown asset ${code}`);
  return index;
}
