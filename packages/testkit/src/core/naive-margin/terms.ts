/** The arithmetic of margin accounts once more, in bigint and nothing else: parts of tiers, one by one. */
import type { CollateralTier, LoanTerms, LoanTier, PairTerms, RateCurve } from '@halcyon/domain';
import { down, least, most, up } from '../naive-futures/math.ts';

const MILLION = 1_000_000n;
const HOURS = 8_760n;

/** A rate for the part of an amount up to a bound. */
interface Part {
  readonly upTo: bigint;
  readonly ppm: bigint;
}

/** What tiers say of a coin. */
export interface CoinTiers {
  readonly counts: readonly Part[] | null;
  readonly initial: readonly Part[];
  readonly maintenance: readonly Part[];
  readonly fee: bigint;
  readonly debtMax: bigint;
}

function tiersOf(
  tiers: readonly LoanTier[],
  collateral: readonly CollateralTier[] | null,
  feePpm: number,
): CoinTiers {
  const bound = (tier: { readonly upTo: number }) => BigInt(tier.upTo);
  return {
    counts: collateral?.map((t) => ({ upTo: bound(t), ppm: BigInt(t.valuePpm) })) ?? null,
    initial: tiers.map((t) => ({
      upTo: bound(t),
      ppm: up(MILLION, BigInt(t.leverageMax) - 1n),
    })),
    maintenance: tiers.map((t) => ({ upTo: bound(t), ppm: BigInt(t.maintenancePpm) })),
    fee: BigInt(feePpm),
    debtMax: bound(tiers[tiers.length - 1]!),
  };
}

export function crossTiers(terms: LoanTerms): CoinTiers {
  return tiersOf(terms.tiers, terms.collateral, terms.liquidationPpm);
}

/** Base, quote. */
export function pairTiers({ base, quote, liquidationPpm }: PairTerms): [CoinTiers, CoinTiers] {
  return [tiersOf(base, null, liquidationPpm), tiersOf(quote, null, liquidationPpm)];
}

/** Millionths that the parts of an amount add up to; beyond the last bound at its rate, or nothing. */
function millionths(parts: readonly Part[], amount: bigint, beyond: boolean): bigint {
  let sum = 0n;
  let from = 0n;
  for (const [i, { upTo, ppm }] of parts.entries()) {
    const end = beyond && i === parts.length - 1 ? most(amount, upTo) : upTo;
    sum += most(0n, least(amount, end) - from) * ppm;
    from = end;
  }
  return sum;
}

/** A coin of an account. */
export interface NaiveHolding {
  readonly tiers: CoinTiers;
  readonly held: bigint;
  readonly debt: bigint;
  readonly price: bigint;
  readonly divisor: bigint;
}

/** Units of a coin that a holding counts. */
export function countsOf({ counts }: CoinTiers, held: bigint): bigint {
  return counts === null ? held : down(millionths(counts, held, false), MILLION);
}

/** Margin units that a coin counts, keeps excess of, and needs. */
export function valuesOf({ tiers, held, debt, price, divisor }: NaiveHolding): {
  equity: bigint;
  excess: bigint;
  needs: bigint;
} {
  const counts = countsOf(tiers, held);
  const equity = counts - debt;
  const keeps =
    up(millionths(tiers.maintenance, debt, true), MILLION) + up(debt * tiers.fee, MILLION);
  const needs = up(millionths(tiers.initial, debt, true), MILLION);
  const value = (units: bigint) => down(units * price, divisor);
  return { equity: value(equity), excess: value(equity - keeps), needs: -value(-needs) };
}

/** Sums of an account. */
export function sumsOf(holdings: readonly NaiveHolding[]): {
  equity: bigint;
  excess: bigint;
  needs: bigint;
} {
  const sums = { equity: 0n, excess: 0n, needs: 0n };
  for (const holding of holdings) {
    const { equity, excess, needs } = valuesOf(holding);
    sums.equity += equity;
    sums.excess += excess;
    sums.needs += needs;
  }
  return sums;
}

/** All that an account holds and owes, margin units. */
export function worthOf(holdings: readonly NaiveHolding[]): { assets: bigint; debts: bigint } {
  let [assets, debts] = [0n, 0n];
  for (const { held, debt, price, divisor } of holdings) {
    assets += down(held * price, divisor);
    debts += up(debt * price, divisor);
  }
  return { assets, debts };
}

/** Yearly rate of a pool, ppm. */
export function rateOf(curve: RateCurve, lent: bigint, unlent: bigint): bigint {
  const [idle, kink, full] = [curve.idlePpm, curve.kinkPpm, curve.fullPpm].map(BigInt) as [
    bigint,
    bigint,
    bigint,
  ];
  const at = BigInt(curve.kinkAtPpm);
  const used = lent === 0n ? 0n : up(lent * MILLION, lent + unlent);
  if (used <= at) return idle + up((kink - idle) * used, at);
  return kink + up((full - kink) * (used - at), MILLION - at);
}

/** Interest of an hour, units. */
export function hourOf(principal: bigint, rate: bigint): bigint {
  return up(principal * rate, MILLION * HOURS);
}
