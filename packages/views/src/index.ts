export * from './contract-types.ts';
export { ContractViews } from './contract-views.ts';
export { candleOpenTime, DAY_MS, HOUR_MS, MINUTE_MS } from './intervals.ts';
export * from './loan-types.ts';
export { LoanViews } from './loan-views.ts';
export * from './types.ts';
export { movedBuffers, Views, type ViewsImage } from './views.ts';
