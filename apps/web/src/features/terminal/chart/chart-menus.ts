/** What the chart's menus open, in one file: fetched when the first is opened. */
export { ChartPrompt } from './chart-prompt.tsx';
export { IndicatorPanel } from './indicator-panel.tsx';
export { LookPanel } from './look-panel.tsx';
