/** The prices that takers may trade at, around the last price or the mark of a contract. */
import { assert as importedAssert, ppmFloor, type Side } from '@halcyon/domain';
import type { Market } from './market.ts';

// What the hot code reads and calls: own constants, because the compiler cannot fold imported ones.
const assert: typeof importedAssert = importedAssert;
const BUY: typeof Side.buy = 0;
const UNITS_MAX = Number.MAX_SAFE_INTEGER;

/** The worst price that a taker of `side` may trade at: the band around the last price, or the mark of a contract. */
export const bandLimit = (market: Market, side: Side): number => {
  const centre = bandCentre(market);
  if (market.bandFor !== centre) setBand(market, centre);
  assert(market.bandFor === centre, 'the band is that of another price');
  assert(market.bandLow >= 1 && market.bandHigh <= UNITS_MAX, 'the band is out of range');
  return side === BUY ? market.bandHigh : market.bandLow;
};

/** What the band is around: the last price, of a contract the mark. */
const bandCentre = (market: Market): number => {
  if (market.contract === null || market.contract.mark === 0) return market.lastPrice;
  return market.contract.mark;
};

const setBand = (market: Market, centre: number): void => {
  const width = ppmFloor(centre, market.instrument.bandPpm);
  assert(centre >= 0 && width >= 0, 'a price or its band is negative');
  market.bandHigh = centre === 0 ? UNITS_MAX : Math.min(UNITS_MAX, centre + width);
  market.bandLow = centre === 0 ? 1 : Math.max(1, centre - width);
  assert(market.bandLow <= market.bandHigh, 'a band allows no price');
  market.bandFor = centre;
};
