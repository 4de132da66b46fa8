/** Indicators on the chart: the package's functions in the library's form. */

import {
  type Chosen,
  type DigitsKind,
  INDICATORS,
  type Indicator,
  type IndicatorLine,
  lineTitle,
} from '@halcyon/indicators';
import {
  type Chart,
  type DeepPartial,
  type IndicatorCreate,
  type IndicatorFigure,
  registerIndicator,
  type Styles,
} from 'klinecharts';
import { columnsOf } from './candle-columns.ts';
import { chosenIn } from './chosen-studies.ts';
import { lineColors } from './study-colors.ts';

/** The library's own names are others. */
const NAME = 'study:';
/** Digits of a share of a hundred. */
const PERCENT_DIGITS = 2;
/** A difference of prices is smaller than they are: so many digits more. */
const DIFFERENCE_DIGITS = 2;
/** Half-transparent, so that what lies behind bars is seen. */
const BAR_ALPHA = 'aa';

/** Values of a candle, by line; undefined = not known. */
type Row = Record<string, number | undefined>;

/** A dot is as wide as this part of a candle. */
const DOTS_A_BAR = 5;

const SHAPES = { line: 'line', bars: 'bar', dots: 'circle' } as const;

/** What a pair's numbers are written with. */
export interface ChartScales {
  readonly priceScale: number;
  readonly sizeScale: number;
}

/** How the theme colours rises and falls. */
export interface SideColours {
  readonly up: string;
  readonly down: string;
}

function digitsOf(digits: DigitsKind, { priceScale, sizeScale }: ChartScales): number {
  if (digits === 'price') return priceScale;
  if (digits === 'difference') return priceScale + DIFFERENCE_DIGITS;
  return digits === 'volume' ? sizeScale : PERCENT_DIGITS;
}

function keyOf(n: number): string {
  return `line${n}`;
}

function figureOf(
  indicator: Indicator,
  line: IndicatorLine,
  n: number,
  values: readonly number[],
): IndicatorFigure<Row> {
  const { shape } = line;
  const title = `${lineTitle(indicator, line, values)}: `;
  const figure = { key: keyOf(n), title, type: SHAPES[shape] };
  if (shape === 'line') return figure;
  if (shape === 'dots') {
    const attrs: IndicatorFigure<Row>['attrs'] = ({ coordinate: { current }, barSpace }) => ({
      ...{ x: current.x, y: current[keyOf(n)]!, r: Math.max(1, barSpace.gapBar / DOTS_A_BAR) },
    });
    return { ...figure, attrs };
  }
  return {
    ...{ ...figure, baseValue: 0 },
    styles: ({ data, indicator }) => {
      const { up, down } = indicator.extendData as SideColours;
      const color = `${(data.current?.[keyOf(n)] ?? 0) < 0 ? down : up}${BAR_ALPHA}`;
      return { style: 'fill', color, borderColor: color };
    },
  };
}

/** Rows that the library keeps are written over: each tick would otherwise make an object a candle. */
function writeRows(rows: Row[], series: readonly Float64Array[], count: number): Row[] {
  rows.length = Math.min(rows.length, count);
  for (let at = 0; at < count; at++) {
    rows[at] ??= {};
    const row = rows[at]!;
    for (let n = 0; n < series.length; n++) {
      const value = series[n]![at]!;
      row[keyOf(n)] = Number.isFinite(value) ? value : undefined;
    }
  }
  return rows;
}

let registered = false;

/** Tells the library of all indicators, once a page. */
function register(): void {
  if (registered) return;
  registered = true;
  for (const one of INDICATORS) {
    registerIndicator<Row, number>({
      name: NAME + one.id,
      shortName: one.id,
      regenerateFigures: (values) => one.lines.map((line, n) => figureOf(one, line, n, values)),
      series: one.onPrice ? 'price' : 'normal',
      calc: (bars, indicator) =>
        writeRows(
          indicator.result ?? [],
          one.compute(columnsOf(bars), indicator.calcParams),
          bars.length,
        ),
    });
  }
}

function createOf(
  { indicator, values }: Chosen,
  colors: readonly string[],
  scales: ChartScales,
  sides: SideColours,
): IndicatorCreate<Row, number> {
  const lines = colors.map((color) => ({ color, size: 1 }));
  const circles = colors.map((color) => ({
    noChangeColor: color,
    upColor: color,
    downColor: color,
  }));
  const styles: DeepPartial<Styles['indicator']> = { lines, circles };
  return {
    name: NAME + indicator.id,
    calcParams: [...values],
    precision: digitsOf(indicator.digits, scales),
    extendData: sides,
    styles,
  };
}

/** Ids of what is chosen: an indicator may be there several times. */
function idsOf(chosen: readonly Chosen[]): string[] {
  const seen = new Map<string, number>();
  return chosen.map(({ indicator: { id } }) => {
    const n = (seen.get(id) ?? 0) + 1;
    seen.set(id, n);
    return `${NAME}${id}:${n}`;
  });
}

/** Shows what is chosen, and nothing else of ours. @param candles the library's name of the candles' pane */
export function showStudies(
  chart: Chart,
  texts: readonly string[],
  candles: string,
  { scales, sides }: { readonly scales: ChartScales; readonly sides: SideColours },
): void {
  register();
  const chosen = chosenIn(texts);
  const ids = idsOf(chosen);
  const present = chart.getIndicators().map(({ id }) => id);
  for (const id of present) {
    if (id.startsWith(NAME) && !ids.includes(id)) chart.removeIndicator({ id });
  }
  const colors = lineColors(chosen);
  for (const [n, one] of chosen.entries()) {
    const create = { ...createOf(one, colors[n]!, scales, sides), id: ids[n]! } as IndicatorCreate;
    if (present.includes(ids[n]!)) chart.overrideIndicator(create);
    else if (one.indicator.onPrice) chart.createIndicator({ ...create, paneId: candles }, true);
    else chart.createIndicator(create, false);
  }
}
