/** The commands that list what a version brings by itself: assets, instruments, fees and the fund. */
import {
  type Asset,
  type CommandInput,
  CommandKind,
  InstrumentState,
  parseSafeDecimal,
  SystemAccount,
  UNITS_MAX,
} from '@halcyon/domain';
import {
  SEED_ASSETS,
  SEED_CONTRACTS,
  SEED_INSTRUMENTS,
  SEED_LOANS,
  SEED_PAIR_LOANS,
  type SeedAsset,
  type SeedContract,
  type SeedInstrument,
} from '@halcyon/simulator';
import type { LoanSeeds } from './first-loans.ts';
import { firstLimits } from './instrument-values.ts';

/** Seed of the synthetic history and of the live reference paths that go on from it. */
export const MARKET_SEED = 'halcyon';

/** What a version lists by itself. */
export interface Seeds extends LoanSeeds {
  readonly assets: readonly SeedAsset[];
  readonly instruments: readonly SeedInstrument[];
  readonly contracts: readonly SeedContract[];
}

/** What this version lists. */
export const SEEDS: Seeds = {
  assets: SEED_ASSETS,
  instruments: SEED_INSTRUMENTS,
  contracts: SEED_CONTRACTS,
  loans: SEED_LOANS,
  pairLoans: SEED_PAIR_LOANS,
};

/** A listed asset, as far as its instruments depend on it. */
export type ListedAsset = Pick<Asset, 'id' | 'scale'>;

/** Lists an instrument. */
export type InstrumentListing = Extract<CommandInput, { kind: typeof CommandKind.listInstrument }>;

/** Lists a contract. */
type ContractListing = Extract<CommandInput, { kind: typeof CommandKind.listContract }>;

/** What the protection fund begins with, whole USDT; liquidations add to it and take from it. */
const FUND_COINS = 10_000_000;

/**
 * The protection fund's first balance, which pays where a liquidated account has not enough. It is
 * given once: its reference makes a repetition answer the first one.
 * @param settle what contracts are settled in
 */
export function firstFund(settle: ListedAsset): CommandInput {
  return {
    kind: CommandKind.deposit,
    account: SystemAccount.insurance,
    from: SystemAccount.external,
    asset: settle.id,
    amount: BigInt(Math.min(UNITS_MAX, FUND_COINS * 10 ** settle.scale)),
    actor: 'first start',
    reason: 'first balance of the protection fund',
    reference: 'first-balance',
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
): InstrumentListing | null {
  const units = unitsOf(instrument, base, quote);
  if (units === null) return null;
  const price = parseSafeDecimal(instrument.referencePrice, units.priceScale) ?? 1;
  return {
    kind: CommandKind.listInstrument,
    ...listed(instrument, base, quote, units, price),
  };
}

/** Likewise of a contract. */
export function contractListing(
  contract: SeedContract,
  base: ListedAsset,
  quote: ListedAsset,
): ContractListing | null {
  const units = unitsOf(contract, base, quote);
  if (units === null) return null;
  const { spot, openInterestValue, terms, bandPpm } = contract;
  const price = Math.round(Number(spot.referencePrice) * 10 ** units.priceScale);
  const lotsPerCoin = 10 ** (units.priceScale + units.quantityScale) / price;
  const openInterestMax = Math.floor(openInterestValue * lotsPerCoin);
  return {
    kind: CommandKind.listContract,
    ...listed(contract, base, quote, units, price),
    bandPpm,
    contract: { ...terms, openInterestMax },
  };
}

type Precision = Pick<SeedInstrument, 'pricePrecision' | 'quantityPrecision'>;

interface Units {
  readonly priceScale: number;
  readonly quantityScale: number;
  readonly lotUnits: number;
}

/** Null where ticks, lots and their products are no whole numbers of the assets' units. */
function unitsOf(seed: Precision, base: ListedAsset, quote: ListedAsset): Units | null {
  const { pricePrecision: priceScale, quantityPrecision: quantityScale } = seed;
  if (quantityScale > base.scale || priceScale + quantityScale > quote.scale) return null;
  return { priceScale, quantityScale, lotUnits: 10 ** (base.scale - quantityScale) };
}

/** What every listing says. @param price ticks */
function listed(
  { symbol, minNotional }: Pick<SeedInstrument, 'symbol' | 'minNotional'>,
  base: ListedAsset,
  quote: ListedAsset,
  units: Units,
  price: number,
) {
  return {
    symbol,
    base: base.id,
    quote: quote.id,
    priceScale: units.priceScale,
    quantityScale: units.quantityScale,
    state: InstrumentState.open,
    notionalMin: parseSafeDecimal(minNotional, quote.scale) ?? 1,
    ...firstLimits(units, price),
  };
}
