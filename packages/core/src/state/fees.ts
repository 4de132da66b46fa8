/** The fee schedule, and the rates of its tiers where a fill looks them up. */
import {
  AccountKind,
  assert,
  discounted,
  discountOf,
  FEE_DISCOUNTS_MAX,
  FEE_LEVELS_MAX,
  type FeeSchedule,
  type FeeTier,
  FIRST_FEES,
  feeTierOf,
  levelOf,
  pairRates,
} from '@halcyon/domain';

/** Rates of a tier: maker and taker of every kind of account. */
const TIER_SHIFT = 4;
const KINDS = 8;
const TIERS = FEE_LEVELS_MAX * (FEE_DISCOUNTS_MAX + 1);

export class Fees implements FeeSchedule {
  tiers: readonly FeeTier[] = [];
  discounts: readonly number[] = [];
  /** In pairs, ppm: tier << 4 | kind of account << 1 | taker; -1 where there is no such tier. */
  readonly pairPpm = new Int32Array(TIERS << TIER_SHIFT);

  constructor() {
    this.set(FIRST_FEES);
  }

  set({ tiers, discounts }: FeeSchedule): void {
    this.tiers = tiers;
    this.discounts = discounts;
    this.pairPpm.fill(-1);
    for (const discount of [0, ...discounts]) {
      for (let level = 0; level < tiers.length; level++) this.fill(level, discount);
    }
  }

  /** Rate of a maker in pairs, ppm. @param tier of the account's user */
  makerPpm(tier: number, account: number): number {
    return this.pairPpm[(tier << TIER_SHIFT) | ((account & 7) << 1)]!;
  }

  /** Likewise of a taker. */
  takerPpm(tier: number, account: number): number {
    return this.pairPpm[(tier << TIER_SHIFT) | ((account & 7) << 1) | 1]!;
  }

  /** Rate of a maker in a contract, ppm. @param own the contract's */
  contractMakerPpm(tier: number, own: number): number {
    return this.contractPpm(
      tier,
      Math.min(own, this.tiers[levelOf(tier)]!.contractMakerPpm ?? own),
    );
  }

  /** Likewise of a taker. */
  contractTakerPpm(tier: number, own: number): number {
    return this.contractPpm(
      tier,
      Math.min(own, this.tiers[levelOf(tier)]!.contractTakerPpm ?? own),
    );
  }

  private contractPpm(tier: number, ppm: number): number {
    return tier < FEE_LEVELS_MAX ? ppm : discounted(ppm, discountOf(this, tier));
  }

  private fill(level: number, discount: number): void {
    const tier = feeTierOf(this, { level, discount });
    assert(tier >= 0, 'a fee tier is outside its schedule');
    for (let kind = 0; kind < KINDS; kind++) {
      const margin = kind === AccountKind.crossMargin || kind === AccountKind.isolatedMargin;
      const { makerPpm, takerPpm } = pairRates(this, tier, margin);
      this.pairPpm[(tier << TIER_SHIFT) | (kind << 1)] = makerPpm;
      this.pairPpm[(tier << TIER_SHIFT) | (kind << 1) | 1] = takerPpm;
    }
  }
}
