/** How a chart may look. */

/** Kinds of candles offered, the first one first shown. */
export const LOOKS = [
  'candle_solid',
  'candle_up_stroke',
  'heikin_ashi',
  'ohlc',
  'line',
  'area',
] as const;
/** One of them. */
export type CandleLook = (typeof LOOKS)[number];

/** How prices are spread over the height. */
export const SCALES = ['normal', 'logarithm', 'percentage'] as const;
/** One of them. */
export type PriceScale = (typeof SCALES)[number];
