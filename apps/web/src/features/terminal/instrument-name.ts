/** How an instrument is called on screen. */

import type { Instrument } from '../../data/state/instruments.ts';

/** "BTC/USDT" of a spot pair, "BTCUSDT" of a contract. */
export function instrumentName({ product, symbol, base, quote }: Instrument): string {
  return product === 'spot' ? `${base}/${quote}` : symbol;
}
