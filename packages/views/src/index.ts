export { candleOpenTime, DAY_MS, HOUR_MS, MINUTE_MS } from './intervals.ts';
export * from './types.ts';
export { Views } from './views.ts';
