/** The chart's colours and sizes, read from the theme's tokens. */

import type { DeepPartial, Styles } from 'klinecharts';
import type { CandleLook } from './chart-host.ts';

/** Styles for the theme that the document shows now. */
export function chartStyles(look: CandleLook): DeepPartial<Styles> {
  const tokens = getComputedStyle(document.documentElement);
  const token = (name: string) => tokens.getPropertyValue(name).trim();
  const family = tokens.getPropertyValue('--font').trim();
  const [up, down, text, line] = [
    token('--up'),
    token('--down'),
    token('--text-3'),
    token('--line'),
  ];
  const axis = {
    axisLine: { show: false },
    tickLine: { show: false },
    tickText: { color: text, family, size: 11 },
  };
  const label = {
    color: token('--surface'),
    backgroundColor: token('--text-2'),
    borderSize: 0,
    family,
    size: 11,
  };
  const crosshair = { line: { color: text, style: 'dashed' as const }, text: label };
  return {
    grid: { horizontal: { color: line, size: 1 }, vertical: { color: line, size: 1 } },
    candle: {
      type: look,
      bar: {
        upColor: up,
        downColor: down,
        noChangeColor: text,
        upBorderColor: up,
        downBorderColor: down,
        noChangeBorderColor: text,
        upWickColor: up,
        downWickColor: down,
        noChangeWickColor: text,
      },
      area: { lineColor: token('--primary'), lineSize: 2 },
      priceMark: {
        high: { color: text, textFamily: family },
        low: { color: text, textFamily: family },
        last: {
          upColor: up,
          downColor: down,
          noChangeColor: text,
          text: { color: token('--up-ink'), family, size: 11 },
        },
      },
      tooltip: {
        // On phones the figures would cover the candles: only while the crosshair is there.
        showRule: innerWidth < 768 ? 'follow_cross' : 'always',
        title: { show: false },
        legend: {
          template: [
            { title: 'O ', value: '{open}' },
            { title: 'H ', value: '{high}' },
            { title: 'L ', value: '{low}' },
            { title: 'C ', value: '{close}' },
            { title: '', value: '{change}' },
          ],
          color: token('--text-2'),
          family,
          size: 11,
        },
      },
    },
    indicator: {
      lastValueMark: { show: false },
      bars: [{ upColor: `${up}88`, downColor: `${down}88`, noChangeColor: `${text}88` }],
      lines: [
        { color: token('--warn'), size: 1 },
        { color: token('--primary'), size: 1 },
        { color: '#a66bd8', size: 1 },
        { color: up, size: 1 },
        { color: down, size: 1 },
      ],
      tooltip: {
        showRule: innerWidth < 768 ? 'follow_cross' : 'always',
        title: { color: token('--text-2'), family, size: 11 },
        legend: { color: token('--text-2'), family, size: 11 },
      },
    },
    xAxis: axis,
    yAxis: axis,
    separator: { color: line },
    crosshair: { horizontal: crosshair, vertical: crosshair },
  };
}
