/** What the coins of spot portfolios have cost, by pair: average cost, in whole units of the quote coin. */
import { assert } from '@halcyon/domain';

export class Holdings {
  /** By user and instrument. */
  private readonly all = new Map<number, Map<number, bigint>>();

  /** Pairs of a portfolio whose coins have cost something, the first bought first. */
  of(user: number): readonly (readonly [instrument: number, cost: bigint])[] {
    return [...(this.all.get(user) ?? [])];
  }

  /** Units that all coins of a portfolio have cost. */
  cost(user: number): bigint {
    let units = 0n;
    for (const [, cost] of this.of(user)) units += cost;
    return units;
  }

  /** Coins were bought for so many units. Below zero: for so much less than was counted before, down to nothing. */
  buy(user: number, instrument: number, units: bigint): void {
    this.set(user, instrument, this.at(user, instrument) + units);
  }

  /** Of `had` units of the base coin so many were sold: the same part of their cost goes, rounded down. */
  sell(user: number, instrument: number, sold: bigint, had: bigint): void {
    assert(sold >= 0n && sold <= had, 'more coins are sold than a portfolio has');
    const cost = this.at(user, instrument);
    if (sold > 0n) this.set(user, instrument, cost - (cost * sold) / had);
  }

  /** A portfolio has ended. */
  forget(user: number): void {
    this.all.delete(user);
  }

  image(): HoldingsImage {
    return [...this.all].map(([user, own]) => {
      return [
        user,
        [...own].map(([instrument, cost]) => [instrument, `${cost}`] as const),
      ] as const;
    });
  }

  restore(image: HoldingsImage): void {
    for (const [user, own] of image) {
      for (const [instrument, cost] of own) this.set(user, instrument, BigInt(cost));
    }
  }

  private at(user: number, instrument: number): bigint {
    return this.all.get(user)?.get(instrument) ?? 0n;
  }

  /** A coin that has cost nothing is still one that the portfolio has had. */
  private set(user: number, instrument: number, cost: bigint): void {
    const own = this.all.get(user) ?? new Map<number, bigint>();
    this.all.set(user, own.set(instrument, cost > 0n ? cost : 0n));
  }
}

export type HoldingsImage = readonly (readonly [
  user: number,
  own: readonly (readonly [instrument: number, cost: string])[],
])[];
