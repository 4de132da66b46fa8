/** What the menus of the chart and the tape open, in one file: fetched when the first is opened. */

export { DepthChart } from '../depth/depth-chart.tsx';
export { Tape, TapeSettings } from '../trades/tape.tsx';
export { ChartPrompt } from './chart-prompt.tsx';
export { IndicatorPanel } from './indicator-panel.tsx';
export { LookPanel } from './look-panel.tsx';
