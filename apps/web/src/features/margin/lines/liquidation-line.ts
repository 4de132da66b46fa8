/** The price of a pair at which a margin account is liquidated. */

import { isCalled, marginSums } from '@halcyon/domain';
import { toText } from '../../../data/decimal.ts';
import type { InstrumentInfo } from '../../../data/state/instruments.ts';
import { coinIn, type MarginPlace } from '../../../data/state/margin.ts';
import { liquidationTicks } from '../account/risk.ts';
import { ofCoin } from '../margin-texts.ts';

/** Where it is, and what is owed of the pair's coins. */
export interface LiquidationAt {
  readonly price: string;
  readonly isCalled: boolean;
  /** Below zero; '' where nothing of them is owed. */
  readonly owed: string;
}

/**
 * Null where nothing is owed, where no price of the pair decides, or where the base coin is valued by another
 * pair than this one: its price would be in another coin than the chart's.
 */
export function liquidationOf(
  place: MarginPlace,
  { symbol, base, quote }: Pick<InstrumentInfo, 'symbol' | 'base' | 'quote'>,
): LiquidationAt | null {
  const own = coinIn(place, base);
  if (own === undefined || own.lent.market !== symbol) return null;
  if (!place.coins.some(({ debt }) => debt > 0)) return null;
  const ticks = liquidationTicks(place, own);
  if (ticks === null || ticks <= 0) return null;
  const debts = [own, coinIn(place, quote)].flatMap((coin) =>
    coin !== undefined && coin.debt > 0 ? [ofCoin(coin, -coin.debt)] : [],
  );
  return {
    price: toText(BigInt(ticks), own.lent.priceScale),
    isCalled: isCalled(marginSums(place.coins)),
    owed: debts.join(' '),
  };
}
