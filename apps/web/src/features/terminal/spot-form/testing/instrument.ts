/** A pair for tests of the order form. */

import type { InstrumentInfo } from '../../../../data/state/instruments.ts';

/** Bitcoin against USDT, with a band of 10 % and the same fee for both sides. */
export const INSTRUMENT: InstrumentInfo = {
  product: 'spot',
  symbol: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  priceScale: 2,
  sizeScale: 6,
  priceDigits: 2,
  sizeDigits: 6,
  quoteScale: 8,
  minSize: '0.0001',
  maxSize: '1000',
  minNotional: '1',
  makerFee: '0.001',
  takerFee: '0.001',
  buyBand: '0.1',
  sellBand: '0.1',
  status: 'online',
  maxOpenOrders: 200,
};
