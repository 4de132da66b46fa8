/** When to tell the owner of a margin account that he is called, or liquidated: once each. */

import { marginWorth } from '@halcyon/domain';
import { isStuck, type MarginPlace } from '../../../data/state/margin.ts';
import { type RiskLevel, riskLevel } from '../account/risk.ts';

/** What is to be told of an account, or a pair of it. */
export interface RiskNote {
  readonly symbol: string;
  readonly level: 'called' | 'over';
  readonly ratioPpm: number;
}

/** Remembers which parts of the gauge were told, by pair. */
export class MarginCallMonitor {
  private readonly told = new Map<string, RiskLevel>();

  /** Whether a pair, or '' = all of cross margin, was above the call when it was looked at last. */
  isPressing(symbol: string): boolean {
    const level = this.told.get(symbol);
    return level === 'called' || level === 'over';
  }

  /** What came above the call, or the end, since it was looked at last. */
  look(places: readonly MarginPlace[]): readonly RiskNote[] {
    return places.flatMap((place): RiskNote[] => {
      // Nothing follows from a price that is not known.
      if (isStuck(place)) return [];
      const { ratioPpm, debts } = marginWorth(place);
      const level = riskLevel(ratioPpm, debts);
      const before = this.told.get(place.symbol);
      this.told.set(place.symbol, level);
      if (level === before || (level !== 'called' && level !== 'over')) return [];
      // Who comes down from the end is still called, and knows it.
      if (level === 'called' && before === 'over') return [];
      return [{ symbol: place.symbol, level, ratioPpm }];
    });
  }
}
