/**
 * The instruments and assets that the embedded exchange lists on its first start, as plain data:
 * the exchange turns them into journaled commands. Decimal values are strings so that nobody parses
 * a float. Prices are plausible for the end of 2026, not quotations.
 */

/** An asset and the number of decimals in which balances are kept. */
export interface SeedAsset {
  readonly asset: string;
  readonly name: string;
  readonly scale: number;
}

/** How an instrument's hidden reference price is made. */
export type ReferenceKind =
  /** A coin priced in USDT: driven by the common factor and its own noise. */
  | 'coin'
  /** Ratio of two coins' USDT prices: base / quote. */
  | 'cross'
  /** A coin priced in USDC: its USDT price divided by the USDC price. */
  | 'usdc'
  /** USDC in USDT: a slow wander about 1. */
  | 'stable';

/** One spot instrument: listing parameters and the character of its simulated market. */
export interface SeedInstrument {
  readonly symbol: string;
  readonly base: string;
  readonly quote: string;
  /** Decimals of the price: one tick is 10^-pricePrecision quote. */
  readonly pricePrecision: number;
  /** Decimals of the quantity: one lot is 10^-quantityPrecision base. */
  readonly quantityPrecision: number;
  /** Where the live price path starts, in quote. */
  readonly referencePrice: string;
  /** Smallest order value, in quote. */
  readonly minNotional: string;
  readonly kind: ReferenceKind;
  /** Standard deviation of one-minute returns relative to BTCUSDT (1). */
  readonly volatility: number;
  /** Slope of its returns on BTCUSDT's returns. */
  readonly beta: number;
  /** Traded value per unit of time relative to BTCUSDT (1). */
  readonly activity: number;
}

function coin(
  base: string,
  precision: readonly [price: number, quantity: number],
  referencePrice: string,
  character: readonly [volatility: number, beta: number, activity: number],
): SeedInstrument {
  return {
    symbol: `${base}USDT`,
    base,
    quote: 'USDT',
    pricePrecision: precision[0],
    quantityPrecision: precision[1],
    referencePrice,
    minNotional: '1',
    kind: 'coin',
    volatility: character[0],
    beta: character[1],
    activity: character[2],
  };
}

/** Assets listed on the first start, in id order. */
export const SEED_ASSETS: readonly SeedAsset[] = [
  { asset: 'USDT', name: 'Tether USD', scale: 8 },
  { asset: 'USDC', name: 'USD Coin', scale: 8 },
  { asset: 'BTC', name: 'Bitcoin', scale: 8 },
  { asset: 'ETH', name: 'Ether', scale: 8 },
  { asset: 'SOL', name: 'Solana', scale: 8 },
  { asset: 'XRP', name: 'XRP', scale: 8 },
  { asset: 'BNB', name: 'BNB', scale: 8 },
  { asset: 'DOGE', name: 'Dogecoin', scale: 8 },
  { asset: 'ADA', name: 'Cardano', scale: 8 },
  { asset: 'TRX', name: 'TRON', scale: 8 },
  { asset: 'LINK', name: 'Chainlink', scale: 8 },
  { asset: 'AVAX', name: 'Avalanche', scale: 8 },
  { asset: 'LTC', name: 'Litecoin', scale: 8 },
  { asset: 'DOT', name: 'Polkadot', scale: 8 },
  { asset: 'BCH', name: 'Bitcoin Cash', scale: 8 },
  { asset: 'NEAR', name: 'NEAR', scale: 8 },
  { asset: 'UNI', name: 'Uniswap', scale: 8 },
  { asset: 'SUI', name: 'Sui', scale: 8 },
];

/** Instruments listed on the first start, in id order. */
export const SEED_INSTRUMENTS: readonly SeedInstrument[] = [
  coin('BTC', [2, 6], '94250.00', [1, 1, 1]),
  coin('ETH', [2, 4], '3164.00', [1.32, 1.1, 0.6]),
  coin('SOL', [2, 4], '142.60', [1.85, 1.35, 0.3]),
  coin('XRP', [4, 2], '2.1450', [1.75, 1.2, 0.25]),
  coin('BNB', [2, 4], '892.00', [1.5, 1.05, 0.15]),
  coin('DOGE', [5, 1], '0.15480', [2, 1.45, 0.15]),
  coin('ADA', [5, 1], '0.43600', [2.1, 1.5, 0.1]),
  coin('TRX', [5, 1], '0.28340', [1.5, 0.7, 0.08]),
  coin('LINK', [3, 2], '13.640', [2.1, 1.5, 0.08]),
  coin('AVAX', [3, 2], '14.820', [2.2, 1.55, 0.08]),
  coin('LTC', [2, 4], '86.40', [1.8, 1.2, 0.07]),
  coin('DOT', [4, 2], '2.3200', [2.1, 1.5, 0.06]),
  coin('BCH', [2, 4], '531.00', [1.8, 1.2, 0.06]),
  coin('NEAR', [4, 2], '1.8250', [2.4, 1.6, 0.05]),
  coin('UNI', [4, 2], '6.1200', [2.3, 1.5, 0.05]),
  coin('SUI', [4, 2], '1.6340', [2.4, 1.65, 0.08]),
  {
    symbol: 'ETHBTC',
    base: 'ETH',
    quote: 'BTC',
    pricePrecision: 6,
    quantityPrecision: 2,
    referencePrice: '0.033570',
    minNotional: '0.00001',
    kind: 'cross',
    volatility: 0.74,
    beta: 0.1,
    activity: 0.06,
  },
  {
    symbol: 'SOLBTC',
    base: 'SOL',
    quote: 'BTC',
    pricePrecision: 7,
    quantityPrecision: 1,
    referencePrice: '0.0015130',
    minNotional: '0.00001',
    kind: 'cross',
    volatility: 1.3,
    beta: 0.35,
    activity: 0.04,
  },
  {
    symbol: 'BTCUSDC',
    base: 'BTC',
    quote: 'USDC',
    pricePrecision: 2,
    quantityPrecision: 6,
    referencePrice: '94259.43',
    minNotional: '1',
    kind: 'usdc',
    volatility: 1,
    beta: 1,
    activity: 0.12,
  },
  {
    symbol: 'ETHUSDC',
    base: 'ETH',
    quote: 'USDC',
    pricePrecision: 2,
    quantityPrecision: 4,
    referencePrice: '3164.32',
    minNotional: '1',
    kind: 'usdc',
    volatility: 1.32,
    beta: 1.1,
    activity: 0.08,
  },
  {
    symbol: 'USDCUSDT',
    base: 'USDC',
    quote: 'USDT',
    pricePrecision: 5,
    quantityPrecision: 1,
    referencePrice: '0.99990',
    minNotional: '1',
    kind: 'stable',
    volatility: 0.02,
    beta: 0,
    activity: 0.1,
  },
];

/** The instrument of that symbol, or an error naming the symbol. */
export function seedInstrument(symbol: string): SeedInstrument {
  const found = SEED_INSTRUMENTS.find((instrument) => instrument.symbol === symbol);
  if (found === undefined) throw new Error(`no seeded instrument is named "${symbol}"`);
  return found;
}

/** Price in quote of one coin's reference, as a float for decisions (never for money). */
export function referencePriceOf(instrument: SeedInstrument): number {
  return Number(instrument.referencePrice);
}

/** The instrument whose USDT market prices `asset`; USDT itself has none. */
export function usdtInstrumentOf(asset: string): SeedInstrument | null {
  return asset === 'USDT' ? null : seedInstrument(`${asset}USDT`);
}
