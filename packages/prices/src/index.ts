export * from './index-maker.ts';
export * from './price-text.ts';
export * from './reports.ts';
export * from './terms.ts';
