/** The arithmetic of docs/contract-rules.md once more, in bigint and nothing else. */
import type { Instrument, RiskTier } from '@halcyon/domain';

const MILLION = 1_000_000n;

/** a / b, towards minus infinity; b above 0. */
export function down(a: bigint, b: bigint): bigint {
  const q = a / b;
  return a % b < 0n ? q - 1n : q;
}

/** a / b, towards plus infinity; b above 0. */
export function up(a: bigint, b: bigint): bigint {
  return -down(-a, b);
}

export function abs(a: bigint): bigint {
  return a < 0n ? -a : a;
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

export function most(a: bigint, b: bigint): bigint {
  return a > b ? a : b;
}

/** Lots and their cost in tick-lots. */
export interface Held {
  readonly lots: bigint;
  readonly cost: bigint;
}

/** What a contract's arithmetic needs to know of it. */
export class NaiveContractTerms {
  readonly factor: bigint;
  /** Settle units in a margin unit. */
  readonly unit: bigint;
  readonly tiers: readonly RiskTier[];
  readonly liquidation: bigint;
  /** The impact size in tick-lots. */
  readonly impact: bigint;

  constructor(instrument: Instrument, settleScale: number) {
    this.factor = BigInt(instrument.quoteFactor);
    this.unit = 10n ** BigInt(settleScale - 4);
    this.tiers = instrument.contract!.tiers;
    this.liquidation = BigInt(instrument.contract!.liquidationPpm);
    const coins = instrument.contract!.impactSize ?? Math.floor(this.tiers[0]!.upTo / 10);
    this.impact = up(BigInt(coins) * 10_000n * this.unit, this.factor);
  }

  /** Tick-lots as margin units, rounded up or down. */
  marginDown(tickLots: bigint): bigint {
    return down(tickLots * this.factor, this.unit);
  }

  marginUp(tickLots: bigint): bigint {
    return up(tickLots * this.factor, this.unit);
  }

  /** Where a tier ends, in margin units. */
  bound(tier: number): bigint {
    return BigInt(this.tiers[tier]!.upTo) * 10_000n;
  }

  /** The tier that a value is in. */
  tierOf(value: bigint): number {
    const at = this.tiers.findIndex((_, i) => value <= this.bound(i));
    return at === -1 ? this.tiers.length - 1 : at;
  }

  /** What each tier's rate charges too much for the value below it. */
  deduction(tier: number): bigint {
    let sum = 0n;
    for (let i = 1; i <= tier; i++) {
      const more = this.tiers[i]!.maintenancePpm - this.tiers[i - 1]!.maintenancePpm;
      sum += (this.bound(i - 1) * BigInt(more)) / MILLION;
    }
    return sum;
  }

  /** A position's value in margin units: a long one's down, a short one's up. */
  value(lots: bigint, mark: bigint): bigint {
    return lots > 0n ? this.marginDown(lots * mark) : this.marginUp(-lots * mark);
  }

  /** Unrealised profit in margin units. */
  profit({ lots, cost }: Held, mark: bigint): bigint {
    if (lots === 0n) return 0n;
    const value = this.value(lots, mark);
    return lots > 0n ? value - this.marginUp(cost) : this.marginDown(cost) - value;
  }

  /** Gap less cost, in margin units. */
  share({ lots, cost }: Held, mark: bigint): bigint {
    if (lots === 0n) return 0n;
    const value = this.value(lots, mark);
    const tier = this.tierOf(value);
    const rate = BigInt(this.tiers[tier]!.maintenancePpm) + this.liquidation;
    const deduction = this.deduction(tier);
    if (lots > 0n) {
      return down(value * (MILLION - rate), MILLION) + deduction - this.marginUp(cost);
    }
    return deduction - up(value * (MILLION + rate), MILLION) + this.marginDown(cost);
  }
}
