/** What an indicator is: its settings, its lines, and the function that makes them. */
import { change, mapped, type Series } from './series.ts';

/** Candles as columns, the oldest first. */
export interface CandleColumns {
  /** When each opened, Unix ms. */
  readonly time: Series;
  readonly open: Series;
  readonly high: Series;
  readonly low: Series;
  readonly close: Series;
  /** Base coins. */
  readonly volume: Series;
}

/** What a setting is called; the page has each word in its languages. */
export type IndicatorSettingName =
  | 'length'
  | 'fast'
  | 'slow'
  | 'third'
  | 'fourth'
  | 'signal'
  | 'smoothing'
  | 'multiplier'
  | 'step'
  | 'maximum'
  | 'percent'
  | 'offset'
  | 'shift';

/** A number that a person may choose. */
export interface IndicatorSetting {
  readonly name: IndicatorSettingName;
  readonly initial: number;
  readonly min: number;
  readonly max: number;
  /** Whether it may have decimals, at most three. */
  readonly decimal: boolean;
}

/** A line of an indicator. */
export interface IndicatorLine {
  /** As the legend says it; '' = as the indicator is called. */
  readonly name: string;
  /** Place of the setting whose value is written behind the name: of several lengths. */
  readonly setting?: number;
  readonly shape: 'line' | 'bars' | 'dots';
}

/** In which list an indicator is offered. */
export type Group = 'average' | 'band' | 'trend' | 'oscillator' | 'volatility' | 'volume';

/** What its values are digits of: prices; differences of prices; shares of a hundred; base coins. */
export type DigitsKind = 'price' | 'difference' | 'percent' | 'volume';

/** An indicator. */
export interface Indicator {
  /** What traders call it; stays, because people keep charts with it. */
  readonly id: string;
  /** Its whole English name, as its literature has it. */
  readonly title: string;
  readonly group: Group;
  /** Whether it is drawn over the candles. */
  readonly onPrice: boolean;
  readonly digits: DigitsKind;
  readonly settings: readonly IndicatorSetting[];
  readonly lines: readonly IndicatorLine[];
  /** A series for each line. @param values of the settings, each in its range */
  compute(candles: CandleColumns, values: readonly number[]): readonly Series[];
}

/** Whole candles. */
export function whole(
  name: IndicatorSettingName,
  initial: number,
  min = 1,
  max = 500,
): IndicatorSetting {
  return { name, initial, min, max, decimal: false };
}

/** A number with decimals. */
export function decimal(
  name: IndicatorSettingName,
  initial: number,
  min: number,
  max: number,
): IndicatorSetting {
  return { name, initial, min, max, decimal: true };
}

/** What a line is called in a legend: `MA5`, `signal`, `RSI`. @param values of the settings */
export function lineTitle(
  { id }: Indicator,
  { name, setting }: IndicatorLine,
  values: readonly number[],
): string {
  const value = setting === undefined ? '' : values[setting];
  return `${name === '' ? id : name}${value}`;
}

/** Lines of these names. */
export function lines(...names: readonly string[]): IndicatorLine[] {
  return names.map((name) => ({ name, shape: 'line' }));
}

const DAY_MS = 86_400_000;

/** For each candle whether a day of UTC begins with it: at midnight (`whole`), or later (`partly`); '' = it goes on. */
export function dayStarts(time: Series): ('whole' | 'partly' | '')[] {
  const dayOf = (at: number) => Math.floor(time[at]! / DAY_MS);
  return Array.from(time, (opened, at) => {
    if (at > 0 && dayOf(at) === dayOf(at - 1)) return '';
    return opened % DAY_MS === 0 ? 'whole' : 'partly';
  });
}

/** High plus low, by two. */
export function medianPrice({ high, low }: CandleColumns): Series {
  return mapped(high.length, (at) => (high[at]! + low[at]!) / 2);
}

/** High plus low plus close, by three. */
export function typicalPrice({ high, low, close }: CandleColumns): Series {
  return mapped(high.length, (at) => (high[at]! + low[at]! + close[at]!) / 3);
}

/** The largest of today's range and the ways from yesterday's close to its ends (Wilder, 1978). */
export function trueRange({ high, low, close }: CandleColumns): Series {
  return mapped(high.length, (at) => {
    const before = at === 0 ? close[0]! : close[at - 1]!;
    return Math.max(high[at]!, before) - Math.min(low[at]!, before);
  });
}

/** Rises and falls of a series from candle to candle, neither below zero. */
export function moves(series: Series): { readonly up: Series; readonly down: Series } {
  const steps = change(series);
  return {
    up: steps.map((step) => (step < 0 ? 0 : step)),
    down: steps.map((step) => (step > 0 ? 0 : -step)),
  };
}

/** Where the close stands in its candle, -1 = at the low, 1 = at the high; 0 of a candle without range. */
export function closePlace({ high, low, close }: CandleColumns): Series {
  return mapped(high.length, (at) => {
    const range = high[at]! - low[at]!;
    return range === 0 ? 0 : (2 * close[at]! - low[at]! - high[at]!) / range;
  });
}

/** The one setting of most: candles. */
export function ofLength(initial: number): readonly IndicatorSetting[] {
  return [whole('length', initial)];
}

/** Makes indicators of a group that have a pane of their own, with one line of these digits unless they say otherwise. */
export function inOwnPane(group: Group, digits: DigitsKind) {
  return (
    id: string,
    title: string,
    settings: readonly IndicatorSetting[],
    compute: Indicator['compute'],
    shown: Partial<Pick<Indicator, 'digits' | 'lines'>> = {},
  ): Indicator => ({
    ...{ id, title, group, onPrice: false, settings, compute },
    ...{ digits, lines: lines(''), ...shown },
  });
}
