/** How an instrument is called on screen. */

import type { InstrumentInfo } from '../../data/state/instruments.ts';

/** "BTC/USDT" of a spot pair, "BTCUSDT" of a contract. */
export function instrumentName({ product, symbol, base, quote }: InstrumentInfo): string {
  return product === 'spot' ? `${base}/${quote}` : symbol;
}
