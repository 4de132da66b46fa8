/** The chart's colours and sizes, read from the theme's tokens. */

import type { DeepPartial, Styles } from 'klinecharts';
import type { Translate } from '../../../platform/locale/intl.tsx';
import { styleTokens } from '../../../platform/theme/style-cache.ts';
import type { CandleLook } from './looks.ts';

interface Palette {
  readonly family: string;
  readonly up: string;
  readonly down: string;
  readonly text: string;
  readonly legend: string;
  readonly line: string;
  readonly primary: string;
  readonly warn: string;
  readonly ink: string;
  readonly surface: string;
}

/** Below this width the figures would cover the candles: they come with the crosshair only. */
const LEGEND_WIDTH = 768;

/** Whether the figures stand above the candles all the time. */
export function showsLegend(): boolean {
  return innerWidth >= LEGEND_WIDTH;
}

function palette(): Palette {
  const token = styleTokens([
    '--font',
    '--up',
    '--down',
    '--text-3',
    '--text-2',
    '--line',
    '--cyan-5',
    '--warn',
    '--up-ink',
    '--surface',
  ]);
  return {
    family: token['--font'],
    up: token['--up'],
    down: token['--down'],
    text: token['--text-3'],
    legend: token['--text-2'],
    line: token['--line'],
    primary: token['--cyan-5'],
    warn: token['--warn'],
    ink: token['--up-ink'],
    surface: token['--surface'],
  };
}

/** What the library draws for a kind. */
const TYPES = { heikin_ashi: 'candle_solid', line: 'area' } as const;

/** The time that is left of the last candle, below the last price. */
const COUNTDOWN = {
  ...({ show: true, style: 'fill', position: 'below_price', updateInterval: 1_000 } as const),
  ...{ paddingLeft: 4, paddingRight: 4, paddingTop: 2, paddingBottom: 2 },
  ...{ borderSize: 0, weight: 'normal', borderRadius: 2 },
};

/** Colours of rises and falls. */
export function sideColors(): { readonly up: string; readonly down: string } {
  const { up, down } = palette();
  return { up, down };
}

function candleStyles(
  look: CandleLook,
  t: Translate,
  colors: Palette,
): DeepPartial<Styles['candle']> {
  const { family, up, down, text, legend } = colors;
  const bar = {
    upColor: up,
    downColor: down,
    noChangeColor: text,
    upBorderColor: up,
    downBorderColor: down,
    noChangeBorderColor: text,
    upWickColor: up,
    downWickColor: down,
    noChangeWickColor: text,
  };
  const last = { upColor: up, downColor: down, noChangeColor: text };
  return {
    type: look === 'heikin_ashi' || look === 'line' ? TYPES[look] : look,
    bar,
    area: {
      lineColor: colors.primary,
      lineSize: 2,
      ...(look === 'line' && { backgroundColor: 'transparent' }),
    },
    priceMark: {
      high: { color: text, textFamily: family },
      low: { color: text, textFamily: family },
      last: {
        ...last,
        text: { color: colors.ink, family, size: 11 },
        extendTexts: [{ ...COUNTDOWN, color: colors.ink, family, size: 10 }],
      },
    },
    tooltip: {
      showRule: showsLegend() ? 'always' : 'follow_cross',
      title: { show: false },
      legend: {
        template: [
          { title: `${t('chart.open')} `, value: '{open}' },
          { title: `${t('chart.high')} `, value: '{high}' },
          { title: `${t('chart.low')} `, value: '{low}' },
          { title: `${t('chart.close')} `, value: '{close}' },
          { title: '', value: '{change}' },
        ],
        color: legend,
        family,
        size: 11,
      },
    },
  };
}

function indicatorStyles(colors: Palette): DeepPartial<Styles['indicator']> {
  const { family, up, down, text, legend } = colors;
  const lines = [colors.warn, colors.primary, '#a66bd8', up, down];
  return {
    lastValueMark: { show: false },
    // Half-transparent, so that volume stays behind what matters.
    bars: [{ upColor: `${up}88`, downColor: `${down}88`, noChangeColor: `${text}88` }],
    lines: lines.map((color) => ({ color, size: 1 })),
    tooltip: {
      showRule: showsLegend() ? 'always' : 'follow_cross',
      title: { color: legend, family, size: 11 },
      legend: { color: legend, family, size: 11 },
    },
  };
}

/** Styles for the theme that the document shows now. */
export function chartStyles(look: CandleLook, t: Translate): DeepPartial<Styles> {
  const colors = palette();
  const { family, text, line } = colors;
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { color: text, family, size: 11 },
  };
  const label = {
    color: colors.surface,
    backgroundColor: colors.legend,
    borderSize: 0,
    family,
    size: 11,
  };
  const crosshair = { line: { color: text, style: 'dashed' as const }, text: label };
  return {
    // What is drawn has its prices and times on the axes.
    overlay: { text: { family: colors.family } },
    grid: { horizontal: { color: line, size: 1 }, vertical: { color: line, size: 1 } },
    candle: candleStyles(look, t, colors),
    indicator: indicatorStyles(colors),
    xAxis: axis,
    yAxis: axis,
    separator: { color: line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  };
}
