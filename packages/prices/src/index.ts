export type { Chance } from './chance.ts';
export * from './index-maker.ts';
export * from './price-text.ts';
export * from './reports.ts';
export * from './simulated-sources.ts';
export * from './terms.ts';
export * from './ticker-price.ts';
