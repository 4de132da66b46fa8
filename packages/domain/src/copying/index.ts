export * from './admission.ts';
export * from './allocation.ts';
export * from './batch.ts';
export * from './exits.ts';
export * from './portfolios.ts';
export * from './profit-share.ts';
export * from './settings.ts';
export * from './statistics.ts';
