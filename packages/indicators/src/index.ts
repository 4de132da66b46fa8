/**
 * Indicators of charts: pure functions of candles. The chart draws them; whoever watches a price without a
 * chart reads the same numbers.
 */
import { AVERAGES } from './averages.ts';
import { BANDS, TRENDS } from './bands.ts';
import type { Indicator } from './indicator.ts';
import { OSCILLATORS } from './oscillators.ts';
import { VOLATILITIES, VOLUMES } from './volumes.ts';

export { type Chosen, chosenOf, chosenText, initialValues, inRange } from './chosen.ts';
export type {
  CandleColumns,
  DigitsKind,
  Group,
  Indicator,
  IndicatorLine,
  IndicatorSetting,
  IndicatorSettingName,
} from './indicator.ts';
export { lineTitle } from './indicator.ts';
export type { Series } from './series.ts';

/** All of them, by group, the usual ones first. */
export const INDICATORS: readonly Indicator[] = [
  ...AVERAGES,
  ...BANDS,
  ...TRENDS,
  ...OSCILLATORS,
  ...VOLATILITIES,
  ...VOLUMES,
];
