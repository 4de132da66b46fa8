/** Indicators that can be switched on, and how each is written and drawn: the library treats all alike. */

/** The library's names of them. */
export type IndicatorName = 'MA' | 'EMA' | 'BOLL' | 'MACD' | 'RSI' | 'KDJ';

/** Which of them share the candles' pane. */
export const OVERLAY_INDICATORS: readonly IndicatorName[] = ['MA', 'EMA', 'BOLL'];

/** Digits of a share of a hundred. */
const PERCENT_DIGITS = 2;
/** A difference of averages is smaller than the prices: so many digits more. */
const DIFFERENCE_DIGITS = 2;

/**
 * Colours of what shares a pane, none twice, and none of the candles. Neither light nor dark: they are
 * read on both grounds.
 */
const COLORS: Readonly<Partial<Record<IndicatorName, readonly string[]>>> = {
  MA: ['#d99a13', '#1f9fc4', '#a66bd8', '#d9609a'],
  EMA: ['#e0703a', '#4c86e8', '#8a9a2e'],
  BOLL: ['#6f74e8', '#a8784a', '#7f8b99'],
};

/** What the library is told of an indicator. */
export interface IndicatorLook {
  readonly precision?: number;
  readonly styles?: {
    readonly lines: { readonly color: string; readonly size: number }[];
  };
}

/** How an indicator is written and drawn. @param priceScale decimals of the pair's prices */
export function indicatorLook(name: IndicatorName, priceScale: number): IndicatorLook {
  const lines = COLORS[name]?.map((color) => ({ color, size: 1 }));
  // Averages are prices, which the library writes as the candles' own.
  if (lines !== undefined) return { styles: { lines } };
  return { precision: name === 'MACD' ? priceScale + DIFFERENCE_DIGITS : PERCENT_DIGITS };
}
