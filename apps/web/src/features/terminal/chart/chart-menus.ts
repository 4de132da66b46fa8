/** The panels of the chart's menus, in one file: fetched when the first is opened. */
export { IndicatorPanel } from './indicator-panel.tsx';
export { LookPanel } from './look-panel.tsx';
